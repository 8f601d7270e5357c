package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// rounds holds the observations of one figure: one slice per round, in order of time. The two sides of a comparison
// take turns, and the number of rounds is fixed before the run.
type rounds [][]float64

// estimate is a figure with its 95% interval.
type estimate struct {
	Value, Low, High float64
	Samples          int
}

const (
	resamples = 1_000
	blocks    = 10 // blocks per round
)

func (r rounds) pooled() []float64 { return slices.Concat(r...) }

// quantile estimates a quantile of all observations.
func (r rounds) quantile(q float64) estimate {
	return r.estimate(func(all []float64) float64 { return quantile(all, q) })
}

func (r rounds) mean() estimate { return r.estimate(mean) }

// estimate bootstraps in two steps: it draws rounds with replacement, and within each round blocks of neighbouring
// observations. Single observations are not independent, since a slow moment is slow for all that falls into it.
func (r rounds) estimate(statistic func([]float64) float64) estimate {
	e := estimate{Samples: len(r.pooled())}
	if e.Samples == 0 {
		return estimate{math.NaN(), math.NaN(), math.NaN(), 0}
	}
	e.Value = statistic(r.pooled())
	random := rand.New(rand.NewPCG(1, 2))
	e.Low, e.High = interval(func() float64 {
		var drawn []float64
		for range r {
			drawn = append(drawn, drawBlocks(random, r[random.IntN(len(r))])...)
		}
		if len(drawn) == 0 {
			return e.Value
		}
		return statistic(drawn)
	})
	return e
}

// ratio estimates a quotient of means, NaN without rounds. Rounds with the same number ran next to each other and are
// drawn together.
func ratio(ours, theirs rounds) estimate {
	n := min(len(ours), len(theirs))
	if n == 0 {
		return estimate{math.NaN(), math.NaN(), math.NaN(), 0}
	}
	quotient := func(pick func(i int) int) float64 {
		var a, b []float64
		for i := range n {
			round := pick(i)
			a, b = append(a, ours[round]...), append(b, theirs[round]...)
		}
		return mean(a) / mean(b)
	}
	e := estimate{Value: quotient(func(i int) int { return i }), Samples: n}
	random := rand.New(rand.NewPCG(3, 4))
	e.Low, e.High = interval(func() float64 { return quotient(func(int) int { return random.IntN(n) }) })
	return e
}

// interval returns the middle 95% of resampled values.
func interval(draw func() float64) (low, high float64) {
	values := make([]float64, resamples)
	for i := range values {
		values[i] = draw()
	}
	return quantile(values, 0.025), quantile(values, 0.975)
}

func drawBlocks(random *rand.Rand, round []float64) []float64 {
	n := min(blocks, len(round))
	var out []float64
	for range n {
		i := random.IntN(n)
		out = append(out, round[i*len(round)/n:(i+1)*len(round)/n]...)
	}
	return out
}

// quantile returns the smallest value that at least a share q of all values does not exceed.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, min(len(sorted)-1, int(math.Ceil(q*float64(len(sorted))))-1))]
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// oneEach returns rounds of one observation each.
func oneEach(values []float64) rounds {
	var out rounds
	for _, v := range values {
		out = append(out, []float64{v})
	}
	return out
}
