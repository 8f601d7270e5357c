// Package recruitee reads Recruitee boards: one document with every offer and its text.
package recruitee

import (
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const (
	vendor = "https://{token}.recruitee.com"
	lane   = "recruitee.com" // one backend serves every company
)

// Source reads Recruitee boards. A token is the name before .recruitee.com.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "recruitee",
		Label:   "Recruitee",
		BaseURL: vendor,
		Domains: []string{"recruitee.com"},
		Form:    "company",
		Right:   source.Documented,
		Reads:   "the careers site API, one document",
		Proof:   "the document's end",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "recruitee.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/api/offers/",
		Format:    source.JSON,
		Validator: b.Validator,
		Redirects: source.Anywhere, // boards move to the employer's own domain
		Lane:      lane,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.ReadList(res.Body, "offers", func(o offer) error {
			if o.withdrawn() {
				return nil
			}
			return yield(o.posting())
		}, nil)
		return err
	})
}
