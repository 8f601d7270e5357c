// Package icims reads the classic sites of iCIMS: pages of search results in HTML, and one page per posting that
// describes it with schema.org. The modern sites of the vendor are the family jibe.
package icims

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

const domain = "icims.com"

var (
	linkForm = regexp.MustCompile(`href="[^"]{0,200}?/jobs/([0-9]{1,12})/([^"/?]{1,300})/job`)
	nextForm = regexp.MustCompile(`<link[^>]*\srel=["']?next\b`)
)

// Source reads iCIMS boards. A token is the host, such as careers-acme.icims.com.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "icims",
		Label:   "iCIMS",
		BaseURL: "https://{token}",
		Domains: []string{domain},
		Form:    "host",
		Right:   source.Reachable,
		Reads:   "the pages of search results, and the page of each posting",
		Proof:   "a page without a link to the next",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.VendorHost(raw, domain) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	_, ok := source.Subdomain(u, domain)
	return u.Hostname(), ok
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base("https://{token}", b.Token)
	entries := source.NewEntries[entry](b)
	res, err := source.Pages[entry]{
		Request: func(page, _ int) source.Request {
			return source.Request{URL: fmt.Sprintf("%s/jobs/search?pr=%d&in_iframe=1", base, page), Format: source.HTML, MaxBody: source.MaxPage}
		},
		Read: func(res *source.Response, row func(entry) error) (source.Page, error) {
			return readPage(res, b.Memory, row)
		},
		ID:  entry.Key,
		Row: entries.Add,
	}.Pull(ctx, f, b)
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		p, err := jsonld.Load(ctx, f, b.Memory, source.Request{URL: base + e.path() + "?in_iframe=1"})
		if err != nil {
			return p, err
		}
		p.URL = "https://" + b.Token + e.path() // the page's own address is that of its frame
		return p, nil
	}, yield, &res)
	return res, err
}

func readPage(res *source.Response, memory *source.Memory, row func(entry) error) (source.Page, error) {
	doc, err := memory.ReadAll(res.Body, source.MaxPage)
	if err != nil {
		return source.Page{}, err
	}
	defer memory.Drop(doc)
	if !strings.Contains(string(doc), "iCIMS_") {
		return source.Page{}, source.Errorf(source.Broken, "the page is not one of iCIMS")
	}
	links, err := source.Links(doc, linkForm)
	page := source.Page{Rows: len(links), Last: !nextForm.Match(doc)}
	for _, l := range links {
		if err := row(entry{id: l[0], slug: l[1]}); err != nil {
			return page, err
		}
	}
	return page, err
}

type entry struct{ id, slug string }

// Key implements [source.Listed].
func (e entry) Key() string { return e.id }

// Fields implements [source.Listed].
func (e entry) Fields() []string { return []string{e.slug} }

func (e entry) path() string { return "/jobs/" + e.id + "/" + e.slug + "/job" }
