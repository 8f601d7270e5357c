package bamboohr

import (
	"cmp"
	"html"
	"net/url"

	"rolecall/internal/crawler/source"
)

type entry struct {
	ID           source.Text           `json:"id"`
	Name         source.Text           `json:"jobOpeningName"`
	Department   source.Text           `json:"departmentLabel"`
	Employment   source.Text           `json:"employmentStatusLabel"`
	Location     source.Loose[address] `json:"location"`
	ATSLocation  source.Loose[address] `json:"atsLocation"`
	LocationType source.Text           `json:"locationType"`
	Remote       source.Flag           `json:"isRemote"`
}

// address is a place as the list and the detail write it.
type address struct {
	City     source.Text `json:"city"`
	State    source.Text `json:"state"`
	Province source.Text `json:"province"`
	Country  source.Text `json:"country"`
	Nation   source.Text `json:"addressCountry"`
}

func (a address) place() source.Place {
	return source.Place{City: a.City.String(), Region: cmp.Or(a.State, a.Province).String(), Country: cmp.Or(a.Country,
		a.Nation).String(), Primary: true}
}

type opening struct {
	URL          source.Text           `json:"jobOpeningShareUrl"`
	Status       source.Text           `json:"jobOpeningStatus"`
	Description  source.Text           `json:"description"`
	Compensation source.Text           `json:"compensation"`
	Posted       source.Text           `json:"datePosted"`
	Experience   source.Text           `json:"minimumExperience"`
	Location     source.Loose[address] `json:"location"`
	ATSLocation  source.Loose[address] `json:"atsLocation"`
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	return []string{e.Name.String(), e.Department.String(), e.Employment.String(), e.Location.V.place().String(),
		e.ATSLocation.V.place().String(), e.LocationType.String()}
}

func (e entry) posting(o opening, company string) source.Posting {
	page := "https://" + company + ".bamboohr.com/careers/" + url.PathEscape(e.Key())
	p := source.Posting{
		NativeID: e.Key(),
		Title:    e.Name.String(),
		URL:      cmp.Or(o.URL.String(), page),
		Description: source.JoinSections(
			source.Section{HTML: o.Description.String()},
			source.Section{Title: "Compensation", HTML: html.EscapeString(o.Compensation.String())}, // free text, read by enrichment
		),
		Workplace: source.WorkplaceFlags(e.LocationType == "1" || e.Remote.True, e.LocationType == "2",
			e.LocationType == "0" && !e.Remote.True),
		WorkplaceRaw:  e.LocationType.String(),
		Employment:    source.ParseEmployment(e.Employment.String()),
		EmploymentRaw: e.Employment.String(),
		PostedAt:      source.ParseTime(o.Posted.String()),
		Seniority:     o.Experience.String(),
	}
	// Employers fill in one of the places; the detail has the country as well.
	for _, a := range []address{o.Location.V, o.ATSLocation.V, e.Location.V, e.ATSLocation.V} {
		if place := a.place(); place.City != "" || place.Region != "" || place.Country != "" {
			p.Places, p.Locations = []source.Place{place}, []string{place.String()}
			break
		}
	}
	return p
}
