// Package hireology reads Hireology boards: pages of a hundred postings with their texts and a total.
package hireology

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"rolecall/internal/crawler/source"
)

const vendor = "https://api.hireology.com"

// Source reads Hireology boards. A token is the name in careers.hireology.com/NAME.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "hireology",
		Label:   "Hireology",
		BaseURL: vendor,
		Domains: []string{"hireology.com", "hireology.careers"},
		Form:    "name",
		Right:   source.Reachable,
		Reads:   "the lists of the career site, pages of 100",
		Proof:   "the total on every page",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	name, err := source.PathToken(raw)
	return strings.ToLower(name), err
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	switch u.Hostname() {
	case "careers.hireology.com":
		return source.After(u)
	case "api.hireology.com":
		return source.After(u, "v2", "public", "careers")
	}
	return source.Subdomain(u, "hireology.careers")
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base(vendor, b.Token)
	return source.Pages[job]{
		Request: func(page, _ int) source.Request {
			return source.Request{URL: fmt.Sprintf("%s/v2/public/careers/%s?page=%d&page_size=100", base, url.PathEscape(b.Token),
				page+1), Format: source.JSON}
		},
		Read: func(res *source.Response, row func(job) error) (source.Page, error) {
			return source.ReadRows(res.Body, "data", "count", row, nil)
		},
		ID: func(j job) string { return j.ID.String() },
		Row: func(j job) error {
			if j.Status != "" && !strings.EqualFold(j.Status.String(), "open") {
				return nil
			}
			return yield(j.posting(b.Token))
		},
	}.Pull(ctx, f, b)
}

type job struct {
	ID           source.Text           `json:"id"`
	Name         source.Text           `json:"name"`
	Status       source.Text           `json:"status"`
	URL          source.Text           `json:"career_site_url"`
	Description  source.Text           `json:"job_description"`
	Organization source.Text           `json:"organization"` // an object with a name
	Employment   source.Text           `json:"employment_status"`
	Created      source.Text           `json:"created_at"`
	Remote       source.Flag           `json:"remote"`
	Locations    source.List[location] `json:"locations"`
	Pay          source.Loose[struct {
		Min    source.Number `json:"comp_range_min"`
		Max    source.Number `json:"comp_range_max"`
		Single source.Number `json:"comp_single_amount"`
		Range  source.Flag   `json:"is_comp_range"`
		Period source.Text   `json:"comp_period"`
	}] `json:"compensation"`
}

type location struct {
	City  source.Text `json:"city"`
	State source.Text `json:"state"`
}

func (j job) posting(token string) source.Posting {
	p := source.Posting{
		NativeID: j.ID.String(),
		Title:    j.Name.String(),
		URL: cmp.Or(j.URL.String(),
			"https://careers.hireology.com/"+url.PathEscape(token)+"/"+url.PathEscape(j.ID.String())+"/description"),
		Description:   j.Description.String(),
		Workplace:     source.WorkplaceFlags(j.Remote.True, false, false),
		Employment:    source.ParseEmployment(j.Employment.String()),
		EmploymentRaw: j.Employment.String(),
		PostedAt:      source.ParseTime(j.Created.String()),
		Company:       j.Organization.String(),
	}
	for i, l := range j.Locations {
		place := source.Place{City: l.City.String(), Region: l.State.String(), Primary: i == 0}
		p.Places, p.Locations = append(p.Places, place), append(p.Locations, place.String())
	}
	pay := j.Pay.V
	if !pay.Range.True {
		pay.Min, pay.Max = pay.Single, pay.Single
	}
	p.Pay = source.ParsePay(float64(pay.Min), float64(pay.Max), "", pay.Period.String())
	return p
}
