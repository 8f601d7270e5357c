package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

// statusClientGone is logged when the client closed the connection before the response.
const statusClientGone = 499

// notForwarded are the request headers that services never get from clients: the service key, client addresses, which
// the gateway sets itself, and headers of the connection.
var notForwarded = []string{
	"X-Service-Key", httpd.ForwardedForHeader, httpd.ForwardedProofHeader, "Forwarded", "X-Forwarded-Host",
	"X-Forwarded-Proto", "X-Forwarded-Port", "X-Real-Ip", "X-Original-Url", "X-Rewrite-Url",
	"Connection", "Upgrade", "Expect",
}

// upstream is one service behind the gateway.
type upstream struct {
	name      string
	base      *url.URL
	transport *http.Transport
	proxy     *httputil.ReverseProxy
	timeout   time.Duration
}

func newUpstream(name, address string, clients httpd.Clients, timeout time.Duration) (*upstream, error) {
	base, err := baseURL(address)
	if err != nil {
		return nil, fmt.Errorf("address of %s: %w", name, err)
	}
	u := &upstream{
		name: name,
		base: base,
		// Each service has its own pool, so one that hangs does not block the others.
		transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: timeout,
			ExpectContinueTimeout: time.Second,
			IdleConnTimeout:       90 * time.Second,
			MaxIdleConnsPerHost:   128,
			MaxConnsPerHost:       512,
			DisableCompression:    true, // the gateway compresses for the client
		},
		timeout: timeout,
	}
	u.proxy = &httputil.ReverseProxy{
		Transport:      u.transport,
		BufferPool:     buffers{},
		Rewrite:        u.rewrite(clients),
		ModifyResponse: u.receive,
		ErrorHandler:   u.fail,
	}
	return u, nil
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), u.timeout)
	defer cancel()
	body := &sentBody{ReadCloser: r.Body}
	r = r.WithContext(context.WithValue(ctx, sentBodyKey{}, body))
	r.Body = body
	u.proxy.ServeHTTP(w, r)
}

type sentBodyKey struct{}

// sentBody records that reading the client's body failed, which is not the service's fault.
type sentBody struct {
	io.ReadCloser
	broken atomic.Bool
}

func (b *sentBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		b.broken.Store(true)
	}
	return n, err
}

func (u *upstream) rewrite(clients httpd.Clients) func(*httputil.ProxyRequest) {
	return func(p *httputil.ProxyRequest) {
		// Send the decoded path that was checked, encoded again, and never the client's own spelling.
		p.Out.URL = &url.URL{Scheme: u.base.Scheme, Host: u.base.Host, Path: p.In.URL.Path, RawQuery: p.In.URL.RawQuery}
		p.Out.Host = ""
		for _, name := range notForwarded {
			p.Out.Header.Del(name)
		}
		clients.Vouch(p.Out.Header, httpd.ClientAddress(p.In.Context()))
		p.Out.Header.Set(httpd.RequestIDHeader, httpd.RequestID(p.In.Context()))
	}
}

// receive removes headers that the gateway sets itself, so that none arrives twice.
func (u *upstream) receive(res *http.Response) error {
	if res.StatusCode == http.StatusSwitchingProtocols {
		return errors.New("the service tried to switch protocols")
	}
	res.Header.Del(httpd.RequestIDHeader)
	for _, name := range securityHeaderNames {
		res.Header.Del(name)
	}
	// API responses are personal unless the service says otherwise.
	if res.Header.Get("Cache-Control") == "" {
		res.Header.Set("Cache-Control", "no-store")
	}
	return nil
}

func (u *upstream) fail(w http.ResponseWriter, r *http.Request, err error) {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		httpd.WriteError(w, r, err)
		return
	}
	if errors.Is(r.Context().Err(), context.Canceled) {
		w.WriteHeader(statusClientGone)
		return
	}
	if b, ok := r.Context().Value(sentBodyKey{}).(*sentBody); ok && b.broken.Load() {
		httpd.WriteError(w, r, fault.New(fault.Invalid, "", "The request body is incomplete.").Because(err))
		return
	}
	httpd.WriteError(w, r, fault.New(fault.Unavailable, "", "This part of the platform is not available at the moment. Please try again.").
		WithRetryAfter(5*time.Second).Because(fmt.Errorf("%s: %w", u.name, err)))
}

// buffers is the proxy's pool of copy buffers.
type buffers struct{}

var bufferPool = sync.Pool{New: func() any { return new([32 << 10]byte) }}

func (buffers) Get() []byte  { return bufferPool.Get().(*[32 << 10]byte)[:] }
func (buffers) Put(b []byte) { bufferPool.Put((*[32 << 10]byte)(b)) }
