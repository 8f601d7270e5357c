package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestStallCountsForAllRequests checks that a one-second stall of the server delays every request due in that second. A generator
// that waits for answers, or that counts from the time of sending, would report one slow request.
func TestStallCountsForAllRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		got := openLoop(t.Context(), 100, 4*time.Second, func(int) []request {
			return []request{{send: func(context.Context) error {
				if at := time.Since(start); at >= time.Second && at < 2*time.Second {
					time.Sleep(2*time.Second - at)
				}
				return nil
			}}}
		})
		slow := 0
		for _, a := range got {
			if a.took > 100 {
				slow++
			}
		}
		if len(got) < 300 || len(got) > 500 {
			t.Errorf("%d requests in 4 s at 100/s", len(got))
		}
		if slow < 60 || slow > 130 {
			t.Errorf("%d of %d requests are slow, want about 90", slow, len(got))
		}
	})
}

func TestFailedAnswerIsSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		got := openLoop(t.Context(), 50, time.Second, func(n int) []request {
			err := map[int]error{0: errors.New("500"), 1: errRefused}[n%3]
			return []request{{kind: "sent", send: func(context.Context) error { return err }}}
		})
		if n, _ := failures(got); n == 0 || quantile(latencies(got, all), 1) != failedAnswer {
			t.Errorf("%d failures, max %g ms", n, quantile(latencies(got, all), 1))
		}
		if refusals := latencies(got, kind(refused)); len(refusals) == 0 || quantile(refusals, 1) == failedAnswer {
			t.Errorf("refusals: %v", refusals)
		}
	})
}

func TestClimbEndsAtTheLastRateThatHolds(t *testing.T) {
	t.Parallel()
	for _, limit := range []float64{0.5, 1, 7, 33, 1000} {
		for guess, first := range newClimber(1, 100, 1).rates {
			c, want := newClimber(1, 100, first), 0.0
			if c.at != guess {
				t.Fatalf("starts with rate %d, want %d", c.at, guess)
			}
			for _, r := range c.rates {
				if r <= limit {
					want = r
				}
			}
			tried := map[float64]bool{}
			c.climb(t.Context(), 100, func(rate float64) []answer {
				if tried[rate] {
					t.Errorf("limit %g from %d: %g was tried twice", limit, guess, rate)
				}
				tried[rate] = true
				if rate > limit {
					return []answer{{took: 101}}
				}
				return []answer{{took: 99}}
			})
			if c.found[0] != want {
				t.Errorf("limit %g from %d: got %g, want %g", limit, guess, c.found[0], want)
			}
		}
	}
}
