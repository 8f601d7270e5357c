package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestAbuseIsBounded measures what a few hostile clients can do to the gateway with its default limits.
func TestAbuseIsBounded(t *testing.T) {
	t.Parallel()
	env := ports(t)
	p := up(t, scratch(t), env)
	v := &victim{t: t, address: env["GATEWAY_ADDRESS"], pid: p.cmd.Process.Pid}
	v.check("a quiet start")

	t.Run("slow loris", v.slowLoris)
	t.Run("header bombs", v.headerBombs)
	t.Run("idle connections", v.idleConnections)
	t.Run("one client's connections", v.oneClientsConnections)
	t.Run("bodies", v.bodies)
	t.Run("login flood", v.loginFlood)
	t.Run("every place", v.allConnections)
	v.check("the end")
}

// victim is the attacked platform. Each loopback address counts as a client of its own.
type victim struct {
	t       testing.TB
	address string
	pid     int
}

// dial connects from one of the loopback addresses.
func (v *victim) dial(t testing.TB, from string) net.Conn {
	t.Helper()
	d := net.Dialer{Timeout: time.Minute, LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 0))}
	c, err := d.Dial("tcp", v.address)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// probe connects and sends a request immediately, because the time limit for headers starts with the connection.
func (v *victim) probe(t testing.TB, from string) net.Conn {
	t.Helper()
	c := v.dial(t, from)
	_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	return c
}

// client is an ordinary client with an address of its own.
func (v *victim) client(from string) *http.Client {
	d := net.Dialer{Timeout: time.Minute, LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 0))}
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return d.DialContext(ctx, network, v.address)
		},
		DisableKeepAlives: true,
	}}
}

// check searches as an ordinary client and returns how long it took.
func (v *victim) check(when string) time.Duration {
	v.t.Helper()
	start := time.Now()
	res, err := v.client("127.0.0.99").Get("http://" + v.address + "/jobs?size=1")
	if err != nil {
		v.t.Fatalf("%s: %v", when, err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		v.t.Errorf("%s: %s, %v", when, res.Status, err)
	}
	return time.Since(start)
}

// memory returns the resident memory of the process in MB.
func (v *victim) memory(t testing.TB) float64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return float64(kb) / 1024
}

func (v *victim) slowLoris(t *testing.T) {
	const (
		connections = 200
		timeout     = 5 * time.Second // httpd's for headers
		limit       = 4 * timeout     // short of httpd's for everything else
	)
	lived := make([]time.Duration, connections)
	var wg sync.WaitGroup
	for i := range connections {
		c := v.dial(t, "127.0.0.2")
		wg.Go(func() {
			defer c.Close()
			start := time.Now()
			_, _ = io.WriteString(c, "GET /jobs HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
			go func() { // a byte from time to time must not keep the connection open
				tick := time.NewTicker(250 * time.Millisecond)
				defer tick.Stop()
				for range tick.C {
					if _, err := c.Write([]byte("a")); err != nil {
						return
					}
				}
			}()
			_ = c.SetReadDeadline(start.Add(limit))
			_, err := io.Copy(io.Discard, c)
			if lived[i] = time.Since(start); errors.Is(err, os.ErrDeadlineExceeded) {
				lived[i] = 0
			}
		})
	}
	var slowest time.Duration
	for range 20 {
		slowest = max(slowest, v.check("under slow connections"))
	}
	wg.Wait()
	if slices.Contains(lived, 0) {
		t.Errorf("some of %d connections were still open after %s", connections, limit)
	}
	t.Logf("%d connections that send a byte every 250 ms were dropped after %.1f to %.1f s; others were answered in at most %d ms",
		connections, slices.Min(lived).Seconds(), slices.Max(lived).Seconds(), slowest.Milliseconds())
}

func (v *victim) headerBombs(t *testing.T) {
	before := v.memory(t)
	for name, c := range map[string]struct {
		header string
		want   int
	}{
		"one of 1 MB":   {"X-Bomb: " + strings.Repeat("a", 1<<20) + "\r\n", 431},
		"20,000 of 20":  {strings.Repeat("X-Bomb: aaaaaaaaaa\r\n", 20_000), 431},
		"129 short":     {strings.Repeat("X-Bomb: a\r\n", 129), 400},
		"no end at all": {strings.Repeat("a", 1<<20), 431},
	} {
		var wg sync.WaitGroup
		statuses := make([]int, 20)
		for i := range statuses {
			conn := v.dial(t, "127.0.0.3")
			wg.Go(func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(time.Minute))
				go func() { _, _ = io.WriteString(conn, "GET /jobs HTTP/1.1\r\nHost: localhost\r\n"+c.header+"\r\n") }()
				if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
					statuses[i] = res.StatusCode
					_ = res.Body.Close()
				}
			})
		}
		wg.Wait()
		// Closing a connection while the client still sends may reset it and lose the response.
		if !slices.Contains(statuses, c.want) || slices.ContainsFunc(statuses, func(s int) bool { return s != c.want && s != 0 }) {
			t.Errorf("%s: %v, want %d", name, statuses, c.want)
		}
	}
	v.check("after header bombs")
	t.Logf("80 header bombs, memory %.0f MB before and %.0f MB after", before, v.memory(t))
}

