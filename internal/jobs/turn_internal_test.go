package jobs

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns has many ask at once: two reads answer them all, and no answer is older than its question.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked turns[struct{}, time.Time]
		reads := 0
		read := func(context.Context, []struct{}) (time.Time, error) {
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
				answer, err := asked.ask(t.Context(), struct{}{}, read)
				if err != nil || answer.Before(question) {
					t.Errorf("asked at %s, answered as of %s, %v", question, answer, err)
				}
			})
		}
		wg.Wait()
		if reads != 2 {
			t.Errorf("%d reads, want 2", reads)
		}
		if _, err := asked.ask(t.Context(), struct{}{}, read); err != nil || reads != 3 {
			t.Errorf("after all had gone: %d reads, want 3, %v", reads, err)
		}
	})
}

// TestTurnsOfThoseWhoLeave loses nobody's turn: neither a caller who leaves nor a read that fails or panics.
func TestTurnsOfThoseWhoLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked turns[struct{}, int]
		type reader = func(context.Context, []struct{}) (int, error)
		failure := errors.New("away")
		slow := func(n int, err error) reader {
			return func(ctx context.Context, _ []struct{}) (int, error) {
				time.Sleep(time.Second)
				return n, errors.Join(err, ctx.Err())
			}
		}
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		ask := func(after time.Duration, ctx context.Context, read reader, want int, wantErr error) {
			wg.Go(func() {
				time.Sleep(after)
				if n, err := asked.ask(ctx, struct{}{}, read); n != want || !errors.Is(err, wantErr) {
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
			_, _ = asked.ask(t.Context(), struct{}{}, func(context.Context, []struct{}) (int, error) { panic("broken") })
		})
		ask(200*time.Millisecond, t.Context(), nil, 0, errTurn)
		wg.Wait()
		if n, err := asked.ask(t.Context(), struct{}{}, slow(6, nil)); n != 6 || err != nil {
			t.Errorf("after a panic: %d, %v", n, err)
		}
	})
}

// TestTurnsAreOfASize has some ask again and again: they come to be read for in as many reads as there may be at a time,
// all of one size, and everybody gets what he asked for.
func TestTurnsAreOfASize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ most, room, callers, size int }{
		{most: 1, callers: 1, size: 1},
		{most: 2, callers: 4, size: 2},
		{most: 3, callers: 12, size: 3}, // while three are read for, as many wait
		{most: 2, room: 3, callers: 24, size: 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked := turns[int, []int]{most: c.most, room: c.room}
			var mu sync.Mutex
			var sizes []int
			under := 0
			read := func(_ context.Context, keys []int) ([]int, error) {
				mu.Lock()
				sizes = append(sizes, len(keys))
				if under++; under > c.most {
					t.Errorf("%+v: %d reads at a time", c, under)
				}
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				under--
				mu.Unlock()
				return keys, nil
			}
			var wg sync.WaitGroup
			for i := range c.callers {
				wg.Go(func() {
					time.Sleep(time.Duration(i) * 10 * time.Millisecond)
					for n := range 20 {
						time.Sleep(time.Duration(i+1) * time.Microsecond) // in order, so that every run is the same
						key := 100*i + n
						if got, err := asked.ask(t.Context(), key, read); err != nil || !slices.Contains(got, key) {
							t.Errorf("%+v: asked for %d, got %v, %v", c, key, got, err)
						}
					}
				})
			}
			wg.Wait()
			settled := sizes[len(sizes)/4 : len(sizes)/2] // when none had gone yet
			if slices.Min(settled) != c.size || slices.Max(settled) != c.size {
				t.Errorf("%+v: reads of the sizes %v, want %d", c, settled, c.size)
			}
		})
	}
}
