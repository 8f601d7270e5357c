// Package personio reads Personio boards: one XML feed, asked for in English. Positions without
// an English text come without any, so the feed in the board's own language fills those in.
//
// A board that does not exist answers with a redirect to the vendor's own pages.
package personio

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

const lane = "jobs.personio" // one backend serves every company on both domains

// domains in the order they are tried; very few boards answer on the second alone.
var domains = []string{"jobs.personio.de", "jobs.personio.com"}

// Source reads Personio boards. A token is the name before .jobs.personio.de.
type Source struct{}

// Kind implements [source.Source].
func (Source) Kind() string { return "personio" }

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	for _, domain := range domains {
		if name, ok := source.Subdomain(u, domain); ok {
			return name, true
		}
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	var res source.Result
	var err error
	for _, domain := range domains {
		p := pull{fetcher: f, held: b.Held, public: "https://" + b.Token + "." + domain, yield: yield}
		p.base = b.Base("https://{token}."+domain, b.Token)
		res, err = p.run(ctx, b.Validator)
		if source.KindOf(err) != source.NoBoard || b.BaseURL != "" {
			break
		}
	}
	return res, err
}

type pull struct {
	fetcher *source.Fetcher
	held    *source.Held
	base    string // where the feed is fetched
	public  string // where people read the postings
	yield   func(source.Posting) error
}

func (p *pull) run(ctx context.Context, validator string) (source.Result, error) {
	bare := map[string]position{}
	res, err := p.feed(ctx, "?language=en", validator, func(x position) error {
		if len(x.Descriptions) == 0 {
			bare[x.key()] = x
			return p.held.Add(x.size())
		}
		return p.yield(x.posting(p.public))
	})
	if err != nil || len(bare) == 0 {
		return res, err
	}
	// The validator covers only the first feed.
	res.Validator = ""
	_, err = p.feed(ctx, "", "", func(x position) error {
		wanted, ok := bare[x.key()]
		if !ok {
			return nil
		}
		delete(bare, x.key())
		wanted.Descriptions = x.Descriptions
		return p.yield(wanted.posting(p.public))
	})
	if source.KindOf(err) == source.NoBoard {
		err = source.Errorf(source.Broken, "the feed in the board's own language is missing: %w", err)
	}
	if err != nil {
		return res, err
	}
	for _, key := range slices.Sorted(maps.Keys(bare)) {
		if err := p.yield(bare[key].posting(p.public)); err != nil {
			return res, err
		}
	}
	return res, nil
}

func (p *pull) feed(ctx context.Context, query, validator string, each func(position) error) (source.Result, error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       p.base + "/xml" + query,
		Format:    source.XML,
		Validator: validator,
		Redirects: source.Never,
		Lane:      lane,
	})
	if err != nil {
		return source.Result{}, err
	}
	defer res.Body.Close()
	out := source.Result{Status: res.Status, Validator: res.Validator}
	switch {
	case res.NotModified():
		out.Outcome = source.Unchanged
		return out, nil
	case res.Status != http.StatusOK:
		return out, redirected(res)
	}
	if out.Rejected, err = read(source.NewXML(res.Body), each); err != nil {
		return out, err
	}
	out.Outcome = source.Complete
	return out, nil
}

// redirected tells a board that does not exist from one that merely moved about.
func redirected(res *source.Response) error {
	at := url.URL{Scheme: res.URL.Scheme, Host: res.URL.Host, Path: res.URL.Path}
	fault := &source.Error{Kind: source.Broken, Detail: "a redirect where the feed was expected", Status: res.Status, URL: at.String()}
	if to, err := res.URL.Parse(res.Header.Get("Location")); err == nil {
		switch strings.TrimPrefix(to.Hostname(), "www.") {
		case "personio.com", "personio.de":
			fault.Kind, fault.Detail = source.NoBoard, "sent on to the vendor's own pages"
		}
	}
	return fault
}
