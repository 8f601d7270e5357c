package source

import (
	"context"
	"sync"
	"time"
)

// A backend that throttled this many requests in a row is left alone for a while: more requests
// would only lengthen the penalty for every board behind it.
const (
	strikesToRest = 3
	shortestRest  = time.Minute
	longestRest   = 15 * time.Minute
)

// lane is the share of one backend. Its fields are guarded by lanes.mu.
type lane struct {
	slots    chan struct{}
	next     time.Time
	strikes  int
	restTill time.Time
}

// lanes hands out slots: first the backend's, then one of all, so that boards waiting for a busy
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

// maxLanes is how many lanes are remembered: redirects may lead to any number of hosts.
const maxLanes = 10_000

// sweep forgets the lanes that nobody waits for, once there are many.
func (l *lanes) sweep() {
	if len(l.byName) < maxLanes {
		return
	}
	now := l.now()
	for name, ln := range l.byName {
		if len(ln.slots) == 0 && ln.next.Before(now) && ln.restTill.Before(now) {
			delete(l.byName, name)
		}
	}
}

// enter waits for a slot and for the lane's pace. The returned function gives the slot back.
func (l *lanes) enter(ctx context.Context, name string, width int, pace time.Duration) (release func(), err error) {
	ln := l.get(name, width)
	if rest := l.resting(ln); rest > 0 {
		return nil, &Error{Kind: Throttled, Detail: "backend " + name + " is left alone after repeated throttling", RetryAfter: rest}
	}
	if err := take(ctx, ln.slots); err != nil {
		return nil, err
	}
	if err := l.sleep(ctx, l.reserve(ln, pace)); err != nil {
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

// reserve books the next moment at which the lane may send and returns how far off it is.
func (l *lanes) reserve(ln *lane, pace time.Duration) time.Duration {
	if pace <= 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	at := ln.next
	if at.Before(now) {
		at = now
	}
	ln.next = at.Add(pace)
	return at.Sub(now)
}

func (l *lanes) resting(ln *lane) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return ln.restTill.Sub(l.now())
}

// settle records how the backend behaved.
func (l *lanes) settle(name string, throttled bool, retryAfter time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ln := l.byName[name]
	if ln == nil {
		return
	}
	if !throttled {
		ln.strikes = 0
		return
	}
	if ln.strikes++; ln.strikes >= strikesToRest {
		ln.strikes = 0
		ln.restTill = l.now().Add(min(max(retryAfter, shortestRest), longestRest))
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
