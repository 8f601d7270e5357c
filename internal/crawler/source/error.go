package source

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Kind says what an error means for the board; the package documentation lists them.
type Kind int

// The kinds of error. The zero value is not an error of a board.
const (
	_ Kind = iota
	NoBoard
	Throttled
	Forbidden
	Broken
	Unavailable
	Refused
)

var kindText = [...]string{
	NoBoard:     "no such board",
	Throttled:   "throttled",
	Forbidden:   "forbidden",
	Broken:      "broken answer",
	Unavailable: "unavailable",
	Refused:     "refused",
}

func (k Kind) String() string {
	if k <= 0 || int(k) >= len(kindText) {
		return "unknown"
	}
	return kindText[k]
}

// Error is a fault of a board.
type Error struct {
	Kind       Kind
	Detail     string
	URL        string        // without query and fragment; empty when no request was made
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // how long the board asked to be left alone, 0 when it did not say
	Cause      error
}

func (e *Error) Error() string {
	text := e.Kind.String()
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.URL != "" {
		text += " at " + e.URL
	}
	return text
}

func (e *Error) Unwrap() error { return e.Cause }

// Errorf makes an error without a request behind it.
func Errorf(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Detail: err.Error(), Cause: errors.Unwrap(err)}
}

// KindOf finds the kind in a chain of errors; 0 when no board is to blame.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return 0
}

// StatusOf finds the HTTP status in a chain of errors; 0 when there was none.
func StatusOf(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return 0
}

// bareURL is the address without what may carry a secret or change from call to call.
func bareURL(u *url.URL) string {
	bare := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	return bare.String()
}
