// Package smartrecruiters reads SmartRecruiters boards: pages of a hundred entries with a total,
// and one more document per posting for its text.
//
// The vendor sends the same response for an unknown company and for one without postings. Both are
// a complete pull of no postings, with a reason that says so.
//
// The robots.txt of the API's host disallows everything. It is not consulted: the vendor documents
// the API as public, and robots.txt is about crawling pages.
package smartrecruiters

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"

	"rolecall/internal/crawler/source"
)

const (
	vendor   = "https://api.smartrecruiters.com"
	pageSize = 100
	maxPages = 500
)

// Source reads SmartRecruiters boards. A token is the company identifier, as in
// jobs.smartrecruiters.com/IDENTIFIER.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "smartrecruiters",
		Label:   "SmartRecruiters",
		BaseURL: vendor,
		Domains: []string{"smartrecruiters.com"},
		Form:    "company identifier",
		Right:   source.Reachable,
		Reads:   "the posting API, pages of 100, and a document per posting. It is documented as public, but robots.txt of its host disallows everything",
		Proof:   "the total on every page",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	switch u.Hostname() {
	case "jobs.smartrecruiters.com", "careers.smartrecruiters.com", "www.smartrecruiters.com":
		if id, ok := source.After(u, "oneclick-ui", "company"); ok {
			return id, true
		}
		id, ok := source.After(u)
		return id, ok && id != "oneclick-ui" && u.Hostname() != "www.smartrecruiters.com"
	case "api.smartrecruiters.com":
		return source.After(u, "v1", "companies")
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	p := pull{
		fetcher: f,
		address: b.Base(vendor, b.Token) + "/v1/companies/" + url.PathEscape(b.Token) + "/postings",
		token:   b.Token,
		memory:  b.Memory,
		preview: b.Preview,
		known:   map[string]bool{},
	}
	if err := p.list(ctx); err != nil {
		return p.result, err
	}
	note, err := source.Details(ctx, b, p.details(), yield)
	if err != nil {
		return p.result, err
	}
	p.result.Reason = cmp.Or(p.result.Reason, note)
	return p.result, nil
}

type pull struct {
	fetcher *source.Fetcher
	address string
	token   string
	memory  *source.Memory
	preview bool // only the first page
	entries []entry
	known   map[string]bool // ids of entries
	result  source.Result
}

// list collects the entries of all pages. They are small: the texts are in the details.
func (p *pull) list(ctx context.Context) error {
	first := 0
	for page := range maxPages {
		total, fresh, err := p.page(ctx, page)
		if err != nil {
			return err
		}
		if page == 0 {
			first, p.result.Total = total, total
		}
		if p.preview || (page+1)*pageSize >= total || fresh == 0 || total != first {
			p.setOutcome(first, total)
			return nil
		}
	}
	return source.Errorf(source.Broken, "the board has more than %d pages", maxPages)
}

// setOutcome compares the number of entries with the total. If the total changed between two pages, entries moved from one
// page to another, and some may have been missed.
func (p *pull) setOutcome(first, total int) {
	switch {
	case first != total:
		p.result.Outcome = source.Partial
		p.result.Reason = fmt.Sprintf("the total changed from %d to %d while the pages were read", first, total)
	case total != len(p.known)+p.result.Rejected: // source.Pull reports rejected entries
		p.result.Outcome = source.Partial
		p.result.Reason = fmt.Sprintf("the board sent %d of %d postings", len(p.known), total)
	case total == 0:
		p.result.Outcome = source.Complete
		p.result.Reason = "SmartRecruiters gives the same answer for no postings and for an unknown company"
	default:
		p.result.Outcome = source.Complete
	}
}

// page reads one page and returns the total that it states and the number of its entries that are new.
func (p *pull) page(ctx context.Context, page int) (total, fresh int, err error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:    fmt.Sprintf("%s?limit=%d&offset=%d", p.address, pageSize, page*pageSize),
		Format: source.JSON,
	})
	if err != nil {
		if page > 0 {
			err = source.LaterPage(err)
		}
		return 0, 0, err
	}
	defer res.Body.Close()
	if page == 0 {
		p.result.Status = res.Status
	}
	return p.read(res.Body)
}

func (p *pull) read(body io.Reader) (total, fresh int, err error) {
	var found *source.Number
	_, rejected, err := source.ReadList(body, "content", func(e entry) error {
		if id := e.ID.String(); id != "" && !p.known[id] {
			p.known[id] = true
			p.entries = append(p.entries, e)
			fresh++
		}
		return p.memory.Add(e.size())
	}, map[string]any{"totalFound": &found})
	p.result.Rejected += rejected
	if err == nil && found == nil {
		err = source.Errorf(source.Broken, "no totalFound in the answer")
	}
	if err != nil {
		return 0, 0, err
	}
	return int(*found), fresh, nil
}

func (p *pull) details() []source.Detail {
	out := make([]source.Detail, len(p.entries))
	for i, e := range p.entries {
		out[i] = source.Detail{
			NativeID: e.ID.String(),
			Stamp:    e.stamp(),
			Load:     func(ctx context.Context) (source.Posting, error) { return p.load(ctx, e) },
		}
	}
	return out
}

func (p *pull) load(ctx context.Context, e entry) (source.Posting, error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{URL: p.address + "/" + url.PathEscape(e.ID.String()), Format: source.JSON})
	if err != nil {
		return source.Posting{}, err
	}
	defer res.Body.Close()
	var d detail
	if err := source.ReadValue(res.Body, &d); err != nil {
		return source.Posting{}, err
	}
	posting := e.posting(d)
	if posting.URL == "" {
		posting.URL = "https://jobs.smartrecruiters.com/" + url.PathEscape(p.token) + "/" + url.PathEscape(e.ID.String())
	}
	return posting, nil
}

// size estimates the bytes that the entry takes until its posting is yielded.
func (e entry) size() int {
	l := e.Location.V
	const fixed = 700 // the entry, its detail and its id in known
	return fixed + source.SizeOf(e.ID, e.JobAdID, e.Name, e.RefNumber, e.Company, e.ReleasedDate, e.Department,
		e.Employment.ID, e.Employment.Label, e.Experience.ID, e.Experience.Label, e.Language.V.Code, l.City, l.Region, l.Country, l.FullLocation)
}

// stamp covers every field of the entry that ends up in the posting or changes with its text.
func (e entry) stamp() string {
	l := e.Location.V
	return source.Stamp(e.Name.String(), e.ReleasedDate.String(), e.JobAdID.String(), e.RefNumber.String(), e.Company.String(),
		e.Department.String(), e.Employment.ID.String(), e.Employment.Label.String(), e.Experience.ID.String(), e.Language.V.Code.String(),
		l.City.String(), l.Region.String(), l.Country.String(), l.FullLocation.String(), fmt.Sprint(l.Remote.True, l.Hybrid.True))
}
