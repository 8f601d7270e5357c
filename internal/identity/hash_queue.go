package identity

import (
	"context"
	"slices"
	"sync"
	"time"

	"rolecall/internal/fault"
)

// priority is which line of the queue a hash waits in.
type priority int

const (
	loggingIn   priority = iota // logins, and whatever else somebody with an account does
	registering                 // served while nobody waits to log in
	priorities
)

func (p priority) String() string {
	if p == registering {
		return "registration"
	}
	return "login"
}

const (
	// queuePerPlace is how many may wait for each place in one line: about ten seconds of work.
	queuePerPlace = 300
	// clientPerPlace is how many of them may be one client's.
	clientPerPlace = queuePerPlace / 2
	// longPerPlace is how many make a line long: a quarter of a second of work.
	longPerPlace = 8
	queueTimeout = 10 * time.Second
)

var errBusy = fault.New(fault.Unavailable, "", "Too many people are logging in at this moment. Please try again in a few seconds.").WithRetryAfter(2 * time.Second)

// hashQueue hands out the places in which passwords are hashed. A hash takes its memory and a whole core for as long as
// it runs, so the places are fewer than the cores. Those who wait are served client by client in turn: one that sends
// hundreds waits behind itself, and everybody else behind one of them.
type hashQueue struct {
	places int

	mu    sync.Mutex
	free  int
	lines [priorities]line
}

// line is those who wait with one priority.
type line struct {
	clients []string // in the order of their turns
	tickets map[string][]chan struct{}
	length  int
}

func newHashQueue(places int) *hashQueue {
	q := &hashQueue{places: places, free: places}
	for p := range q.lines {
		q.lines[p].tickets = map[string][]chan struct{}{}
	}
	return q
}

// full reports whether acquire would refuse the client, for callers who would do other work first.
func (q *hashQueue) full(p priority, client string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.fullLocked(p, client)
}

func (q *hashQueue) fullLocked(p priority, client string) bool {
	l := &q.lines[p]
	return q.free == 0 && (l.length >= q.places*queuePerPlace || len(l.tickets[client]) >= q.places*clientPerPlace)
}

// long reports whether so many wait that a caller should first find out whether waiting is worth it.
func (q *hashQueue) long() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lines[loggingIn].length >= q.places*longPerPlace
}

// acquire waits for a place, which the caller releases. It refuses at once if too many wait already.
func (q *hashQueue) acquire(ctx context.Context, p priority, client string) error {
	q.mu.Lock()
	if q.free > 0 { // then nobody waits
		q.free--
		q.mu.Unlock()
		return nil
	}
	if q.fullLocked(p, client) {
		q.mu.Unlock()
		return errBusy
	}
	ticket := make(chan struct{})
	q.lines[p].add(client, ticket)
	q.mu.Unlock()

	timeout := time.NewTimer(queueTimeout)
	defer timeout.Stop()
	var err error
	select {
	case <-ticket:
		return nil
	case <-timeout.C:
		err = errBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	q.mu.Lock()
	left := q.lines[p].remove(client, ticket)
	q.mu.Unlock()
	if !left { // it was given a place at this very moment
		q.release()
	}
	return err
}

// release gives the place to whoever is next.
func (q *hashQueue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for p := range q.lines {
		if ticket := q.lines[p].next(); ticket != nil {
			close(ticket)
			return
		}
	}
	q.free++
}

func (l *line) add(client string, ticket chan struct{}) {
	if len(l.tickets[client]) == 0 {
		l.clients = append(l.clients, client)
	}
	l.tickets[client] = append(l.tickets[client], ticket)
	l.length++
}

// next takes the oldest ticket of the client whose turn it is, who goes to the end of the line with the others.
func (l *line) next() chan struct{} {
	if l.length == 0 {
		return nil
	}
	client := l.clients[0]
	ticket := l.tickets[client][0]
	l.remove(client, ticket)
	if len(l.tickets[client]) > 0 {
		l.clients = append(l.clients[1:], client)
	}
	return ticket
}

// remove reports whether the ticket was still waiting.
func (l *line) remove(client string, ticket chan struct{}) bool {
	i := slices.Index(l.tickets[client], ticket)
	if i < 0 {
		return false
	}
	l.tickets[client] = slices.Delete(l.tickets[client], i, i+1)
	l.length--
	if len(l.tickets[client]) == 0 {
		delete(l.tickets, client)
		l.clients = slices.DeleteFunc(l.clients, func(c string) bool { return c == client })
	}
	return true
}
