package jobs

import (
	"context"
	"errors"
	"sync"
)

// errTurn is the outcome of a turn until there is one, so that nobody takes nothing for an answer.
var errTurn = errors.New("jobs: the one whose turn it was did not come back")

// turns reads something one at a time. Whoever asks while it is being read waits for the next turn, together with all
// others who do: an answer is never older than its question, and however many ask, two reads are all that anybody waits
// for.
type turns[V any] struct {
	mu   sync.Mutex
	busy bool
	next *turn[V] // of those who wait, if any do
}

// turn is one read. The first of those who wait for it makes it.
type turn[V any] struct {
	begin chan struct{} // closed when it may be made
	done  chan struct{} // closed when it was
	value V
	err   error
}

func (t *turns[V]) ask(ctx context.Context, read func(context.Context) (V, error)) (V, error) {
	t.mu.Lock()
	if !t.busy {
		t.busy = true
		t.mu.Unlock()
		defer t.pass()
		return read(ctx)
	}
	mine, first := t.next, t.next == nil
	if first {
		mine = &turn[V]{begin: make(chan struct{}), done: make(chan struct{}), err: errTurn}
		t.next = mine
	}
	t.mu.Unlock()
	if first {
		// The turn is the others' too: who leaves makes it all the same.
		<-mine.begin
		defer t.pass()
		defer close(mine.done)
		mine.value, mine.err = read(context.WithoutCancel(ctx))
		return mine.value, mine.err
	}
	select {
	case <-mine.done:
		return mine.value, mine.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// pass gives the next turn to those who wait.
func (t *turns[V]) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		t.busy = false
		return
	}
	close(t.next.begin)
	t.next = nil
}
