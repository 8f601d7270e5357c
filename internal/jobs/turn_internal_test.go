package jobs

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns has many ask at once: two reads answer them all, and no answer is older than its question.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked turns[time.Time]
		reads := 0
		read := func(context.Context) (time.Time, error) {
			reads++
			begun := time.Now()
			time.Sleep(time.Second)
			return begun, nil
		}
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				question := time.Now()
				answer, err := asked.ask(t.Context(), read)
				if err != nil || answer.Before(question) {
					t.Errorf("asked at %s, answered as of %s, %v", question, answer, err)
				}
			})
		}
		wg.Wait()
		if reads != 2 {
			t.Errorf("%d reads, want 2", reads)
		}
		if _, err := asked.ask(t.Context(), read); err != nil || reads != 3 {
			t.Errorf("after all had gone: %d reads, want 3, %v", reads, err)
		}
	})
}

// TestTurnsOfThoseWhoLeave loses nobody's turn: neither a caller who leaves nor a read that fails or panics.
func TestTurnsOfThoseWhoLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked turns[int]
		failure := errors.New("away")
		slow := func(n int, err error) func(context.Context) (int, error) {
			return func(ctx context.Context) (int, error) {
				time.Sleep(time.Second)
				return n, errors.Join(err, ctx.Err())
			}
		}
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		ask := func(after time.Duration, ctx context.Context, read func(context.Context) (int, error), want int, wantErr error) {
			wg.Go(func() {
				time.Sleep(after)
				if n, err := asked.ask(ctx, read); n != want || !errors.Is(err, wantErr) {
					t.Errorf("asked after %s: %d, %v, want %d, %v", after, n, err, want, wantErr)
				}
			})
		}
		ask(0, t.Context(), slow(1, nil), 1, nil)
		ask(100*time.Millisecond, leaving, slow(2, nil), 2, nil)              // makes the second turn, though it left
		ask(200*time.Millisecond, t.Context(), nil, 2, nil)                   // shares it
		ask(300*time.Millisecond, leaving, nil, 0, context.Canceled)          // would have
		ask(1500*time.Millisecond, t.Context(), slow(0, failure), 0, failure) // makes the third
		ask(1600*time.Millisecond, t.Context(), nil, 0, failure)              // fails with it
		ask(2500*time.Millisecond, t.Context(), slow(4, nil), 4, nil)         // the fourth
		time.Sleep(400 * time.Millisecond)
		leave()
		wg.Wait()
		ask(0, t.Context(), slow(5, nil), 5, nil)
		wg.Go(func() {
			defer func() { _ = recover() }()
			time.Sleep(100 * time.Millisecond)
			_, _ = asked.ask(t.Context(), func(context.Context) (int, error) { panic("broken") })
		})
		ask(200*time.Millisecond, t.Context(), nil, 0, errTurn)
		wg.Wait()
		if n, err := asked.ask(t.Context(), slow(6, nil)); n != 6 || err != nil {
			t.Errorf("after a panic: %d, %v", n, err)
		}
	})
}
