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

const (
	minInterval  = 250 * time.Millisecond // interval between two requests of a lane
	maxWait      = 30 * time.Second       // longest Retry-After that is waited for within a pull
	maxRedirects = 5                      // redirects of one request
)

// Options configure a Fetcher; zero values mean the default.
type Options struct {
	UserAgent    string        // sent with every request; also the name looked up in robots.txt
	Concurrency  int           // concurrent requests overall, 32
	PerHost      int           // concurrent requests per lane, 4
	Timeout      time.Duration // network time of one request, body included, 30 s
	MaxBody      int64         // bytes of one body, before and after decompression, 64 MiB
	Attempts     int           // tries of one request, 3
	AllowPrivate bool          // allow requests to loopback and private addresses

	Resolver *net.Resolver
	Now      func() time.Time
	Sleep    func(context.Context, time.Duration) error
}

// Fetcher sends rate-limited requests and bounds what it reads. It is safe for concurrent use.
type Fetcher struct {
	opt       Options
	transport *http.Transport
	lanes     *lanes
	guess     *guess // nil unless the board may not exist
}

// NewFetcher returns a fetcher; call Close when done.
func NewFetcher(opt Options) *Fetcher {
	opt.UserAgent = cmp.Or(opt.UserAgent, "Rolecall")
	opt.Concurrency = cmp.Or(opt.Concurrency, 32)
	opt.PerHost = cmp.Or(opt.PerHost, 4)
	opt.Timeout = cmp.Or(opt.Timeout, 30*time.Second)
	opt.MaxBody = cmp.Or(opt.MaxBody, 64<<20)
	opt.Attempts = cmp.Or(opt.Attempts, 3)
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
			// Never use a proxy from the environment: it would be dialled in place of the board
			// and so hide the board's address from dialGuard.
			Proxy:                  nil,
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // done in openBody, under a limit
			MaxIdleConns:           2 * opt.Concurrency,
			MaxIdleConnsPerHost:    opt.PerHost,
			IdleConnTimeout:        30 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			// Received data takes memory before it is read; the default is 4 MiB per request.
			HTTP2: &http.HTTP2Config{MaxReceiveBufferPerStream: 256 << 10, MaxReceiveBufferPerConnection: 1 << 20},
		},
		lanes: newLanes(opt.Concurrency, opt.PerHost, opt.Now, opt.Sleep),
	}
}

// Close closes idle connections.
func (f *Fetcher) Close() { f.transport.CloseIdleConnections() }

// UserAgent returns the user agent that the fetcher sends.
func (f *Fetcher) UserAgent() string { return f.opt.UserAgent }

// Now returns the time by the fetcher's clock.
func (f *Fetcher) Now() time.Time { return f.opt.Now() }

// Redirects selects the redirects that a request follows.
type Redirects int

// The rules for redirects. Each hop is a separate request: its address is checked when it is dialled, and it waits in
// the lane of its host.
const (
	// SameHost is for vendors' APIs: another host is not the requested board.
	SameHost Redirects = iota
	// Anywhere is for boards that move to the employer's own domain.
	Anywhere
	// Never returns the redirect as the response.
	Never
)

// Request is one document to fetch.
type Request struct {
	URL       string
	Method    string // GET unless set
	Accept    string // follows from Format unless set
	Body      []byte // JSON
	Format    Format
	Redirects Redirects
	// Home lists the vendor's own hosts: a redirect there means that there is no such board.
	Home []string
	// Lane names the backend if it serves more than one host.
	Lane string
	// Interval is the minimum time between requests of the lane, if the vendor requires more than our own.
	Interval time.Duration
	// Width limits the lane's concurrent requests below Options.PerHost.
	Width int
	// Allow, if set, is called for every hop. It may refuse the address, or return a minimum interval between
	// requests, such as a crawl delay.
	Allow func(context.Context, *url.URL) (interval time.Duration, err error)
	// Validator of an earlier response makes the request conditional.
	Validator string
	// MaxBody limits the body below Options.MaxBody.
	MaxBody int64
	// Retry lists further statuses after which this vendor is worth another try.
	Retry []int
}

// Response is a readable answer: 200, 304 to a conditional request, or a redirect if the rule is
// Never. It holds slots of the fetcher until its body is closed.
type Response struct {
	Status    int
	URL       *url.URL
	Header    http.Header
	Body      io.ReadCloser
	Validator string
}

