package crawler

import (
	"context"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// simulatedClock is a clock that stands still while the crawler works and moves to the next sleeper while it waits, so
// that the waits between requests take no time and the passes are as long as they would be.
type simulatedClock struct {
	busy func() bool // work is being done

	mu       sync.Mutex
	at       time.Time
	hurried  bool // sleepers do not sleep, and the clock stands still
	sleepers []*sleeper
}

type sleeper struct {
	until time.Time
	awake chan struct{}
}

func (c *simulatedClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// moveTo sets the clock forward.
func (c *simulatedClock) moveTo(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.at) {
		c.at = at
	}
}

func (c *simulatedClock) hurry(yes bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hurried = yes
}

func (c *simulatedClock) sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	if d <= 0 || c.hurried {
		c.mu.Unlock()
		return ctx.Err()
	}
	s := &sleeper{c.at.Add(d), make(chan struct{})}
	c.sleepers = append(c.sleepers, s)
	c.mu.Unlock()
	select {
	case <-s.awake:
		return nil
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.sleepers = slices.DeleteFunc(c.sleepers, func(other *sleeper) bool { return other == s })
		return context.Cause(ctx)
	}
}

// run moves the clock until the context ends. Two looks in a row must find no work: between the response of a board and
// the transaction that stores it there is a moment without either.
func (c *simulatedClock) run(ctx context.Context) {
	for idle := 0; pause(ctx, time.Millisecond); idle++ {
		if c.busy() {
			idle = 0
		}
		if idle >= 2 {
			c.wakeNext()
		}
	}
}

// wakeNext moves the clock to the first sleeper, and wakes those with it that are due almost at the same time.
func (c *simulatedClock) wakeNext() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sleepers) == 0 {
		return
	}
	next := slices.MinFunc(c.sleepers, func(a, b *sleeper) int { return a.until.Compare(b.until) })
	if at := next.until.Add(50 * time.Millisecond); at.After(c.at) {
		c.at = at
	}
	c.sleepers = slices.DeleteFunc(c.sleepers, func(s *sleeper) bool {
		due := !s.until.After(c.at)
		if due {
			close(s.awake)
		}
		return due
	})
}

// loopbackResolver returns a resolver for which every name is this machine, so that boards can have separate hosts
// without leaving it.
func loopbackResolver(t testing.TB) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		query := make([]byte, 1500)
		for {
			n, peer, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(query[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 60},
					Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(answer, peer)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp4", conn.LocalAddr().String())
	}}
}
