// Package fault is the only road from a rule that was broken to an HTTP error.
//
// A Fault has a kind (which decides the status), a stable title, a message that is safe to show, and a cause that
// only the log sees. Everything that is not a Fault is internal: it answers with a fixed sentence, so that no driver
// message, path or secret can reach a client by accident.
package fault

import (
	"errors"
	"net/http"
	"time"
)

// Kind says what went wrong, in the terms a client can act on.
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

// Status is the HTTP status of the kind.
func (k Kind) Status() int { return kinds[k].status }

// String is the kind's default title.
func (k Kind) String() string { return kinds[k].title }

// Field names one property of a request and what is wrong with it.
type Field struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

// Fault is an error with a meaning for the caller.
type Fault struct {
	Kind    Kind
	Title   string
	Message string
	// Fields lists what is wrong with which property of the request.
	Fields []Field
	// RetryAfter, when positive, tells the client how long to wait.
	RetryAfter time.Duration
	// Detail is what one kind of answer carries beyond the words: the run already under way on a 409.
	Detail any

	cause error
}

// New makes a fault. An empty title means the kind's own.
func New(kind Kind, title, message string) *Fault {
	if title == "" {
		title = kind.String()
	}
	return &Fault{Kind: kind, Title: title, Message: message}
}

// Error is for logs: it names the cause as well.
func (f *Fault) Error() string {
	if f.cause == nil {
		return f.Title + ": " + f.Message
	}
	return f.Title + ": " + f.Message + ": " + f.cause.Error()
}

// Unwrap gives the cause, so that errors.Is and errors.As see through a fault.
func (f *Fault) Unwrap() error { return f.cause }

// Is makes a copy of a declared fault (with a cause, with fields) match the declaration.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Kind == f.Kind && t.Title == f.Title && t.Message == f.Message
}

// Because is the same fault with the reason the operator should see.
func (f *Fault) Because(cause error) *Fault {
	c := *f
	c.cause = cause
	return &c
}

// WithFields is the same fault naming the fields at fault.
func (f *Fault) WithFields(fields ...Field) *Fault {
	c := *f
	c.Fields = fields
	return &c
}

// WithRetryAfter is the same fault with a time to wait.
func (f *Fault) WithRetryAfter(d time.Duration) *Fault {
	c := *f
	c.RetryAfter = d
	return &c
}

// WithDetail is the same fault carrying more than words.
func (f *Fault) WithDetail(detail any) *Fault {
	c := *f
	c.Detail = detail
	return &c
}

// InvalidField is the validation error of a single field.
func InvalidField(name, message string) *Fault {
	return New(Invalid, "", message).WithFields(Field{Name: name, Message: message})
}

// Of finds the fault in an error's chain. An error without one is internal, and says nothing of itself.
func Of(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return New(Internal, "", "Something went wrong on our side. Please try again.").Because(err)
}

// Is tells whether the error carries a fault of the kind.
func Is(err error, kind Kind) bool {
	f, ok := errors.AsType[*Fault](err)
	return ok && f.Kind == kind
}
