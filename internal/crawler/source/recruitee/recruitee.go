// Package recruitee reads Recruitee boards: one document with every offer and its text.
//
// The vendor closes this API to readers without the employer's token on 10 February 2027. A board whose API answers 401
// is read from its hosted pages instead, which stay public. Their postings keep the ids that the API gave them: a page
// is recognised by the address that the API stated.
package recruitee

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
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
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "recruitee.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	res, err := pullOffers(ctx, f, b, yield)
	if source.StatusOf(err) != http.StatusUnauthorized {
		return res, err
	}
	return pullPages(ctx, f, b, yield)
}

func pullOffers(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
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

// pullPages reads the hosted pages.
func pullPages(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	home, err := f.Fetch(ctx, source.Request{URL: b.Base(vendor, b.Token) + "/", Redirects: source.Anywhere, Lane: lane})
	if err != nil {
		return source.Result{}, withoutToken(err)
	}
	b.Token = home.URL.String()
	_ = home.Body.Close()
	res, err := jsonld.PullSite(ctx, f, b, func(address string) string { return pageID(b, address) }, yield)
	return res, withoutToken(err)
}

// pageID returns the id that the API gave the offer of a page, or else one made from its address.
func pageID(b source.Board, address string) string {
	if b.IDOf != nil {
		if id := b.IDOf(address); id != "" {
			return id
		}
	}
	_, path, _ := strings.Cut(address, "/o/")
	return cmp.Or(path, address)
}

// withoutToken adds to an error why the pages were read. An unreadable page does not prove that the board is gone.
func withoutToken(err error) error {
	fault, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err
	}
	out := source.Errorf(source.Forbidden, "the API needs the employer's token, and the hosted pages cannot be read: %w", err)
	out.RetryAfter = fault.RetryAfter
	return out
}
