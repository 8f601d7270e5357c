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

// Describe returns the fault that the client sees and keeps the error for the access log. Generated servers call it
// through NewError, other handlers through WriteError.
func Describe(ctx context.Context, err error) *fault.Fault {
	from(ctx).cause = err
	return classify(err)
}

// classify returns the fault of an error: the one in its chain, else a refusal of the contract, else an outage, else
// internal.
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

// ShownID returns the request id for the body of a 500, and "" for other errors.
func ShownID(ctx context.Context, f *fault.Fault) string {
	if f.Kind == fault.Internal {
		return RequestID(ctx)
	}
	return ""
}

// RetrySeconds returns the fault's time to wait in seconds, rounded up; 0 means none.
func RetrySeconds(f *fault.Fault) int {
	if f.RetryAfter <= 0 {
		return 0
	}
	return int(math.Ceil(float64(f.RetryAfter) / float64(time.Second)))
}
