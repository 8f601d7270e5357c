// Package breezy reads Breezy boards: one list, and one page per posting for its text.
package breezy

import (
	"bufio"
	"context"
	"html"
	"net/http"
	"net/url"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

const (
	vendor = "https://{token}.breezy.hr"
	lane   = "breezy.hr" // one backend serves every company
)

// home are the hosts to which the vendor redirects for an unknown company.
var home = []string{"breezy.hr", "www.breezy.hr", "app.breezy.hr"}

// Source reads Breezy boards. A token is the name before .breezy.hr.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "breezy",
		Label:   "Breezy HR",
		BaseURL: vendor,
		Domains: []string{"breezy.hr"},
		Form:    "company",
		Right:   source.Reachable,
		Reads:   "the list of the career site, one document, and the page of each posting",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "a redirect to its own pages"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "breezy.hr") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base(vendor, b.Token)
	entries := source.NewEntries[entry](b)
	list := request(base + "/json")
	list.Format = source.JSON
	res, err := source.PullDocument(ctx, f, list, func(res *source.Response, out *source.Result) (err error) {
		out.Validator = "" // the texts are elsewhere
		out.Rejected, err = readList(res, entries.Add)
		return err
	})
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		page, err := jsonld.Load(ctx, f, b.Memory, request(base+"/p/"+url.PathEscape(e.slug())))
		if err != nil {
			return source.Posting{}, err
		}
		return e.posting(page), nil
	}, yield, &res)
	return res, err
}

// readList reads an array of positions, or an object that contains it.
func readList(res *source.Response, add func(entry) error) (rejected int, err error) {
	body := bufio.NewReader(res.Body)
	if first, _ := body.Peek(1); len(first) == 1 && first[0] == '{' {
		_, rejected, err = source.ReadList(body, "positions", add, nil)
		return rejected, err
	}
	_, rejected, err = source.ReadArray(body, add)
	return rejected, err
}

// request returns a request that is retried after 403, with which the vendor limits the rate.
func request(address string) source.Request {
	return source.Request{URL: address, Lane: lane, Width: 2, Home: home, Retry: []int{http.StatusForbidden}}
}

type entry struct {
	ID         source.Text         `json:"id"`
	FriendlyID source.Text         `json:"friendly_id"`
	Name       source.Text         `json:"name"`
	URL        source.Text         `json:"url"`
	Published  source.Text         `json:"published_date"`
	Type       source.Text         `json:"type"`       // an object with a name
	Department source.Text         `json:"department"` // text, or an object with a name
	Salary     source.Text         `json:"salary"`
	Company    source.Text         `json:"company"`
	Location   source.Loose[place] `json:"location"`
	Locations  source.List[place]  `json:"locations"`
}

type place struct {
	Name    source.Text `json:"name"`
	City    source.Text `json:"city"`
	State   source.Text `json:"state"`
	Country source.Loose[struct {
		ID   source.Text `json:"id"`
		Name source.Text `json:"name"`
	}] `json:"country"`
	Remote source.Flag `json:"is_remote"`
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

func (e entry) slug() string {
	if e.FriendlyID != "" {
		return e.FriendlyID.String()
	}
	return e.Key()
}

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	fields := []string{e.FriendlyID.String(), e.Name.String(), e.Published.String(), e.Type.String(), e.Department.String(),
		e.Salary.String(), e.Location.V.Name.String()}
	for _, l := range e.Locations {
		fields = append(fields, l.Name.String())
	}
	return fields
}

func (e entry) posting(page source.Posting) source.Posting {
	p := source.Posting{
		NativeID:      e.Key(),
		Title:         e.Name.String(),
		URL:           e.URL.String(),
		Description:   page.Description,
		Pay:           page.Pay,
		Employment:    source.ParseEmployment(e.Type.String()),
		EmploymentRaw: e.Type.String(),
		PostedAt:      source.ParseTime(e.Published.String()),
		Company:       e.Company.String(),
	}
	if p.Pay == nil { // free text, read by enrichment
		p.Description = source.JoinSections(source.Section{HTML: p.Description}, source.Section{Title: "Salary",
			HTML: html.EscapeString(e.Salary.String())})
	}
	places := e.Locations
	if len(places) == 0 {
		places = source.List[place]{e.Location.V}
	}
	remote := 0
	for i, l := range places {
		at := source.Place{City: l.City.String(), Region: l.State.String(), Country: l.Country.V.Name.String(),
			CountryCode: l.Country.V.ID.String(), Primary: i == 0}
		p.Places = append(p.Places, at)
		if text := at.String(); text != "" {
			p.Locations = append(p.Locations, text)
		} else {
			p.Locations = append(p.Locations, l.Name.String())
		}
		if l.Remote.True {
			remote++
		}
	}
	if remote == len(places) { // the vendor has no word for hybrid, and on-site is the default of the form
		p.Workplace, p.WorkplaceRaw = source.Remote, "is_remote"
	}
	return p
}
