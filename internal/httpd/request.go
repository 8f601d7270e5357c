package httpd

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/google/uuid"
)

// RequestIDHeader carries the id of a request from the first service it meets to the last.
const RequestIDHeader = "X-Request-Id"

// request is what the edge knows of a request; handlers and the error road add to it, the access log reads it.
type request struct {
	id     string
	client netip.Addr
	cause  error // the error behind the answer, for the log only
}

type requestKey struct{}

func from(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{}
}

// RequestID is the id of the request the context belongs to, or "".
func RequestID(ctx context.Context) string { return from(ctx).id }

// WithRequestID gives work outside a request (a scheduler's run) an id of its own, so that the calls it makes can be
// followed through the logs of other services.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, &request{id: id})
}

// ClientAddress is the address of the person's machine, as far as it can be believed.
func ClientAddress(ctx context.Context) netip.Addr { return from(ctx).client }

// identify takes over a well-formed request id or makes one, and returns it to the caller.
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

// wellFormed keeps control characters, spaces and endless ids out of headers and logs.
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

// Forward passes the request id on to a service that is called on behalf of this request.
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
