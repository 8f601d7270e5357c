package source

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// ErrorKind classifies what an error means for the board; the package documentation explains each.
type ErrorKind int

// The kinds of error. Zero means that the error does not concern the board.
const (
	_ ErrorKind = iota
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

func (k ErrorKind) String() string {
	if k <= 0 || int(k) >= len(kindText) {
		return "unknown"
	}
	return kindText[k]
}

// Error is a fault of a board.
type Error struct {
	Kind       ErrorKind
	Detail     string
	URL        string        // address without query and fragment; empty if no request was made
	Status     int           // HTTP status, 0 if there was no response
	RetryAfter time.Duration // time that the board asked us to wait, 0 if it named none
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

// Shorten cuts s to limit bytes and marks the cut with an ellipsis.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(cut(s, limit), "\uFFFD") + "…"
}

// Notes collects remarks about a pull. A board can cause any number of them: a few are kept, the others counted.
type Notes struct {
	kept []string
	more int
}

// Add adds a remark unless it was added before.
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

// Errorf returns an error that does not come from a response.
func Errorf(kind ErrorKind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Detail: err.Error(), Cause: errors.Unwrap(err)}
}

// KindOf returns the kind of a board's error, 0 for any other error.
func KindOf(err error) ErrorKind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return 0
}

// StatusOf returns the HTTP status of a board's error, 0 if there was none.
func StatusOf(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return 0
}

// LaterPage turns "no such board" into a broken answer: a page that is missing while a board is read does not prove that
// the board is gone. Other errors pass.
func LaterPage(err error) error {
	if KindOf(err) != NoBoard {
		return err
	}
	return Errorf(Broken, "a later page is missing: %w", err)
}

// bareURL returns the address without its query, which may carry a secret.
func bareURL(u *url.URL) string {
	bare := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	return bare.String()
}
