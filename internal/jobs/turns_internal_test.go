package jobs

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rolecall/internal/fault"
)

var (
	hostile = netip.MustParsePrefix("192.0.2.1/32")
	decent  = netip.MustParsePrefix("192.0.2.2/32")
	third   = netip.MustParsePrefix("192.0.2.3/32")
)

// search takes a turn, searches for some time and notes when it was done.
func search(t *testing.T, turns *turns, client netip.Prefix, takes time.Duration, done func()) {
	leave, err := turns.take(t.Context(), client)
	if err != nil {
		t.Error(err)
		return
	}
	defer leave()
	time.Sleep(takes)
	done()
}

func TestExpensiveSearchesOfOneClientDelayNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(4, 1)
		for range 8 { // its own wait for each other
			go search(t, turns, hostile, time.Second, func() {})
		}
		synctest.Wait()
		begun := time.Now()
		for range 10 {
			search(t, turns, decent, 10*time.Millisecond, func() {})
		}
		if took := time.Since(begun); took != 100*time.Millisecond {
			t.Errorf("ten short searches took %s, want 100ms", took)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(turns.clients) != 0 || turns.running != 0 || turns.waiting != 0 || turns.next.Len() != 0 {
			t.Errorf("something is left: %+v", turns)
		}
	})
}

func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1, 1)
		var order []string
		ask := func(client netip.Prefix, name string, n int) {
			for range n {
				go search(t, turns, client, time.Second, func() { order = append(order, name) })
				synctest.Wait()
			}
		}
		ask(hostile, "a", 4)
		ask(decent, "b", 2)
		ask(third, "c", 1)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got, want := strings.Join(order, " "), "a a b c a b a"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestWaitingForATurnIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1, 1)
		leave, err := turns.take(t.Context(), hostile)
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var failures []error
		for range maxClientWaiting + 3 {
			go func() {
				_, err := turns.take(t.Context(), hostile)
				mu.Lock()
				defer mu.Unlock()
				failures = append(failures, err)
			}()
		}
		synctest.Wait()
		if len(failures) != 3 || slices.ContainsFunc(failures, func(err error) bool { return !fault.Is(err, fault.RateLimited) }) {
			t.Errorf("%d are refused at once, want 3: %v", len(failures), failures)
		}
		mu.Lock()
		failures = nil
		mu.Unlock()
		time.Sleep(patience)
		synctest.Wait()
		if len(failures) != maxClientWaiting || slices.ContainsFunc(failures, func(err error) bool { return !fault.Is(err, fault.Unavailable) }) {
			t.Errorf("%d gave up after %s, want %d: %v", len(failures), patience, maxClientWaiting, failures)
		}
		leave()
		leave() // twice is once
		if _, err := turns.take(t.Context(), hostile); err != nil || turns.running != 1 {
			t.Errorf("the place is not free: %v, %d running", err, turns.running)
		}
	})
}

func TestAClientThatHangsUpFreesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1, 1)
		leave, err := turns.take(t.Context(), hostile)
		if err != nil {
			t.Fatal(err)
		}
		ctx, hangUp := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			_, err := turns.take(ctx, decent)
			gone <- err
		}()
		next := make(chan error)
		go func() {
			_, err := turns.take(t.Context(), third)
			next <- err
		}()
		synctest.Wait()
		hangUp()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		leave()
		if err := <-next; err != nil {
			t.Errorf("the next in line: %v", err)
		}

		// A turn that comes in the moment of hanging up goes to the next.
		ctx, hangUp = context.WithCancel(t.Context())
		l, turn, err := turns.enter(decent)
		if err != nil || turn == nil {
			t.Fatal(err)
		}
		turns.leave(turns.clients[third])
		hangUp()
		turns.giveUp(l, turn)
		if _, err := turns.take(ctx, hostile); err != nil || turns.running != 1 {
			t.Errorf("the place is lost: %v, %d running", err, turns.running)
		}
	})
}
