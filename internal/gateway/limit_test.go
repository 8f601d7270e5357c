package gateway

import (
	"net"
	"net/netip"
	"strconv"
	"sync"
	"testing"
	"time"
)

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	h := open(t, nil, func(o *Options) {
		o.Config.Rate, o.Config.Burst = 0.01, 3
		if err := o.Config.TrustedProxies.UnmarshalText([]byte("127.0.0.0/8")); err != nil {
			t.Fatal(err)
		}
	})
	for i, path := range []string{"/jobs", "/", "/platform"} {
		if got := h.send(t, "GET", path, nil, "X-Forwarded-For", "192.0.2.1"); got.StatusCode != 200 {
			t.Fatalf("request %d: got %d, want 200", i, got.StatusCode)
		}
	}
	got := h.send(t, "GET", "/jobs", nil, "X-Forwarded-For", "192.0.2.1")
	got.want(t, 429, "Too Many Requests")
	// Some time has already passed during the requests above.
	if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || wait < 30 || wait > 100 {
		t.Errorf("Retry-After is %q, want the time of one token at 0.01 a second", got.Header.Get("Retry-After"))
	}
	if n := len(h.visits()); n != 1 {
		t.Errorf("the service saw %d requests, want 1", n)
	}
	if other := h.send(t, "GET", "/jobs", nil, "X-Forwarded-For", "192.0.2.2"); other.StatusCode != 200 {
		t.Errorf("another client is limited too: %d, want 200", other.StatusCode)
	}
	if health := h.send(t, "GET", "/healthz", nil, "X-Forwarded-For", "192.0.2.1"); health.StatusCode != 200 {
		t.Errorf("a probe is limited: %d, want 200", health.StatusCode)
	}
}

func TestLimiterRefills(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	l, err := newLimiter(2, 4, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	client := netip.MustParseAddr("192.0.2.1")
	spend := func() (passed int) {
		for range 100 {
			if l.take(client) == 0 {
				passed++
			}
		}
		return passed
	}
	if got := spend(); got != 4 {
		t.Errorf("a full bucket let %d pass, want 4", got)
	}
	if got := l.take(client); got != 500*time.Millisecond {
		t.Errorf("wait is %s, want 500ms: refused requests must not take tokens", got)
	}
	now = now.Add(time.Second)
	if got := spend(); got != 2 {
		t.Errorf("a second later %d passed, want 2", got)
	}
	now = now.Add(time.Hour)
	if got := spend(); got != 4 {
		t.Errorf("an hour later %d passed, want 4", got)
	}
}

func TestLimiterIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	l, err := newLimiter(0.001, 10, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	var passed sync.Map
	var wait sync.WaitGroup
	for i := range 200 {
		wait.Go(func() {
			if l.take(netip.MustParseAddr("192.0.2.1")) == 0 {
				passed.Store(i, true)
			}
		})
	}
	wait.Wait()
	n := 0
	passed.Range(func(any, any) bool { n++; return true })
	if n != 10 {
		t.Errorf("%d of 200 at once passed, want 10", n)
	}
}

func TestLimiterMemoryIsBounded(t *testing.T) {
	t.Parallel()
	l, err := newLimiter(1, 1, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	a := netip.MustParseAddr("10.0.0.0")
	for range rememberedClients + 1000 {
		l.take(a)
		a = a.Next()
	}
	if n := l.buckets.Len(); n != rememberedClients {
		t.Errorf("%d clients are remembered, want at most %d", n, rememberedClients)
	}
}

func TestIPv6NetworksShareTheirBuckets(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		clients func(i int) string
		want    int // that pass of 100 requests with a burst of 5
	}{
		"one address":       {func(int) string { return "192.0.2.1" }, 5},
		"many addresses":    {func(i int) string { return "192.0.2." + strconv.Itoa(i) }, 100},
		"one /64":           {func(i int) string { return "2001:db8::" + strconv.Itoa(i) }, 5},
		"many /64 of a /48": {func(i int) string { return "2001:db8:0:" + strconv.Itoa(i) + "::1" }, 20},
		"many /48":          {func(i int) string { return "2001:db8:" + strconv.Itoa(i) + "::1" }, 100},
		"by any interface":  {func(i int) string { return "fe80::1%eth" + strconv.Itoa(i) }, 5},
	} {
		l, err := newLimiter(0.001, 5, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		passed := 0
		for i := range 100 {
			if l.take(netip.MustParseAddr(test.clients(i))) == 0 {
				passed++
			}
		}
		if passed != test.want {
			t.Errorf("%s: %d passed, want %d", name, passed, test.want)
		}
	}
	l, err := newLimiter(0.001, 1, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if l.take(netip.Addr{}) > 0 || l.take(netip.Addr{}) == 0 {
		t.Error("clients without an address do not share a bucket")
	}
}

func TestListenerLimits(t *testing.T) {
	t.Parallel()
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln := Config{Connections: 3, ConnectionsPerClient: 2}.Limit(inner)
	accepted := make(chan net.Conn, 8)
	stopped := make(chan error, 1)
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				stopped <- err
				return
			}
			accepted <- conn
		}
	}()
	dial := func() net.Conn {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	// closed waits for the other side's end of a connection.
	closed := func(conn net.Conn) bool {
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		_, err := conn.Read(make([]byte, 1))
		nerr, ok := err.(net.Error)
		return err != nil && !(ok && nerr.Timeout())
	}

	dial()
	dial()
	first, second := <-accepted, <-accepted
	if !closed(dial()) {
		t.Error("a third connection of one client was kept")
	}
	_ = first.Close()
	_ = first.Close() // closing twice frees one slot
	dial()
	third := <-accepted
	if !closed(dial()) {
		t.Error("a slot was freed twice")
	}
	_ = second.Close()
	_ = third.Close()

	if err := ln.Close(); err != nil {
		t.Error(err)
	}
	if err := <-stopped; err == nil {
		t.Error("a closed listener still accepts")
	}
}

func TestListenerWaitsForASlot(t *testing.T) {
	t.Parallel()
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln := Config{Connections: 1, ConnectionsPerClient: 10}.Limit(inner)
	for range 2 {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	held, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	next := make(chan error, 1)
	go func() {
		conn, err := ln.Accept()
		if err == nil {
			_ = conn.Close()
		}
		next <- err
	}()
	_ = held.Close()
	if err := <-next; err != nil {
		t.Errorf("the freed slot was not used: %v", err)
	}

	// An Accept that waits for a slot ends with the listener.
	dialed, err := new(net.Dialer).DialContext(t.Context(), "tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dialed.Close() }()
	if _, err = ln.Accept(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := ln.Accept()
		next <- err
	}()
	_ = ln.Close()
	if err := <-next; err == nil {
		t.Error("a closed listener still accepts")
	}
}