func (v *victim) idleConnections(t *testing.T) {
	const clients, each = 10, 200
	before := v.memory(t)
	var open []net.Conn
	defer func() {
		for _, c := range open {
			_ = c.Close()
		}
	}()
	// One request on each: the server has read from all of them.
	for i := range clients {
		for range each {
			open = append(open, v.probe(t, fmt.Sprintf("127.0.1.%d", i+1)))
		}
	}
	for _, c := range open {
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("an idle connection was not served: %v", err)
		}
	}
	took := v.check("under idle connections")
	after := v.memory(t)
	perConnection := (after - before) * 1024 / (clients * each)
	if perConnection > 64 {
		t.Errorf("an idle connection costs %.0f KB", perConnection)
	}
	t.Logf("%d idle connections: memory %.0f MB before, %.0f MB with them (%.1f KB each); others answered in %d ms", clients*each, before,
		after, perConnection, took.Milliseconds())
}

func (v *victim) oneClientsConnections(t *testing.T) {
	const tried, allowed = 1000, 256
	var open []net.Conn
	defer func() {
		for _, c := range open {
			_ = c.Close()
		}
	}()
	for range tried {
		open = append(open, v.probe(t, "127.0.0.4"))
	}
	// An accepted connection gets a response and stays open, a refused one is closed, however long it takes.
	var held atomic.Int64
	var wg sync.WaitGroup
	for _, c := range open {
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		wg.Go(func() {
			switch _, err := c.Read(make([]byte, 1)); {
			case err == nil:
				held.Add(1)
			case errors.Is(err, os.ErrDeadlineExceeded):
				t.Error("a connection is neither answered nor closed")
			}
		})
	}
	wg.Wait()
	if held.Load() > allowed || held.Load() == 0 {
		t.Errorf("one client holds %d connections, want at most %d", held.Load(), allowed)
	}
	took := v.check("under one client's connections")
	t.Logf("of %d connections of one client %d were kept; others answered in %d ms", tried, held.Load(), took.Milliseconds())
}

func (v *victim) bodies(t *testing.T) {
	before := v.memory(t)
	var bomb bytes.Buffer
	packed := gzip.NewWriter(&bomb)
	_, _ = packed.Write(make([]byte, 64<<20))
	_ = packed.Close()
	for _, c := range []struct {
		name   string
		body   io.Reader
		header string
		want   int
	}{
		{"a 64 MB gzip bomb", bytes.NewReader(bomb.Bytes()), "gzip", 415},
		{"2 MB with a length", bytes.NewReader(make([]byte, 2<<20)), "", 413},
		{"64 MB in chunks", io.LimitReader(zeros{}, 64<<20), "", 413},
		{"a deep array", strings.NewReader(strings.Repeat("[", 500_000)), "", 400},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+v.address+"/auth/login", c.body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if c.header != "" {
			req.Header.Set("Content-Encoding", c.header)
		}
		res, _, err := exchange(v.dial(t, "127.0.0.5"), req)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if res.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", c.name, res.Status, c.want)
		}
	}
	after := v.memory(t)
	if after-before > 64 {
		t.Errorf("memory rose by %.0f MB", after-before)
	}
	t.Logf("bodies: a %d KB file that unpacks to 64 MB, 2 MB, 64 MB in chunks, half a million brackets: memory %.0f MB before and %.0f MB "+
		"after", bomb.Len()>>10, before, after)
}

// exchange sends a request and reads the response, even if the server closes the connection before it has read the body;
// an http.Client on a busy machine may report only that.
func exchange(conn net.Conn, req *http.Request) (*http.Response, []byte, error) {
	req.Close = true
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_ = req.Write(conn)
	}()
	defer func() {
		_ = conn.Close()
		<-sent
	}()
	res, err := http.ReadResponse(bufio.NewReader(conn), req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return res, body, err
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func (v *victim) loginFlood(t *testing.T) {
	const logins, atOnce = 400, 50
	before := v.memory(t)
	seen := map[int]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	start := time.Now()
	for i := range atOnce {
		wg.Go(func() {
			client := v.client(fmt.Sprintf("127.0.2.%d", 1+i%3))
			for n := range logins / atOnce {
				body := fmt.Sprintf(`{"email":"nobody%d@example.org","password":"wrong horse %d"}`, n%5, i)
				res, err := client.Post("http://"+v.address+"/auth/login", "application/json", strings.NewReader(body))
				status := 0
				if err == nil {
					status = res.StatusCode
					_ = res.Body.Close()
				}
				mu.Lock()
				seen[status]++
				mu.Unlock()
			}
		})
	}
	peak, slowest, checks := before, time.Duration(0), 0
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for over := false; !over; checks++ {
		slowest = max(slowest, v.check("under a login flood"))
		peak = max(peak, v.memory(t))
		select {
		case <-done:
			over = true
		case <-time.After(100 * time.Millisecond):
		}
	}
	if seen[http.StatusTooManyRequests] < logins/4 {
		t.Errorf("of %d logins only %d were turned away: %v", logins, seen[http.StatusTooManyRequests], seen)
	}
	for status := range maps.Keys(seen) {
		if status != http.StatusUnauthorized && status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
			t.Errorf("%d logins got %d", seen[status], status)
		}
	}
	if peak-before > 256 {
		t.Errorf("memory rose by %.0f MB", peak-before)
	}
	t.Logf("%d logins from 3 addresses in %.1f s: %v; %d others answered, the slowest in %d ms; memory %.0f MB before, at most %.0f MB",
		logins, time.Since(start).Seconds(), seen, checks, slowest.Milliseconds(), before, peak)
}
