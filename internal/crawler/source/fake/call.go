package fake

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Call is one request to one board.
type Call struct {
	W       http.ResponseWriter
	R       *http.Request
	Board   *Board // nil if it does not exist
	At      time.Time
	Root    string // the server's address
	Endless bool   // the board never ends
}

// Fresh answers a conditional request. It returns false if the client has the document already.
func (c Call) Fresh(what string) bool {
	tag := c.Board.etag(dayOf(c.At), what)
	c.W.Header().Set("ETag", tag)
	if c.R.Header.Get("If-None-Match") == tag {
		c.W.WriteHeader(http.StatusNotModified)
		return false
	}
	return true
}

// Number returns a number of the query.
func (c Call) Number(key string, otherwise int) int {
	n, err := strconv.Atoi(c.R.URL.Query().Get(key))
	if err != nil {
		return otherwise
	}
	return n
}

// Page returns one page of the postings, and the total.
func (c Call) Page(offset, limit int) (jobs []Job, total int) {
	if c.Endless {
		for i := range limit {
			jobs = append(jobs, makeJob(c.Board, ref{index: offset + i}, c.At))
		}
		return jobs, offset + 10*limit
	}
	all := c.Board.open()
	offset = min(max(offset, 0), len(all))
	for _, r := range all[offset:min(offset+max(limit, 0), len(all))] {
		jobs = append(jobs, makeJob(c.Board, r, c.At))
	}
	return jobs, len(all)
}

// Pages returns the postings of a page as the family writes them, and the total.
func (c Call) Pages(offset, limit int, element func(Job) any) (list []any, total int) {
	jobs, total := c.Page(offset, limit)
	list = make([]any, len(jobs))
	for i, j := range jobs {
		list[i] = element(j)
	}
	return list, total
}

// Each calls fn for every posting of the board, and for ever if it is endless.
func (c Call) Each(fn func(Job)) {
	if c.Endless {
		for i := 0; c.R.Context().Err() == nil; i++ {
			fn(makeJob(c.Board, ref{index: i}, c.At))
		}
		return
	}
	for _, r := range c.Board.open() {
		fn(makeJob(c.Board, r, c.At))
	}
}

// Open counts the open postings.
func (c Call) Open() int { return c.Board.Open() }

// Find returns an open posting by its number, which the last six digits of its ID are.
func (c Call) Find(number int64) (Job, bool) {
	index := int(number % 1_000_000)
	r, open := c.Board.lookup(index)
	if c.Endless {
		r, open = ref{index: index}, true
	}
	if !open {
		return Job{}, false
	}
	return makeJob(c.Board, r, c.At), true
}

// JSON writes one value.
func (c Call) JSON(v any) {
	c.W.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(c.W).Encode(v)
}

// Stream writes a document with one long array, element by element.
func (c Call) Stream(open, end string, element func(Job) any) {
	c.W.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := bufio.NewWriterSize(c.W, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString(open)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	first := true
	c.Each(func(j Job) {
		if !first {
			_ = out.WriteByte(',')
		}
		first = false
		_ = enc.Encode(element(j))
	})
	_, _ = out.WriteString(end)
}

// Text writes a document of any type through write.
func (c Call) Text(media string, write func(*bufio.Writer)) {
	c.W.Header().Set("Content-Type", media+"; charset=utf-8")
	out := bufio.NewWriterSize(c.W, 32<<10)
	defer out.Flush()
	write(out)
}

// Missing answers 404 with JSON.
func Missing(c Call) {
	c.W.Header().Set("Content-Type", "application/json")
	c.W.WriteHeader(http.StatusNotFound)
	_, _ = c.W.Write([]byte(`{"ok":false,"error":"Document not found"}`))
}

// MissingPage answers 404 with a web page.
func MissingPage(c Call) {
	c.W.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.W.WriteHeader(http.StatusNotFound)
	_, _ = c.W.Write([]byte("<!doctype html><title>Not found</title><h1>Not found</h1>"))
}

// Stub answers 200 with a web page that is not a board, as several vendors do for a board that does not exist.
func Stub(c Call) {
	c.Text("text/html", func(out *bufio.Writer) {
		_, _ = out.WriteString("<!doctype html><html><head><title>Careers</title></head><body><p>Welcome.</p></body></html>")
	})
}

// Elsewhere redirects a board that does not exist to the vendor's own pages.
func Elsewhere(status int, address string) func(Call) {
	return func(c Call) {
		c.W.Header().Set("Location", address)
		c.W.WriteHeader(status)
	}
}

// Escape escapes text for XML and HTML.
func Escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
