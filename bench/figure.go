package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
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

// The verdicts on a figure with a goal.
const (
	held   = "held"              // the whole interval meets the bound
	missed = "missed"            // the whole interval violates the bound
	open   = "too noisy to tell" // the interval contains the bound

	unmeasured = "not measured in this run"
)

// check reports whether the goal only guards against a fault: a count that must be zero, or a leak.
func (g goal) check() bool { return g.bound == 0 || g.figure == memoryGrowth }

func (g goal) verdict(e estimate) string {
	low, high, bound := e.Low, e.High, g.bound
	if g.is == "≥" {
		low, high, bound = -e.High, -e.Low, -g.bound
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

// add records a figure of the current workload.
func (b *bench) add(name, unit string, e estimate, note string) {
	f := figure{Workload: b.current.name, Name: name, Size: b.size, Unit: unit, estimate: e, Note: note}
	b.results = append(b.results, f)
	verdict := ""
	i := slices.IndexFunc(b.current.goals, func(g goal) bool { return g.figure == name })
	if i >= 0 && b.size == b.largest() {
		verdict = ": " + b.current.goals[i].verdict(e)
	}
	b.say("%s: %s%s", name, f.text(), verdict)
}

// countFailed counts the failed answers and prints one of their errors.
func (b *bench) countFailed(list []answer) int {
	n, example := failures(list)
	if n > 0 {
		b.say("%d requests failed: %v", n, example)
	}
	return n
}

// exact returns a figure that was counted, not sampled.
func exact(n float64) estimate { return estimate{n, n, n, 1} }

// text returns the value with its interval and unit.
func (f figure) text() string {
	text := short(f.Value)
	if f.Low != f.High {
		text = fmt.Sprintf("%s (%s to %s)", text, short(f.Low), short(f.High))
	}
	return strings.TrimSpace(text + " " + f.Unit)
}

// short returns a number with three significant digits.
func short(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return "no value"
	case a >= 1000:
		return count(int(math.Round(x)))
	case a >= 100 || x == math.Trunc(x):
		return fmt.Sprintf("%.0f", x)
	case a >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// found returns a figure at the largest size at which it was measured.
func (b *bench) found(w workload, name string) (figure, bool) {
	for _, f := range slices.Backward(b.results) {
		if f.Workload == w.name && f.Name == name {
			return f, true
		}
	}
	return figure{}, false
}

// percentile returns the name of the figure for a percentile.
func percentile(name string, p int) string { return fmt.Sprintf("%s, p%d", name, p) }

// addLatency records the usual percentiles in milliseconds, and the maximum.
func (b *bench) addLatency(name string, r rounds, note string) {
	if len(r.pooled()) == 0 {
		b.add(percentile(name, 95), "ms", r.quantile(0.95), "no answers")
		return
	}
	for _, p := range []int{50, 95, 99} {
		if q := float64(p) / 100; enough(len(r.pooled()), q) {
			b.add(percentile(name, p), "ms", r.quantile(q), note)
		}
	}
	// Resampling cannot bound the maximum.
	b.add(name+", max", "ms", exact(quantile(r.pooled(), 1)), note)
}
