package main

import (
	"testing"
	"time"
)

func TestSilenceBeginsWithTheLastAnswerBeforeTheKill(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		at   []float64 // seconds; the kill is at 10
		want time.Duration
	}{
		"writes stop at once":               {[]float64{1, 9.5, 28, 28.1}, 18500 * time.Millisecond},
		"an answer still arrives":           {[]float64{9.9, 10.1, 28.1, 28.2}, 18 * time.Second},
		"an earlier silence does not count": {[]float64{1, 9.9, 12}, 2100 * time.Millisecond},
		"two writers out of order":          {[]float64{9, 9.9, 15, 14.9}, 5 * time.Second},
		"no answer since":                   {[]float64{1, 9}, 0},
		"no answer at all":                  {nil, 0},
	} {
		a := &acknowledgements{}
		for _, s := range c.at {
			a.add(start.Add(time.Duration(s * float64(time.Second))))
		}
		if got := a.silence(start.Add(10 * time.Second)); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	if got := median([]time.Duration{1, 2, 9}); got != 2 {
		t.Errorf("of three: %d", got)
	}
	if got := median([]time.Duration{1, 3, 5, 9}); got != 4 {
		t.Errorf("of four: %d", got)
	}
}
