// Package fault defines the errors that clients may see.
//
// A Fault has a kind (which decides the status), a stable title, a message that is safe to show, and a cause that
// appears only in the log. Every other error is internal: the client gets a fixed sentence, so no driver message, path
// or secret can leak.
package fault

import (
	"cmp"
	"errors"
	"net/http"
	"time"
)

// Kind classifies a fault by what the client can do about it.
type Kind int

const (
	Internal Kind = iota
	Invalid
	Unauthorized
	Forbidden
	NotFound
	MethodNotAllowed
	Conflict
	TooLarge
	UnsupportedMedia
	Unprocessable
	RateLimited
	NotImplemented
	Unavailable
)

var kinds = [...]struct {
	status int
	title  string
}{
	Internal:         {http.StatusInternalServerError, "Internal Server Error"},
	Invalid:          {http.StatusBadRequest, "Validation Error"},
	Unauthorized:     {http.StatusUnauthorized, "Unauthorized"},
	Forbidden:        {http.StatusForbidden, "Forbidden"},
	NotFound:         {http.StatusNotFound, "Not Found"},
	MethodNotAllowed: {http.StatusMethodNotAllowed, "Method Not Allowed"},
	Conflict:         {http.StatusConflict, "Conflict"},
	TooLarge:         {http.StatusRequestEntityTooLarge, "Payload Too Large"},
	UnsupportedMedia: {http.StatusUnsupportedMediaType, "Unsupported Media Type"},
	Unprocessable:    {http.StatusUnprocessableEntity, "Unprocessable Entity"},
	RateLimited:      {http.StatusTooManyRequests, "Too Many Requests"},
	NotImplemented:   {http.StatusNotImplemented, "Not Implemented"},
	Unavailable:      {http.StatusServiceUnavailable, "Service Unavailable"},
}

// Status returns the HTTP status of the kind.
func (k Kind) Status() int { return kinds[k].status }

// String returns the kind's default title.
func (k Kind) String() string { return kinds[k].title }

// Field names one property of a request and describes what is wrong with it.
type Field struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

// Fault is an error that is reported to the client.
type Fault struct {
	Kind    Kind
	Title   string
	Message string
	// Fields lists what is wrong with which property of the request.
	Fields []Field
	// RetryAfter, when positive, is how long the client should wait.
	RetryAfter time.Duration
	// Detail is further data for the response, such as the run that is already active on a 409.
	Detail any

	cause error
}

// New returns a fault. An empty title means the kind's default.
func New(kind Kind, title, message string) *Fault {
	return &Fault{Kind: kind, Title: cmp.Or(title, kind.String()), Message: message}
}

// Error returns the text for logs, with the cause.
func (f *Fault) Error() string {
	if f.cause == nil {
		return f.Title + ": " + f.Message
	}
	return f.Title + ": " + f.Message + ": " + f.cause.Error()
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.cause }

// Is reports whether target is the same fault, ignoring cause, fields and detail. So a copy with a cause matches the
// declared fault.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Kind == f.Kind && t.Title == f.Title && t.Message == f.Message
}

// Because returns a copy of the fault with a cause for the log.
func (f *Fault) Because(cause error) *Fault {
	c := *f
	c.cause = cause
	return &c
}

// WithFields returns a copy of the fault with the invalid fields.
func (f *Fault) WithFields(fields ...Field) *Fault {
	c := *f
	c.Fields = fields
	return &c
}

// WithRetryAfter returns a copy of the fault with a time to wait.
func (f *Fault) WithRetryAfter(d time.Duration) *Fault {
	c := *f
	c.RetryAfter = d
	return &c
}

// WithDetail returns a copy of the fault with further data.
func (f *Fault) WithDetail(detail any) *Fault {
	c := *f
	c.Detail = detail
	return &c
}

// InvalidField returns the validation fault of a single field.
func InvalidField(name, message string) *Fault {
	return New(Invalid, "", message).WithFields(Field{Name: name, Message: message})
}

// Of returns the fault in an error's chain. For an error without one it returns an internal fault with a fixed message.
func Of(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return New(Internal, "", "Something went wrong on our side. Please try again.").Because(err)
}

// Is reports whether the error's chain has a fault of the kind.
func Is(err error, kind Kind) bool {
	f, ok := errors.AsType[*Fault](err)
	return ok && f.Kind == kind
}
