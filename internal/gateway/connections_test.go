package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"rolecall/internal/httpd"
)

// limitedServer starts a server with the gateway's connection limits. Requests to /slow wait for their body.
func limitedServer(t *testing.T, cfg Config) string {
	t.Helper()
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		fmt.Fprint(w, "hello")
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	server := httpd.Server(h, slog.New(slog.DiscardHandler))
	// Only the limits of connections end one.
	server.ReadHeaderTimeout, server.ReadTimeout, server.IdleTimeout = time.Hour, time.Hour, time.Hour
	go func() {
		_ = httpd.Serve(ctx, cfg.Limit(inner), server, time.Millisecond)
		close(ended)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	_, port, _ := net.SplitHostPort(inner.Addr().String())
	return net.JoinHostPort("127.0.0.1", port)
}

// dialFrom opens a connection from a loopback address and sends a text.
func dialFrom(t *testing.T, source, to, send string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(source)}}
	conn, err := dialer.DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, send); err != nil {
		t.Fatal(err)
	}
	return conn
}

const plainGet = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

// answers reads one response and leaves the connection open.
func answers(conn net.Conn, within time.Duration) error {
	_ = conn.SetReadDeadline(time.Now().Add(within))
	b := make([]byte, 4096)
	n, err := conn.Read(b)
	if err == nil && string(b[:min(n, 15)]) != "HTTP/1.1 200 OK" {
		err = fmt.Errorf("got %q", b[:n])
	}
	return err
}

// stillOpen reports whether the server has kept an idle connection open.
func stillOpen(conn net.Conn) bool {
	_ = conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	_, err := conn.Read(make([]byte, 1))
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// crowd takes all connections of a server from sixteen addresses.
func crowd(t *testing.T, to, send string) (conns []net.Conn) {
	t.Helper()
	for i := range 64 {
		conns = append(conns, dialFrom(t, fmt.Sprintf("127.0.0.%d", 2+i/4), to, send))
		if send == plainGet {
			if err := answers(conns[i], time.Minute); err != nil {
				t.Fatal(err)
			}
		}
	}
	return conns
}

func TestSixteenAddressesDoNotBlockTheGateway(t *testing.T) {
	t.Parallel()
	for name, send := range map[string]string{
		"idle after a request":           plainGet,
		"silent from the start":          "",
		"in the middle of their headers": "GET / HTTP/1.1\r\nHost: loc",
		"in the middle of a body":        "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := limitedServer(t, Config{Connections: 64, ConnectionsPerClient: 4})
			crowd(t, to, send)
			for i := range 3 { // more than one connection can be replaced
				if err := answers(dialFrom(t, "127.0.1.1", to, plainGet), time.Minute); err != nil {
					t.Errorf("newcomer %d: %v", i, err)
				}
			}
		})
	}
}

func TestOldestIdleConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	to := limitedServer(t, Config{Connections: 64, ConnectionsPerClient: 4})
	conns := crowd(t, to, plainGet)
	// Make the first connection the one used last.
	if _, err := io.WriteString(conns[0], plainGet); err != nil {
		t.Fatal(err)
	}
	if err := answers(conns[0], time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := answers(dialFrom(t, "127.0.1.1", to, plainGet), time.Minute); err != nil {
		t.Fatal(err)
	}
	// A connection becomes idle after its answer has arrived, so the oldest may be one of the next.
	var closed []int
	for _, i := range []int{0, 1, 2, 3, 4, 63} {
		if !stillOpen(conns[i]) {
			closed = append(closed, i)
		}
	}
	if len(closed) != 1 || closed[0] == 0 || closed[0] == 63 {
		t.Errorf("the connections %v were closed, want the second alone", closed)
	}
}

// TestActiveRequestsAreNotAborted has no client above its share, so the new connection has to wait.
func TestActiveRequestsAreNotAborted(t *testing.T) {
	t.Parallel()
	to := limitedServer(t, Config{Connections: 8, ConnectionsPerClient: 4})
	const slow = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nx"
	var busy []net.Conn
	for i := range 8 {
		busy = append(busy, dialFrom(t, fmt.Sprintf("127.0.0.%d", 2+i), to, slow))
	}
	newcomer := dialFrom(t, "127.0.1.1", to, plainGet)
	if err := answers(newcomer, 300*time.Millisecond); err == nil {
		t.Error("the newcomer was served although the limit was reached")
	}
	if _, err := io.WriteString(busy[3], "x"); err != nil {
		t.Fatal(err)
	}
	for name, conn := range map[string]net.Conn{"the active request": busy[3], "the newcomer": newcomer} {
		if err := answers(conn, time.Minute); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
