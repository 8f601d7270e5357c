package fair

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
)

var (
	errFull       = errors.New("full")
	errClientFull = errors.New("client full")
)

func newQueue(slots, perClient int) *Queue {
	return New(Limits{
		Slots: slots, SlotsPerClient: perClient, Waiting: 5, WaitingPerClient: 4, Timeout: time.Minute, Full: errFull, ClientFull: errClientFull,
	})
}

func acquire(t *testing.T, q *Queue, client string, p Priority) (release func()) {
	t.Helper()
	release, err := q.Acquire(t.Context(), client, p)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func wantEmpty(t *testing.T, q *Queue) {
	t.Helper()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.used != 0 || len(q.usedBy) != 0 {
		t.Errorf("slots in use: %d, by client %v", q.used, q.usedBy)
	}
	for p := range q.lines {
		if l := &q.lines[p]; l.length != 0 || len(l.clients) != 0 || len(l.callers) != 0 {
			t.Errorf("priority %d: still waiting: %+v", p, l)
		}
	}
}

// serve lets callers wait for the only slot and returns the order in which they get it. A letter is a caller of the client
// of that name; a capital letter has high priority.
func serve(t *testing.T, callers string) string {
	t.Helper()
	var order strings.Builder
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 1)
		release := acquire(t, q, "first", High)
		for _, c := range callers {
			p := Low
			if unicode.IsUpper(c) {
				p = High
			}
			go func() {
				release := acquire(t, q, strings.ToUpper(string(c)), p)
				order.WriteRune(c)
				release()
			}()
			synctest.Wait()
		}
		release()
		synctest.Wait()
		wantEmpty(t, q)
	})
	return order.String()
}

func TestClientsAreServedInTurn(t *testing.T) {
	t.Parallel()
	if got, want := serve(t, "AABCA"), "ABCAA"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHighPriorityIsServedFirst(t *testing.T) {
	t.Parallel()
	if got, want := serve(t, "abBBa"), "BBaba"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOneClientLeavesSlotsForOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, 1)
		work := func(client string, d time.Duration) {
			defer acquire(t, q, client, High)()
			time.Sleep(d)
		}
		for range 4 {
			go work("flood", time.Second)
		}
		synctest.Wait()
		start := time.Now()
		for range 10 {
			work("other", 10*time.Millisecond)
		}
		if took := time.Since(start); took != 100*time.Millisecond {
			t.Errorf("ten short calls of another client took %s, want 100ms", took)
		}
		time.Sleep(time.Minute)
		wantEmpty(t, q)
	})
}

func TestWaitingIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 1)
		release := acquire(t, q, "first", High)
		start := time.Now()
		var group sync.WaitGroup
		wait := func(n int, client string) {
			for range n {
				group.Go(func() {
					_, err := q.Acquire(t.Context(), client, High)
					if took := time.Since(start); !errors.Is(err, errFull) || took != time.Minute {
						t.Errorf("%s: got %v after %s, want %v at the timeout", client, err, took, errFull)
					}
				})
			}
			synctest.Wait()
		}
		wantRefusal := func(client string, p Priority, want error) {
			t.Helper()
			if got := q.Refusal(client, p); !errors.Is(got, want) {
				t.Errorf("Refusal(%s, %d) = %v, want %v", client, p, got, want)
			}
			if want == nil {
				return
			}
			if _, got := q.Acquire(t.Context(), client, p); !errors.Is(got, want) {
				t.Errorf("Acquire(%s, %d) = %v, want %v", client, p, got, want)
			}
		}
		wait(4, "flood")
		wantRefusal("flood", High, errClientFull)
		wantRefusal("other", High, nil)
		wait(1, "other")
		wantRefusal("third", High, errFull)
		wantRefusal("third", Low, nil)
		if got := q.Waiting(High); got != 5 {
			t.Errorf("Waiting = %d, want 5", got)
		}
		group.Wait()
		release()
		release() // no effect
		wantEmpty(t, q)
	})
}

func TestCancelledCallerLeavesTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 1)
		release := acquire(t, q, "first", High)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			if _, err := q.Acquire(ctx, "gone", High); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want %v", err, context.Canceled)
			}
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if got := q.Waiting(High); got != 0 {
			t.Errorf("Waiting = %d, want 0", got)
		}
		release()
		acquire(t, q, "next", High)()
		wantEmpty(t, q)
	})
}

// TestNoSlotIsLost cancels callers at the moment they are served: slots are neither lost nor handed out twice.
func TestNoSlotIsLost(t *testing.T) {
	t.Parallel()
	q := New(Limits{Slots: 2, SlotsPerClient: 2, Waiting: 200, WaitingPerClient: 200, Timeout: time.Minute, Full: errFull,
		ClientFull: errClientFull})
	var running atomic.Int32
	var group sync.WaitGroup
	for i := range 200 {
		group.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%2 == 0 {
				go cancel()
			}
			release, err := q.Acquire(ctx, strconv.Itoa(i%7), Priority(i%2))
			if err != nil {
				return
			}
			if n := running.Add(1); n > 2 {
				t.Errorf("%d slots are used at once, want at most 2", n)
			}
			runtime.Gosched()
			running.Add(-1)
			release()
		})
	}
	group.Wait()
	wantEmpty(t, q)
}
