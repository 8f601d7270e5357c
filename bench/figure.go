package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// figures are the results of the rounds of one side.
type figures []float64

func (f figures) median() float64 {
	if len(f) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(f))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// spread is half the distance between the extremes, as a share of the median.
func (f figures) spread() float64 {
	if len(f) == 0 || f.median() == 0 {
		return 0
	}
	return (slices.Max(f) - slices.Min(f)) / 2 / f.median()
}

// over is the median of the ratios of the rounds, each against the other side's round beside it: the machine's own speed
// changes from minute to minute, and less from one round to the next.
func (f figures) over(other figures) float64 { return f.ratios(other).median() }

func (f figures) ratios(other figures) (out figures) {
	for i := range min(len(f), len(other)) {
		out = append(out, f[i]/other[i])
	}
	return out
}

// below tells how many rounds miss a goal, a least.
func (f figures) below(other figures, goal float64) (n int) {
	for _, ratio := range f.ratios(other) {
		if ratio < goal {
			n++
		}
	}
	return n
}

// rounds is how often the two sides take turns.
type rounds struct{ least, more int }

// enough tells whether so many rounds are. Where one missed the goal it takes more of them to tell whether that is the
// rule: a few seconds in which the machine is elsewhere are as long as the first rounds. It takes no more once most of all
// rounds that there could be have held the goal, or missed it: the others cannot move their median to the other side.
func (r rounds) enough(round, missed int) bool {
	if round < r.least || missed == 0 {
		return round >= r.least
	}
	all := r.least + r.more
	return round >= all || max(missed, round-missed) > all/2
}

// turns is rounds of a comparison: in a quick run one.
func (b *bench) turns(extra, more int) rounds {
	if b.quick {
		return rounds{least: b.rounds}
	}
	return rounds{least: b.rounds + extra, more: more}
}

// perSecond shows rates.
func (f figures) perSecond() string { return f.show(rate) }

// time shows nanoseconds.
func (f figures) time() string {
	return f.show(func(v float64) string { return duration(time.Duration(v)) })
}

func (f figures) show(one func(float64) string) string {
	if len(f) < 2 {
		return one(f.median())
	}
	return fmt.Sprintf("%s ±%.0f %%", one(f.median()), 100*f.spread())
}

func rate(v float64) string {
	if v < 100 {
		return fmt.Sprintf("%.1f/s", v)
	}
	return count(int(math.Round(v))) + "/s"
}

// duration shows three digits, whatever the size.
func duration(d time.Duration) string {
	ns := float64(d.Nanoseconds())
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.3g ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	case ns < 1e9:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	}
	return fmt.Sprintf("%.3g s", ns/1e9)
}

// count groups the digits of a number.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
