package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// rounds holds the observations of one figure: one slice per round, in chronological order. The two sides of a comparison alternate,
// and the number of rounds is fixed before the run.
type rounds [][]float64

// estimate is a figure with its 95% interval.
type estimate struct {
	Value, Low, High float64
	Samples          int
}

const (
	resamples = 1_000
	blocks    = 10 // blocks per round
	beyond    = 5  // observations that must lie beyond a quantile for it to be reported
)

// student lists the two-sided 95% quantile of Student's t distribution by degrees of freedom.
var student = []float64{0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26}

// enough reports whether a quantile of n observations is meaningful: the p99 of fifty observations is just their maximum.
func enough(n int, q float64) bool { return float64(n)*(1-q) >= beyond-1e-9 }

func (r rounds) pooled() []float64 { return slices.Concat(r...) }

// observation is one observed value and the block that it belongs to.
type observation struct {
	value float64
	block int
}

// quantile estimates a quantile of all observations.
func (r rounds) quantile(q float64) estimate {
	return r.estimate(func(sorted []observation, times []int) float64 {
		left := 0
		for _, o := range sorted {
			left += times[o.block]
		}
		left = max(1, int(math.Ceil(q*float64(left))))
		for _, o := range sorted {
			if left -= times[o.block]; left <= 0 {
				return o.value
			}
		}
		panic("a quantile above 1")
	})
}

func (r rounds) mean() estimate { return r.estimate(drawnMean) }

func drawnMean(all []observation, times []int) float64 {
	sum, n := 0.0, 0
	for _, o := range all {
		sum += o.value * float64(times[o.block])
		n += times[o.block]
	}
	return sum / float64(n)
}

// estimate runs a two-stage bootstrap: it draws rounds with replacement, and within each round blocks of consecutive observations. Single
// observations are not independent, since a slow moment affects all requests that fall into it. statistic gets all observations sorted
// by value, and the number of times that each block was drawn.
func (r rounds) estimate(statistic func(sorted []observation, times []int) float64) estimate {
	var sorted []observation
	var filled [][]int // blocks by round, without empty rounds
	n := 0
	for _, round := range r {
		var own []int
		parts := min(blocks, len(round))
		for i := range parts {
			own = append(own, n)
			for _, v := range round[i*len(round)/parts : (i+1)*len(round)/parts] {
				sorted = append(sorted, observation{v, n})
			}
			n++
		}
		if own != nil {
			filled = append(filled, own)
		}
	}
	if n == 0 {
		return estimate{math.NaN(), math.NaN(), math.NaN(), 0}
	}
	slices.SortFunc(sorted, func(a, b observation) int { return cmp.Compare(a.value, b.value) })
	times := make([]int, n)
	for i := range times {
		times[i] = 1
	}
	e := estimate{Value: statistic(sorted, times), Samples: len(sorted)}
	independent := len(filled)
	if independent == 1 {
		independent = n
	}
	random := rand.New(rand.NewPCG(1, 2))
	e.Low, e.High = interval(e.Value, independent, func() float64 {
		clear(times)
		for range filled {
			own := filled[random.IntN(len(filled))]
			for range own {
				times[own[random.IntN(len(own))]]++
			}
		}
		return statistic(sorted, times)
	})
	return e
}

// ratio estimates a quotient of means, NaN without rounds. Rounds are paired: those with the same number ran next to each other, and
// are drawn together.
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
	e.Low, e.High = interval(e.Value, n, func() float64 { return quotient(func(int) int { return random.IntN(n) }) })
	return e
}

// interval returns the middle 95% of resampled values, widened for the number n of independent observations. Resampling few
// observations gives too narrow an interval: it lacks a factor of √(n/(n-1)) and the difference between Student's distribution and the
// normal one, together 1.6 for five rounds. The interval is widened on a logarithmic scale, because times and rates are positive and skewed.
func interval(value float64, independent int, draw func() float64) (low, high float64) {
	values := make([]float64, resamples)
	for i := range values {
		values[i] = draw()
	}
	low, high = quantile(values, 0.025), quantile(values, 0.975)
	if n := float64(independent); independent > 1 && low > 0 {
		wider := math.Sqrt(n/(n-1)) * student[min(independent, len(student))-1] / 1.96
		low, high = value*math.Pow(low/value, wider), value*math.Pow(high/value, wider)
	}
	return low, high
}

// quantile returns the smallest of the values that is at least as large as a share q of them.
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

// perSecond returns the rate of rounds that each did the same work, from their durations in seconds: total work over total time. The
// mean of the rates would be higher, since it gives slow rounds less weight.
func perSecond(work float64, seconds []float64) estimate {
	return oneEach(seconds).estimate(func(all []observation, times []int) float64 { return work / drawnMean(all, times) })
}

// oneEach returns rounds with one observation each.
func oneEach(values []float64) rounds {
	var out rounds
	for _, v := range values {
		out = append(out, []float64{v})
	}
	return out
}
