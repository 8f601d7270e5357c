package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Options set a Fetcher up; zero values take the default.
type Options struct {
	UserAgent    string        // sent with every request, and the name that robots.txt is read for
	Concurrency  int           // requests under way over all, 32
	PerHost      int           // requests under way per lane, 4
	Delay        time.Duration // distance between two requests of a lane, 250 ms; negative for none
	Timeout      time.Duration // network time of one request, body included, 30 s
	MaxBody      int64         // bytes of one body, before and after decompression, 64 MiB
	Attempts     int           // tries of one request, 3
	MaxWait      time.Duration // longest Retry-After that is waited for within a pull, 30 s
	MaxRedirects int           // hops of one request, 5
	AllowPrivate bool          // lets requests reach loopback and private addresses

	Resolver *net.Resolver
	Now      func() time.Time
	Sleep    func(context.Context, time.Duration) error
}

// Fetcher sends requests politely and trusts no answer. It is safe for concurrent use.
type Fetcher struct {
	opt       Options
	transport *http.Transport
	lanes     *lanes
}

// NewFetcher makes a fetcher; Close it when done.
func NewFetcher(opt Options) *Fetcher {
	opt.UserAgent = cmp.Or(opt.UserAgent, "Rolecall")
	opt.Concurrency = cmp.Or(opt.Concurrency, 32)
	opt.PerHost = cmp.Or(opt.PerHost, 4)
	opt.Delay = cmp.Or(opt.Delay, 250*time.Millisecond)
	opt.Timeout = cmp.Or(opt.Timeout, 30*time.Second)
	opt.MaxBody = cmp.Or(opt.MaxBody, 64<<20)
	opt.Attempts = cmp.Or(opt.Attempts, 3)
	opt.MaxWait = cmp.Or(opt.MaxWait, 30*time.Second)
	opt.MaxRedirects = cmp.Or(opt.MaxRedirects, 5)
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Sleep == nil {
		opt.Sleep = sleep
	}
	dialer := &net.Dialer{
		Timeout:  min(opt.Timeout, 10*time.Second),
		Resolver: opt.Resolver,
		Control:  dialGuard(opt.AllowPrivate),
	}
	return &Fetcher{
		opt: opt,
		transport: &http.Transport{
			// A proxy would be dialled in place of the board and so hide the board's address
			// from the guard: none is taken from the environment.
			Proxy:                  nil,
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // done in openBody, under a limit
			MaxIdleConns:           2 * opt.Concurrency,
			MaxIdleConnsPerHost:    opt.PerHost,
			IdleConnTimeout:        30 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			// What lies ready before it is read is memory too; the default is 4 MiB a request.
			HTTP2: &http.HTTP2Config{MaxReceiveBufferPerStream: 256 << 10, MaxReceiveBufferPerConnection: 1 << 20},
		},
		lanes: newLanes(opt.Concurrency, opt.PerHost, opt.Now, opt.Sleep),
	}
}

// Close drops idle connections.
func (f *Fetcher) Close() { f.transport.CloseIdleConnections() }

// UserAgent is the name that the fetcher goes by.
func (f *Fetcher) UserAgent() string { return f.opt.UserAgent }

// Now is the fetcher's clock.
func (f *Fetcher) Now() time.Time { return f.opt.Now() }

// Redirects says how far a request may be sent on.
type Redirects int

// The rules for redirects. Whatever the rule, each hop is a request of its own: its address is
// checked when it is dialled, and it waits in the lane of its host.
const (
	// SameHost suits a vendor's API: elsewhere is not the board that was asked for.
	SameHost Redirects = iota
	// Anywhere suits boards that move to the employer's own domain.
	Anywhere
	// Never hands the redirect back as the response.
	Never
)

