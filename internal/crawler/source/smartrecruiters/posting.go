package smartrecruiters

import (
	"cmp"
	"strings"

	"rolecall/internal/crawler/source"
)

// entry is a posting in the list. Its labelled fields are objects, empty objects or, with some
// employers, strings.
type entry struct {
	ID           source.Text            `json:"id"`
	JobAdID      source.Text            `json:"jobAdId"`
	Name         source.Text            `json:"name"`
	RefNumber    source.Text            `json:"refNumber"`
	Company      source.Text            `json:"company"`
	ReleasedDate source.Text            `json:"releasedDate"`
	Location     source.Loose[location] `json:"location"`
	Department   source.Text            `json:"department"`
	Employment   label                  `json:"typeOfEmployment"`
	Experience   label                  `json:"experienceLevel"`
	Language     source.Loose[struct {
		Code source.Text `json:"code"`
	}] `json:"language"`
}

type location struct {
	City         source.Text `json:"city"`
	Region       source.Text `json:"region"`
	Country      source.Text `json:"country"`
	Remote       source.Flag `json:"remote"`
	Hybrid       source.Flag `json:"hybrid"`
	FullLocation source.Text `json:"fullLocation"`
}

// label is a code with its words, which are in the employer's language.
type label struct{ ID, Label source.Text }

func (l *label) UnmarshalJSON(data []byte) error {
	var object source.Loose[struct {
		ID    source.Text `json:"id"`
		Label source.Text `json:"label"`
	}]
	if _ = object.UnmarshalJSON(data); object.OK {
		l.ID, l.Label = object.V.ID, object.V.Label
		return nil
	}
	return l.Label.UnmarshalJSON(data)
}

type detail struct {
	PostingURL   source.Text `json:"postingUrl"`
	Compensation source.Loose[struct {
		source.PayRange
		Salary source.Loose[source.PayRange] `json:"salary"` // older responses
	}] `json:"compensation"`
	JobAd source.Loose[struct {
		Sections source.Loose[struct {
			Company        source.Loose[section] `json:"companyDescription"`
			Job            source.Loose[section] `json:"jobDescription"`
			Qualifications source.Loose[section] `json:"qualifications"`
			Additional     source.Loose[section] `json:"additionalInformation"`
		}] `json:"sections"`
	}] `json:"jobAd"`
}

type section struct {
	Title source.Text `json:"title"`
	Text  source.Text `json:"text"`
}

func (e entry) posting(d detail) source.Posting {
	l := e.Location.V
	p := source.Posting{
		NativeID:      e.ID.String(),
		Title:         e.Name.String(),
		URL:           d.PostingURL.String(),
		Description:   d.html(),
		Workplace:     source.WorkplaceFlags(l.Remote.True, l.Hybrid.True, false),
		Employment:    source.ParseEmployment(e.Employment.Label.String()),
		EmploymentRaw: e.Employment.Label.String(),
		PostedAt:      source.ParseTime(e.ReleasedDate.String()),
		Company:       e.Company.String(),
		Language:      source.ParseLanguage(e.Language.V.Code.String()),
	}
	if p.Employment == "" {
		p.Employment = source.ParseEmployment(e.Employment.ID.String())
	}
	if level := e.Experience.ID.String(); level != "not_applicable" {
		p.Seniority = level
	}
	// Older postings use a country called "remote".
	if strings.EqualFold(l.Country.String(), "remote") {
		p.Workplace = source.Remote
		l.Country = ""
	}
	place := source.Place{City: l.City.String(), Region: l.Region.String(), Primary: true}
	place.CountryCode = source.CountryCode(l.Country.String())
	if place.CountryCode == "" {
		place.Country = l.Country.String()
	}
	p.Places = []source.Place{place}
	p.Locations = []string{cmp.Or(l.FullLocation.String(), place.String())}
	if p.Pay = d.Compensation.V.Pay(); p.Pay == nil {
		p.Pay = d.Compensation.V.Salary.V.Pay()
	}
	return p
}

func (d detail) html() string {
	s := d.JobAd.V.Sections.V
	var out []source.Section
	for _, part := range []source.Loose[section]{s.Company, s.Job, s.Qualifications, s.Additional} {
		out = append(out, source.Section{Title: part.V.Title.String(), HTML: part.V.Text.String()})
	}
	return source.JoinSections(out...)
}
