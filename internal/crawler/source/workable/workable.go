// Package workable reads Workable boards through the widget: one document with every posting and
// its text, in which a job in six cities is six entries under one shortcode.
package workable

import (
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const vendor = "https://apply.workable.com"

// width: more than two requests under way bring 429s for every account behind the address.
const width = 2

// Source reads Workable boards. A token is the account's name, as in apply.workable.com/NAME.
type Source struct{}

// Kind implements [source.Source].
func (Source) Kind() string { return "workable" }

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
	return name, ok && name != "api" && name != "j" // /j/CODE names a posting without its account
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	res, err := f.Fetch(ctx, source.Request{
		URL:       b.Base(vendor, b.Token) + "/api/v1/widget/accounts/" + url.PathEscape(b.Token) + "?details=true",
		Format:    source.JSON,
		Validator: b.Validator,
		Width:     width,
	})
	if err != nil {
		return source.Result{}, err
	}
	defer res.Body.Close()
	out := source.Result{Status: res.Status, Validator: res.Validator}
	if res.NotModified() {
		out.Outcome = source.Unchanged
		return out, nil
	}
	m := merger{held: b.Held}
	if out.Rejected, err = m.read(source.NewJSON(res.Body)); err != nil {
		return out, err
	}
	for _, p := range m.postings() {
		if err := yield(p); err != nil {
			return out, err
		}
	}
	out.Outcome = source.Complete
	return out, nil
}
