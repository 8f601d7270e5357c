package source

import (
	"context"
	"net/url"
	"strings"
)

// Source speaks the dialect of one vendor. Callers go through [Pull], which adds what all
// sources owe.
type Source interface {
	// Kind is the vendor's name in configuration and in the database.
	Kind() string
	// Token checks a token and returns its canonical form, so that one board has one name.
	Token(raw string) (string, error)
	// Detect reads the token from a public address of a board.
	Detect(u *url.URL) (token string, ok bool)
	// Pull yields every open posting of the board. A posting it leaves out of a Complete
	// result will be closed: a source that cannot prove it saw the last page must not claim it.
	// It yields from one goroutine at a time and stops at the first error of yield.
	Pull(ctx context.Context, f *Fetcher, b Board, yield func(Posting) error) (Result, error)
}

// Outcome says what a pull proved. The order of strength is not the order of values: the zero
// value proves nothing.
type Outcome int

// The outcomes; see the package documentation.
const (
	Failed Outcome = iota
	Partial
	Unchanged
	Complete
)

func (o Outcome) String() string {
	switch o {
	case Partial:
		return "partial"
	case Unchanged:
		return "unchanged"
	case Complete:
		return "complete"
	default:
		return "failed"
	}
}

// Result is what a pull proved and what is to be remembered of it.
type Result struct {
	Outcome Outcome
	// Reason says why a pull is partial, or what is odd about a complete one.
	Reason string
	// Status is the HTTP status of the board's first answer.
	Status int
	// Validator is to be stored and given back as Board.Validator; empty means ask in full.
	Validator string
	// Seen counts the postings handed over, touches included; Rejected those unfit to be.
	Seen, Rejected int
}

// Registry is the list of known sources, most specific first.
type Registry []Source

// Lookup finds a source by its kind.
func (r Registry) Lookup(kind string) (Source, bool) {
	for _, s := range r {
		if s.Kind() == kind {
			return s, true
		}
	}
	return nil, false
}

// Kinds lists the kinds in the order of the registry.
func (r Registry) Kinds() []string {
	kinds := make([]string, len(r))
	for i, s := range r {
		kinds[i] = s.Kind()
	}
	return kinds
}

// Detect recognises a board by the address a person would copy from the browser.
func (r Registry) Detect(address string) (kind, token string, ok bool) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return "", "", false
	}
	u.Host = strings.ToLower(u.Host)
	for _, s := range r {
		found, ok := s.Detect(u)
		if !ok {
			continue
		}
		canonical, err := s.Token(found)
		if err != nil {
			return "", "", false
		}
		return s.Kind(), canonical, true
	}
	return "", "", false
}

// Token checks a token for a kind and returns its canonical form.
func (r Registry) Token(kind, token string) (string, error) {
	s, ok := r.Lookup(kind)
	if !ok {
		return "", Errorf(Refused, "unknown kind of board %q, known are %s", kind, strings.Join(r.Kinds(), ", "))
	}
	return s.Token(token)
}

// ValidateToken checks a token for a kind.
func (r Registry) ValidateToken(kind, token string) error {
	_, err := r.Token(kind, token)
	return err
}
