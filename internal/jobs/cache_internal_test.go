package jobs

import "testing"

// TestSteady is only what was found often enough since it was last found to be something else.
func TestSteady(t *testing.T) {
	t.Parallel()
	var s steady
	find := func(now state, times int) {
		for range times {
			s.found(now)
		}
	}
	want := func(now state, steady bool) {
		t.Helper()
		if got, ok := s.state(); ok != steady || ok && got != now {
			t.Errorf("got %v, %t, want %v, %t", got, ok, now, steady)
		}
	}
	want(state{}, false)
	find(state{stamp: 1}, oftenTheSame-1)
	want(state{}, false)
	find(state{stamp: 1}, 1)
	want(state{stamp: 1}, true)
	find(state{stamp: 1, open: 5}, 1) // known better, and nothing was written
	want(state{stamp: 1, open: 5}, true)
	find(state{stamp: 2}, 1)
	want(state{}, false)
	find(state{stamp: 1}, 1) // another server, perhaps
	find(state{stamp: 2}, oftenTheSame-1)
	want(state{}, false)
	find(unknown, oftenTheSame)
	want(unknown, true)
}
