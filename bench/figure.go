package main

import (
	"fmt"
	"math"
	"slices"
)

// goal is a bound on a figure, judged at the largest size of the run.
type goal struct {
	figure string
	is     string // "≤" or "≥"
	bound  float64
}

// figure is one line of the page.
type figure struct {
	Workload, Name string
	Size           int
	Unit           string
	estimate
	Note string
}

// The verdicts on a figure with a goal. There is no fourth: nothing is repeated until it holds.
const (
	held   = "held"   // the whole interval is on the right side
	missed = "missed" // the whole interval is on the wrong side
	open   = "open"   // the interval contains the bound

	unmeasured = "not measured in this run"
)

func (g goal) verdict(e estimate) string {
	low, high := e.Low, e.High
	if g.is == "≥" {
		low, high = -e.High, -e.Low
	}
	bound := g.bound
	if g.is == "≥" {
		bound = -bound
	}
	switch {
	case math.IsNaN(low) || math.IsNaN(high):
		return missed // nothing was measured
	case high <= bound:
		return held
	case low > bound:
		return missed
	}
	return open
}

// add records a figure of the present workload.
func (b *bench) add(name, unit string, e estimate, note string) {
	f := figure{Workload: b.current.name, Name: name, Size: b.size, Unit: unit, estimate: e, Note: note}
	b.results = append(b.results, f)
	verdict := ""
	if i := slices.IndexFunc(b.current.goals, func(g goal) bool { return g.figure == name }); i >= 0 && b.size == b.largest() {
		verdict = ": " + b.current.goals[i].verdict(e)
	}
	b.say("%s: %s%s", name, f.text(), verdict)
}

// countFailed counts failed answers, and prints one of their errors.
func (b *bench) countFailed(list []answer) int {
	n, example := failures(list)
	if n > 0 {
		b.say("%d requests failed: %v", n, example)
	}
	return n
}

// exact returns a figure that was counted, not sampled.
func exact(n float64) estimate { return estimate{n, n, n, 1} }

// text writes the figure with its interval.
func (f figure) text() string {
	if f.Low == f.High {
		return short(f.Value) + " " + f.Unit
	}
	return fmt.Sprintf("%s (%s to %s) %s", short(f.Value), short(f.Low), short(f.High), f.Unit)
}

// short writes a number with three digits that count.
func short(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return "nothing"
	case a >= 1000:
		return count(int(math.Round(x)))
	case a >= 100 || x == math.Trunc(x):
		return fmt.Sprintf("%.0f", x)
	case a >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// found returns a figure of the largest size at which it was measured.
func (b *bench) found(workload, name string) (figure, bool) {
	for _, f := range slices.Backward(b.results) {
		if f.Workload == workload && f.Name == name {
			return f, true
		}
	}
	return figure{}, false
}

// addLatency records the usual quantiles in milliseconds.
func (b *bench) addLatency(name string, r rounds, note string) {
	if len(r.pooled()) == 0 {
		b.add(name+", p95", "ms", r.quantile(0.95), "nothing was answered")
		return
	}
	for _, q := range []float64{0.5, 0.95, 0.99} {
		if enough(len(r.pooled()), q) {
			b.add(fmt.Sprintf("%s, p%.0f", name, 100*q), "ms", r.quantile(q), note)
		}
	}
	// Resampling cannot bound the largest value.
	b.add(name+", max", "ms", exact(quantile(r.pooled(), 1)), note)
}
