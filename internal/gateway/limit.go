package gateway

import (
	"net/http"
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

const (
	// rememberedClients bounds the memory of the limits. A client that is forgotten starts with a full bucket again.
	rememberedClients = 32768
	// maxHeaders is far above what browsers and proxies send; the server bounds their size.
	maxHeaders = 128
)

// limiter gives every client address a bucket of tokens.
type limiter struct {
	rate    rate.Limit
	burst   int
	buckets *lru.Cache[netip.Prefix, *rate.Limiter]
	now     func() time.Time
}

func newLimiter(perSecond float64, burst int, now func() time.Time) (*limiter, error) {
	buckets, err := lru.New[netip.Prefix, *rate.Limiter](rememberedClients)
	if err != nil {
		return nil, err
	}
	return &limiter{rate: rate.Limit(perSecond), burst: burst, buckets: buckets, now: now}, nil
}

func (l *limiter) middleware(next http.Handler) http.Handler {
	if l.rate == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := l.take(httpd.ClientAddress(r.Context())); wait > 0 {
			httpd.WriteError(w, r, fault.New(fault.RateLimited, "", "Too many requests. Please wait a moment.").WithRetryAfter(wait))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// take spends a token, or says how long the client has to wait for one.
func (l *limiter) take(client netip.Addr) time.Duration {
	key := household(client)
	bucket, ok := l.buckets.Get(key)
	if !ok {
		fresh := rate.NewLimiter(l.rate, l.burst)
		bucket = fresh
		// Two first requests at once must share one bucket.
		if earlier, found, _ := l.buckets.PeekOrAdd(key, fresh); found {
			bucket = earlier
		}
	}
	now := l.now()
	reservation := bucket.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

// household is what counts as one client: an IPv4 address, or the IPv6 network that one customer has to themselves.
func household(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{} // no address at all: such clients share a bucket
	}
	return p
}

// plainRequests refuses what no client of ours sends.
func plainRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count := 0
		for _, values := range r.Header {
			count += len(values)
		}
		switch {
		case count > maxHeaders:
			httpd.WriteError(w, r, fault.New(fault.Invalid, "", "The request has too many headers."))
		case r.Method == http.MethodConnect || r.Method == http.MethodTrace:
			httpd.MethodNotAllowed(w, r, "GET,HEAD,POST,PUT,PATCH,DELETE")
		case r.Header.Get("Sec-Websocket-Key") != "" || r.Header.Get("Sec-Websocket-Version") != "":
			httpd.WriteError(w, r, fault.New(fault.Invalid, "", "There are no WebSocket connections here."))
		case !proper(r.URL):
			httpd.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
