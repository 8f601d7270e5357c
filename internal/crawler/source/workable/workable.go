// Package workable reads Workable boards through the widget: one document with every posting and
// its text. A job in six cities has six entries with the same shortcode.
package workable

import (
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const vendor = "https://apply.workable.com"

// width limits concurrent requests: more than two cause 429s for every account at the address.
const width = 2

// Source reads Workable boards. A token is the account's name, as in apply.workable.com/NAME.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "workable",
		Label:   "Workable",
		BaseURL: vendor,
		Domains: []string{"workable.com"},
		Form:    "account",
		Right:   source.Documented,
		Reads:   "the widget API, one document",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if u.Hostname() != "apply.workable.com" {
		return source.Subdomain(u, "workable.com")
	}
	for _, run := range [][]string{
		{"api", "v1", "widget", "accounts"}, {"api", "v3", "accounts"}, {"api", "v2", "accounts"}, {"api", "v1", "accounts"},
	} {
		if name, ok := source.After(u, run...); ok {
			return name, true
		}
	}
	name, ok := source.After(u)
	return name, ok && name != "api" && name != "j" // /j/CODE is a posting without its account
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/api/v1/widget/accounts/" + url.PathEscape(b.Token) + "?details=true",
		Format:    source.JSON,
		Validator: b.Validator,
		Width:     width,
	}, func(res *source.Response, out *source.Result) (err error) {
		var company source.Text
		m := merger{memory: b.Memory, byCode: map[string]*source.Posting{}}
		if _, out.Rejected, err = source.ReadList(res.Body, "jobs", m.add, map[string]any{"name": &company}); err != nil {
			return err
		}
		for _, code := range m.order {
			p := m.byCode[code]
			p.Company = company.String()
			if err := yield(*p); err != nil {
				return err
			}
		}
		return nil
	})
}
