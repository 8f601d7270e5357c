package main

import (
	"math"
	"testing"
	"time"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	f := figures{30, 10, 20}
	if got, want := f.median(), 20.0; got != want {
		t.Errorf("median %v, want %v", got, want)
	}
	if got, want := f.spread(), 0.5; got != want {
		t.Errorf("spread %v, want %v", got, want)
	}
	if got, want := (figures{1, 2, 3, 4}).median(), 2.5; got != want {
		t.Errorf("median of an even number %v, want %v", got, want)
	}
	if got, want := (figures{8, 18, 4}).over(figures{10, 20, 10}), 0.8; got != want {
		t.Errorf("ratio %v, want that of the middle pair, %v", got, want)
	}
	if got, want := (figures{1500, 2500}).perSecond(), "2,000/s ±25 %"; got != want {
		t.Errorf("shown as %q, want %q", got, want)
	}
}

func TestNumbersAreReadable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{count(0), "0"},
		{count(999), "999"},
		{count(1_000), "1,000"},
		{count(1_234_567), "1,234,567"},
		{rate(12.34), "12.3/s"},
		{duration(512 * time.Nanosecond), "512 ns"},
		{duration(12_345 * time.Nanosecond), "12.3 µs"},
		{duration(3 * time.Second), "3 s"},
		{mebibytes(3 << 19), "1.5 MiB"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestExponent(t *testing.T) {
	t.Parallel()
	sizes := []int{1_000, 10_000, 100_000}
	for _, c := range []struct {
		name  string
		costs []time.Duration
		want  float64
	}{
		{"constant", []time.Duration{7, 7, 7}, 0},
		{"in proportion", []time.Duration{10, 100, 1_000}, 1},
		{"square", []time.Duration{1, 100, 10_000}, 2},
	} {
		if got := (growth{sizes: sizes, costs: c.costs}).exponent(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestAUC(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		a, b []time.Duration
		want float64
	}{
		{"apart", []time.Duration{4, 5, 6}, []time.Duration{1, 2, 3}, 1},
		{"apart the other way", []time.Duration{1, 2, 3}, []time.Duration{4, 5, 6}, 1},
		{"the same", []time.Duration{2, 2, 2}, []time.Duration{2, 2}, 0.5},
		{"mixed", []time.Duration{1, 4}, []time.Duration{2, 3}, 0.5},
		{"a little apart", []time.Duration{1, 3, 5}, []time.Duration{2, 4, 1}, 5.5 / 9},
	} {
		if got := auc(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMoreRoundsWhereOneMisses(t *testing.T) {
	t.Parallel()
	count := func(r rounds, ratios ...float64) (n int) {
		var ours, theirs figures
		for !r.enough(n, ours.below(theirs, 0.8)) {
			ours, theirs = append(ours, ratios[n%len(ratios)]), append(theirs, 1)
			n++
		}
		return n
	}
	full, quick := (&bench{rounds: 3}).turns(0, 2), (&bench{rounds: 1, quick: true}).turns(2, 2)
	for _, c := range []struct {
		rounds rounds
		ratios []float64
		want   int
	}{
		{full, []float64{0.9, 0.81, 2}, 3}, {full, []float64{0.1, 0.79}, 3}, {full, []float64{0.9, 0.79}, 5}, {full, []float64{0.9, 0.9, 0.7}, 4},
		{full, []float64{0.9, 0.9, 0.9, 0.7}, 3}, {quick, []float64{0.9, 0.7}, 1},
	} {
		if got := count(c.rounds, c.ratios...); got != c.want {
			t.Errorf("%v: %d rounds, want %d", c.ratios, got, c.want)
		}
	}
	two := figures{1, 3}
	if other := (figures{1, 1}); two.below(other, 0) != 0 || two.below(other, 1) != 0 || two.below(other, 1.1) != 1 {
		t.Error("a goal that there is not is missed, or one that is held, or one that is missed is held")
	}
}