// Request is one document to fetch.
type Request struct {
	URL       string
	Method    string // GET unless set
	Accept    string // derived from Format unless set
	Body      []byte // JSON
	Format    Format
	Redirects Redirects
	// Lane names the backend where that is more than the host.
	Lane string
	// Width bounds the lane's requests under way below the fetcher's own limit.
	Width int
	// Pace is a distance between requests beyond the fetcher's own, such as a crawl delay.
	Pace time.Duration
	// Validator of an earlier response makes the request conditional.
	Validator string
	// MaxBody bounds the body below the fetcher's own limit.
	MaxBody int64
	// Retry names further statuses that are worth another try at this vendor.
	Retry []int
}

// Response is an answer worth reading: 200, 304 to a conditional request, or a redirect where
// the request asked for it. Its body holds slots of the fetcher until it is closed.
type Response struct {
	Status    int
	URL       *url.URL
	Header    http.Header
	Body      io.ReadCloser
	Validator string
}

// NotModified reports whether the document is the one that the validator came from.
func (r *Response) NotModified() bool { return r.Status == http.StatusNotModified }

// Fetch sends the request, again where that makes sense. Any other answer is an [*Error].
func (f *Fetcher) Fetch(ctx context.Context, req Request) (*Response, error) {
	u, err := parseURL(req.URL)
	if err != nil {
		return nil, err
	}
	for hop := 0; ; hop++ {
		res, err := f.attempts(ctx, req, u)
		if err != nil {
			// What is missing elsewhere says nothing of the board that was asked for.
			if fault, ok := errors.AsType[*Error](err); ok && hop > 0 && fault.Kind == NoBoard {
				fault.Kind, fault.Detail = Broken, "a redirect to a page that is missing"
			}
			return nil, err
		}
		if res.Status < 300 || res.NotModified() || req.Redirects == Never {
			return res, nil
		}
		_ = res.Body.Close()
		next, err := redirectTarget(res, req)
		if err != nil {
			return nil, err
		}
		if hop >= f.opt.MaxRedirects {
			return nil, &Error{Kind: Broken, Detail: "too many redirects", URL: bareURL(u), Status: res.Status}
		}
		if next.Host != u.Host {
			req.Lane, req.Width = "", 0
		}
		u = next
	}
}

