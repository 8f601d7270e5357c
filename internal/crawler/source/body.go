package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Format is the format that a request expects.
type Format int

// The formats. Any accepts everything.
const (
	Any Format = iota
	JSON
	XML
	HTML
)

var errTimeout = errors.New("no answer in time")

// sniffLen is the number of bytes by which the format of a body is checked.
const sniffLen = 512

// meter counts only network time towards the request's time limit: the caller may parse and store
// what it read between two reads.
type meter struct {
	left   time.Duration
	cancel context.CancelCauseFunc
}

func (m *meter) run(fn func()) {
	start := time.Now()
	t := time.AfterFunc(m.left, func() { m.cancel(errTimeout) })
	fn()
	t.Stop()
	m.left = max(m.left-time.Since(start), time.Nanosecond)
}

// wireReader reads from the connection and turns its faults into board errors.
type wireReader struct {
	ctx      context.Context // context of the request
	parent   context.Context // context of the caller
	src      io.Reader
	meter    *meter
	received func(bytes int)
}

func (r *wireReader) Read(p []byte) (n int, err error) {
	r.meter.run(func() { n, err = r.src.Read(p) })
	r.received(n)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, wireFault(r.parent, r.ctx, err)
}

func wireFault(parent, request context.Context, err error) error {
	switch {
	case parent.Err() != nil:
		return context.Cause(parent)
	case errors.Is(context.Cause(request), errTimeout):
		return &Error{Kind: Unavailable, Detail: errTimeout.Error(), Cause: errTimeout}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Kind: Broken, Detail: "the answer was cut off", Cause: err}
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Kind: Unavailable, Detail: "connection fault: " + err.Error(), Cause: err}
}

// capped returns an error once a body is larger than allowed.
type capped struct {
	src   io.Reader
	limit int64
	left  int64
}

func newCapped(src io.Reader, limit int64) *capped { return &capped{src, limit, limit} }

func (c *capped) Read(p []byte) (int, error) {
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.src.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, Errorf(Broken, "the answer is larger than %d MiB", c.limit>>20)
	}
	return n, err
}

// inflated turns decompression faults into board errors.
type inflated struct{ src *gzip.Reader }

func (r inflated) Read(p []byte) (int, error) {
	n, err := r.src.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	if _, known := errors.AsType[*Error](err); known || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return n, err
	}
	return n, &Error{Kind: Broken, Detail: "damaged gzip data", Cause: err}
}

func inflate(src io.Reader, limit int64) (io.Reader, error) {
	zr, err := gzip.NewReader(src)
	if err != nil {
		if _, known := errors.AsType[*Error](err); known {
			return nil, err
		}
		return nil, &Error{Kind: Broken, Detail: "damaged gzip data", Cause: err}
	}
	return newCapped(inflated{zr}, limit), nil
}

// openBody decompresses a body, both the transfer and the file itself (sitemap.xml.gz), and checks its format. The
// limit holds for the bytes before and after decompression.
func openBody(src io.Reader, header http.Header, limit int64, want Format) (io.Reader, error) {
	var r io.Reader = newCapped(src, limit)
	var err error
	switch coding := strings.ToLower(strings.TrimSpace(header.Get("Content-Encoding"))); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		if r, err = inflate(r, limit); err != nil {
			return nil, err
		}
	default:
		return nil, &Error{Kind: Broken, Detail: "unsupported content encoding " + coding}
	}
	buffered := bufio.NewReader(r)
	start, err := peek(buffered)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		if r, err = inflate(buffered, limit); err != nil {
			return nil, err
		}
		buffered = bufio.NewReader(r)
		if start, err = peek(buffered); err != nil {
			return nil, err
		}
	}
	if bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) {
		_, _ = buffered.Discard(3)
		start = start[3:]
	}
	return buffered, checkStart(start, header, want)
}

func peek(r *bufio.Reader) ([]byte, error) {
	start, err := r.Peek(sniffLen)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return start, nil
}

// checkStart checks the format by the first bytes, not by the content type: boards label JSON as text, and
// maintenance pages arrive with status 200.
func checkStart(start []byte, header http.Header, want Format) error {
	text := bytes.TrimLeft(start, " \t\r\n")
	lower := bytes.ToLower(text)
	html := bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html"))
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	switch want {
	case JSON:
		if len(text) == 0 {
			return &Error{Kind: Broken, Detail: "expected JSON, got an empty answer"}
		}
		if html || text[0] == '<' || media == "text/html" {
			return &Error{Kind: Broken, Detail: "expected JSON, got a web page"}
		}
		if text[0] != '{' && text[0] != '[' {
			return &Error{Kind: Broken, Detail: "expected JSON, got text"}
		}
	case XML:
		if html || len(text) == 0 || text[0] != '<' {
			return &Error{Kind: Broken, Detail: "expected XML, got something else"}
		}
	}
	return nil
}

// body releases the slots of its request when it is closed.
type body struct {
	io.Reader
	close func()
	once  sync.Once
}

func (b *body) Close() error {
	b.once.Do(b.close)
	return nil
}
