package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	failedAnswer = 60_000.0 // latency in milliseconds that a failed answer counts as
	maxInFlight  = 5_000    // requests; one more counts as failed
)

// errRefused is an expected refusal: 429 or 503 during a flood. It becomes a successful answer of the kind refused.
var errRefused = errors.New("refused")

const refused = "refused"

// answer is the result of one request.
type answer struct {
	due  time.Duration // planned send time, since the start
	took float64       // milliseconds from due to the end of the answer
	kind string
	err  error
}

// request is one request of an open loop.
type request struct {
	kind string
	send func(ctx context.Context) error // returns an error unless the answer is as expected
}

// openLoop sends requests as a Poisson process of the given rate, however slow the answers are, and waits for the last answer. The
// requests that one call of next returns are sent simultaneously. A latency counts from when the request was due, not from when it was
// sent: a stall of the server, or of this process, delays all requests that fall into it. Vegeta was tried for this, but its clock starts
// when a worker sends, and its results do not say which kind of request they belong to.
func openLoop(ctx context.Context, rate float64, length time.Duration, next func(n int) []request) []answer {
	random := rand.New(rand.NewPCG(uint64(rate*1000), uint64(time.Now().UnixNano())))
	var mu sync.Mutex
	var out []answer
	var wg sync.WaitGroup
	inFlight := make(chan struct{}, maxInFlight)
	start := time.Now()
	send := func(due time.Duration, r request) {
		err := errTooMany
		select {
		case inFlight <- struct{}{}:
			err = r.send(ctx)
			<-inFlight
		default:
		}
		a := answer{due: due, took: milliseconds(time.Since(start) - due), kind: r.kind, err: err}
		if errors.Is(err, errRefused) {
			a.kind, a.err = refused, nil
		}
		if a.err != nil {
			a.took = failedAnswer
		}
		mu.Lock()
		defer mu.Unlock()
		out = append(out, a)
	}
	for n, due := 0, time.Duration(0); ctx.Err() == nil; n++ {
		if due += time.Duration(random.ExpFloat64() / rate * float64(time.Second)); due > length {
			break
		}
		requests := next(n)
		time.Sleep(time.Until(start.Add(due)))
		for _, r := range requests {
			wg.Go(func() { send(due, r) })
		}
	}
	wg.Wait()
	slices.SortFunc(out, func(a, b answer) int { return int(a.due - b.due) })
	return out
}

// closedLoop runs callers that each send one request after the other, and returns the answers per second.
func closedLoop(callers int, length time.Duration, send func() error) (perSecond float64, err error) {
	var done atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, callers)
	start := time.Now()
	for i := range callers {
		wg.Go(func() {
			for errs[i] == nil && time.Since(start) < length {
				errs[i] = send()
				done.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(done.Load()) / time.Since(start).Seconds(), errors.Join(errs...)
}

// inTurn runs callers that each send the next requests as soon as the last are answered, one at a time. Its latencies count from the sending.
func inTurn(ctx context.Context, callers int, length time.Duration, next func(n int) []request) []answer {
	lists := make([][]answer, callers)
	var wg sync.WaitGroup
	start := time.Now()
	for n := range callers {
		wg.Go(func() {
			for ctx.Err() == nil && time.Since(start) < length {
				for _, r := range next(n) {
					due := time.Since(start)
					a := answer{due: due, kind: r.kind, err: r.send(ctx)}
					if a.took = milliseconds(time.Since(start) - due); a.err != nil {
						a.took = failedAnswer
					}
					lists[n] = append(lists[n], a)
				}
			}
		})
	}
	wg.Wait()
	return slices.Concat(lists...)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// latencies returns the latencies of the answers for which pick returns true.
func latencies(list []answer, pick func(answer) bool) []float64 {
	var out []float64
	for _, a := range list {
		if pick(a) {
			out = append(out, a.took)
		}
	}
	return out
}

func all(answer) bool { return true }

func kind(name string) func(answer) bool { return func(a answer) bool { return a.kind == name } }

// failures counts the failed answers and returns one of their errors.
func failures(list []answer) (n int, example error) {
	for _, a := range list {
		if a.err != nil {
			n++
			example = a.err
		}
	}
	return n, example
}

// climber finds, once per round, the highest rate at which the p99 stays within a bound.
type climber struct {
	rates []float64
	at    int       // index of the rate to start with: the result of the previous round
	found []float64 // one rate per round, 0 if even the lowest was too high
}

// newClimber returns a climber over rates in steps of 10%. It tries about first before the others.
func newClimber(from, to, first float64) *climber {
	c := &climber{}
	for r := from; r <= to; r *= 1.1 {
		if r <= first {
			c.at = len(c.rates)
		}
		c.rates = append(c.rates, r)
	}
	return c
}

// climb tries every second rate until one holds and one does not, then bisects between the two. A rate holds if no answer fails and
// the p99 is at most bound milliseconds.
func (c *climber) climb(ctx context.Context, bound float64, run func(rate float64) []answer) {
	const step = 2
	good, bad := -1, len(c.rates)
	for i := c.at; bad-good > 1; {
		answers := run(c.rates[i])
		failed, _ := failures(answers)
		if ctx.Err() == nil && len(answers) > 0 && failed == 0 && quantile(latencies(answers, all), 0.99) <= bound {
			good = i
		} else {
			bad = i
		}
		switch {
		case bad == len(c.rates): // all rates tried so far hold
			i = min(good+step, bad-1)
		case good < 0: // none of them holds
			i = max(bad-step, 0)
		default:
			i = (good + bad) / 2
		}
	}
	c.at = max(0, good)
	if good < 0 {
		c.found = append(c.found, 0)
		return
	}
	c.found = append(c.found, c.rates[good])
}
