package source

import (
	"context"
	"sync"
	"time"
)

// After this many throttled requests in a row a backend gets no requests for a while: more would only lengthen the
// penalty for every board that it serves.
const (
	throttledToPause = 3
	minPause         = time.Minute
	maxPause         = 15 * time.Minute
)

// lane limits the requests to one backend. Its fields are guarded by lanes.mu.
type lane struct {
	slots       chan struct{}
	next        time.Time // time of the next request
	throttled   int       // requests in a row
	pausedUntil time.Time
}

// lanes hands out slots: first the lane's, then a global one, so that boards waiting for a busy
// backend do not starve the others.
type lanes struct {
	global  chan struct{}
	perHost int
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error

	mu     sync.Mutex
	byName map[string]*lane
}

func newLanes(global, perHost int, now func() time.Time, sleep func(context.Context, time.Duration) error) *lanes {
	return &lanes{
		global:  make(chan struct{}, global),
		perHost: perHost,
		now:     now,
		sleep:   sleep,
		byName:  map[string]*lane{},
	}
}

func (l *lanes) get(name string, width int) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	found := l.byName[name]
	if found == nil {
		l.sweep()
		if width <= 0 || width > l.perHost {
			width = l.perHost
		}
		found = &lane{slots: make(chan struct{}, width)}
		l.byName[name] = found
	}
	return found
}

// maxLanes is the number of lanes at which unused ones are dropped: redirects may lead to any number of hosts.
const maxLanes = 10_000

// sweep drops unused lanes once there are too many.
func (l *lanes) sweep() {
	if len(l.byName) < maxLanes {
		return
	}
	now := l.now()
	for name, ln := range l.byName {
		if len(ln.slots) == 0 && ln.next.Before(now) && ln.pausedUntil.Before(now) {
			delete(l.byName, name)
		}
	}
}

// enter waits for a slot and for the lane's interval. The returned function releases the slot.
func (l *lanes) enter(ctx context.Context, name string, width int, interval time.Duration) (release func(), err error) {
	ln := l.get(name, width)
	if wait := l.paused(ln); wait > 0 {
		return nil, &Error{Kind: Throttled, Detail: "requests to " + name + " are paused after repeated throttling", RetryAfter: wait}
	}
	if err := take(ctx, ln.slots); err != nil {
		return nil, err
	}
	if err := l.sleep(ctx, l.reserve(ln, interval)); err != nil {
		<-ln.slots
		return nil, err
	}
	if err := take(ctx, l.global); err != nil {
		<-ln.slots
		return nil, err
	}
	return sync.OnceFunc(func() {
		<-l.global
		<-ln.slots
	}), nil
}

// reserve takes the time of the next request of the lane and returns how long to wait for it.
func (l *lanes) reserve(ln *lane, interval time.Duration) time.Duration {
	if interval <= 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	at := ln.next
	if at.Before(now) {
		at = now
	}
	ln.next = at.Add(interval)
	return at.Sub(now)
}

func (l *lanes) paused(ln *lane) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return ln.pausedUntil.Sub(l.now())
}

// settle records whether the backend throttled a request.
func (l *lanes) settle(name string, throttled bool, retryAfter time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ln := l.byName[name]
	if ln == nil {
		return
	}
	if !throttled {
		ln.throttled = 0
		return
	}
	if ln.throttled++; ln.throttled >= throttledToPause {
		ln.throttled = 0
		ln.pausedUntil = l.now().Add(min(max(retryAfter, minPause), maxPause))
	}
}

func take(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
