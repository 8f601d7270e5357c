// Package personio reads Personio boards: one XML feed, requested in English. Positions without
// an English text have none in it, so the feed in the board's own language fills those in.
//
// A board that does not exist redirects to the vendor's own pages.
package personio

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rolecall/internal/crawler/source"
)

const lane = "personio.de" // one backend serves every company on both domains

// domains in the order they are tried; very few boards answer on the second alone.
var domains = []string{"jobs.personio.de", "jobs.personio.com"}

// Source reads Personio boards. A token is the name before .jobs.personio.de.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "personio",
		Label:   "Personio",
		BaseURL: "https://{token}.jobs.personio.de",
		Domains: []string{"personio.de", "personio.com"},
		Form:    "company",
		Right:   source.Documented,
		Reads:   "the XML feed, once per language",
		Proof:   "the feed's end",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "a redirect to its own pages"},
	}
}

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
		p := pull{fetcher: f, memory: b.Memory, public: "https://" + b.Token + "." + domain, yield: yield}
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
	memory  *source.Memory
	base    string // address of the feed
	public  string // public address of the postings
	yield   func(source.Posting) error
}

func (p *pull) run(ctx context.Context, validator string) (source.Result, error) {
	untranslated := map[string]position{}
	res, err := p.feed(ctx, "?language=en", validator, func(x position) error {
		if len(x.Descriptions) == 0 {
			untranslated[x.key()] = x
			return p.memory.Add(x.size())
		}
		return p.yield(x.posting(p.public))
	})
	if err != nil || len(untranslated) == 0 {
		return res, err
	}
	res.Validator = "" // the validator covers only the first feed
	_, err = p.feed(ctx, "", "", func(x position) error {
		wanted, ok := untranslated[x.key()]
		if !ok {
			return nil
		}
		delete(untranslated, x.key())
		wanted.Descriptions = x.Descriptions
		return p.yield(wanted.posting(p.public))
	})
	if err != nil {
		return res, source.LaterPage(err)
	}
	for _, key := range slices.Sorted(maps.Keys(untranslated)) {
		if err := p.yield(untranslated[key].posting(p.public)); err != nil {
			return res, err
		}
	}
	return res, nil
}

func (p *pull) feed(ctx context.Context, query, validator string, each func(position) error) (source.Result, error) {
	return source.PullDocument(ctx, p.fetcher, source.Request{
		URL:       p.base + "/xml" + query,
		Format:    source.XML,
		Validator: validator,
		Redirects: source.Never,
		Lane:      lane,
	}, func(res *source.Response, out *source.Result) error {
		if res.Status != http.StatusOK {
			return redirected(res)
		}
		return source.ReadElements(res.Body, []string{"workzag-jobs"}, "position", func(x position) error {
			// The address of a posting is built from its number.
			if _, err := strconv.ParseUint(x.key(), 10, 64); err != nil {
				out.Rejected++
				return nil
			}
			return each(x)
		})
	})
}

// redirected returns the error for a redirect, which means that there is no such board if it leads to the vendor's own
// pages.
func redirected(res *source.Response) error {
	at := url.URL{Scheme: res.URL.Scheme, Host: res.URL.Host, Path: res.URL.Path}
	fault := &source.Error{Kind: source.Broken, Detail: "expected the feed, got a redirect", Status: res.Status, URL: at.String()}
	if to, err := res.URL.Parse(res.Header.Get("Location")); err == nil {
		switch strings.TrimPrefix(to.Hostname(), "www.") {
		case "personio.com", "personio.de":
			fault.Kind, fault.Detail = source.NoBoard, "redirected to the vendor's own pages"
		}
	}
	return fault
}
