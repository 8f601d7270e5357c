package source

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
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
		text += ": " + Shorten(e.Detail, MaxReason)
	}
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.URL != "" {
		text += " at " + Shorten(e.URL, MaxReason)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Cause }

// Shorten cuts what a board made long, with a mark where something is missing.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(cut(s, limit), "\uFFFD") + "…"
}

// Notes collects remarks about a pull. Boards decide how many there are: a few are kept, the others counted.
type Notes struct {
	kept []string
	more int
}

// Add keeps a remark that was not made before.
func (n *Notes) Add(format string, args ...any) {
	text := Shorten(fmt.Sprintf(format, args...), MaxReason)
	switch {
	case slices.Contains(n.kept, text):
	case len(n.kept) < maxNotes:
		n.kept = append(n.kept, text)
	default:
		n.more++
	}
}

// Any reports whether there is a remark.
func (n *Notes) Any() bool { return len(n.kept) > 0 }

func (n *Notes) String() string {
	text := strings.Join(n.kept, "; ")
	if n.more > 0 {
		text += fmt.Sprintf("; and %d more", n.more)
	}
	return text
}

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
