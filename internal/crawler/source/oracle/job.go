package oracle

import (
	"cmp"

	"rolecall/internal/crawler/source"
)

// rawEntry is a row of the list; entry adds the methods.
type rawEntry struct {
	ID            source.Text        `json:"Id"`
	Title         source.Text        `json:"Title"`
	PostedDate    source.Text        `json:"PostedDate"`
	Location      source.Text        `json:"PrimaryLocation"`
	Country       source.Text        `json:"PrimaryLocationCountry"`
	Others        source.List[place] `json:"secondaryLocations"`
	WorkplaceCode source.Text        `json:"WorkplaceTypeCode"`
	Workplace     source.Text        `json:"WorkplaceType"`
	Schedule      source.Text        `json:"JobSchedule"`
	Contract      source.Text        `json:"ContractType"`
	Language      source.Text        `json:"Language"`
}

type place struct {
	Name    source.Text `json:"Name"`
	Country source.Text `json:"CountryCode"`
}

type entry rawEntry

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	fields := []string{e.Title.String(), e.PostedDate.String(), e.Location.String(), e.WorkplaceCode.String(),
		e.Schedule.String(), e.Contract.String()}
	for _, o := range e.Others {
		fields = append(fields, o.Name.String())
	}
	return fields
}

type detail struct {
	ID               source.Text           `json:"Id"`
	Title            source.Text           `json:"Title"`
	Description      source.Text           `json:"ExternalDescriptionStr"`
	Responsibilities source.Text           `json:"ExternalResponsibilitiesStr"`
	Qualifications   source.Text           `json:"ExternalQualificationsStr"`
	Corporate        source.Text           `json:"CorporateDescriptionStr"`
	Schedule         source.Text           `json:"JobSchedule"`
	Contract         source.Text           `json:"ContractType"`
	Level            source.Text           `json:"JobLevel"`
	Company          source.Text           `json:"LegalEmployer"`
	Posted           source.Text           `json:"ExternalPostedStartDate"`
	WorkLocation     source.List[location] `json:"workLocation"`
	OtherLocations   source.List[location] `json:"otherWorkLocations"`
}

type location struct {
	City    source.Text `json:"TownOrCity"`
	Region  source.Text `json:"Region2"`
	Country source.Text `json:"Country"`
}

func (e entry) posting(d detail) source.Posting {
	p := source.Posting{
		NativeID: e.Key(),
		Title:    cmp.Or(e.Title, d.Title).String(),
		Description: source.JoinSections(
			source.Section{HTML: d.Description.String()},
			source.Section{Title: "Responsibilities", HTML: d.Responsibilities.String()},
			source.Section{Title: "Qualifications", HTML: d.Qualifications.String()},
			source.Section{HTML: d.Corporate.String()},
		),
		Locations:     []string{e.Location.String()},
		WorkplaceRaw:  cmp.Or(e.WorkplaceCode, e.Workplace).String(),
		EmploymentRaw: cmp.Or(d.Schedule, e.Schedule, d.Contract, e.Contract).String(),
		PostedAt:      source.ParseTime(d.Posted.String()),
		Company:       d.Company.String(),
		Seniority:     d.Level.String(),
		Language:      source.ParseLanguage(e.Language.String()),
	}
	p.Employment = source.ParseEmployment(cmp.Or(d.Schedule, e.Schedule).String(), cmp.Or(d.Contract, e.Contract).String())
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(e.PostedDate.String())
	}
	switch e.WorkplaceCode {
	case "ORA_REMOTE":
		p.Workplace = source.Remote
	case "ORA_HYBRID":
		p.Workplace = source.Hybrid
	case "ORA_ON_SITE", "ORA_ONSITE":
		p.Workplace = source.Onsite
	default:
		p.Workplace = source.ParseWorkplace(e.Workplace.String())
	}
	for _, o := range e.Others {
		p.Locations = append(p.Locations, o.Name.String())
	}
	for i, l := range append(d.WorkLocation, d.OtherLocations...) {
		at := source.Place{City: l.City.String(), Region: l.Region.String(), CountryCode: source.CountryCode(l.Country.String()), Primary: i == 0}
		if at.CountryCode == "" {
			at.Country = l.Country.String()
		}
		p.Places = append(p.Places, at)
	}
	return p
}
