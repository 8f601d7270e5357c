package gateway

import (
	"net"
	"net/netip"
	"sync"

	"rolecall/internal/httpd"
)

// Limit bounds how many connections the listener has open, in all and per client: a client that opens connections
// and says nothing costs a share of them, never all.
func (c Config) Limit(ln net.Listener) net.Listener {
	return &limitedListener{
		Listener:  ln,
		slots:     make(chan struct{}, c.Connections),
		closed:    make(chan struct{}),
		perClient: c.ConnectionsPerClient,
		exempt:    c.TrustedProxies,
		held:      map[netip.Prefix]int{},
	}
}

type limitedListener struct {
	net.Listener
	slots     chan struct{} // one per open connection
	closed    chan struct{}
	closeOnce sync.Once

	perClient int
	exempt    httpd.Networks
	mu        sync.Mutex
	held      map[netip.Prefix]int
}

// Accept waits for a free slot first, so that connections beyond the limit queue in the kernel.
func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			<-l.slots
			return nil, err
		}
		client, ok := l.admit(conn)
		if !ok {
			_ = conn.Close()
			continue
		}
		return &limitedConn{Conn: conn, release: func() {
			l.leave(client)
			<-l.slots
		}}, nil
	}
}

// Close also wakes an Accept that waits for a slot.
func (l *limitedListener) Close() error {
	l.closeOnce.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

func (l *limitedListener) admit(conn net.Conn) (client netip.Prefix, ok bool) {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil || l.exempt.Contains(peer.Addr().Unmap()) {
		return netip.Prefix{}, true
	}
	client = household(peer.Addr().Unmap())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[client] >= l.perClient {
		return client, false
	}
	l.held[client]++
	return client, true
}

func (l *limitedListener) leave(client netip.Prefix) {
	if !client.IsValid() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[client]--; l.held[client] == 0 {
		delete(l.held, client)
	}
}

type limitedConn struct {
	net.Conn
	once    sync.Once
	release func()
}

func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.release)
	return err
}
