// Package join reads JOIN boards: pages of five entries, and one more document per posting for its text.
package join

import (
	"context"
	"fmt"
	"net/url"
	"regexp"

	"rolecall/internal/crawler/source"
)

const (
	vendor   = "https://join.com"
	pageSize = 5 // larger pages are refused
)

var (
	number = regexp.MustCompile(`^[0-9]{1,18}$`)
	// company matches the part of a company's page that states its number.
	company = regexp.MustCompile(`"company":\{(?:"[A-Za-z]+":(?:"[^"]{0,500}"|[0-9.]+|null|true|false),)*?"id":([0-9]{1,18})`)
)

// Source reads JOIN boards. A token is the name in join.com/companies/NAME, or the company's number.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "join",
		Label:   "JOIN",
		BaseURL: vendor,
		Domains: []string{"join.com"},
		Form:    "company, or its number",
		Right:   source.Reachable,
		Reads:   "the company's page for its number, the lists, pages of 5, and a document per posting",
		Proof:   "the number of pages on every page",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if u.Hostname() != "join.com" && u.Hostname() != "www.join.com" {
		return "", false
	}
	return source.After(u, "companies")
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base(vendor, b.Token)
	id, err := numberOf(ctx, f, b, base)
	if err != nil {
		return source.Result{}, err
	}
	entries := source.NewEntries[entry](b)
	at, pages := 0, 0
	res, err := source.Pages[entry]{
		Request: func(page, _ int) source.Request {
			at = page + 1
			return source.Request{URL: fmt.Sprintf("%s/api/public/companies/%s/jobs?page=%d&pageSize=%d", base, id, at, pageSize),
				Format: source.JSON}
		},
		Read: func(res *source.Response, row func(entry) error) (source.Page, error) {
			var p source.Loose[struct {
				Pages *source.Number `json:"pageCount"`
			}]
			page, err := source.ReadRows(res.Body, "items", "", row, map[string]any{"pagination": &p})
			if err == nil && p.V.Pages == nil {
				err = source.Errorf(source.Broken, "no pageCount in the answer")
			}
			if err != nil {
				return page, err
			}
			if at == 1 {
				pages = int(*p.V.Pages)
			}
			page.Last = int(*p.V.Pages) == pages && at >= pages
			return page, nil
		},
		ID:  entry.Key,
		Row: entries.Add,
	}.Pull(ctx, f, b)
	if err != nil && id != b.Token {
		err = source.LaterPage(err) // the company's page proved that it exists
	}
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		d, err := source.FetchValue[detail](ctx, f, source.Request{URL: base + "/api/public/jobs/" + url.PathEscape(e.Key())})
		if err == nil && d.Description == "" {
			err = source.Errorf(source.Broken, "no description in the answer")
		}
		if err != nil {
			return source.Posting{}, err
		}
		return e.posting(d, b.Token), nil
	}, yield, &res)
	return res, err
}

// numberOf returns the number of the company, which its page states.
func numberOf(ctx context.Context, f *source.Fetcher, b source.Board, base string) (string, error) {
	if number.MatchString(b.Token) {
		return b.Token, nil
	}
	doc, err := source.FetchPage(ctx, f, b.Memory, source.Request{URL: base + "/companies/" + url.PathEscape(b.Token)})
	if err != nil {
		return "", err
	}
	defer b.Memory.Drop(doc)
	m := company.FindSubmatch(doc)
	if m == nil {
		return "", source.Errorf(source.Broken, "the company's page does not state its number")
	}
	return string(m[1]), nil
}
