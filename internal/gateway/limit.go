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
	// rememberedClients bounds the memory of the limiter. A forgotten client starts with a full bucket again.
	rememberedClients = 32768
	// maxHeaders is far above what browsers and proxies send; the server bounds their size.
	maxHeaders = 128
)

// limiter limits the request rate of each client address with a token bucket.
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

// widerShare is the limit of an IPv6 /48, which may be one customer or many, as a multiple of that of a /64.
const widerShare = 4

// take takes a token from each network of the client, or returns how long the client has to wait for one.
func (l *limiter) take(client netip.Addr) (wait time.Duration) {
	networks := httpd.ClientNetworks(client)
	if len(networks) == 0 {
		networks = []netip.Prefix{{}} // clients without an address share a bucket
	}
	now := l.now()
	var taken []*rate.Reservation
	for i, network := range networks {
		reservation := l.bucket(network, i > 0).ReserveN(now, 1)
		taken = append(taken, reservation)
		wait = max(wait, reservation.DelayFrom(now))
	}
	if wait > 0 { // a refused request takes no token
		for _, reservation := range taken {
			reservation.CancelAt(now)
		}
	}
	return wait
}

func (l *limiter) bucket(network netip.Prefix, wide bool) *rate.Limiter {
	if known, ok := l.buckets.Get(network); ok {
		return known
	}
	fresh := rate.NewLimiter(l.rate, l.burst)
	if wide {
		fresh = rate.NewLimiter(l.rate*widerShare, l.burst*widerShare)
	}
	// Two first requests at the same time must share one bucket.
	if earlier, found, _ := l.buckets.PeekOrAdd(network, fresh); found {
		return earlier
	}
	return fresh
}

// plainRequests refuses requests that no legitimate client sends.
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
			httpd.WriteError(w, r, fault.New(fault.Invalid, "", "WebSocket connections are not supported."))
		case !unambiguous(r.URL):
			httpd.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
