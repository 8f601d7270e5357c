package httpd

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/google/uuid"
)

// RequestIDHeader carries the id of a request through all services.
const RequestIDHeader = "X-Request-Id"

// request holds what the access log needs; handlers and Describe add to it.
type request struct {
	id     string
	client netip.Addr
	cause  error // the error behind the response, for the log only
}

type requestKey struct{}

func from(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{}
}

// RequestID returns the id of the context's request, or "".
func RequestID(ctx context.Context) string { return from(ctx).id }

// ClientAddress returns the client's address as Clients determined it.
func ClientAddress(ctx context.Context) netip.Addr { return from(ctx).client }

// identify keeps a well-formed request id or creates one, and sends it in the response.
func identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(RequestIDHeader)
		if !wellFormed(id) {
			id = uuid.NewString()
		}
		w.Header().Set(RequestIDHeader, id)
		ctx := context.WithValue(r.Context(), requestKey{}, &request{id: id})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// wellFormed reports whether an id is short and printable, so that it is safe in headers and logs.
func wellFormed(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return false
		}
	}
	return true
}

// Forward adds the request id of the context to outgoing requests.
func Forward(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if id := RequestID(r.Context()); id != "" && r.Header.Get(RequestIDHeader) == "" {
			r = r.Clone(r.Context())
			r.Header.Set(RequestIDHeader, id)
		}
		return next.RoundTrip(r)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
