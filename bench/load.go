package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
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

// highestRate finds the highest rung of a ladder at which the p99 stays within the bound and no answer fails: in steps of
// four rungs from a first guess to one that holds below one that does not, then between the two. -1 means that not even the
// first rung held.
func highestRate(ctx context.Context, ladder []float64, guess int, bound float64, run func(rate float64) []answer) int {
	holds := func(i int) bool {
		got := run(ladder[i])
		bad, _ := failures(got)
		return ctx.Err() == nil && len(got) > 0 && bad == 0 && quantile(latencies(got, all), 0.99) <= bound
	}
	const step = 4
	good, bad := -1, len(ladder)
	for i := max(0, guess); bad-good > 1; {
		if holds(i) {
			good = i
		} else {
			bad = i
		}
		switch {
		case bad == len(ladder): // all held so far
			i = min(good+step, bad-1)
		case good < 0: // none did
			i = max(bad-step, 0)
		default:
			i = (good + bad) / 2
		}
	}
	return good
}

// ladder returns rates from a first one on, each a quarter more than the last.
func ladder(from, to float64) []float64 {
	var out []float64
	for r := from; r <= to; r *= 1.25 {
		out = append(out, r)
	}
	return out
}
