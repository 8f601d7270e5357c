package httpd

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Connections bounds what a listener holds open. When all places are taken, a new connection gets the place of
//
//  1. the connection that has been idle for longest, else
//  2. the oldest that has sent nothing for a second after it was opened, else
//  3. the oldest of the network that holds most, if that is more than the newcomer's network would hold.
//
// So idle or slow connections of a few clients never keep out others. Where nobody holds more than their share, the
// newcomer waits.
type Connections struct {
	Total int
	// PerClient is for an IPv4 address or an IPv6 /64. An IPv6 /48 may hold four times as many: it may be one customer
	// or many. 0 is no limit, and then connections are not told apart by network either.
	PerClient int
	Exempt    Networks // proxies, which carry the connections of many people
}

const (
	silence    = time.Second // after which a connection that has sent nothing may lose its place
	widerShare = 4           // of an IPv6 /48, in shares of a /64
)

// Limit returns the listener with bounds. Serve tells it which connections are idle.
func (c Connections) Limit(ln net.Listener) net.Listener {
	return &boundedListener{
		Listener: ln,
		limits:   c,
		closed:   make(chan struct{}),
		freed:    make(chan struct{}, 1),
		held:     map[netip.Prefix]int{},
		holding:  map[int]int{},
	}
}

// ClientNetworks returns what counts as one client, narrow to wide: an IPv4 address, or the IPv6 networks /64 and /48.
// There is none for an invalid address.
func ClientNetworks(a netip.Addr) []netip.Prefix {
	a = a.Unmap().WithZone("")
	switch {
	case !a.IsValid():
		return nil
	case a.Is4():
		return []netip.Prefix{netip.PrefixFrom(a, 32)}
	default:
		return []netip.Prefix{netip.PrefixFrom(a, 64).Masked(), netip.PrefixFrom(a, 48).Masked()}
	}
}

type boundedListener struct {
	net.Listener
	limits    Connections
	closed    chan struct{}
	closeOnce sync.Once
	freed     chan struct{} // signalled when a place is free or a connection idle

	mu      sync.Mutex
	open    list.List // of *boundedConn, oldest first
	silent  list.List // those of open that have sent nothing yet, oldest first
	idle    list.List // those of open that are idle, the one that is idle for longest first
	held    map[netip.Prefix]int
	holding map[int]int // how many of the widest networks hold so many connections
	most    int         // that one of them holds
}

// boundedConn is a connection and its place. Its fields after Conn are guarded by the listener's mu.
type boundedConn struct {
	net.Conn
	listener *boundedListener
	networks []netip.Prefix // empty if they are not counted
	since    time.Time
	place    *list.Element // in open; nil without a place
	waiting  *list.Element // in silent or idle; nil while a request is under way
	in       *list.List    // which of them
}

// verdict is what becomes of a new connection.
type verdict int

const (
	admitted verdict = iota
	refused
	mustWait
)

func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &boundedConn{Conn: raw, listener: l, networks: l.networks(raw), since: time.Now()}
		v := l.admit(c)
		for v == mustWait { // further connections queue in the kernel meanwhile
			select {
			case <-l.freed:
			case <-time.After(silence / 4):
			case <-l.closed:
				_ = raw.Close()
				return nil, net.ErrClosed
			}
			v = l.admit(c)
		}
		if v == admitted {
			return c, nil
		}
		_ = raw.Close()
	}
}

// Close also wakes an Accept that waits for a place.
func (l *boundedListener) Close() error {
	l.closeOnce.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

func (l *boundedListener) networks(conn net.Conn) []netip.Prefix {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil || l.limits.PerClient == 0 || l.limits.Exempt.Contains(peer.Addr().Unmap()) {
		return nil
	}
	return ClientNetworks(peer.Addr())
}

func (l *boundedListener) admit(c *boundedConn) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, n := range c.networks {
		most := l.limits.PerClient
		if i > 0 {
			most *= widerShare
		}
		if l.held[n] >= most {
			return refused
		}
	}
	if l.open.Len() >= l.limits.Total {
		other := l.dispensable(c)
		switch {
		case other != nil:
			l.leave(other)
			_ = other.Conn.Close()
		case l.holds(c) > 0:
			return refused // to wait here would hold up those who have nothing
		default:
			return mustWait
		}
	}
	c.place = l.open.PushBack(c)
	l.wait(c, &l.silent)
	l.count(c, 1)
	return admitted
}

// count adds a connection to what its networks hold, or takes it away.
func (l *boundedListener) count(c *boundedConn, by int) {
	for i, n := range c.networks {
		before := l.held[n]
		if l.held[n] = before + by; l.held[n] == 0 {
			delete(l.held, n)
		}
		if i < len(c.networks)-1 {
			continue
		}
		l.holding[before]--
		l.holding[before+by]++
		if l.most = max(l.most, before+by); l.holding[l.most] == 0 {
			l.most-- // the one that held most now holds one less
		}
	}
}

// holds returns how many connections the widest network of one has.
func (l *boundedListener) holds(c *boundedConn) int {
	if len(c.networks) == 0 {
		return 0
	}
	return l.held[c.networks[len(c.networks)-1]]
}

// dispensable returns the connection whose place a newcomer gets, or nil. It is quick for a newcomer that gets none:
// such connections come in floods.
func (l *boundedListener) dispensable(newcomer *boundedConn) *boundedConn {
	if first := l.idle.Front(); first != nil {
		return first.Value.(*boundedConn)
	}
	if first := l.silent.Front(); first != nil && time.Since(first.Value.(*boundedConn).since) > silence {
		return first.Value.(*boundedConn)
	}
	if l.most <= l.holds(newcomer)+1 {
		return nil
	}
	for e := l.open.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*boundedConn); l.holds(c) == l.most {
			return c
		}
	}
	return nil
}

// leave takes the place of a connection away; the caller holds mu.
func (l *boundedListener) leave(c *boundedConn) {
	if c.place == nil {
		return
	}
	l.open.Remove(c.place)
	c.place = nil
	l.work(c)
	l.count(c, -1)
	l.signal()
}

// wait notes that a connection waits for its first or next request; the caller holds mu.
func (l *boundedListener) wait(c *boundedConn, in *list.List) {
	l.work(c)
	c.waiting, c.in = in.PushBack(c), in
}

// work notes that a connection does not wait for a request; the caller holds mu.
func (l *boundedListener) work(c *boundedConn) {
	if c.waiting != nil {
		c.in.Remove(c.waiting)
		c.waiting, c.in = nil, nil
	}
}

func (l *boundedListener) signal() {
	select {
	case l.freed <- struct{}{}:
	default:
	}
}

// connState follows the connections for an http.Server.
func (l *boundedListener) connState(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*boundedConn)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case c.place == nil:
	case state == http.StateActive:
		l.work(c)
	case state == http.StateIdle:
		l.wait(c, &l.idle)
		l.signal()
	}
}

func (c *boundedConn) Close() error {
	err := c.Conn.Close()
	c.listener.mu.Lock()
	defer c.listener.mu.Unlock()
	c.listener.leave(c)
	return err
}
