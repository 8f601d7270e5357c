package gateway

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/httpd"
)

func TestRequestIsForwarded(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Location", "/jobs/7")
		w.Header().Set("X-Total-Count", "3")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"id":7}`)
	})
	got := h.send(t, "POST", "/jobs/filters/saved?a=1&b=%20x;y&c=%zz", strings.NewReader(`{"name":"x"}`),
		"Content-Type", "application/json", "Authorization", "Bearer t1", "User-Agent", "tester/1")
	if got.StatusCode != 201 || got.body != `{"id":7}` || got.Header.Get("Location") != "/jobs/7" || got.Header.Get("X-Total-Count") != "3" {
		t.Errorf("answer: %d %v %s", got.StatusCode, got.Header, got.body)
	}
	if cache := got.Header.Get("Cache-Control"); cache != "no-store" {
		t.Errorf("Cache-Control is %q, want no-store unless the service says otherwise", cache)
	}
	v := h.visits()[0]
	if v.service != jobs || v.request.Method != "POST" || v.request.URL.RawQuery != "a=1&b=%20x;y&c=%zz" || string(v.body) != `{"name":"x"}` {
		t.Errorf("the service saw %s %s %s %s", v.service, v.request.Method, v.request.URL, v.body)
	}
	for name, want := range map[string]string{"Authorization": "Bearer t1", "Content-Type": "application/json", "User-Agent": "tester/1"} {
		if got := v.request.Header.Get(name); got != want {
			t.Errorf("%s: the service saw %q, want %q", name, got, want)
		}
	}
}

func TestHeadersThatAreNotForwarded(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	h.send(t, "GET", "/jobs", nil,
		"X-Service-Key", serviceKey, "X-Real-Ip", "192.0.2.1", "Forwarded", "for=192.0.2.1", "X-Forwarded-Host", "evil.example",
		"X-Forwarded-Proto", "https", "X-Original-Url", "/internal", "Te", "trailers", "Proxy-Authorization", "Basic x",
		"Keep-Alive", "timeout=5", "Connection", "X-Secret-Hop", "X-Secret-Hop", "1", "Upgrade", "h2c")
	seen := h.visits()[0].request.Header
	for _, name := range []string{"X-Service-Key", "X-Real-Ip", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Original-Url",
		"Proxy-Authorization", "Keep-Alive", "Connection", "X-Secret-Hop", "Upgrade"} {
		if v := seen.Values(name); len(v) > 0 {
			t.Errorf("%s reached the service: %q", name, v)
		}
	}
}

func TestClientAddressCannotBeForged(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		trusted string
		headers []string
		want    string
	}{
		"none given":            {"", nil, "127.0.0.1"},
		"spoofed":               {"", []string{"X-Forwarded-For", "192.0.2.9"}, "127.0.0.1"},
		"spoofed with a proof":  {"", []string{"X-Forwarded-For", "192.0.2.9", "X-Forwarded-Proof", "00"}, "127.0.0.1"},
		"proof alone":           {"", []string{"X-Forwarded-Proof", "00"}, "127.0.0.1"},
		"trusted proxy":         {"127.0.0.0/8", []string{"X-Forwarded-For", "192.0.2.9"}, "192.0.2.9"},
		"client behind a proxy": {"127.0.0.0/8", []string{"X-Forwarded-For", "198.51.100.1, 192.0.2.9"}, "192.0.2.9"},
		"two trusted proxies":   {"127.0.0.0/8,10.0.0.0/8", []string{"X-Forwarded-For", "198.51.100.1, 192.0.2.9, 10.1.1.1"}, "192.0.2.9"},
		"two header lines":      {"127.0.0.0/8", []string{"X-Forwarded-For", "192.0.2.1", "X-Forwarded-For", "192.0.2.9"}, "192.0.2.9"},
		"nonsense from a proxy": {"127.0.0.0/8", []string{"X-Forwarded-For", "unknown"}, "127.0.0.1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, nil, func(o *Options) {
				if err := o.Config.TrustedProxies.UnmarshalText([]byte(test.trusted)); err != nil {
					t.Fatal(err)
				}
			})
			h.send(t, "GET", "/auth/account", nil, test.headers...)
			seen := h.visits()[0].request
			if got := seen.Header.Values("X-Forwarded-For"); len(got) != 1 || got[0] != test.want {
				t.Errorf("X-Forwarded-For is %q, want %q", got, test.want)
			}
			// The service checks the proof with its key.
			believed := httpd.Clients{Key: env.NewSecret(serviceKey)}.Address(seen)
			if believed != netip.MustParseAddr(test.want) {
				t.Errorf("the service sees client %s, want %s", believed, test.want)
			}
		})
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", r.Header.Get("X-Request-Id")) // as our services do
	})
	tests := map[string]struct {
		sent string
		kept bool
	}{
		"absent":   {"", false},
		"ordinary": {"abc-123", true},
		"longest":  {strings.Repeat("x", 128), true},
		"too long": {strings.Repeat("x", 129), false},
		"space":    {"a b", false},
		"not text": {"a\tb", false},
		"foreign":  {"ä", false},
	}
	for name, test := range tests {
		for _, path := range []string{"/jobs", "/internal", "/platform"} {
			var headers []string
			if test.sent != "" {
				headers = []string{"X-Request-Id", test.sent}
			}
			before := len(h.visits())
			got := h.send(t, "GET", path, nil, headers...).Header.Values("X-Request-Id")
			if len(got) != 1 || got[0] == "" || (got[0] == test.sent) != test.kept {
				t.Errorf("%s %s: returned %q", name, path, got)
			}
			if seen := h.visits(); len(seen) > before && seen[before].request.Header.Get("X-Request-Id") != got[0] {
				t.Errorf("%s %s: the service got another id", name, path)
			}
		}
	}
}

func TestServiceDown(t *testing.T) {
	t.Parallel()
	// Nothing listens on port 1, and unlike a port that was just freed, the kernel assigns it to no one.
	h := open(t, nil, func(o *Options) { o.Config.Jobs = "http://127.0.0.1:1" })
	got := h.send(t, "GET", "/jobs", nil)
	got.want(t, 503, "Service Unavailable")
	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After header")
	}
	if strings.Contains(got.body, "127.0.0.1") {
		t.Errorf("the response leaks internals: %s", got.body)
	}
	if other := h.send(t, "GET", "/applications", nil); other.StatusCode != 200 {
		t.Errorf("another service is affected: %d, want 200", other.StatusCode)
	}
}

func TestServiceHangs(t *testing.T) {
	t.Parallel()
	h := open(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		func(o *Options) { o.Config.UpstreamTimeout = 50 * time.Millisecond })
	h.send(t, "GET", "/jobs", nil).want(t, 503, "Service Unavailable")
	h.send(t, "POST", "/auth/login", strings.NewReader("{}")).want(t, 503, "Service Unavailable")
}

func TestServiceHangsUp(t *testing.T) {
	t.Parallel()
	h := open(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	h.send(t, "POST", "/jobs/filters/saved", strings.NewReader("{}")).want(t, 503, "Service Unavailable")
}

func TestServiceSwitchesProtocols(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = buf.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
		_ = buf.Flush()
		_ = conn.Close()
	})
	h.send(t, "GET", "/jobs", nil).want(t, 503, "Service Unavailable")
}

func TestCancellationPassesThrough(t *testing.T) {
	t.Parallel()
	arrived, ended := make(chan struct{}), make(chan struct{})
	h := open(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
		close(ended)
	})
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+"/jobs", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-arrived
		cancel()
	}()
	if res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req); err == nil {
		_ = res.Body.Close()
		t.Error("the cancelled request was answered")
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("the service's request was not cancelled")
	}
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	// The type hides the length from the HTTP client, so it sends chunks.
	chunked := func(n int) io.Reader { return io.MultiReader(bytes.NewReader(make([]byte, n))) }
	whole := func(n int) io.Reader { return bytes.NewReader(make([]byte, n)) }
	tests := map[string]struct {
		path   string
		body   io.Reader
		status int
	}{
		"at the limit":          {"/auth/login", whole(1 << 20), 200},
		"above":                 {"/auth/login", whole(1<<20 + 1), 413},
		"above, in chunks":      {"/auth/login", chunked(1<<20 + 1), 413},
		"two MiB":               {"/jobs/filters/saved", whole(2 << 20), 413},
		"two MiB, in chunks":    {"/jobs/filters/saved", chunked(2 << 20), 413},
		"forty MiB":             {"/jobs/filters/saved", whole(40 << 20), 413},
		"forty MiB, in chunks":  {"/jobs/filters/saved", chunked(40 << 20), 413},
		"import":                {"/applications/import", whole(16 << 20), 200},
		"import, in chunks":     {"/applications/import", chunked(16 << 20), 200},
		"import above":          {"/applications/import", whole(16<<20 + 1), 413},
		"import above, chunks":  {"/applications/import", chunked(16<<20 + 1), 413},
		"not quite import":      {"/applications/import/", whole(1<<20 + 1), 413},
		"the app":               {"/", whole(1<<20 + 1), 413},
		"import's other method": {"/applications/export", whole(1<<20 + 1), 413},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := h.send(t, "POST", test.path, test.body, "Content-Type", "text/csv")
			if got.StatusCode != test.status || test.status == 413 && got.title() != "Payload Too Large" {
				t.Errorf("got %d %s, want %d", got.StatusCode, got.body, test.status)
			}
		})
	}
}

func TestBodyThatEndsEarly(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	// A malformed chunk leaves the connection open, so the error can be sent.
	got := h.raw(t, "POST", "/auth/login", "Transfer-Encoding: chunked", "", "zz")
	got.want(t, 400, "Validation Error")
}

func TestNoWebSockets(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	got := h.raw(t, "GET", "/jobs", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
		"Sec-WebSocket-Version: 13")
	got.want(t, 400, "Validation Error")
	if len(h.visits()) > 0 {
		t.Error("the upgrade reached a service")
	}
}

func TestOddRequests(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	h.raw(t, "TRACE", "/jobs").want(t, 405, "Method Not Allowed")
	h.raw(t, "CONNECT", "localhost:1").want(t, 405, "Method Not Allowed")
	h.send(t, "POST", "/platform", nil).want(t, 405, "Method Not Allowed")
	h.send(t, "DELETE", "/docs", nil).want(t, 405, "Method Not Allowed")
	h.send(t, "POST", "/docs/internalOnly", nil).want(t, 404, "Not Found")

	var many []string
	for range maxHeaders + 1 {
		many = append(many, "X-Many", "1")
	}
	h.send(t, "GET", "/jobs", nil, many...).want(t, 400, "Validation Error")
	if got := h.send(t, "GET", "/jobs", nil, "X-Large",
		strings.Repeat("x", 300<<10)); got.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("300 KiB of headers: got %d, want 431", got.StatusCode)
	}
	if len(h.visits()) > 0 {
		t.Errorf("%d odd requests reached a service", len(h.visits()))
	}
}
