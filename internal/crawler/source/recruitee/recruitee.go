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

// Kind implements [source.Source].
func (Source) Kind() string { return "recruitee" }

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "recruitee.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	res, err := f.Fetch(ctx, source.Request{
		URL:       b.Base(vendor, b.Token) + "/api/offers/",
		Format:    source.JSON,
		Validator: b.Validator,
		Redirects: source.Anywhere, // boards move to the employer's own domain
		Lane:      lane,
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
	if out.Rejected, err = read(source.NewJSON(res.Body), yield); err != nil {
		return out, err
	}
	out.Outcome = source.Complete
	return out, nil
}

func read(s *source.JSONStream, yield func(source.Posting) error) (rejected int, err error) {
	listed := false
	err = s.Object(func(key string) (err error) {
		if key != "offers" {
			return s.Skip()
		}
		listed = true
		_, rejected, err = source.Each(s, func(o offer) error {
			if o.withdrawn() {
				return nil
			}
			return yield(o.posting())
		})
		return err
	})
	if err != nil {
		return rejected, err
	}
	if !listed {
		return rejected, source.Errorf(source.Broken, "no offers in the answer")
	}
	return rejected, s.End()
}
