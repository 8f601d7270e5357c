package httpd

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"rolecall/internal/env"
	"rolecall/internal/fault"
)

// DefaultBodyLimit is the largest request body a service reads unless the contract says otherwise.
const DefaultBodyLimit = 1 << 20

// Options configures the handler of a service.
type Options struct {
	Service string // for logs and metrics
	Log     *slog.Logger
	Metrics prometheus.Registerer
	// Tracing wraps requests in spans. The process sets up the exporter.
	Tracing bool
	Clients Clients
	// Operation returns the contract's operation of a request for logs and metrics, or "".
	Operation func(*http.Request) string
	// BodyLimit overrides the default for some requests; nil or 0 keeps it.
	BodyLimit func(*http.Request) int64
	// Ready returns why the service cannot serve now, or nil. Without it the service is always ready.
	Ready func(context.Context) error
}

// Handler wraps a service's API with everything that services share.
func Handler(api http.Handler, o Options) http.Handler {
	health := getOnly(func(w http.ResponseWriter, r *http.Request) { writeHealth(w, r, nil) })
	ready := getOnly(func(w http.ResponseWriter, r *http.Request) {
		var err error
		if o.Ready != nil {
			ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
			defer cancel()
			err = o.Ready(ctx)
		}
		writeHealth(w, r, err)
	})
	api = o.limitBody(o.headLikeGet(api))
	// Not a ServeMux: it would redirect a path like //jobs, which must be a 404.
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz":
			health(w, r)
		case "/readyz":
			ready(w, r)
		default:
			api.ServeHTTP(w, r)
		}
	})
	if o.Tracing {
		h = otelhttp.NewHandler(h, o.Service, otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string {
			if op := o.operation(r); op != "" {
				return op
			}
			return r.Method
		}))
	}
	return identify(o.observe(o.Clients.middleware(o.Log, h)))
}

// operation returns the operation of a request. HEAD is handled as GET unless the contract declares HEAD.
func (o Options) operation(r *http.Request) string {
	if o.Operation == nil {
		return ""
	}
	if op := o.Operation(r); op != "" || r.Method != http.MethodHead {
		return op
	}
	return o.Operation(asGet(r))
}

// headLikeGet answers HEAD like GET; the server omits the body. HEAD operations of the contract are left alone.
func (o Options) headLikeGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead && o.Operation != nil && o.Operation(r) == "" && o.operation(r) != "" {
			r = asGet(r)
		}
		next.ServeHTTP(w, r)
	})
}

func asGet(r *http.Request) *http.Request {
	get := r.WithContext(r.Context())
	get.Method = http.MethodGet
	return get
}

func (o Options) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit := int64(DefaultBodyLimit)
		if o.BodyLimit != nil {
			if own := o.BodyLimit(r); own > 0 {
				limit = own
			}
		}
		// Closing a connection while the client still sends resets it, and the response is lost. MaxBytesReader prevents
		// that, but only if it gets the server's own writer.
		r.Body = http.MaxBytesReader(innermost(w), r.Body, limit)
		switch {
		case r.ContentLength > limit:
			drain(r)
			WriteError(w, r, &http.MaxBytesError{Limit: limit})
		case compressed(r):
			// No operation accepts this type: those with a body answer 415, all others ignore it.
			r.Header.Set("Content-Type", compressedType)
			next.ServeHTTP(w, r)
			drain(r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func drain(r *http.Request) {
	if r.Header.Get("Expect") == "" {
		_, _ = io.Copy(io.Discard, r.Body)
	}
}

const compressedType = "application/x-compressed"

// compressed reports whether the body is compressed. Such bodies are refused: they can expand to any size.
func compressed(r *http.Request) bool {
	encoding := r.Header.Get("Content-Encoding")
	return r.ContentLength != 0 && encoding != "" && !strings.EqualFold(encoding, "identity")
}

// innermost returns the server's own writer.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = wrapped.Unwrap()
	}
}

// observe counts and logs every request and answers 500 after a panic.
func (o Options) observe(next http.Handler) http.Handler {
	seen := newRequestMetrics(o.Metrics, o.Service)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				o.Log.ErrorContext(r.Context(), "panic", "request_id", RequestID(r.Context()), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					WriteError(rec, r, fmt.Errorf("panic: %v", p))
				}
			}
			took := time.Since(start)
			op := o.operation(r)
			seen.count(op, r.Method, rec.code(), took)
			o.log(r, op, rec, took)
		}()
		next.ServeHTTP(rec, r)
	})
}

func (o Options) log(r *http.Request, op string, rec *recorder, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case rec.code() >= 500 && rec.code() != http.StatusServiceUnavailable:
		level = slog.LevelError
	case rec.code() == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	case op == "", rec.code() < 400 && strings.Contains(r.URL.Path, "/internal/"):
		// Successful health probes, unknown paths and calls of our own schedulers are noise.
		level = slog.LevelDebug
	}
	if !o.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("request_id", RequestID(r.Context())),
		slog.String("operation", op),
		slog.String("method", r.Method),
		slog.String("path", r.URL.Path), // never the query: links in mail carry their token there
		slog.Int("status", rec.code()),
		slog.Duration("took", took),
		slog.String("client", ClientAddress(r.Context()).String()),
	}
	if cause := from(r.Context()).cause; cause != nil && rec.code() >= 400 {
		attrs = append(attrs, slog.String("error", cause.Error()))
	}
	o.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

func getOnly(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			MethodNotAllowed(w, r, "GET,HEAD")
			return
		}
		h(w, r)
	}
}

func writeHealth(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		WriteError(w, r, fault.New(fault.Unavailable, "", "Not ready: "+fault.Of(err).Message).Because(err))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
}

func sizeWords(n int64) string {
	if n >= 1<<10 {
		return env.Bytes(n).String()
	}
	return strconv.FormatInt(n, 10) + " bytes"
}
