package recruitee

import (
	"cmp"
	"strings"

	"rolecall/internal/crawler/source"
)

type offer struct {
	ID             source.Text                   `json:"id"`
	Title          source.Text                   `json:"title"`
	Status         source.Text                   `json:"status"`
	CompanyName    source.Text                   `json:"company_name"`
	EmploymentType source.Text                   `json:"employment_type_code"`
	ExperienceCode source.Text                   `json:"experience_code"`
	Remote         source.Flag                   `json:"remote"`
	Hybrid         source.Flag                   `json:"hybrid"`
	OnSite         source.Flag                   `json:"on_site"`
	Location       source.Text                   `json:"location"`
	City           source.Text                   `json:"city"`
	StateName      source.Text                   `json:"state_name"`
	Country        source.Text                   `json:"country"`
	CountryCode    source.Text                   `json:"country_code"`
	Locations      source.List[location]         `json:"locations"`
	PublishedAt    source.Text                   `json:"published_at"`
	CreatedAt      source.Text                   `json:"created_at"`
	Salary         source.Loose[source.PayRange] `json:"salary"`
	Description    source.Text                   `json:"description"`
	Requirements   source.Text                   `json:"requirements"`
	CareersURL     source.Text                   `json:"careers_url"`
}

type location struct {
	Name        source.Text `json:"name"`
	City        source.Text `json:"city"`
	State       source.Text `json:"state"`
	Country     source.Text `json:"country"`
	CountryCode source.Text `json:"country_code"`
}

func (l location) place() source.Place {
	return source.Place{City: l.City.String(), Region: l.State.String(), Country: l.Country.String(), CountryCode: l.CountryCode.String()}
}

func (l location) text() string {
	return cmp.Or(source.Place{City: l.City.String(), Region: l.State.String(), Country: l.Country.String()}.String(), l.Name.String())
}

// withdrawn reports whether the offer is not open; some boards list such offers.
func (o offer) withdrawn() bool {
	switch o.Status {
	case "draft", "archived", "closed", "internal":
		return true
	}
	return false
}

func (o offer) posting() source.Posting {
	p := source.Posting{
		NativeID: o.ID.String(),
		Title:    o.Title.String(),
		URL:      o.CareersURL.String(),
		Description: source.JoinSections(
			source.Section{HTML: o.Description.String()},
			source.Section{HTML: o.Requirements.String()},
		),
		Workplace:     source.WorkplaceFlags(o.Remote.True, o.Hybrid.True, o.OnSite.True),
		WorkplaceRaw:  o.flags(),
		Employment:    source.ParseEmployment(o.EmploymentType.String()),
		EmploymentRaw: o.EmploymentType.String(),
		PostedAt:      source.ParseTime(o.PublishedAt.String()),
		Company:       o.CompanyName.String(),
		Seniority:     o.ExperienceCode.String(),
	}
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(o.CreatedAt.String())
	}
	for i, l := range o.Locations {
		place := l.place()
		place.Primary = i == 0
		p.Places = append(p.Places, place)
		p.Locations = append(p.Locations, l.text())
	}
	if len(o.Locations) == 0 {
		flat := location{City: o.City, State: o.StateName, Country: o.Country, CountryCode: o.CountryCode}
		place := flat.place()
		place.Primary = true
		p.Places = []source.Place{place}
		p.Locations = []string{cmp.Or(o.Location.String(), flat.text())}
	}
	p.Pay = o.Salary.V.Pay()
	return p
}

// flags returns what the employer ticked: several at once do not map to a workplace.
func (o offer) flags() string {
	var set []string
	if o.Remote.True {
		set = append(set, "remote")
	}
	if o.Hybrid.True {
		set = append(set, "hybrid")
	}
	if o.OnSite.True {
		set = append(set, "on_site")
	}
	return strings.Join(set, ",")
}
