package store

import (
	"math"
	"testing"
	"time"
)

// TestAgeTags covers spans of time: each shift inside has one number of the span, each shift beside it none.
func TestAgeTags(t *testing.T) {
	t.Parallel()
	for _, span := range [][2]int64{{0, 0}, {0, 1}, {5, 5}, {7, 9}, {0, 64}, {1, 65}, {62_000, 62_200}, {61_999, 62_203}, {lastShift - 9, lastShift}} {
		from, to := span[0], span[1]
		in := map[int32]bool{}
		for _, kinds := range [][]int32{nil, {7, 13}} {
			list := ageTags(from, to, kinds)
			for _, tag := range list {
				in[tag] = true
			}
			if most := (2*7 + (to-from)/8) * int64(max(1, len(kinds))); int64(len(list)) > most {
				t.Errorf("%v: %d numbers, want at most %d", span, len(list), most)
			}
		}
		for h := max(0, from-600); h < min(to+600, lastShift+1); h++ {
			want := map[bool]int{true: 1}[from <= h && h < to]
			for _, first := range []int32{aged, kinded + 7<<20, kinded + 13<<20} {
				found := 0
				for unit := range int64(units) {
					if in[first+int32(unit<<25|h>>(3*unit))] {
						found++
					}
				}
				if found != want {
					t.Fatalf("%v: shift %d is in it %d times, want %d", span, h, found, want)
				}
			}
		}
	}
}

func TestCuts(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	var spread, same, future []time.Time // over a hundred days, oldest first
	for i := range 101 {
		spread = append(spread, now.AddDate(0, 0, i-100))
		same = append(same, now)
		future = append(future, now.AddDate(1, 0, i))
	}
	far := []time.Time{time.Unix(-1<<40, 0), now, time.Unix(1<<40, 0)}
	for name, tt := range map[string]struct {
		spread []time.Time
		open   int64
		parts  int
	}{
		"nothing known":  {nil, 1_000_000, 0},
		"few postings":   {spread, 2_500, 0},
		"some postings":  {spread, 10_000, 1},
		"many postings":  {spread, 1_000_000, 4},
		"all of a day":   {same, 1_000_000, 1},
		"all to come":    {future, 1_000_000, 0},
		"beyond belief":  {far, 10_000, 1},
		"state not read": {spread, 0, 0},
	} {
		cuts := NewAges(tt.spread, tt.open, now).cuts(100, 0)
		if len(cuts)-1 > tt.parts {
			t.Errorf("%s: %d parts, want at most %d", name, len(cuts)-1, tt.parts)
		}
		if name == "many postings" && len(cuts)-1 != tt.parts {
			t.Errorf("%s: %d parts, want %d", name, len(cuts)-1, tt.parts)
		}
		if cuts[0]*shift <= now.Unix() {
			t.Errorf("%s: the first cut is not in the future", name)
		}
		for i := 1; i < len(cuts); i++ {
			if cuts[i] >= cuts[i-1] || cuts[i] < 0 {
				t.Errorf("%s: cuts %v", name, cuts)
			}
			if n := len(ageTags(cuts[i], cuts[i-1], nil)); n > 40 {
				t.Errorf("%s: part %d is %d numbers", name, i, n)
			}
		}
	}
}

// TestCutsByNumberOfMatches looks as far back as it takes, and no further.
func TestCutsByNumberOfMatches(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	var spread []time.Time
	for i := range 101 {
		spread = append(spread, now.AddDate(0, 0, i-100))
	}
	ages := NewAges(spread, 1_000_000, now)
	for matches, days := range map[int64][2]int{1_000_000: {0, 1}, 10_000: {1, 2}, 1_000: {14, 17}, 500: {28, 32}, 400: {35, 39}} {
		cuts := ages.cuts(100, matches)
		back := now.Sub(time.Unix(cuts[1]*shift, 0)).Hours() / 24
		if back < float64(days[0]) || back > float64(days[1]) {
			t.Errorf("the newest 100 of %d are looked for in %.1f days, want %d to %d", matches, back, days[0], days[1])
		}
	}
	for _, few := range []int64{1, 100, 250} {
		if cuts := ages.cuts(100, few); len(cuts) != 1 {
			t.Errorf("the newest 100 of %d are looked for in %d parts first, want all at once", few, len(cuts)-1)
		}
	}
}

func TestAgesThereAndBack(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
	ages := NewAges([]time.Time{now.AddDate(0, 0, -90), now.AddDate(0, 0, -20), now.AddDate(0, 0, -5), now}, 9_000, now)
	for _, share := range []float64{0.001, 0.2, 1. / 3, 0.5, 0.9, 1} {
		if got := ages.share(ages.since(share)); math.Abs(got-share) > 1e-6 {
			t.Errorf("a share of %f comes back as %f", share, got)
		}
	}
	if got := ages.Expected(100, now.AddDate(0, 0, -5)); got != 300 {
		t.Errorf("100 in the newest third: %d in all, want 300", got)
	}
	if got := ages.Expected(100, now.AddDate(1, 0, 0)); got != 900_000 {
		t.Errorf("100 in the future: %d in all", got)
	}
	if got := NewAges(nil, 9_000, now).Expected(100, now); got != 100 {
		t.Errorf("100 since a moment that says nothing: %d in all, want 100", got)
	}
}
