package workable

import (
	"cmp"
	"slices"

	"rolecall/internal/crawler/source"
)

// postingSize is the memory of a posting without its text.
const postingSize = 2 << 10

type job struct {
	Title          source.Text           `json:"title"`
	Shortcode      source.Text           `json:"shortcode"`
	EmploymentType source.Text           `json:"employment_type"`
	Type           source.Text           `json:"type"`
	Telecommuting  source.Flag           `json:"telecommuting"`
	URL            source.Text           `json:"url"`
	PublishedOn    source.Text           `json:"published_on"`
	CreatedAt      source.Text           `json:"created_at"`
	Country        source.Text           `json:"country"`
	City           source.Text           `json:"city"`
	State          source.Text           `json:"state"`
	Experience     source.Text           `json:"experience"`
	Locations      source.List[location] `json:"locations"`
	Description    source.Text           `json:"description"`
}

type location struct {
	Country     source.Text `json:"country"`
	CountryCode source.Text `json:"countryCode"`
	City        source.Text `json:"city"`
	Region      source.Text `json:"region"`
	Hidden      source.Flag `json:"hidden"`
}

// merger joins the entries with the same shortcode. They need not follow each other, so postings are held until the end
// of the document.
type merger struct {
	memory *source.Memory
	order  []string
	byCode map[string]*source.Posting
}

func (m *merger) add(j job) error {
	code := j.Shortcode.String()
	p := m.byCode[code]
	if p == nil {
		first := j.posting()
		if err := m.memory.Add(postingSize + len(first.Description)); err != nil {
			return err
		}
		p = &first
		m.byCode[code] = p
		m.order = append(m.order, code)
	}
	// Hybrid jobs are not telecommuting either, so false does not mean on-site.
	if j.Telecommuting.True {
		p.Workplace = source.Remote
	}
	for _, place := range j.places() {
		if len(p.Places) > source.MaxLocations {
			break // one more than the limit: Pull notices that places were left out
		}
		place.Primary = len(p.Places) == 0
		if !slices.ContainsFunc(p.Places, func(have source.Place) bool {
			have.Primary = place.Primary
			return have == place
		}) {
			p.Places = append(p.Places, place)
			p.Locations = append(p.Locations, place.String())
		}
	}
	return nil
}

func (j job) posting() source.Posting {
	employment := cmp.Or(j.EmploymentType, j.Type).String()
	p := source.Posting{
		NativeID:      j.Shortcode.String(),
		Title:         j.Title.String(),
		URL:           j.URL.String(),
		Description:   j.Description.String(),
		Employment:    source.ParseEmployment(employment),
		EmploymentRaw: employment,
		PostedAt:      source.ParseTime(j.PublishedOn.String()),
		Seniority:     j.Experience.String(),
	}
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(j.CreatedAt.String())
	}
	return p
}

// places returns the places that the employer shows. The flat fields repeat the first place, even a hidden one, so they
// count only without a list.
func (j job) places() []source.Place {
	var out []source.Place
	for _, l := range j.Locations {
		if l.Hidden.True {
			continue
		}
		out = append(out, source.Place{
			City: l.City.String(), Region: l.Region.String(), Country: l.Country.String(),
			CountryCode: source.CountryCode(l.CountryCode.String()),
		})
	}
	if len(j.Locations) == 0 {
		out = append(out, source.Place{City: j.City.String(), Region: j.State.String(), Country: j.Country.String()})
	}
	return slices.DeleteFunc(out, source.Place.Blank)
}
