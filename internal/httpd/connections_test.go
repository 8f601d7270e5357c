package httpd_test

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"rolecall/internal/httpd"
)

// fakeListener is a listener whose connections come from invented addresses.
type fakeListener chan net.Conn

func (m fakeListener) Accept() (net.Conn, error) {
	if conn, ok := <-m; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (m fakeListener) Close() error   { return nil }
func (m fakeListener) Addr() net.Addr { return &net.TCPAddr{} }

type fakeConn struct {
	net.Conn
	from net.Addr
}

func (c fakeConn) RemoteAddr() net.Addr { return c.from }

// arrive opens a connection and reports whether it was kept.
func (m fakeListener) arrive(t *testing.T, ln net.Listener, from string) (kept bool) {
	t.Helper()
	ours, theirs := net.Pipe()
	m <- fakeConn{ours, net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 4000))}
	accepted := make(chan struct{})
	go func() {
		if _, err := ln.Accept(); err == nil {
			close(accepted)
		}
	}()
	refused := make(chan struct{})
	go func() {
		_, _ = theirs.Read(make([]byte, 1)) // ends when our side closes
		close(refused)
	}()
	select {
	case <-accepted:
		return true
	case <-refused:
		return false
	case <-time.After(10 * time.Second):
		t.Fatal("neither kept nor refused")
		return false
	}
}

func TestIPv6NetworksCountTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from []string // all kept but the last
	}{
		"a third from one address": {[]string{"192.0.2.1", "192.0.2.1", "192.0.2.1"}},
		"a third from one /64":     {[]string{"2001:db8::1", "2001:db8::2", "2001:db8::3"}},
		"a ninth from one /48": {[]string{"2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1",
			"2001:db8:0:2::2", "2001:db8:0:3::1", "2001:db8:0:3::2", "2001:db8:0:4::1"}},
		"IPv4 in the clothes of IPv6": {[]string{"192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := make(fakeListener, 1)
			defer close(source)
			ln := httpd.Connections{Total: 100, PerClient: 2}.Limit(source)
			last := len(c.from) - 1
			for i, from := range c.from {
				if kept := source.arrive(t, ln, from); kept != (i < last) {
					t.Errorf("connection %d from %s is kept: %v", i+1, from, kept)
				}
			}
		})
	}
}

func TestClientNetworks(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"192.0.2.1": "192.0.2.1/32", "::ffff:192.0.2.1": "192.0.2.1/32", "2001:db8:1:2:3::4": "2001:db8:1:2::/64 2001:db8:1::/48",
		"fe80::1%eth0": "fe80::/64 fe80::/48",
	} {
		got := ""
		for i, n := range httpd.ClientNetworks(netip.MustParseAddr(from)) {
			if i > 0 {
				got += " "
			}
			got += n.String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", from, got, want)
		}
	}
	if got := httpd.ClientNetworks(netip.Addr{}); got != nil {
		t.Errorf("no address: got %v", got)
	}
}
