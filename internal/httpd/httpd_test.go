package httpd_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	ht "github.com/ogen-go/ogen/http"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"rolecall/internal/env"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	"rolecall/internal/logtest"
)

func edge(api http.HandlerFunc, change func(*httpd.Options)) (http.Handler, *logtest.Lines) {
	out := &logtest.Lines{}
	o := httpd.Options{
		Service:   "test",
		Log:       slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Metrics:   prometheus.NewRegistry(),
		Operation: func(r *http.Request) string { return "op" },
	}
	if change != nil {
		change(&o)
	}
	return httpd.Handler(api, o), out
}

func do(t *testing.T, h http.Handler, r *http.Request) (*http.Response, httpd.Body) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	res := w.Result()
	var body httpd.Body
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	return res, body
}

func TestErrorBody(t *testing.T) {
	t.Parallel()
	secret := errors.New("password=hunter2")
	for name, c := range map[string]struct {
		err    error
		status int
		title  string
	}{
		"a rule":               {fault.New(fault.Conflict, "Email Taken", "m").Because(secret), 409, "Email Taken"},
		"anything else":        {fmt.Errorf("scan row: %w", secret), 500, "Internal Server Error"},
		"the database is away": {&net.OpError{Op: "dial", Err: errors.New("refused")}, 503, "Service Unavailable"},
		"a statement time-out": {&pgconn.PgError{Code: "57014"}, 503, "Service Unavailable"},
		"a broken constraint":  {&pgconn.PgError{Code: "23505"}, 500, "Internal Server Error"},
		"a deadline":           {context.DeadlineExceeded, 503, "Service Unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, log := edge(func(w http.ResponseWriter, r *http.Request) { httpd.WriteError(w, r, c.err) }, nil)
			res, body := do(t, h, httptest.NewRequest("GET", "/x", nil))
			if res.StatusCode != c.status || body.Error != c.title || body.Message == "" {
				t.Errorf("got %d %+v", res.StatusCode, body)
			}
			if strings.Contains(body.Message, "hunter2") {
				t.Error("the cause reached the client")
			}
			if c.status == 500 && (body.RequestID == "" || !strings.Contains(log.String(), body.RequestID)) {
				t.Errorf("the request id %q is not in the log", body.RequestID)
			}
		})
	}
}

func TestRetryAfterIsRoundedUp(t *testing.T) {
	t.Parallel()
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) {
		httpd.WriteError(w, r, fault.New(fault.RateLimited, "", "m").WithRetryAfter(1200*time.Millisecond))
	}, nil)
	res, _ := do(t, h, httptest.NewRequest("GET", "/x", nil))
	if got := res.Header.Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After = %q, want %q", got, "2")
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	var seen string
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) { seen = httpd.RequestID(r.Context()) }, nil)
	for given, taken := range map[string]bool{"abc-123": true, "": false, "with space": false, strings.Repeat("a", 129): false,
		"tab\there": false} {
		r := httptest.NewRequest("GET", "/x", nil)
		r.Header.Set("X-Request-Id", given)
		res, _ := do(t, h, r)
		if got := res.Header.Get("X-Request-Id"); (got == given) != taken || got == "" || got != seen {
			t.Errorf("given %q: answered %q, handler saw %q", given, got, seen)
		}
	}
}

