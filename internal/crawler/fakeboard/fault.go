package fakeboard

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is a way for a board to fail. After and Times choose the requests that fail. The zero value is
// no fault.
type Fault struct {
	Name  string
	After int // requests answered correctly before the first fault
	Times int // requests that fail, 0 for all

	serve   func(c call, correctly func(call))
	endless bool
}

// take counts a request and returns its fault.
func (b *board) take() Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.requests++
	f := b.fault
	switch {
	case f.Name == "":
		return Fault{}
	case f.After > 0:
		b.fault.After--
		return Fault{}
	case f.Times > 0:
		if b.fault.Times--; b.fault.Times == 0 {
			b.fault = Fault{}
		}
	}
	return f
}

// Slow delays the answer.
func Slow(d time.Duration) Fault {
	return Fault{Name: "slow", serve: func(c call, correctly func(call)) {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			correctly(c)
		case <-c.r.Context().Done():
		}
	}}
}

// Status answers with a status.
func Status(code int) Fault { return status(fmt.Sprintf("status %d", code), code, "") }

// Throttled answers 429 with Retry-After as given: seconds, a date, or nothing.
func Throttled(retryAfter string) Fault {
	return status("429 Retry-After "+strconv.Quote(retryAfter), http.StatusTooManyRequests, retryAfter)
}

// ThrottledUntil answers 429 with Retry-After as a date.
func ThrottledUntil(t time.Time) Fault { return Throttled(t.UTC().Format(http.TimeFormat)) }

func status(name string, code int, retryAfter string) Fault {
	return Fault{Name: name, serve: func(c call, _ func(call)) {
		if retryAfter != "" {
			c.w.Header().Set("Retry-After", retryAfter)
		}
		if code == http.StatusNotModified {
			c.w.WriteHeader(code)
			return
		}
		c.w.Header().Set("Content-Type", "application/json")
		c.w.WriteHeader(code)
		_, _ = fmt.Fprintf(c.w, `{"error":%q}`, http.StatusText(code))
	}}
}

// Missing answers 404 for the paths with an ending, and the others correctly.
func Missing(ending string) Fault {
	return Fault{Name: "no " + ending, serve: func(c call, correctly func(call)) {
		if strings.HasSuffix(c.r.URL.Path, ending) {
			http.NotFound(c.w, c.r)
			return
		}
		correctly(c)
	}}
}

// Redirect answers with a redirect.
func Redirect(code int, location string) Fault {
	return Fault{Name: fmt.Sprintf("redirect %d to %s", code, location), serve: func(c call, _ func(call)) {
		c.w.Header().Set("Location", location)
		c.w.WriteHeader(code)
	}}
}

// HTML answers 200 with a maintenance page.
func HTML() Fault {
	return Fault{Name: "html with 200", serve: func(c call, _ func(call)) {
		c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = c.w.Write([]byte("<!doctype html>\n<html><head><title>Maintenance</title></head><body><h1>We will be right back</h1></body></html>"))
	}}
}

// Empty answers 200 with no body at all.
func Empty() Fault {
	return Fault{Name: "empty with 200", serve: func(call, func(call)) {}}
}

// Foreign answers 200 with JSON in another format.
func Foreign() Fault {
	return Fault{Name: "other json", serve: func(c call, _ func(call)) {
		c.json(map[string]any{"message": "deprecated", "result": []any{}})
	}}
}

// CutOff answers with the first half of the document.
func CutOff() Fault {
	return Fault{Name: "cut off", serve: func(c call, correctly func(call)) {
		rec := &recorder{header: http.Header{}, code: http.StatusOK}
		direct := c.w
		c.w = rec
		correctly(c)
		for k, v := range rec.header {
			if k != "Etag" {
				direct.Header()[k] = v
			}
		}
		direct.WriteHeader(rec.code)
		_, _ = direct.Write(rec.body.Bytes()[:rec.body.Len()/2])
	}}
}

// Endless never sends the last page, or the end of a single document.
func Endless() Fault { return Fault{Name: "endless", endless: true} }

// Huge answers with a document of 1 GiB.
func Huge() Fault {
	return Fault{Name: "1 GiB body", serve: func(c call, _ func(call)) {
		opening(c)
		flood(c, c.w.Write)
	}}
}

// Bomb answers with a small body that unpacks to 1 GiB.
func Bomb() Fault {
	return Fault{Name: "gzip bomb", serve: func(c call, _ func(call)) {
		c.w.Header().Set("Content-Encoding", "gzip")
		zw := gzip.NewWriter(c.w)
		direct := c
		direct.w = &recorder{header: c.w.Header()}
		opening(direct)
		_, _ = zw.Write(direct.w.(*recorder).body.Bytes())
		flood(c, zw.Write)
		_ = zw.Close()
	}}
}

// Reset drops the connection without an answer.
func Reset() Fault {
	return Fault{Name: "connection reset", serve: func(c call, _ func(call)) {
		conn, _, err := http.NewResponseController(c.w).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}}
}

// opening writes the beginning of a document that a parser accepts.
func opening(c call) {
	if strings.Contains(c.r.URL.Path, "xml") || strings.Contains(c.r.URL.Path, "rss") {
		c.w.Header().Set("Content-Type", "application/xml")
		_, _ = c.w.Write([]byte(`<?xml version="1.0"?><workzag-jobs><position><name>`))
		return
	}
	c.w.Header().Set("Content-Type", "application/json")
	_, _ = c.w.Write([]byte(`{"note":"`))
}

func flood(c call, write func([]byte) (int, error)) {
	const mib = 1 << 20
	chunk := bytes.Repeat([]byte("a"), mib)
	for range 1024 {
		if c.r.Context().Err() != nil {
			return
		}
		if _, err := write(chunk); err != nil {
			return
		}
	}
}

// recorder records an answer so that part of it can be sent.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	code   int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorder) WriteHeader(code int)        { r.code = code }
