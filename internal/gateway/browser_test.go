package gateway

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestOtherOriginsAreRefused checks that pages of other origins cannot read responses and that their preflights fail.
func TestOtherOriginsAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for _, method := range []string{"GET", "OPTIONS"} {
		for _, path := range []string{"/", "/jobs", "/auth/login", "/platform", "/docs/jobs.json", "/assets/index-1a2b.js"} {
			got := h.send(t, method, path, nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST",
				"Access-Control-Request-Headers", "authorization")
			for name := range got.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s %s: %s is %q", method, path, name, got.Header.Values(name))
				}
			}
		}
	}
}

// TestRequestSmugglingFails checks that services and gateway agree on where a request ends, whatever its headers are.
func TestRequestSmugglingFails(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	const inner = "GET /jobs/smuggled HTTP/1.1\r\nHost: localhost\r\nX: "
	for name, c := range map[string]struct {
		head, body string
		reaches    bool
	}{
		"chunks and a length":     {"Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n" + inner, true},
		"a length and chunks":     {"Content-Length: 80\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + inner, true},
		"two lengths":             {"Content-Length: 3\r\nContent-Length: 4", "abc" + inner, false},
		"a length of two":         {"Content-Length: 3, 4", "abc" + inner, false},
		"a signed length":         {"Content-Length: +3", "abc" + inner, false},
		"chunks under other name": {"Transfer-Encoding: xchunked", "0\r\n\r\n" + inner, false},
		"chunks twice":            {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + inner, false},
		"chunks and identity":     {"Transfer-Encoding: chunked, identity", "0\r\n\r\n" + inner, false},
		"a folded header":         {"X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 0", "", true},
		"a space in the name":     {"Transfer-Encoding : chunked", "0\r\n\r\n" + inner, false},
		"a bare line feed":        {"X-A: b\nTransfer-Encoding: chunked", "0\r\n\r\n" + inner, true},
	} {
		before := len(h.visits())
		conn := h.dial(t)
		_, _ = io.WriteString(conn, "POST /jobs/outer HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"+c.head+"\r\n\r\n"+c.body)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if finish(t, res); c.reaches != (res.StatusCode == http.StatusOK) {
			t.Errorf("%s: got %d", name, res.StatusCode)
		}
		_ = conn.Close()
		// The next request uses the same connection to the service.
		h.send(t, "GET", "/jobs/next", nil)
		for _, v := range h.visits()[before:] {
			if v.request.URL.Path != "/jobs/outer" && v.request.URL.Path != "/jobs/next" {
				t.Errorf("%s: %s %s reached the service", name, v.request.Method, v.request.URL.Path)
			}
		}
	}
}

// TestNoOtherPathsAreServed checks that there are no metrics, no profiles, and no files but those of the web app.
func TestNoOtherPathsAreServed(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/vars", "/.git/config", "/.git/HEAD", "/.env", "/secrets.json",
		"/assets", "/assets/", "/assets/deep/", "/go.mod"} {
		h.send(t, "GET", path, nil, "Accept", "*/*").want(t, http.StatusNotFound, "Not Found")
	}
}