func TestPanicIsA500(t *testing.T) {
	t.Parallel()
	h, log := edge(func(http.ResponseWriter, *http.Request) { panic("boom") }, nil)
	res, body := do(t, h, httptest.NewRequest("GET", "/x", nil))
	if res.StatusCode != 500 || body.RequestID == "" || strings.Contains(body.Message, "boom") {
		t.Errorf("got %d %+v", res.StatusCode, body)
	}
	if !strings.Contains(log.String(), "boom") {
		t.Error("the panic is not in the log")
	}
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	read := func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			httpd.WriteError(w, r, err)
		}
	}
	h, _ := edge(read, func(o *httpd.Options) {
		o.BodyLimit = func(r *http.Request) int64 {
			if r.URL.Path == "/import" {
				return 4 << 20
			}
			return 0
		}
	})
	two := strings.Repeat("x", 2<<20)
	for _, c := range []struct {
		path   string
		known  bool // the length is announced
		status int
	}{{"/x", true, 413}, {"/x", false, 413}, {"/import", true, 200}, {"/import", false, 200}} {
		r := httptest.NewRequest("POST", c.path, io.NopCloser(strings.NewReader(two)))
		r.ContentLength = -1
		if c.known {
			r.ContentLength = int64(len(two))
		}
		res, body := do(t, h, r)
		if res.StatusCode != c.status || (c.status == 413 && body.Error != "Payload Too Large") {
			t.Errorf("%+v: got %d %+v", c, res.StatusCode, body)
		}
	}
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	var away error
	h, _ := edge(httpd.NotFound, func(o *httpd.Options) { o.Ready = func(context.Context) error { return away } })
	if res, _ := do(t, h, httptest.NewRequest("GET", "/healthz", nil)); res.StatusCode != 200 {
		t.Errorf("healthz = %d, want 200", res.StatusCode)
	}
	if res, _ := do(t, h, httptest.NewRequest("GET", "/readyz", nil)); res.StatusCode != 200 {
		t.Errorf("readyz = %d, want 200", res.StatusCode)
	}
	away = &net.OpError{Op: "dial", Err: errors.New("refused")}
	if res, body := do(t, h, httptest.NewRequest("GET", "/readyz", nil)); res.StatusCode != 503 || body.Error != "Service Unavailable" {
		t.Errorf("readyz without database = %d %+v", res.StatusCode, body)
	}
	if res, _ := do(t, h, httptest.NewRequest("POST", "/healthz", nil)); res.StatusCode != 405 {
		t.Errorf("POST healthz = %d, want 405", res.StatusCode)
	}
}

