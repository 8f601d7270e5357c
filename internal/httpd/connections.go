package httpd

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Connections limits the open connections of a listener. At the limit, a new connection replaces
//
//  1. the connection that has been idle for longest, or else
//  2. the oldest that has sent nothing within a second of opening, or else
//  3. the oldest of the network with the most connections, if that is more than the new one's network would have.
//
// So idle or slow connections of a few clients never keep others out. If no network has more than its share, the new
// connection waits.
type Connections struct {
	Total int
	// PerClient is the limit of an IPv4 address or an IPv6 /64. An IPv6 /48, which may be one customer or many, may have
	// four times as many. 0 means no limit and no counting by network.
	PerClient int
	Exempt    Networks // proxies, which carry the connections of many clients
}

const (
	silence    = time.Second // after which a connection that has sent nothing may be replaced
	widerShare = 4           // limit of an IPv6 /48, as a multiple of that of a /64
)

// Limit returns a listener with these limits. Serve reports to it which connections are idle.
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

// ClientNetworks returns the networks that count as one client, from narrow to wide: an IPv4 address, or the IPv6
// networks /64 and /48. It returns nil for an invalid address.
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
	freed     chan struct{} // signalled when a connection closed or became idle

	mu      sync.Mutex
	open    list.List // of *boundedConn, oldest first
	silent  list.List // open ones that have sent nothing yet, oldest first
	idle    list.List // open ones that are idle, longest idle first
	held    map[netip.Prefix]int
	holding map[int]int // number of widest networks by how many connections they have
	most    int         // connections of the widest network that has most
}

// boundedConn is a connection in the listener's lists. The listener's mu guards all fields after Conn.
type boundedConn struct {
	net.Conn
	listener *boundedListener
	networks []netip.Prefix // empty if not counted
	since    time.Time
	place    *list.Element // in open; nil once removed
	waiting  *list.Element // in silent or idle; nil while a request is active
	in       *list.List    // silent or idle
}

// verdict is the decision on a new connection.
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

// Close also ends a waiting Accept.
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
			return refused // waiting would block clients without any connection
		default:
			return mustWait
		}
	}
	c.place = l.open.PushBack(c)
	l.wait(c, &l.silent)
	l.count(c, 1)
	return admitted
}

// count adds a connection to the counts of its networks, or subtracts it.
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

// holds returns how many connections the widest network of a connection has.
func (l *boundedListener) holds(c *boundedConn) int {
	if len(c.networks) == 0 {
		return 0
	}
	return l.held[c.networks[len(c.networks)-1]]
}

// dispensable returns the connection that a new one replaces, or nil. It is fast when the answer is nil, which is the
// case in a flood.
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

// leave removes a connection; the caller holds mu.
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

// wait marks a connection as waiting for its first or next request; the caller holds mu.
func (l *boundedListener) wait(c *boundedConn, in *list.List) {
	l.work(c)
	c.waiting, c.in = in.PushBack(c), in
}

// work marks a connection as not waiting for a request; the caller holds mu.
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

// connState is the ConnState hook of the http.Server.
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
