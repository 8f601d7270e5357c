package main

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// A burst of n at a rate of r keeps the last one waiting for n/r and the average one for half of it.
func TestQueueServesABurst(t *testing.T) {
	t.Parallel()
	burst := make([]time.Duration, 10_000)
	s := queue(burst, burst, 1_000, 2*time.Second)
	if got, want := s.at(1), 10*time.Second; got != want {
		t.Errorf("the last one waits %v, want %v", got, want)
	}
	if got, want := s.at(0.5), 5*time.Second; got != want {
		t.Errorf("the middle one waits %v, want %v", got, want)
	}
	if s.waiting != len(burst) {
		t.Errorf("%d waiting, want all %d", s.waiting, len(burst))
	}
}

// Random arrivals at a server with constant service time wait for ρ/(2μ(1-ρ)) on average: the formula of Pollaczek and
// Khinchine.
func TestQueueAgreesWithTheFormula(t *testing.T) {
	t.Parallel()
	const mu, rho = 100.0, 0.8
	r := rand.New(rand.NewPCG(5, 6))
	arrive := make([]time.Duration, 400_000)
	var at float64
	for i := range arrive {
		at += r.ExpFloat64() / (rho * mu)
		arrive[i] = time.Duration(at * float64(time.Second))
	}
	s := queue(arrive, arrive, mu, 0)
	var total time.Duration
	for _, l := range s.late {
		total += l
	}
	got := total.Seconds()/float64(len(s.late)) - 1/mu
	if want := rho / (2 * mu * (1 - rho)); math.Abs(got-want) > 0.05*want {
		t.Errorf("mean wait %.4f s, want %.4f s", got, want)
	}
}

func TestDayKeepsItsShares(t *testing.T) {
	t.Parallel()
	d := workingDay(100_000)
	if s := sum([]float64{d.zones[-8], d.zones[-6], d.zones[-5], d.zones[-3], d.zones[0], d.zones[1], d.zones[2], d.zones[5], d.zones[8], d.zones[9]}); math.Abs(s-1) > 1e-9 {
		t.Errorf("the zones add up to %v", s)
	}
	due := d.sample(rand.New(rand.NewPCG(7, 8)))
	if got, want := len(due), 20_000; got != want {
		t.Fatalf("%d reminders, want %d", got, want)
	}
	full := 0
	for _, at := range due {
		if at < 0 || at >= 24*time.Hour {
			t.Fatalf("a reminder at %v", at)
		}
		if at%time.Hour == 0 {
			full++
		}
	}
	if share := float64(full) / float64(len(due)); math.Abs(share-0.45) > 0.02 {
		t.Errorf("%.2f on the hour, want 0.45", share)
	}
}
