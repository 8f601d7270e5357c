package fakeboard

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fault describes how a board misbehaves. After and Times choose the requests that fail. The zero value is
// no fault.
type Fault struct {
	Name  string // empty means no fault
	After int    // requests answered correctly before the first fault
	Times int    // requests that fail, 0 for all
	Part  Part

	serve   func(c fake.Call, serveCorrectly func(fake.Call))
	endless bool // passed to the board's own handler, which implements it
}

// Part is the part of a board that fails.
type Part int

// The parts. A request for a single posting is a detail; every other request is part of the list.
const (
	Everything Part = iota
	Lists
	Details
)

// take counts a request and returns its fault.
func (b *board) take(detail bool) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.requests++
	if !detail {
		b.lists++
	}
	f := b.fault
	switch {
	case f.Name == "", f.Part == Lists && detail, f.Part == Details && !detail:
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

// Slow delays the response.
func Slow(d time.Duration) Fault {
	return Fault{Name: "slow", serve: func(c fake.Call, serveCorrectly func(fake.Call)) {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			serveCorrectly(c)
		case <-c.R.Context().Done():
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

// Maintenance answers 503 and asks to come back in an hour.
func Maintenance() Fault { return status("maintenance", http.StatusServiceUnavailable, "3600") }

func status(name string, code int, retryAfter string) Fault {
	return Fault{Name: name, serve: func(c fake.Call, _ func(fake.Call)) {
		if retryAfter != "" {
			c.W.Header().Set("Retry-After", retryAfter)
		}
		if code == http.StatusNotModified {
			c.W.WriteHeader(code)
			return
		}
		c.W.Header().Set("Content-Type", "application/json")
		c.W.WriteHeader(code)
		_, _ = fmt.Fprintf(c.W, `{"error":%q}`, http.StatusText(code))
	}}
}

// Missing answers 404 for paths that end in suffix and answers all others correctly.
func Missing(suffix string) Fault {
	return Fault{Name: "no " + suffix, serve: func(c fake.Call, serveCorrectly func(fake.Call)) {
		if strings.HasSuffix(c.R.URL.Path, suffix) {
			http.NotFound(c.W, c.R)
			return
		}
		serveCorrectly(c)
	}}
}

// Redirect answers with a redirect.
func Redirect(code int, location string) Fault {
	return Fault{Name: fmt.Sprintf("redirect %d to %s", code, location), serve: func(c fake.Call, _ func(fake.Call)) {
		c.W.Header().Set("Location", location)
		c.W.WriteHeader(code)
	}}
}

// HTML answers 200 with a maintenance page.
func HTML() Fault {
	return Fault{Name: "html with 200", serve: func(c fake.Call, _ func(fake.Call)) {
		c.W.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = c.W.Write([]byte("<!doctype html>\n<html><head><title>Maintenance</title></head><body><h1>We will be right back</h1></body></html>"))
	}}
}

// Empty answers 200 with an empty body.
func Empty() Fault {
	return Fault{Name: "empty with 200", serve: func(fake.Call, func(fake.Call)) {}}
}

// UnexpectedJSON answers 200 with valid JSON that is not in the board's format.
func UnexpectedJSON() Fault {
	return Fault{Name: "unexpected json", serve: func(c fake.Call, _ func(fake.Call)) {
		c.JSON(map[string]any{"message": "deprecated", "result": []any{}})
	}}
}

// CutOff answers with the first half of the document.
func CutOff() Fault {
	return Fault{Name: "cut off", serve: func(c fake.Call, serveCorrectly func(fake.Call)) {
		rec := &recorder{header: http.Header{}, code: http.StatusOK}
		direct := c.W
		c.W = rec
		serveCorrectly(c)
		for k, v := range rec.header {
			if k != "Etag" { // a client must not cache the damaged document
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
	return Fault{Name: "1 GiB body", serve: func(c fake.Call, _ func(fake.Call)) {
		opening(c)
		flood(c, c.W.Write)
	}}
}

// Bomb answers with a small body that unpacks to 1 GiB.
func Bomb() Fault {
	return Fault{Name: "gzip bomb", serve: func(c fake.Call, _ func(fake.Call)) {
		c.W.Header().Set("Content-Encoding", "gzip")
		zw := gzip.NewWriter(c.W)
		rec := &recorder{header: c.W.Header()}
		recorded := c
		recorded.W = rec
		opening(recorded)
		_, _ = zw.Write(rec.body.Bytes())
		flood(c, zw.Write)
		_ = zw.Close()
	}}
}

// Reset drops the connection without a response.
func Reset() Fault {
	return Fault{Name: "connection reset", serve: func(c fake.Call, _ func(fake.Call)) {
		conn, _, err := http.NewResponseController(c.W).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}}
}

// HugeText answers correctly, except that the first list item of a description is 3 MiB long.
func HugeText() Fault {
	return Fault{Name: "huge text", serve: func(c fake.Call, serveCorrectly func(fake.Call)) {
		direct := c.W
		rec := &recorder{header: direct.Header(), code: http.StatusOK}
		c.W = rec
		serveCorrectly(c)
		direct.Header().Del("ETag")
		direct.WriteHeader(rec.code)
		_, _ = direct.Write(insertHugeText(rec.body.Bytes()))
	}}
}

// insertHugeText inserts 3 MiB before the first end of a list item, once for each encoding of it that occurs in body.
func insertHugeText(body []byte) []byte {
	const filler = " stoke the kiln"
	for _, item := range []string{"</li>", "&lt;/li&gt;", `\u003c/li\u003e`, `\u0026lt;/li\u0026gt;`, "* "} {
		if at := bytes.Index(body, []byte(item)); at >= 0 {
			body = slices.Concat(body[:at], bytes.Repeat([]byte(filler), 3*mib/len(filler)), body[at:])
		}
	}
	return body
}

// EmptyPage answers with a valid page that has no postings and a total of zero, as vendors do for pages beyond the last.
func EmptyPage() Fault {
	return Fault{Name: "empty page", serve: func(c fake.Call, serveCorrectly func(fake.Call)) {
		c.Board = fake.NewBoard(c.Board.Family, c.Board.Token, c.Board.Name, 0, nil)
		serveCorrectly(c)
	}}
}

// opening writes the beginning of a document that a parser accepts.
func opening(c fake.Call) {
	if strings.Contains(c.R.URL.Path, "xml") || strings.Contains(c.R.URL.Path, "rss") {
		c.W.Header().Set("Content-Type", "application/xml")
		_, _ = c.W.Write([]byte(`<?xml version="1.0"?><workzag-jobs><position><name>`))
		return
	}
	c.W.Header().Set("Content-Type", "application/json")
	_, _ = c.W.Write([]byte(`{"note":"`))
}

func flood(c fake.Call, write func([]byte) (int, error)) {
	chunk := bytes.Repeat([]byte("a"), mib)
	for range 1024 {
		if c.R.Context().Err() != nil {
			return
		}
		if _, err := write(chunk); err != nil {
			return
		}
	}
}

// recorder records a response so that part of it can be sent.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	code   int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorder) WriteHeader(code int)        { r.code = code }
