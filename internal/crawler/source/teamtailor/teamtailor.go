// Package teamtailor reads Teamtailor boards from two feeds: the JSON feed has every posting,
// its text and its pay, in pages linked by next_url; the RSS feed adds department and workplace.
package teamtailor

import (
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const (
	vendor   = "https://{token}.teamtailor.com"
	lane     = "teamtailor.com" // one backend serves every company
	maxPages = 100
)

// Source reads Teamtailor boards. A token is the name before .teamtailor.com, with the label of
// its region if it has one (NAME.na).
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "teamtailor",
		Label:   "Teamtailor",
		BaseURL: vendor,
		Domains: []string{"teamtailor.com"},
		Form:    "company",
		Right:   source.Documented,
		Reads:   "the JSON feed, pages of 100, and the RSS feed",
		Proof:   "a page without a next one",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 2) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "teamtailor.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	p := pull{fetcher: f, memory: b.Memory, base: b.Base(vendor, b.Token), preview: b.Preview, yield: yield}
	err := p.run(ctx, b.Validator)
	return p.result, err
}

type pull struct {
	fetcher *source.Fetcher
	memory  *source.Memory
	base    string
	preview bool // only the first page
	yield   func(source.Posting) error
	extras  map[string]extra
	result  source.Result
}

func (p *pull) run(ctx context.Context, validator string) error {
	next := p.base + "/jobs.json"
	visited := map[string]bool{}
	for page := range maxPages {
		visited[next] = true
		doc, err := p.page(ctx, next, validator)
		if err != nil {
			if page > 0 {
				err = source.LaterPage(err)
			}
			return err
		}
		if p.result.Outcome == source.Unchanged {
			return nil
		}
		if page == 0 && len(doc.items) > 0 && !p.preview {
			if p.extras, err = p.rss(ctx); err != nil {
				return err
			}
		}
		for _, it := range doc.items {
			err := p.yield(it.posting(p.extras[it.ID.String()]))
			_ = p.memory.Add(-it.size())
			if err != nil {
				return err
			}
		}
		validator = ""
		switch {
		case doc.next == "":
			p.result.Outcome = source.Complete
			return nil
		case visited[doc.next]:
			p.result.Outcome, p.result.Reason = source.Partial, "the last page links back to an earlier one"
			return nil
		case p.preview:
			return nil
		}
		p.result.Validator = "" // the validator covers only the first page
		next = doc.next
	}
	return source.Errorf(source.Broken, "the board has more than %d pages", maxPages)
}

// page reads one page of at most a hundred postings into memory: the second feed cannot be requested while the first is
// being read.
func (p *pull) page(ctx context.Context, address, validator string) (document, error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       address,
		Format:    source.JSON,
		Validator: validator,
		Redirects: source.Anywhere, // boards move to the employer's own domain
		Lane:      lane,
	})
	if err != nil {
		return document{}, err
	}
	defer res.Body.Close()
	if p.result.Status == 0 {
		p.result.Status, p.result.Validator = res.Status, res.Validator
	}
	if res.NotModified() {
		p.result.Outcome = source.Unchanged
		return document{}, nil
	}
	doc, err := readDocument(res.Body, p.memory)
	p.result.Rejected += doc.rejected
	if err != nil {
		return doc, err
	}
	doc.next, err = p.follow(res.URL, doc.next)
	return doc, err
}

// follow resolves the address of the next page, which must be on the same host.
func (p *pull) follow(from *url.URL, next string) (string, error) {
	if next == "" {
		return "", nil
	}
	to, err := from.Parse(next)
	if err != nil {
		return "", source.Errorf(source.Broken, "the address of the next page is malformed")
	}
	if to.Hostname() != from.Hostname() {
		return "", source.Errorf(source.Broken, "the next page is on another host, %s", to.Hostname())
	}
	return to.String(), nil
}
