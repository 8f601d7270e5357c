package source

import (
	"context"
	"net/url"
	"slices"
	"strings"
)

// Source reads the boards of one family. Callers use [Pull], which adds the checks that all
// sources share.
type Source interface {
	// Family describes the vendor.
	Family() Family
	// Token checks a token and returns its canonical form, so that one board has one name.
	Token(raw string) (string, error)
	// Detect reads the token from a public address of a board.
	Detect(u *url.URL) (token string, ok bool)
	// Pull yields every open posting of the board. Postings left out of a Complete result are
	// closed, so a source must not return Complete unless it proved that it saw the last page.
	// It yields from one goroutine at a time and stops at the first error of yield.
	Pull(ctx context.Context, f *Fetcher, b Board, yield func(Posting) error) (Result, error)
}

// Outcome states what a pull proved. The zero value proves nothing.
type Outcome int

// The outcomes; see the package documentation.
const (
	Failed Outcome = iota
	Partial
	Unchanged
	Complete
)

func (o Outcome) String() string {
	return [...]string{Failed: "failed", Partial: "partial", Unchanged: "unchanged", Complete: "complete"}[o]
}

// Result is the outcome of a pull.
type Result struct {
	Outcome Outcome
	// Reason is why a pull is partial, or what is odd about a complete one.
	Reason string
	// Status is the HTTP status of the board's first response.
	Status int
	// Validator is stored and passed back as Board.Validator; empty requests the whole board.
	Validator string
	// Total is the number of postings that the first page of a list states, 0 if it states none.
	Total int
	// Seen counts the postings yielded, touches included; Rejected those that could not be read.
	Seen, Rejected int
}

// Registry lists the known sources, most specific first.
type Registry []Source

// Lookup returns the source of a family.
func (r Registry) Lookup(family string) (Source, bool) {
	for _, s := range r {
		if s.Family().Name == family {
			return s, true
		}
	}
	return nil, false
}

// Families lists the families in the order of the registry.
func (r Registry) Families() []string {
	families := make([]string, len(r))
	for i, s := range r {
		families[i] = s.Family().Name
	}
	return families
}

// Detect recognises a board by the address a person would copy from the browser. An address at a vendor that names no
// board is not recognised: it is not a careers page either.
func (r Registry) Detect(address string) (family, token string, ok bool) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := parseURL(address)
	if err != nil {
		return "", "", false
	}
	u.Host = strings.ToLower(u.Host)
	for _, s := range r {
		found, ok := s.Detect(u)
		if !ok {
			continue
		}
		if token, err = s.Token(found); err != nil || r.atAnother(s, u.Hostname()) {
			return "", "", false
		}
		return s.Family().Name, token, true
	}
	return "", "", false
}

// atAnother reports whether the host belongs to the vendor of another source.
func (r Registry) atAnother(s Source, host string) bool {
	return slices.ContainsFunc(r, func(other Source) bool {
		f := other.Family()
		return f.Name != s.Family().Name && f.owns(host)
	})
}

// Token checks a token of a family and returns its canonical form.
func (r Registry) Token(family, token string) (string, error) {
	s, ok := r.Lookup(family)
	if !ok {
		return "", Errorf(Refused, "unknown board family %q; known families: %s", family, strings.Join(r.Families(), ", "))
	}
	return s.Token(token)
}
