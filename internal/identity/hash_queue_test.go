package identity

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"rolecall/internal/fault"
)

// waiting returns how many wait in the line.
func (q *hashQueue) waiting(p priority) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lines[p].length
}

// occupy takes all places for hashes and lets so many logins of this machine wait for each, until it is told to free
// them.
func (h *fixture) occupy(perPlace int) (free func()) {
	queue := h.svc.hasher.queue
	const client = "127.0.0.1"
	for range queue.places {
		if err := queue.acquire(h.t.Context(), loggingIn, client); err != nil {
			h.t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range perPlace * queue.places {
		all.Go(func() {
			if queue.acquire(ctx, loggingIn, client) == nil {
				queue.release()
			}
		})
	}
	for queue.waiting(loggingIn) < perPlace*queue.places {
		runtime.Gosched()
	}
	return func() {
		cancel()
		all.Wait()
		for range queue.places {
			queue.release()
		}
	}
}

// arrival is somebody who waits for a place.
type arrival struct {
	priority priority
	client   string
	name     string
}

// served lets the arrivals wait for the only place, one after the other, and returns the order in which they get it.
func served(t *testing.T, arrivals ...arrival) (order []string) {
	t.Helper()
	q := newHashQueue(1)
	if err := q.acquire(t.Context(), loggingIn, "first"); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	for i, a := range arrivals {
		go func() {
			if err := q.acquire(t.Context(), a.priority, a.client); err != nil {
				t.Error(err)
			}
			got <- a.name
		}()
		for q.waiting(loggingIn)+q.waiting(registering) <= i {
			runtime.Gosched()
		}
	}
	for range arrivals {
		q.release()
		order = append(order, <-got)
	}
	q.release()
	if q.free != 1 || len(q.lines[loggingIn].tickets)+len(q.lines[loggingIn].clients)+len(q.lines[registering].tickets) != 0 {
		t.Errorf("something is left: %+v", q)
	}
	return order
}

func TestHashesAreServedClientByClient(t *testing.T) {
	t.Parallel()
	got := served(t,
		arrival{loggingIn, "flood", "f1"}, arrival{loggingIn, "flood", "f2"}, arrival{loggingIn, "flood", "f3"},
		arrival{loggingIn, "a", "a1"}, arrival{loggingIn, "b", "b1"}, arrival{loggingIn, "a", "a2"})
	if want := "[f1 a1 b1 f2 a2 f3]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestLoginsComeBeforeRegistrations(t *testing.T) {
	t.Parallel()
	got := served(t,
		arrival{registering, "a", "r1"}, arrival{registering, "b", "r2"}, arrival{loggingIn, "c", "l1"}, arrival{loggingIn, "c", "l2"})
	if want := "[l1 l2 r1 r2]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A client that fills its share is refused at once; others and the other line still have room. Whoever gives up leaves
// nothing.
func TestHashQueueIsBounded(t *testing.T) {
	t.Parallel()
	q := newHashQueue(1)
	if err := q.acquire(t.Context(), loggingIn, "first"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	wait := func(n int, client string) {
		before := q.waiting(loggingIn)
		for range n {
			all.Go(func() {
				if err := q.acquire(ctx, loggingIn, client); err == nil {
					t.Error("got a place")
				}
			})
		}
		for q.waiting(loggingIn) < before+n {
			runtime.Gosched()
		}
	}
	refused := func(p priority, client string, want bool) {
		t.Helper()
		if q.full(p, client) != want {
			t.Errorf("%s: full is %t", client, !want)
		}
		if !want {
			return
		}
		if f := fault.Of(q.acquire(ctx, p, client)); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Errorf("%s: got %v", client, f)
		}
	}
	wait(clientPerPlace, "flood")
	refused(loggingIn, "flood", true)
	refused(loggingIn, "other", false)
	wait(queuePerPlace-clientPerPlace, "other")
	refused(loggingIn, "third", true)
	refused(registering, "third", false)
	cancel()
	all.Wait()
	q.release()
	if q.waiting(loggingIn) != 0 || q.free != 1 {
		t.Errorf("%d wait, %d are free", q.waiting(loggingIn), q.free)
	}
}

// Places are neither lost nor doubled when people give up at the moment they are served.
func TestHashPlacesAreKept(t *testing.T) {
	t.Parallel()
	q := newHashQueue(2)
	var running, most int
	var mu sync.Mutex
	race(200, func(i int) bool {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if i%2 == 0 {
			go cancel()
		}
		if q.acquire(ctx, priority(i%2), fmt.Sprint(i%7)) != nil {
			return false
		}
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		runtime.Gosched()
		mu.Lock()
		running--
		mu.Unlock()
		q.release()
		return true
	})
	if q.free != 2 || most > 2 {
		t.Errorf("%d of 2 places are free, %d were used at once", q.free, most)
	}
}
