package main

import (
	"context"
	"fmt"
	"math"
	"time"
)

// growth is how the cost of an operation grows with the size of its table.
type growth struct {
	operation string
	unit      string // of the sizes
	sizes     []int
	costs     []time.Duration // p95, the median of three
	factor    float64         // how much dearer the last size is than the first; 0 is not known
	reason    string
	plot      string
}

// exponent is the slope of cost against size on logarithmic scales: 0 is constant, 1 is in proportion.
func (g growth) exponent() float64 {
	var n, sx, sy, sxx, sxy float64
	for i := range g.sizes {
		x, y := math.Log(float64(g.sizes[i])), math.Log(float64(g.costs[i]))
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if d := n*sxx - sx*sx; d != 0 {
		return (n*sxy - sx*sy) / d
	}
	return 0
}

// growths are those of one workload, in the order of its contests.
type growths []growth

// measure adds a size: every contest's call, one at a time, so that the figure is the cost of a call and not of a
// queue.
func (g *growths) measure(ctx context.Context, b *bench, size int, unit string, contests []contest) error {
	if *g == nil {
		*g = make(growths, len(contests))
	}
	for i, c := range contests {
		if _, err := drive(ctx, 1, c.choices, b.length/12, c.call); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		var p95 figures
		for range 3 { // the machine's own speed changes from second to second
			s, err := drive(ctx, 1, c.choices, b.length/6, c.call)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			p95 = append(p95, float64(s.at(0.95)))
		}
		one := &(*g)[i]
		one.operation, one.unit, one.reason = c.name, unit, c.grows
		one.sizes, one.costs = append(one.sizes, size), append(one.costs, time.Duration(p95.median()))
	}
	return nil
}

// inTurns does the same for sizes that are there side by side, by turns: a machine that slows down slows all of them, and
// the factor is the median of those of neighbouring rounds.
func (g *growths) inTurns(ctx context.Context, b *bench, unit string, sizes []int, contests [][]contest) error {
	for i, of := range contests[0] {
		costs, factors := make([]figures, len(sizes)), figures{}
		for round := range 4 {
			length := b.length / 2
			switch {
			case round == 0:
				length = b.length / 6 // to warm up
			case of.growth == 0:
				length = b.length / 4 // a figure without a goal
			}
			for s := range sizes {
				c := contests[s][i]
				sample, err := drive(ctx, 1, c.choices, length, c.call)
				if err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
				costs[s] = append(costs[s], float64(sample.at(0.95)))
			}
			factors = append(factors, costs[len(sizes)-1][round]/costs[0][round])
		}
		one := growth{operation: of.name, unit: unit, reason: of.grows, sizes: sizes, factor: factors[1:].median()}
		for _, c := range costs {
			one.costs = append(one.costs, time.Duration(c[1:].median()))
		}
		*g = append(*g, one)
	}
	return nil
}
