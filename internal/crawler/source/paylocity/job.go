package paylocity

import (
	"cmp"
	"net/url"

	"rolecall/internal/crawler/source"
)

// job is a posting of the feed.
type job struct {
	ID           source.Text           `json:"jobId"`
	Title        source.Text           `json:"title"`
	Company      source.Text           `json:"companyName"`
	DisplayURL   source.Text           `json:"displayUrl"`
	Published    source.Text           `json:"publishedDate"`
	Description  source.Text           `json:"description"`
	Requirements source.Text           `json:"requirements"`
	Benefits     source.Text           `json:"benefits"`
	Salary       source.Text           `json:"salaryDescription"`
	Employment   source.Text           `json:"employmentType"`
	Remote       source.Flag           `json:"isRemote"`
	Location     source.Loose[address] `json:"jobLocation"`
}

type address struct {
	City    source.Text `json:"city"`
	State   source.Text `json:"state"`
	Country source.Text `json:"country"`
	Display source.Text `json:"locationDisplayName"`
}

func (j job) posting() source.Posting {
	l := j.Location.V
	place := source.Place{City: l.City.String(), Region: l.State.String(), Country: l.Country.String(), Primary: true}
	p := source.Posting{
		NativeID: j.ID.String(),
		Title:    j.Title.String(),
		URL:      cmp.Or(j.DisplayURL.String(), vendor+"/Recruiting/Jobs/Details/"+url.PathEscape(j.ID.String())),
		Description: source.JoinSections(
			source.Section{HTML: j.Description.String()},
			source.Section{Title: "Requirements", HTML: j.Requirements.String()},
			source.Section{Title: "Benefits", HTML: j.Benefits.String()},
			source.Section{Title: "Salary", HTML: source.PlainHTML(j.Salary.String())}, // free text, read by enrichment
		),
		Locations:     []string{cmp.Or(place.String(), l.Display.String())},
		Places:        []source.Place{place},
		Workplace:     source.WorkplaceFlags(j.Remote.True, false, false),
		Employment:    source.ParseEmployment(j.Employment.String()),
		EmploymentRaw: j.Employment.String(),
		PostedAt:      source.ParseTime(j.Published.String()),
		Company:       j.Company.String(),
	}
	return p
}

// entry is a posting of the board's page.
type entry struct {
	ID         source.Text `json:"JobId"`
	Title      source.Text `json:"JobTitle"`
	Location   source.Text `json:"LocationName"`
	Published  source.Text `json:"PublishedDate"`
	Department source.Text `json:"HiringDepartment"`
	Remote     source.Flag `json:"IsRemote"`
	Internal   source.Flag `json:"IsInternal"`
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	return []string{e.Title.String(), e.Location.String(), e.Published.String(), e.Department.String()}
}

// posting adds what the list states to what the page of the posting does.
func (e entry) posting(p source.Posting, address string) source.Posting {
	p.NativeID, p.Title, p.URL = e.Key(), e.Title.String(), address
	if at := source.ParseTime(e.Published.String()); !at.IsZero() {
		p.PostedAt = at
	}
	if len(p.Locations) == 0 {
		p.Locations = []string{e.Location.String()}
	}
	if e.Remote.True {
		p.Workplace = source.Remote
	}
	return p
}
