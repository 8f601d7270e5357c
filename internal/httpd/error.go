package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

// Describe gives any error its public face and keeps the cause for the access log. Generated servers call it through
// their NewError, everything else through WriteError.
func Describe(ctx context.Context, err error) *fault.Fault {
	from(ctx).cause = err
	return classify(err)
}

// classify finds what an error means. The order matters: a rule that named a fault knows best, then the contract's
// own refusals, then an outage, and what is left is internal.
func classify(err error) *fault.Fault {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return f
	}
	if f := refusal(err); f != nil {
		return f
	}
	if errors.Is(err, context.Canceled) {
		return fault.New(fault.Unavailable, "", "The request was cancelled.").Because(err)
	}
	if pg.Unavailable(err) {
		return fault.Of(pg.Fault(err))
	}
	return fault.Of(err)
}

// Body is the error body of every service.
type Body struct {
	Error     string        `json:"error"`
	Message   string        `json:"message"`
	Fields    []fault.Field `json:"fields,omitempty"`
	RequestID string        `json:"requestId,omitempty"`
}

// WriteError answers with the error body.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	f := Describe(r.Context(), err)
	body := Body{Error: f.Title, Message: f.Message, Fields: f.Fields, RequestID: ShownID(r.Context(), f)}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if s := RetrySeconds(f); s > 0 {
		h.Set("Retry-After", strconv.Itoa(s))
	}
	w.WriteHeader(f.Kind.Status())
	if r.Method != http.MethodHead {
		_ = json.NewEncoder(w).Encode(body)
	}
}

// ShownID is the request id for the body: only on a 500, where it is all the client learns.
func ShownID(ctx context.Context, f *fault.Fault) string {
	if f.Kind == fault.Internal {
		return RequestID(ctx)
	}
	return ""
}

// RetrySeconds is the fault's time to wait, rounded up so that a client that obeys is not too early; 0 means none.
func RetrySeconds(f *fault.Fault) int {
	if f.RetryAfter <= 0 {
		return 0
	}
	return int(math.Ceil(float64(f.RetryAfter) / float64(time.Second)))
}
