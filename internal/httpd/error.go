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

// Body is the error body of every service.
type Body struct {
	Error     string        `json:"error"`
	Message   string        `json:"message"`
	Fields    []fault.Field `json:"fields,omitempty"`
	RequestID string        `json:"requestId,omitempty"` // on a 500
}

// Answer is the response to an error.
type Answer struct {
	Body
	Status     int
	RetryAfter int // seconds, rounded up; 0 means none
	Detail     any // of the fault
}

// Describe returns the response to an error and keeps the error for the access log. Generated servers call it through
// NewError, other handlers through WriteError.
func Describe(ctx context.Context, err error) Answer {
	from(ctx).cause = err
	f := classify(err)
	a := Answer{Body: Body{Error: f.Title, Message: f.Message, Fields: f.Fields}, Status: f.Kind.Status(), Detail: f.Detail}
	if f.RetryAfter > 0 {
		a.RetryAfter = int(math.Ceil(float64(f.RetryAfter) / float64(time.Second)))
	}
	if f.Kind == fault.Internal {
		a.RequestID = RequestID(ctx)
	}
	return a
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

// WriteError answers with the error body.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	a := Describe(r.Context(), err)
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if a.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(a.RetryAfter))
	}
	w.WriteHeader(a.Status)
	if r.Method != http.MethodHead {
		_ = json.NewEncoder(w).Encode(a.Body)
	}
}
