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
	failedAnswer = 60_000.0 // milliseconds that an answer other than the wanted one counts as
	mostInFlight = 5_000    // requests; one more counts as failed
)

// errRefused is a refusal that is as wanted: 429 or 503 in a flood. It becomes an answer of the kind refused.
var errRefused = errors.New("refused")

const refused = "refused"

// answer is the result of one request.
type answer struct {
	due  time.Duration // planned time of sending, since the start
	took float64       // milliseconds from then to the end of the answer
	late float64       // milliseconds of these that it waited in this process
	kind string
	err  error
}

// request is one request of an open loop.
type request struct {
	kind string
	send func(ctx context.Context) error // returns an error unless the answer is as wanted
}

// openLoop sends requests at random moments (a Poisson process of the given rate), however slow the answers are, and
// waits for the last one. All requests of one moment are sent at once. A latency counts from the moment at which the
// request was due, not from when it was sent: a stall of the server or of this process makes all requests late that
// fall into it. Vegeta was tried for this: its clock starts when a worker sends, and its results do not carry what a
// request was about.
func openLoop(ctx context.Context, rate float64, length time.Duration, next func(n int) []request) []answer {
	random := rand.New(rand.NewPCG(uint64(rate*1000), uint64(time.Now().UnixNano())))
	var mu sync.Mutex
	var out []answer
	var wg sync.WaitGroup
	inFlight := make(chan struct{}, mostInFlight)
	begun := time.Now()
	send := func(due time.Duration, r request) {
		late := time.Since(begun) - due
		err := errTooMany
		select {
		case inFlight <- struct{}{}:
			err = r.send(ctx)
			<-inFlight
		default:
		}
		a := answer{due: due, took: milliseconds(time.Since(begun) - due), late: milliseconds(late), kind: r.kind, err: err}
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
		time.Sleep(time.Until(begun.Add(due)))
		for _, r := range requests {
			wg.Go(func() { send(due, r) })
		}
	}
	wg.Wait()
	slices.SortFunc(out, func(a, b answer) int { return int(a.due - b.due) })
	return out
}

// closedLoop lets so many callers send one request after the other, and returns how many were answered in a second.
func closedLoop(callers int, length time.Duration, send func() error) (perSecond float64, err error) {
	var done atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, callers)
	begun := time.Now()
	for i := range callers {
		wg.Go(func() {
			for errs[i] == nil && time.Since(begun) < length {
				errs[i] = send()
				done.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(done.Load()) / time.Since(begun).Seconds(), errors.Join(errs...)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// latencies returns the latencies of the answers that a condition picks.
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

// lateness returns the milliseconds that requests waited in this process.
func lateness(list []answer) []float64 {
	var out []float64
	for _, a := range list {
		out = append(out, a.late)
	}
	return out
}

// failures counts the answers that were not as wanted, and returns one of their errors.
func failures(list []answer) (n int, example error) {
	for _, a := range list {
		if a.err != nil {
			n++
			example = a.err
		}
	}
	return n, example
}

// climber finds the highest rate at which the p99 of answers stays within a bound, anew in every round.
type climber struct {
	rates []float64
	at    int       // rung to begin with: that of the round before
	found []float64 // a rate for each round, 0 where not even the lowest held
}

// newClimber returns a climber of rates that are each a quarter more than the last.
func newClimber(from, to float64) *climber {
	c := &climber{}
	for r := from; r <= to; r *= 1.25 {
		c.rates = append(c.rates, r)
	}
	c.at = len(c.rates) / 2
	return c
}

// climb tries rates: in steps of four rungs until one holds and one does not, then between the two. A rate holds if no
// answer fails and the p99 is within the bound, in milliseconds.
func (c *climber) climb(ctx context.Context, bound float64, run func(rate float64) []answer) {
	const step = 4
	good, bad := -1, len(c.rates)
	for i := c.at; bad-good > 1; {
		got := run(c.rates[i])
		if failed, _ := failures(got); ctx.Err() == nil && len(got) > 0 && failed == 0 && quantile(latencies(got, all), 0.99) <= bound {
			good = i
		} else {
			bad = i
		}
		switch {
		case bad == len(c.rates): // all held so far
			i = min(good+step, bad-1)
		case good < 0: // none did
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
