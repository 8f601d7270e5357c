package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuantileIsAValueThatWasSeen(t *testing.T) {
	t.Parallel()
	values := []float64{5, 1, 4, 2, 3}
	for q, want := range map[float64]float64{0: 1, 0.2: 1, 0.5: 3, 0.95: 5, 1: 5} {
		if got := quantile(values, q); got != want {
			t.Errorf("quantile %g: got %g, want %g", q, got, want)
		}
	}
}

// TestIntervalCoversTheMean checks that about 95% of the intervals contain the true mean, even where rounds differ from
// each other more than their observations do.
func TestIntervalCoversTheMean(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 1))
	const runs = 300
	for _, c := range []struct{ rounds, observations int }{{5, 40}, {5, 1}, {3, 40}} {
		covered := 0
		for range runs {
			var r rounds
			for range c.rounds {
				var round []float64
				shift := 5 * random.NormFloat64()
				for range c.observations {
					round = append(round, 100+shift+10*random.NormFloat64())
				}
				r = append(r, round)
			}
			if e := r.mean(); e.Low <= 100 && e.High >= 100 {
				covered++
			}
		}
		if covered < runs*91/100 {
			t.Errorf("%d rounds of %d: %d of %d intervals contain the mean", c.rounds, c.observations, covered, runs)
		}
	}
}

// TestIntervalCoversHighPercentiles checks the same of the p95 and the p99 of latencies, which are skewed.
func TestIntervalCoversHighPercentiles(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(2, 2))
	const runs, betweenRounds, withinRound = 150, 0.2, 0.8 // standard deviations of the logarithm
	for q, z := range map[float64]float64{0.95: 1.645, 0.99: 2.326} {
		covered, want := 0, math.Exp(z*math.Hypot(betweenRounds, withinRound))
		for range runs {
			r := make(rounds, 5)
			for i := range r {
				shift := betweenRounds * random.NormFloat64()
				for range 120 {
					r[i] = append(r[i], math.Exp(shift+withinRound*random.NormFloat64()))
				}
			}
			if e := r.quantile(q); e.Low <= want && e.High >= want {
				covered++
			}
		}
		if covered < runs*90/100 {
			t.Errorf("q %g: %d of %d intervals contain the quantile", q, covered, runs)
		}
	}
}

func TestRateIsAllWorkOverAllTime(t *testing.T) {
	t.Parallel()
	if e := perSecond(100, []float64{1, 3}); e.Value != 50 || e.Low > 50 || e.High < 50 {
		t.Errorf("got %+v, want 50", e)
	}
}

func TestRatioDrawsRoundsTogether(t *testing.T) {
	t.Parallel()
	// Both sides get four times faster from round to round; each round has the same ratio.
	e := ratio(oneEach([]float64{10, 40, 160}), oneEach([]float64{5, 20, 80}))
	if e.Value != 2 || math.Abs(e.Low-2) > 1e-9 || math.Abs(e.High-2) > 1e-9 {
		t.Errorf("got %+v, want 2", e)
	}
}

func TestRatioWithoutRoundsIsNaN(t *testing.T) {
	t.Parallel()
	if e := ratio(nil, oneEach([]float64{1})); !math.IsNaN(e.Value) || !math.IsNaN(e.Low) || !math.IsNaN(e.High) {
		t.Errorf("got %+v, want NaN", e)
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		is        string
		low, high float64
		want      string
	}{
		{"≤", 5, 10, held}, {"≤", 9, 11, open}, {"≤", 10.1, 12, missed}, {"≥", 10, 12, held}, {"≥", 9, 11, open}, {"≥", 7, 9, missed},
		{"≤", math.NaN(), math.NaN(), missed},
	} {
		if got := (goal{"x", c.is, 10}).verdict(estimate{Low: c.low, High: c.high}); got != c.want {
			t.Errorf("%g to %g %s 10: got %s, want %s", c.low, c.high, c.is, got, c.want)
		}
	}
}