// NotModified reports whether the document is unchanged since the validator was made.
func (r *Response) NotModified() bool { return r.Status == http.StatusNotModified }

// Fetch sends the request, with retries and redirects. Any answer but a [Response] is an [*Error].
func (f *Fetcher) Fetch(ctx context.Context, req Request) (*Response, error) {
	if f.guess != nil {
		return f.guess.fetch(ctx, f, req)
	}
	return f.fetch(ctx, req)
}

func (f *Fetcher) fetch(ctx context.Context, req Request) (*Response, error) {
	u, err := parseURL(req.URL)
	if err != nil {
		return nil, err
	}
	for hop := 0; ; hop++ {
		var interval time.Duration
		if req.Allow != nil {
			if interval, err = req.Allow(ctx, u); err != nil {
				return nil, err
			}
		}
		res, err := f.attempts(ctx, req, u, interval)
		if err != nil {
			// A missing redirect target does not prove that the board is missing.
			if fault, ok := errors.AsType[*Error](err); ok && hop > 0 && fault.Kind == NoBoard {
				fault.Kind, fault.Detail = Broken, "redirected to a page that is missing"
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
		if hop >= maxRedirects {
			return nil, &Error{Kind: Broken, Detail: "too many redirects", URL: bareURL(u), Status: res.Status}
		}
		if next.Host != u.Host {
			req.Lane, req.Width, req.Interval = "", 0, 0
		}
		u = next
	}
}

func (f *Fetcher) attempts(ctx context.Context, req Request, u *url.URL, interval time.Duration) (*Response, error) {
	for try := 0; ; try++ {
		res, err := f.once(ctx, req, u, interval)
		fault, _ := errors.AsType[*Error](err)
		if err == nil || fault == nil {
			return res, err
		}
		fault.URL = cmp.Or(fault.URL, bareURL(u))
		wait := max(backoff(try), fault.RetryAfter)
		if !retryable(fault, req) || try+1 >= f.opt.Attempts || fault.RetryAfter > maxWait {
			return nil, fault
		}
		if err := f.opt.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// retryable reports whether another try may succeed. A host that does not exist will not a second later.
func retryable(fault *Error, req Request) bool {
	if dns, ok := errors.AsType[*net.DNSError](fault); ok && dns.IsNotFound {
		return false
	}
	return fault.Kind == Throttled || fault.Kind == Unavailable || slices.Contains(req.Retry, fault.Status)
}

func (f *Fetcher) once(parent context.Context, req Request, u *url.URL, interval time.Duration) (*Response, error) {
	lane := cmp.Or(req.Lane, u.Host)
	own := ownHost(u.Hostname())
	if !own {
		interval = max(interval, minInterval, req.Interval)
	}
	release, err := f.lanes.enter(parent, lane, req.Width, interval)
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
	usage := usageOf(parent)
	usage.add(lane, 1, 0)
	var raw *http.Response
	meter.run(func() { raw, err = f.transport.RoundTrip(hr) })
	if err != nil {
		defer done()
		return nil, wireFault(parent, ctx, err)
	}
	wire := &wireReader{ctx: ctx, parent: parent, src: raw.Body, meter: meter, received: func(n int) { usage.add(lane, 0, n) }}
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
		// Read the rest of a short error page so that the connection can be reused.
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

// accept turns a raw answer into a response, or into the error that its status means.
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
			return nil, &Error{Kind: Broken, Detail: "answered 304 to a request without a validator"}
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
		return nil, bad("redirected a POST request")
	}
	next, err := res.URL.Parse(res.Header.Get("Location"))
	if err != nil {
		return nil, bad("redirected to a malformed address")
	}
	if next, err = parseURL(next.String()); err != nil {
		return nil, fmt.Errorf("redirect: %w", err)
	}
	if slices.Contains(req.Home, next.Hostname()) {
		return nil, &Error{Kind: NoBoard, Detail: "redirected to the vendor's own pages", URL: bareURL(res.URL), Status: res.Status}
	}
	if req.Redirects == SameHost && next.Hostname() != res.URL.Hostname() {
		return nil, bad("redirected to another host, " + next.Host)
	}
	return next, nil
}

// parseURL accepts http and https addresses without a password.
func parseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, Errorf(Refused, "bad address: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return nil, Errorf(Refused, "%q is not an http or https address, or has a password in it", u.Redacted())
	}
	u.Fragment = ""
	return u, nil
}
