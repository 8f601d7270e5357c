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

// Fault is a way for a board to fail. After and Times choose the requests that fail. The zero value is
// no fault.
type Fault struct {
	Name  string
	After int // requests answered correctly before the first fault
	Times int // requests that fail, 0 for all
	Part  Part

	serve   func(c fake.Call, correctly func(fake.Call))
	endless bool
}

// Part is the part of a board that fails.
type Part int

// The parts. Documents of single postings are details, all others belong to the list.
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

// Slow delays the answer.
func Slow(d time.Duration) Fault {
	return Fault{Name: "slow", serve: func(c fake.Call, correctly func(fake.Call)) {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			correctly(c)
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

// Missing answers 404 for the paths with an ending, and the others correctly.
func Missing(ending string) Fault {
	return Fault{Name: "no " + ending, serve: func(c fake.Call, correctly func(fake.Call)) {
		if strings.HasSuffix(c.R.URL.Path, ending) {
			http.NotFound(c.W, c.R)
			return
		}
		correctly(c)
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

// Empty answers 200 with no body at all.
func Empty() Fault {
	return Fault{Name: "empty with 200", serve: func(fake.Call, func(fake.Call)) {}}
}

// Foreign answers 200 with JSON in another format.
func Foreign() Fault {
	return Fault{Name: "other json", serve: func(c fake.Call, _ func(fake.Call)) {
		c.JSON(map[string]any{"message": "deprecated", "result": []any{}})
	}}
}

// CutOff answers with the first half of the document.
func CutOff() Fault {
	return Fault{Name: "cut off", serve: func(c fake.Call, correctly func(fake.Call)) {
		rec := &recorder{header: http.Header{}, code: http.StatusOK}
		direct := c.W
		c.W = rec
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
		direct := c
		direct.W = &recorder{header: c.W.Header()}
		opening(direct)
		_, _ = zw.Write(direct.W.(*recorder).body.Bytes())
		flood(c, zw.Write)
		_ = zw.Close()
	}}
}

// Reset drops the connection without an answer.
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

// Swollen answers correctly, but with a paragraph of 3 MiB in the first text.
func Swollen() Fault {
	return Fault{Name: "swollen text", serve: func(c fake.Call, correctly func(fake.Call)) {
		direct := c.W
		rec := &recorder{header: direct.Header(), code: http.StatusOK}
		c.W = rec
		correctly(c)
		direct.Header().Del("ETag")
		direct.WriteHeader(rec.code)
		_, _ = direct.Write(swell(rec.body.Bytes()))
	}}
}

// swell makes the first item of a text long, in each way that the document encodes it.
func swell(body []byte) []byte {
	for _, item := range []string{"</li>", "&lt;/li&gt;", `\u003c/li\u003e`, `\u0026lt;/li\u0026gt;`, "* "} {
		if at := bytes.Index(body, []byte(item)); at >= 0 {
			body = slices.Concat(body[:at], bytes.Repeat([]byte(" stoke the kiln"), 3*mib/15), body[at:])
		}
	}
	return body
}

// EmptyPage answers an array or list of the document with nothing in it and a total of zero, as vendors do beyond the
// last page that they serve.
func EmptyPage() Fault {
	return Fault{Name: "empty page", serve: func(c fake.Call, correctly func(fake.Call)) {
		c.Board = fake.NewBoard(c.Board.Family, c.Board.Token, c.Board.Name, 0, nil)
		correctly(c)
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
	const mib = 1 << 20
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

// recorder records an answer so that part of it can be sent.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	code   int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorder) WriteHeader(code int)        { r.code = code }
