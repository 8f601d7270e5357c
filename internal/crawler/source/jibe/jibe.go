// Package jibe reads Jibe boards, the modern sites of iCIMS: pages of a hundred postings with their texts and a total.
package jibe

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"rolecall/internal/crawler/source"
)

const domain = "jibeapply.com"

// Source reads Jibe boards. A token is the host of the board: most are under the employer's own domain.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "jibe",
		Label:   "Jibe (iCIMS)",
		BaseURL: "https://{token}",
		Domains: []string{domain},
		Form:    "host",
		Right:   source.Reachable,
		Reads:   "the lists of the career site, pages of 100",
		Proof:   "the total on every page",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	host, err := source.HostToken(raw, 10)
	if err == nil && !strings.Contains(host, ".") {
		err = source.Errorf(source.Refused, "%q is not the host of a board", raw)
	}
	return host, err
}

// Detect implements [source.Source]. A board under the employer's own domain looks like any careers page.
func (Source) Detect(u *url.URL) (string, bool) {
	_, ok := source.Subdomain(u, domain)
	return u.Hostname(), ok
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base("https://{token}", b.Token)
	return source.Pages[row]{
		Request: func(page, _ int) source.Request {
			return source.Request{URL: fmt.Sprintf("%s/api/jobs?page=%d&limit=100", base, page+1), Format: source.JSON}
		},
		Read: func(res *source.Response, row func(row) error) (source.Page, error) {
			return source.ReadRows(res.Body, "jobs", "totalCount", row, nil)
		},
		ID:  func(r row) string { return r.Data.V.Slug.String() },
		Row: func(r row) error { return yield(r.Data.V.posting(b.Token)) },
	}.Pull(ctx, f, b)
}
