package jobs

import (
	"container/list"
	"context"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

const (
	patience         = 10 * time.Second // how long a search may wait for its turn
	maxWaiting       = 1024             // searches that wait
	maxClientWaiting = 64               // of one client
)

var (
	errManySearches = fault.New(fault.RateLimited, "", "Too many searches at once. Please wait for some of them.").WithRetryAfter(2 * time.Second)
	errBusy         = fault.New(fault.Unavailable, "", "Too many people are searching at the moment. Please try again.").WithRetryAfter(5 * time.Second)
)

// turns lets a few searches run at once, and fewer of one client. The others wait: clients take turns, each with its own
// searches in order. So a client that asks for much waits for itself, and others find a place free.
type turns struct {
	atOnce, perClient int

	mu      sync.Mutex
	running int
	waiting int
	clients map[netip.Prefix]*line // those with searches running or waiting
	next    list.List              // of *line, those with searches waiting; the first has its turn first
}

// line is the searches of one client.
type line struct {
	client  netip.Prefix
	running int
	waiting list.List     // of chan struct{}, closed when the turn has come
	place   *list.Element // in next; nil when nothing waits
}

// newTurns takes 0 for the defaults. One client gets at most half of the processors, so that its searches never fill
// the machine; searches wait for rows too, so more than the processors may run.
func newTurns(atOnce, perClient int) *turns {
	cores := runtime.GOMAXPROCS(0)
	if atOnce == 0 {
		atOnce = max(4, 2*cores)
	}
	if perClient == 0 {
		perClient = min(4, max(1, cores/2))
	}
	return &turns{atOnce: atOnce, perClient: perClient, clients: map[netip.Prefix]*line{}}
}

// searcher returns whose turn a request takes: the client's address, or its IPv6 /48.
func searcher(ctx context.Context) netip.Prefix {
	networks := httpd.ClientNetworks(httpd.ClientAddress(ctx))
	if len(networks) == 0 {
		return netip.Prefix{}
	}
	return networks[len(networks)-1]
}

// take waits for a turn. The caller calls leave when the search is done.
func (t *turns) take(ctx context.Context, client netip.Prefix) (leave func(), err error) {
	l, turn, err := t.enter(client)
	if err != nil {
		return nil, err
	}
	leave = sync.OnceFunc(func() { t.leave(l) })
	if turn == nil {
		return leave, nil
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case <-turn.Value.(chan struct{}):
		return leave, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout.C:
		err = errBusy
	}
	t.giveUp(l, turn)
	return nil, err
}

// enter starts a search, or puts it in line and returns its place there.
func (t *turns) enter(client netip.Prefix) (*line, *list.Element, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.clients[client]
	if l == nil {
		l = &line{client: client}
	}
	switch {
	case t.running < t.atOnce && l.running < t.perClient: // then nothing of this client waits
		t.clients[client] = l
		t.start(l)
		return l, nil, nil
	case l.waiting.Len() >= maxClientWaiting:
		return nil, nil, errManySearches
	case t.waiting >= maxWaiting:
		return nil, nil, errBusy
	}
	t.clients[client] = l
	t.waiting++
	if l.place == nil {
		l.place = t.next.PushBack(l)
	}
	return l, l.waiting.PushBack(make(chan struct{})), nil
}

func (t *turns) start(l *line) {
	t.running++
	l.running++
}

func (t *turns) leave(l *line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	l.running--
	for e := t.next.Front(); e != nil && t.running < t.atOnce; {
		first := e.Value.(*line)
		e = e.Next()
		if first.running < t.perClient {
			turn := first.waiting.Front()
			t.remove(first, turn)
			if first.place != nil {
				t.next.MoveToBack(first.place)
			}
			t.start(first)
			close(turn.Value.(chan struct{}))
		}
	}
	t.forget(l)
}

// giveUp takes a search out of its line. If its turn has just come, the turn goes to the next.
func (t *turns) giveUp(l *line, turn *list.Element) {
	t.mu.Lock()
	select {
	case <-turn.Value.(chan struct{}):
		t.mu.Unlock()
		t.leave(l)
		return
	default:
	}
	defer t.mu.Unlock()
	t.remove(l, turn)
	t.forget(l)
}

func (t *turns) remove(l *line, turn *list.Element) {
	l.waiting.Remove(turn)
	t.waiting--
	if l.waiting.Len() == 0 {
		t.next.Remove(l.place)
		l.place = nil
	}
}

func (t *turns) forget(l *line) {
	if l.running == 0 && l.waiting.Len() == 0 {
		delete(t.clients, l.client)
	}
}
