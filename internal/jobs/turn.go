package jobs

import (
	"context"
	"errors"
	"sync"
)

// errTurn is the outcome of a turn until there is one, so that nobody takes nothing for an answer.
var errTurn = errors.New("jobs: the one whose turn it was did not come back")

// turns reads for those who ask at the same time. Who asks while nothing is being read reads at once; the others wait
// for the next turn, in which one read answers all of them. An answer is never older than its question, and where a
// turn has room for everybody, two reads are all that anybody waits for.
type turns[K, V any] struct {
	most int // reads at a time; 0 is one
	room int // keys of one turn; 0 is any number

	mu    sync.Mutex
	reads int           // under way
	keys  int           // all that they read
	next  []*turn[K, V] // that are waited for
}

// turn is one read.
type turn[K, V any] struct {
	keys  []K
	begin chan struct{} // closed when the first of those who wait is to make it
	done  chan struct{} // closed when it was made
	value V
	err   error
}

// ask reads a key. The answer is the one to all keys of the turn.
func (t *turns[K, V]) ask(ctx context.Context, key K, read func(context.Context, []K) (V, error)) (V, error) {
	mine, part := t.join(key)
	switch part {
	case alone:
		defer t.pass(mine)
		return read(ctx, mine.keys)
	case first:
		select {
		case <-mine.begin:
		case <-mine.done:
			return mine.value, mine.err
		}
	case other:
		select {
		case <-mine.done:
			return mine.value, mine.err
		case <-ctx.Done():
			var none V
			return none, ctx.Err()
		}
	}
	// The turn is the others' too: who leaves makes it all the same.
	defer t.pass(mine)
	defer close(mine.done)
	mine.value, mine.err = read(context.WithoutCancel(ctx), mine.keys)
	return mine.value, mine.err
}

// part is what somebody does for the turn that he joined.
type part int

const (
	alone part = iota // reads at once, for himself
	last              // reads at once, for all who waited for him
	first             // reads when told to
	other             // waits
)

func (t *turns[K, V]) join(key K) (*turn[K, V], part) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.next) == 0 && t.ready(1) {
		mine := &turn[K, V]{keys: []K{key}}
		t.start(mine)
		return mine, alone
	}
	does := other
	if n := len(t.next); n == 0 || t.room > 0 && len(t.next[n-1].keys) == t.room {
		t.next = append(t.next, &turn[K, V]{begin: make(chan struct{}), done: make(chan struct{}), err: errTurn})
		does = first
	}
	mine := t.next[len(t.next)-1]
	mine.keys = append(mine.keys, key)
	if len(t.next) == 1 && t.ready(len(mine.keys)) {
		t.next = nil
		t.start(mine)
		return mine, last
	}
	return mine, does
}

// ready tells whether so many keys are enough for a read of their own. Beside others it must not be smaller than they
// are: as long as all come back with the next question at once, all reads are of a size, and one takes in the answers
// while another is on its way.
func (t *turns[K, V]) ready(keys int) bool {
	return t.reads == 0 || t.reads < t.most && keys*t.reads >= t.keys
}

func (t *turns[K, V]) start(mine *turn[K, V]) {
	t.reads++
	t.keys += len(mine.keys)
}

// pass ends a turn and begins the next, if it need not wait for more.
func (t *turns[K, V]) pass(ended *turn[K, V]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reads--
	t.keys -= len(ended.keys)
	if len(t.next) > 0 && t.ready(len(t.next[0].keys)) {
		mine := t.next[0]
		t.next = t.next[1:]
		t.start(mine)
		close(mine.begin)
	}
}
