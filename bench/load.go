package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// sample is what one side did in one round.
type sample struct {
	took      time.Duration
	latencies []time.Duration // sorted
	cpu       time.Duration   // of the asking side: this process, or pgbench
}

func (s sample) perSecond() float64 { return float64(len(s.latencies)) / s.took.Seconds() }

// at is a quantile of the latencies.
func (s sample) at(q float64) time.Duration {
	if len(s.latencies) == 0 {
		return 0
	}
	return s.latencies[min(len(s.latencies)-1, int(q*float64(len(s.latencies))))]
}

func (s sample) cpuPerCall() time.Duration {
	return s.cpu / time.Duration(max(1, len(s.latencies)))
}

// drive makes calls from so many goroutines at once, each as soon as its last one is answered, until the time is up.
// The argument of a call is one of the numbers below choices, by chance. The first error ends everything.
func drive(ctx context.Context, workers, choices int, length time.Duration, call func(ctx context.Context, choice int) error) (sample, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	lists := make([][]time.Duration, workers)
	spent := processTime()
	begun := time.Now()
	for w := range workers {
		wg.Go(func() {
			// A context of its own, as every request has one: whoever waits for its end is entered under its lock.
			ctx, end := context.WithCancel(ctx)
			defer end()
			random := rand.New(rand.NewPCG(uint64(w), 7))
			for last := time.Now(); last.Sub(begun) < length && ctx.Err() == nil; {
				if err := call(ctx, random.IntN(choices)); err != nil {
					cancel(err)
					return
				}
				now := time.Now()
				lists[w] = append(lists[w], now.Sub(last))
				last = now
			}
		})
	}
	wg.Wait()
	s := sample{took: time.Since(begun), cpu: processTime() - spent}
	if err := context.Cause(ctx); err != nil {
		return s, err
	}
	for _, l := range lists {
		s.latencies = append(s.latencies, l...)
	}
	slices.Sort(s.latencies)
	if len(s.latencies) == 0 {
		return s, fmt.Errorf("not one call ended within %s", length)
	}
	return s, nil
}

// processTime is the CPU time of this process so far.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// pick gathers one figure of each sample.
func pick(samples []sample, of func(sample) float64) figures {
	out := make(figures, len(samples))
	for i, s := range samples {
		out[i] = of(s)
	}
	return out
}

func rates(samples []sample) figures { return pick(samples, sample.perSecond) }

func quantiles(samples []sample, q float64) figures {
	return pick(samples, func(s sample) float64 { return float64(s.at(q)) })
}

func cpuPerCall(samples []sample) time.Duration {
	return time.Duration(pick(samples, func(s sample) float64 { return float64(s.cpuPerCall()) }).median())
}

// pace makes calls one after the other at a steady rate. A latency runs from the moment the call was due: a slow
// answer also makes the ones behind it late, as it would for people.
func pace(ctx context.Context, perSecond float64, length time.Duration, call func(ctx context.Context, choice int) error) (sample, error) {
	var s sample
	begun := time.Now()
	gap := time.Duration(float64(time.Second) / perSecond)
	for due := begun; due.Sub(begun) < length; due = due.Add(gap) {
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case <-time.After(time.Until(due)):
		}
		if err := call(ctx, 0); err != nil {
			return s, err
		}
		s.latencies = append(s.latencies, time.Since(due))
	}
	s.took = time.Since(begun)
	slices.Sort(s.latencies)
	return s, nil
}
