package rippling

import (
	"cmp"
	"strings"

	"rolecall/internal/crawler/source"
)

// row is an entry of the list: a job at one of its places.
type row struct {
	ID         source.Text           `json:"id"`
	Name       source.Text           `json:"name"`
	URL        source.Text           `json:"url"`
	Department source.Text           `json:"department"` // an object with a name
	Language   source.Text           `json:"language"`
	Locations  source.List[location] `json:"locations"`
}

type location struct {
	Name        source.Text `json:"name"`
	City        source.Text `json:"city"`
	State       source.Text `json:"state"`
	Country     source.Text `json:"country"`
	CountryCode source.Text `json:"countryCode"`
	Workplace   source.Text `json:"workplaceType"`
}

// place returns the place of a row, by which the rows of one job differ.
func (r row) place() string {
	parts := []string{r.ID.String()}
	for _, l := range r.Locations {
		parts = append(parts, l.Name.String(), l.City.String(), l.Workplace.String())
	}
	return strings.Join(parts, "|")
}

// job is a job with all its places.
type job struct{ row }

// merged joins the rows of each job.
type merged struct {
	memory *source.Memory
	list   []job
	byID   map[string]int
}

func (m *merged) add(r row) error {
	if r.ID == "" {
		return nil
	}
	size := 500
	for _, f := range (job{r}).Fields() {
		size += len(f)
	}
	if err := m.memory.Add(size); err != nil {
		return err
	}
	if at, ok := m.byID[r.ID.String()]; ok {
		if len(m.list[at].Locations) < source.MaxLocations {
			m.list[at].Locations = append(m.list[at].Locations, r.Locations...)
		}
		return nil
	}
	m.byID[r.ID.String()] = len(m.list)
	m.list = append(m.list, job{r})
	return nil
}

type details struct {
	Description source.Loose[struct {
		Company source.Text `json:"company"`
		Role    source.Text `json:"role"`
	}] `json:"description"`
	Created    source.Text `json:"createdOn"`
	Company    source.Text `json:"companyName"`
	Employment source.Loose[struct {
		Label source.Text `json:"label"` // the code
		ID    source.Text `json:"id"`    // text for users
	}] `json:"employmentType"`
	Pay source.List[struct {
		Currency  source.Text   `json:"currency"`
		Frequency source.Text   `json:"frequency"`
		Start     source.Number `json:"rangeStart"`
		End       source.Number `json:"rangeEnd"`
	}] `json:"payRangeDetails"`
}

// Key implements [source.Listed].
func (j job) Key() string { return j.ID.String() }

// Fields implements [source.Listed].
func (j job) Fields() []string {
	fields := []string{j.Name.String(), j.URL.String(), j.Department.String(), j.Language.String()}
	for _, l := range j.Locations {
		fields = append(fields, l.Name.String(), l.City.String(), l.Country.String(), l.Workplace.String())
	}
	return fields
}

func (j job) posting(d details) source.Posting {
	kind := d.Employment.V
	p := source.Posting{
		NativeID: j.Key(),
		Title:    j.Name.String(),
		URL:      j.URL.String(),
		Description: source.JoinSections(source.Section{HTML: d.Description.V.Role.String()},
			source.Section{HTML: d.Description.V.Company.String()}),
		Employment:    source.ParseEmployment(kind.Label.String()),
		EmploymentRaw: cmp.Or(kind.ID, kind.Label).String(),
		PostedAt:      source.ParseTime(d.Created.String()),
		Company:       d.Company.String(),
		Language:      source.ParseLanguage(j.Language.String()),
	}
	modes := map[source.Workplace]bool{}
	for i, l := range j.Locations {
		place := source.Place{City: l.City.String(), Region: l.State.String(), Country: l.Country.String(),
			CountryCode: l.CountryCode.String(), Primary: i == 0}
		p.Places = append(p.Places, place)
		p.Locations = append(p.Locations, cmp.Or(l.Name.String(), place.String()))
		modes[source.ParseWorkplace(l.Workplace.String())] = true
	}
	if len(modes) == 1 { // places may disagree
		p.Workplace, p.WorkplaceRaw = source.ParseWorkplace(j.Locations[0].Workplace.String()), j.Locations[0].Workplace.String()
	}
	if len(d.Pay) == 1 { // several are for different places
		p.Pay = source.ParsePay(float64(d.Pay[0].Start), float64(d.Pay[0].End), d.Pay[0].Currency.String(), d.Pay[0].Frequency.String())
	}
	return p
}
