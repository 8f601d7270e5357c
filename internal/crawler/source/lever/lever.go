// Package lever reads Lever boards: pages of a hundred postings with their text, and no total.
// The last page is the first short one. Pages overlap by one posting, which proves that none was
// missed.
package lever

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

const (
	global   = "https://api.lever.co"
	europe   = "https://api.eu.lever.co"
	pageSize = 100
	maxPages = 100
	interval = time.Second // the crawl delay in the robots.txt of the API's host
)

// Source reads Lever boards. A token is the site's name, or eu:NAME on the European instance.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "lever",
		Label:   "Lever",
		BaseURL: global,
		Domains: []string{"lever.co"},
		Form:    "name, or eu:name",
		Right:   source.Documented,
		Reads:   "the postings API, pages of 100 that overlap by one posting",
		Proof:   "a page that is not full",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	name, eu := strings.CutPrefix(strings.TrimSpace(raw), "eu:")
	name, err := source.PathToken(name)
	if err != nil || !eu {
		return name, err
	}
	return "eu:" + name, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	prefix := ""
	if strings.HasSuffix(u.Hostname(), ".eu.lever.co") {
		prefix = "eu:"
	}
	var name string
	var ok bool
	switch u.Hostname() {
	case "jobs.lever.co", "jobs.eu.lever.co":
		name, ok = source.After(u)
	case "api.lever.co", "api.eu.lever.co":
		name, ok = source.After(u, "v0", "postings")
	}
	return prefix + name, ok
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	site, eu := strings.CutPrefix(b.Token, "eu:")
	vendor := global
	if eu {
		vendor = europe
	}
	p := pull{fetcher: f, address: b.Base(vendor, site) + "/v0/postings/" + url.PathEscape(site), yield: yield}
	for page := range maxPages {
		validator := ""
		if page == 0 {
			validator = b.Validator
		}
		last, err := p.page(ctx, page, validator)
		if err != nil || last || b.Preview {
			return p.result, err
		}
	}
	return p.result, source.Errorf(source.Broken, "the board has more than %d pages", maxPages)
}

type pull struct {
	fetcher *source.Fetcher
	address string
	yield   func(source.Posting) error
	result  source.Result
	skip    int    // offset of the next page
	last    string // last id of the page before
}

// page reads one page and reports whether it was the last. Each page starts with the last posting of
// the page before. If it does not, postings were added or withdrawn in between, and some may have
// been missed.
func (p *pull) page(ctx context.Context, page int, validator string) (last bool, err error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       fmt.Sprintf("%s?mode=json&skip=%d&limit=%d", p.address, p.skip, pageSize),
		Format:    source.JSON,
		Validator: validator,
		Interval:  interval,
	})
	if err != nil {
		if page > 0 {
			err = source.LaterPage(err)
		}
		return false, err
	}
	defer res.Body.Close()
	if page == 0 {
		p.result.Status = res.Status
	}
	if res.NotModified() {
		p.result.Outcome, p.result.Validator = source.Unchanged, res.Validator
		return true, nil
	}
	before := p.last
	first, count, err := p.read(res.Body)
	switch {
	case err != nil:
		return false, err
	case page > 0 && first != before:
		p.result.Outcome = source.Partial
		p.result.Reason = "the board changed while its pages were read, or ignores the page asked for"
		return true, nil
	case count >= pageSize:
		p.skip += count - 1
		return false, nil
	}
	p.result.Outcome = source.Complete
	// The validator covers only the first page.
	if page == 0 {
		p.result.Validator = res.Validator
	}
	return true, nil
}

func (p *pull) read(body io.Reader) (first string, count int, err error) {
	s := source.NewJSON(body)
	p.last = ""
	count, rejected, err := source.Each(s, func(j job) error {
		if p.last == "" {
			first = j.ID.String()
		}
		p.last = j.ID.String()
		return p.yield(j.posting())
	})
	p.result.Rejected += rejected
	if err != nil {
		return first, count, err
	}
	return first, count, s.End()
}