func TestRequestsAreCountedByOperation(t *testing.T) {
	t.Parallel()
	reg := prometheus.NewRegistry()
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, func(o *httpd.Options) { o.Metrics = reg })
	do(t, h, httptest.NewRequest("GET", "/x", nil))
	do(t, h, httptest.NewRequest("BREW", "/x", nil))
	want := `# HELP rolecall_http_requests_total Requests answered, by operation and status.
# TYPE rolecall_http_requests_total counter
rolecall_http_requests_total{method="GET",operation="op",service="test",status="204"} 1
rolecall_http_requests_total{method="other",operation="op",service="test",status="204"} 1
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(want), "rolecall_http_requests_total"); err != nil {
		t.Error(err)
	}
}

func TestClientAddress(t *testing.T) {
	t.Parallel()
	clients := httpd.Clients{Key: env.NewSecret("service-key")}
	if err := clients.Trusted.UnmarshalText([]byte("10.0.0.0/8, 192.0.2.7/32")); err != nil {
		t.Fatal(err)
	}
	vouched := http.Header{}
	clients.Vouch(vouched, netip.MustParseAddr("203.0.113.9"))
	forged := http.Header{}
	httpd.Clients{Key: env.NewSecret("another")}.Vouch(forged, netip.MustParseAddr("203.0.113.9"))
	for name, c := range map[string]struct {
		peer   string
		header http.Header
		want   string
	}{
		"nobody in between":         {"198.51.100.1:5", nil, "198.51.100.1"},
		"a header alone":            {"198.51.100.1:5", http.Header{"X-Forwarded-For": {"1.2.3.4"}}, "198.51.100.1"},
		"a header from loopback":    {"127.0.0.1:5", http.Header{"X-Forwarded-For": {"1.2.3.4"}}, "127.0.0.1"},
		"our gateway":               {"127.0.0.1:5", vouched, "203.0.113.9"},
		"somebody else's gateway":   {"127.0.0.1:5", forged, "127.0.0.1"},
		"a trusted proxy":           {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"203.0.113.9"}}, "203.0.113.9"},
		"a spoofed first entry":     {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"1.2.3.4, 203.0.113.9"}}, "203.0.113.9"},
		"two trusted proxies":       {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"1.2.3.4, 203.0.113.9, 192.0.2.7"}}, "203.0.113.9"},
		"an empty line of a client": {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"", "203.0.113.9"}}, "203.0.113.9"},
		"a hop with its port":       {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"203.0.113.9:4711"}}, "203.0.113.9"},
		"a proxy without a header":  {"10.1.1.1:5", http.Header{}, "10.1.1.1"},
		"a proxy that says rubbish": {"10.1.1.1:5", http.Header{"X-Forwarded-For": {"rubbish"}}, "10.1.1.1"},
		"IPv4 inside IPv6":          {"[::ffff:198.51.100.1]:5", nil, "198.51.100.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = c.peer
			if c.header != nil {
				r.Header = c.header
			}
			if got := clients.Address(r).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestServeDrainsActiveRequests(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-leave
		fmt.Fprint(w, "done")
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- httpd.Serve(ctx, ln, httpd.Server(h, slog.New(slog.DiscardHandler)), time.Minute) }()
	answered := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + ln.Addr().String())
		if err != nil {
			answered <- err.Error()
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		answered <- string(b)
	}()
	<-entered
	stop()
	close(leave)
	if got := <-answered; got != "done" {
		t.Errorf("the active request got %q, want %q", got, "done")
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestListenErrorNamesTheSetting(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, err = httpd.Listen(t.Context(), "gateway.address", ln.Addr().String())
	if err == nil || !strings.Contains(err.Error(), "gateway.address") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestUnimplementedOperationIsA501(t *testing.T) {
	t.Parallel()
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) {
		httpd.ContractError(r.Context(), w, r, fmt.Errorf("operation: %w", ht.ErrNotImplemented))
	}, nil)
	if res, body := do(t, h, httptest.NewRequest("GET", "/x", nil)); res.StatusCode != 501 || body.Error != "Not Implemented" {
		t.Errorf("got %d %+v", res.StatusCode, body)
	}
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	t.Parallel()
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Seen", r.Method)
		switch {
		case r.URL.Path == "/post" && r.Method != http.MethodPost, r.URL.Path == "/get" && r.Method != http.MethodGet:
			httpd.MethodNotAllowed(w, r, strings.ToUpper(r.URL.Path[1:]))
		default:
			_, _ = io.WriteString(w, "hello")
		}
	}, func(o *httpd.Options) {
		o.Operation = func(r *http.Request) string {
			switch r.Method + " " + r.URL.Path {
			case "GET /get", "POST /post", "HEAD /own", "GET /own":
				return r.Method + r.URL.Path
			}
			return ""
		}
	})
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	for _, c := range []struct {
		method, path string
		status       int
		seen, allow  string
		length       int64
	}{
		{"HEAD", "/get", 200, "GET", "", 5},
		{"HEAD", "/own", 200, "HEAD", "", 0}, // the contract's own HEAD
		{"HEAD", "/post", 405, "HEAD", "POST", -1},
		{"DELETE", "/get", 405, "DELETE", "GET,HEAD", -1},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, srv.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != c.status || res.Header.Get("X-Seen") != c.seen || res.Header.Get("Allow") != c.allow {
			t.Errorf("%s %s: %d, handled as %s, allows %q", c.method, c.path, res.StatusCode, res.Header.Get("X-Seen"), res.Header.Get("Allow"))
		}
		if c.method == "HEAD" && len(body) > 0 {
			t.Errorf("%s: a body: %q", c.path, body)
		}
		if c.length > 0 && res.ContentLength != c.length {
			t.Errorf("%s: length %d", c.path, res.ContentLength)
		}
	}
}

func TestCompressedBodiesAreRefused(t *testing.T) {
	t.Parallel()
	// Like every operation with a body.
	h, _ := edge(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Type") != "application/json" {
			w.WriteHeader(http.StatusUnsupportedMediaType)
		}
	}, nil)
	for encoding, want := range map[string]int{"": 200, "identity": 200, "gzip": 415, "GZIP": 415, "br": 415, "identity, gzip": 415,
		"zstd": 415} {
		r := httptest.NewRequest("POST", "/x", strings.NewReader("body"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Content-Encoding", encoding)
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d, want %d", encoding, w.Code, want)
		}
	}
}