func (f *Fetcher) attempts(ctx context.Context, req Request, u *url.URL) (*Response, error) {
	for try := 0; ; try++ {
		res, err := f.once(ctx, req, u)
		fault, _ := errors.AsType[*Error](err)
		if err == nil || fault == nil {
			return res, err
		}
		fault.URL = cmp.Or(fault.URL, bareURL(u))
		wait := max(backoff(try), fault.RetryAfter)
		if !retryable(fault, req) || try+1 >= f.opt.Attempts || fault.RetryAfter > f.opt.MaxWait {
			return nil, fault
		}
		if err := f.opt.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func retryable(fault *Error, req Request) bool {
	return fault.Kind == Throttled || fault.Kind == Unavailable || slices.Contains(req.Retry, fault.Status)
}

func (f *Fetcher) once(parent context.Context, req Request, u *url.URL) (*Response, error) {
	lane := cmp.Or(req.Lane, u.Host)
	pace := max(f.opt.Delay, req.Pace, 0)
	own := ownHost(u.Hostname())
	if own {
		pace = max(req.Pace, 0)
	}
	release, err := f.lanes.enter(parent, lane, req.Width, pace)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(parent)
	done := func() {
		cancel(nil)
		release()
	}
	meter := &meter{left: f.opt.Timeout, cancel: cancel}
	hr, err := f.request(ctx, req, u)
	if err != nil {
		done()
		return nil, err
	}
	var raw *http.Response
	meter.run(func() { raw, err = f.transport.RoundTrip(hr) })
	if err != nil {
		defer done()
		return nil, wireFault(parent, ctx, err)
	}
	wire := &wireReader{ctx: ctx, parent: parent, src: raw.Body, meter: meter}
	closeAll := func() {
		_ = raw.Body.Close()
		done()
	}
	after := retryAfter(raw.Header, f.opt.Now())
	if !own {
		f.lanes.settle(lane, raw.StatusCode == http.StatusTooManyRequests, after)
	}
	res, err := f.accept(req, hr, raw, wire)
	if err != nil {
		// A short rest of an error page is read so that the connection can be used again.
		_, _ = io.CopyN(io.Discard, wire, 16<<10)
		closeAll()
		if fault, ok := errors.AsType[*Error](err); ok {
			fault.Status = raw.StatusCode
			fault.RetryAfter = after
		}
		return nil, err
	}
	res.URL = u
	res.Body = &body{Reader: res.Body, close: closeAll}
	return res, nil
}

func (f *Fetcher) request(ctx context.Context, req Request, u *url.URL) (*http.Request, error) {
	hr, err := http.NewRequestWithContext(ctx, cmp.Or(req.Method, http.MethodGet), u.String(), bytes.NewReader(req.Body))
	if err != nil {
		return nil, Errorf(Refused, "bad request: %w", err)
	}
	if req.Body == nil {
		hr.Body, hr.ContentLength = nil, 0
	} else {
		hr.Header.Set("Content-Type", "application/json")
	}
	hr.Header.Set("User-Agent", f.opt.UserAgent)
	hr.Header.Set("Accept", accept(req))
	hr.Header.Set("Accept-Encoding", "gzip")
	setConditions(hr, req)
	return hr, nil
}

func accept(req Request) string {
	if req.Accept != "" {
		return req.Accept
	}
	switch req.Format {
	case JSON:
		return "application/json"
	case XML:
		return "application/xml, text/xml;q=0.9, */*;q=0.1"
	case HTML:
		return "text/html, application/xhtml+xml;q=0.9, application/xml;q=0.8"
	default:
		return "*/*"
	}
}

// accept turns a raw answer into a response or into the error that its status means.
func (f *Fetcher) accept(req Request, sent *http.Request, raw *http.Response, wire io.Reader) (*Response, error) {
	res := &Response{Status: raw.StatusCode, Header: raw.Header, Body: io.NopCloser(bytes.NewReader(nil))}
	switch {
	case raw.StatusCode == http.StatusOK:
		limit := f.opt.MaxBody
		if req.MaxBody > 0 {
			limit = min(limit, req.MaxBody)
		}
		reader, err := openBody(wire, raw.Header, limit, req.Format)
		if err != nil {
			return nil, err
		}
		res.Body = io.NopCloser(reader)
		res.Validator = validatorOf(sent, raw.Header)
		return res, nil
	case raw.StatusCode == http.StatusNotModified:
		if !conditional(sent) {
			return nil, &Error{Kind: Broken, Detail: "not modified, although nothing was compared"}
		}
		res.Validator = req.Validator
		return res, nil
	case slices.Contains(req.Retry, raw.StatusCode):
		kind := kindOfStatus(raw.StatusCode)
		if raw.StatusCode < 400 {
			kind = Unavailable
		}
		return nil, &Error{Kind: kind, Detail: http.StatusText(raw.StatusCode)}
	case raw.StatusCode >= 300 && raw.StatusCode < 400 && raw.Header.Get("Location") != "":
		return res, nil
	}
	return nil, &Error{Kind: kindOfStatus(raw.StatusCode), Detail: http.StatusText(raw.StatusCode)}
}

func redirectTarget(res *Response, req Request) (*url.URL, error) {
	bad := func(detail string) error {
		return &Error{Kind: Broken, Detail: detail, URL: bareURL(res.URL), Status: res.Status}
	}
	if req.Body != nil {
		return nil, bad("a redirect in answer to a query")
	}
	next, err := res.URL.Parse(res.Header.Get("Location"))
	if err != nil {
		return nil, bad("a redirect to nowhere")
	}
	if next, err = parseURL(next.String()); err != nil {
		return nil, fmt.Errorf("redirect: %w", err)
	}
	if req.Redirects == SameHost && next.Hostname() != res.URL.Hostname() {
		return nil, bad("a redirect to another host, " + next.Host)
	}
	return next, nil
}

// parseURL admits plain web addresses only.
func parseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, Errorf(Refused, "bad address: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return nil, Errorf(Refused, "only plain http and https addresses are fetched, not %q", u.Redacted())
	}
	u.Fragment = ""
	return u, nil
}
