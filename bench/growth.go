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
