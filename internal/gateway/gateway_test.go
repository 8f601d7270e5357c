package gateway

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/leaktest"
	"rolecall/internal/peer"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const serviceKey = "key-of-the-fixture"

// fixture is a gateway with four services behind it that record their requests.
type fixture struct {
	URL     string
	handler http.Handler
	mu      sync.Mutex
	seen    []visit
}

type visit struct {
	service string
	request *http.Request
	body    []byte
}

// appFiles is a small web app.
var appFiles = fstest.MapFS{
	"index.html":                {Data: []byte("<!doctype html><title>app</title>")},
	"docs.html":                 {Data: []byte(strings.Repeat("<p>reference</p>\n", 200))},
	"robots.txt":                {Data: []byte("User-agent: *\n")},
	"assets/index-1a2b.js":      {Data: []byte(strings.Repeat("console.log('app');\n", 200))},
	"assets/index-1a2b.js.gz":   {Data: []byte("gz of the script")},
	"assets/index-1a2b.js.br":   {Data: []byte("br of the script")},
	"assets/plain-3c4d.css":     {Data: []byte(strings.Repeat("a { color: red }\n", 200))},
	"assets/deep/logo-5e6f.svg": {Data: []byte("<svg/>")},
}

// open starts a fixture. Services answer with their name unless serve is set.
func open(t *testing.T, serve http.HandlerFunc, change ...func(*Options)) *fixture {
	t.Helper()
	h := &fixture{}
	if serve == nil {
		serve = func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"ok":true}`)
		}
	}
	address := func(name string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil {
				h.mu.Lock()
				h.seen = append(h.seen, visit{name, r, body})
				h.mu.Unlock()
			}
			w.Header().Set("X-Service", name)
			serve(w, r)
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	o := Options{
		Config: Config{
			PublicURL: "http://localhost:8080", Registration: "open",
			URLs: peer.URLs{
				Identity: address(identity), Jobs: address(jobs), Applications: address(applications), Notifications: address(notifications),
			},
			ServiceKey: env.NewSecret(serviceKey), Burst: 1, Connections: 64, ConnectionsPerClient: 64, UpstreamTimeout: 3 * time.Minute,
		},
		Log:     slog.New(slog.DiscardHandler),
		Version: "1.2.3",
		Site:    appFiles,
		// A busy machine may take longer than people wait.
		pageTimeout: time.Minute,
	}
	for _, c := range change {
		c(&o)
	}
	if err := o.Config.Validate(); err != nil {
		t.Fatal(err)
	}
	handler, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	h.handler = handler
	server := httptest.NewUnstartedServer(handler)
	server.Config = httpd.Server(handler, o.Log)
	server.Listener = smallBuffers{server.Listener}
	server.Start()
	t.Cleanup(server.Close)
	h.URL = server.URL
	return h
}

// smallBuffers accepts connections that keep little of what the client does not read. By default they would take megabytes.
type smallBuffers struct{ net.Listener }

func (l smallBuffers) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetWriteBuffer(64 << 10)
	}
	return conn, err
}

// visits returns the requests that have reached a service.
func (h *fixture) visits() []visit {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen
}

type reply struct {
	*http.Response
	body string
}

func (r reply) title() string {
	var body httpd.Body
	if json.Unmarshal([]byte(r.body), &body) != nil || body.Message == "" {
		return ""
	}
	return body.Error
}

// send makes a request with headers given as pairs and reads the response. It does so even if the gateway closes the
// connection before it has read the body, in which case http.Transport may report only the closed connection.
func (h *fixture) send(t *testing.T, method, path string, body io.Reader, headers ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Add(headers[i], headers[i+1])
	}
	// No compression unless a test asks for it.
	if req.Header.Get("Accept-Encoding") == "" {
		req.Header.Set("Accept-Encoding", "identity")
	}
	req.Close = true
	conn := h.dial(t)
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
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return finish(t, res)
}

func (h *fixture) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// raw sends a request line unchanged; a client library would normalise it.
func (h *fixture) raw(t *testing.T, method, target string, headers ...string) reply {
	t.Helper()
	conn := h.dial(t)
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n",
		method, target, strings.Join(headers, "\r\n")+strings.Repeat("\r\n", min(1, len(headers))))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	return finish(t, res)
}

func finish(t *testing.T, res *http.Response) reply {
	t.Helper()
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res, string(b)}
}

func (r reply) want(t *testing.T, status int, title string) {
	t.Helper()
	if r.StatusCode != status || r.title() != title {
		t.Errorf("got %d %q, want %d %q: %s", r.StatusCode, r.title(), status, title, r.body)
	}
}
