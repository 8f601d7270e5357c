package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestSilenceStartsAtLastAcknowledgement(t *testing.T) {
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

// TestRecoveryNeedsNewTimelineAndWrites checks that only a later timeline with writes counts as a recovery: on a busy
// machine the dead leader is still listed for a while.
func TestRecoveryNeedsNewTimelineAndWrites(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		acks, start := &acknowledgements{}, time.Now()
		ended := lead{"n1", 3}
		at := func(seconds float64) bool { return time.Since(start) >= time.Duration(seconds*float64(time.Second)) }
		go func() { // a stall of 1.5 s, answers of before, silence, and writes again from 24 s on
			for s := 1.5; s < 40; s += 0.02 {
				if s < 3 || s > 24 {
					time.Sleep(time.Until(start.Add(time.Duration(s * float64(time.Second)))))
					acks.add(time.Now())
				}
			}
		}()
		next, err := recovered(t.Context(), ended, acks, func(context.Context) (lead, error) {
			switch {
			case !at(5):
				return ended, nil
			case !at(20):
				return lead{}, errors.New("no leader")
			}
			return lead{"n2", 4}, nil
		})
		if took := time.Since(start); err != nil || next != (lead{"n2", 4}) || took < 24*time.Second || took > 25*time.Second {
			t.Errorf("%v on timeline %d after %v, %v", next.node, next.timeline, took, err)
		}
		synctest.Wait()
		time.Sleep(time.Minute) // the writer ends
	})
}

func TestRecoveryNeedsNewLeader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		same := func(context.Context) (lead, error) { return lead{"n1", 3}, nil }
		if _, err := recovered(t.Context(), lead{"n1", 3}, &acknowledgements{}, same); err == nil ||
			!strings.Contains(err.Error(), "no new leader after n1 on timeline 3") {
			t.Errorf("got %v", err)
		}
		next := func(context.Context) (lead, error) { return lead{"n1", 4}, nil }
		if _, err := recovered(t.Context(), lead{"n1", 3}, &acknowledgements{}, next); err == nil ||
			!strings.Contains(err.Error(), "writes did not resume") {
			t.Errorf("got %v", err)
		}
	})
}

func TestMedian(t *testing.T) {
	t.Parallel()
	if got := median([]time.Duration{1, 2, 9}); got != 2 {
		t.Errorf("of three: %d, want 2", got)
	}
	if got := median([]time.Duration{1, 3, 5, 9}); got != 4 {
		t.Errorf("of four: %d, want 4", got)
	}
}
