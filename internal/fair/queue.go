// Package fair shares what is scarce: a Queue shares a fixed number of slots between clients, Pick shares a batch
// between the owners of rows.
//
// In a Queue, a caller that finds no free slot waits. A freed slot goes to the clients in turn, and within one client to the oldest
// caller, so a client that sends hundreds of requests only delays itself. Callers with high priority are served before
// all others. One client may hold and wait for only so many slots; beyond that, or after the timeout, Acquire fails. A
// caller whose context ends leaves the queue.
package fair

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Priority orders the callers that wait.
type Priority int

// Low priority is served while no caller waits with high priority.
const (
	High Priority = iota
	Low
	priorities
)

// Limits bound a Queue.
type Limits struct {
	Slots          int // slots in use at once
	SlotsPerClient int // slots in use by one client

	Waiting          int // callers that wait with one priority
	WaitingPerClient int // waiting callers of one client
	Timeout          time.Duration

	Full       error // returned when too many wait, and at the timeout
	ClientFull error // returned when too many of one client wait
}

// Queue hands out slots. It is safe for concurrent use.
type Queue struct {
	limits Limits

	mu     sync.Mutex
	used   int
	usedBy map[string]int // slots by client
	lines  [priorities]line
}

// line holds the callers that wait with one priority. A caller waits on a channel that is closed when it gets a slot.
type line struct {
	clients []string // clients with waiting callers; the first is served next
	callers map[string][]chan struct{}
	length  int
}

// New returns a queue in which all slots are free.
func New(limits Limits) *Queue {
	q := &Queue{limits: limits, usedBy: map[string]int{}}
	for p := range q.lines {
		q.lines[p].callers = map[string][]chan struct{}{}
	}
	return q
}

// Acquire waits for a slot. The caller calls release when it is done; calling it again has no effect.
func (q *Queue) Acquire(ctx context.Context, client string, p Priority) (release func(), err error) {
	q.mu.Lock()
	if q.free(client) {
		q.use(client)
		q.mu.Unlock()
		return q.releaser(client), nil
	}
	if err := q.refusal(client, p); err != nil {
		q.mu.Unlock()
		return nil, err
	}
	served := make(chan struct{})
	q.lines[p].add(client, served)
	q.mu.Unlock()

	timeout := time.NewTimer(q.limits.Timeout)
	defer timeout.Stop()
	select {
	case <-served:
		return q.releaser(client), nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout.C:
		err = q.limits.Full
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.lines[p].remove(client, served) { // the caller got a slot at the same moment
		q.release(client)
	}
	return nil, err
}

// Refusal returns the error with which Acquire would refuse the client immediately, or nil.
func (q *Queue) Refusal(client string, p Priority) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free(client) {
		return nil
	}
	return q.refusal(client, p)
}

// Waiting returns how many callers wait with the priority.
func (q *Queue) Waiting(p Priority) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lines[p].length
}

// free reports whether the client may use a slot now. If so, none of its callers waits.
func (q *Queue) free(client string) bool {
	return q.used < q.limits.Slots && q.usedBy[client] < q.limits.SlotsPerClient
}

func (q *Queue) use(client string) {
	q.used++
	q.usedBy[client]++
}

func (q *Queue) refusal(client string, p Priority) error {
	switch l := &q.lines[p]; {
	case len(l.callers[client]) >= q.limits.WaitingPerClient:
		return q.limits.ClientFull
	case l.length >= q.limits.Waiting:
		return q.limits.Full
	}
	return nil
}

func (q *Queue) releaser(client string) func() {
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.release(client)
	})
}

// release frees a slot of the client and gives it to the next caller that may use it.
func (q *Queue) release(client string) {
	q.used--
	if q.usedBy[client]--; q.usedBy[client] == 0 {
		delete(q.usedBy, client)
	}
	for p := range q.lines {
		l := &q.lines[p]
		if i := slices.IndexFunc(l.clients, q.free); i >= 0 {
			next := l.clients[i]
			q.use(next)
			close(l.shift(next))
			return
		}
	}
}

func (l *line) add(client string, caller chan struct{}) {
	if len(l.callers[client]) == 0 {
		l.clients = append(l.clients, client)
	}
	l.callers[client] = append(l.callers[client], caller)
	l.length++
}

// shift removes the client's oldest caller and moves the client to the end of the line.
func (l *line) shift(client string) chan struct{} {
	caller := l.callers[client][0]
	l.remove(client, caller)
	if i := slices.Index(l.clients, client); i >= 0 {
		l.clients = append(slices.Delete(l.clients, i, i+1), client)
	}
	return caller
}

// remove reports whether the caller was still waiting.
func (l *line) remove(client string, caller chan struct{}) bool {
	i := slices.Index(l.callers[client], caller)
	if i < 0 {
		return false
	}
	l.callers[client] = slices.Delete(l.callers[client], i, i+1)
	l.length--
	if len(l.callers[client]) == 0 {
		delete(l.callers, client)
		l.clients = slices.DeleteFunc(l.clients, func(c string) bool { return c == client })
	}
	return true
}
