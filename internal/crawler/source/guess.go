package source

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

// Guess describes how a board of a family is found by its employer's name.
type Guess struct {
	// Spelling makes the token that employers usually have from the slug of their name.
	Spelling func(slug string) string
	// Unknown is the vendor's answer for a board that does not exist.
	Unknown string
	// NeedsPosting means that a board without postings is answered in the same way: only a posting proves the board.
	NeedsPosting bool
}

// Dashed keeps the dashes between the words of a name: salt-and-cedar.
func Dashed(slug string) string { return slug }

// Joined writes the words of a name as one: saltandcedar.
func Joined(slug string) string { return strings.ReplaceAll(slug, "-", "") }

// Guessing returns a fetcher for one board that may not exist. It repeats no request, and sends none after the first
// that found no document, so that a wrong guess costs its vendor one request.
func (f *Fetcher) Guessing() *Fetcher {
	once := *f
	once.opt.Attempts = 1
	once.guess = &guess{}
	return &once
}

// guess records the first request of a guess that found no document.
type guess struct {
	mu     sync.Mutex
	missed error
}

func (g *guess) fetch(ctx context.Context, f *Fetcher, req Request) (*Response, error) {
	g.mu.Lock()
	missed := g.missed
	g.mu.Unlock()
	if missed != nil {
		return nil, missed
	}
	res, err := f.fetch(ctx, req)
	missed = err
	if err == nil && res.Status != http.StatusOK {
		missed = &Error{Kind: NoBoard, Detail: "redirected", URL: bareURL(res.URL), Status: res.Status}
	}
	if missed != nil {
		g.mu.Lock()
		g.missed = missed
		g.mu.Unlock()
	}
	return res, err
}
