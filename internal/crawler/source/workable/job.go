package workable

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

// postingSize is what a posting takes besides its text.
const postingSize = 2 << 10

type job struct {
	Title          source.Text           `json:"title"`
	Shortcode      source.Text           `json:"shortcode"`
	Code           source.Text           `json:"code"`
	EmploymentType source.Text           `json:"employment_type"`
	Type           source.Text           `json:"type"`
	Telecommuting  source.Flag           `json:"telecommuting"`
	Department     source.Text           `json:"department"`
	URL            source.Text           `json:"url"`
	ApplicationURL source.Text           `json:"application_url"`
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

// merger joins the entries of one shortcode. They need not stand together, so postings are held
// until the document ends.
type merger struct {
	held    *source.Held
	company string
	order   []string
	byCode  map[string]*source.Posting
}

func (m *merger) read(s *source.JSONStream) (rejected int, err error) {
	m.byCode = map[string]*source.Posting{}
	listed := false
	err = s.Object(func(key string) (err error) {
		switch key {
		case "jobs":
			listed = true
			_, rejected, err = source.Each(s, m.add)
			return err
		case "name":
			var name source.Text
			err = s.Value(&name)
			m.company = name.String()
			return err
		default:
			return s.Skip()
		}
	})
	if err != nil {
		return rejected, err
	}
	if !listed {
		return rejected, source.Errorf(source.Broken, "no jobs in the answer")
	}
	return rejected, s.End()
}

func (m *merger) add(j job) error {
	code := j.Shortcode.String()
	p := m.byCode[code]
	if p == nil {
		first := j.posting()
		if err := m.held.Add(postingSize + len(first.Description)); err != nil {
			return err
		}
		p = &first
		m.byCode[code] = p
		m.order = append(m.order, code)
	}
	// "Not telecommuting" is said of hybrid jobs too: it is no sign of an office.
	if j.Telecommuting.True {
		p.Workplace = source.Remote
	}
	for _, place := range j.places() {
		if len(p.Places) > source.MaxLocations {
			break // one too many, so that it is seen that places were left out
		}
		place.Primary = len(p.Places) == 0
		if !slices.ContainsFunc(p.Places, func(have source.Place) bool {
			have.Primary = place.Primary
			return have == place
		}) {
			p.Places = append(p.Places, place)
			p.Locations = append(p.Locations, words(place))
		}
	}
	return nil
}

func (m *merger) postings() []source.Posting {
	out := make([]source.Posting, len(m.order))
	for i, code := range m.order {
		out[i] = *m.byCode[code]
		out[i].Company = m.company
	}
	return out
}

func (j job) posting() source.Posting {
	kind := j.EmploymentType.String()
	if kind == "" {
		kind = j.Type.String()
	}
	p := source.Posting{
		NativeID:      j.Shortcode.String(),
		Title:         j.Title.String(),
		URL:           j.URL.String(),
		ApplyURL:      j.ApplicationURL.String(),
		Description:   j.Description.String(),
		Employment:    source.ParseEmployment(kind),
		EmploymentRaw: kind,
		PostedAt:      source.ParseTime(j.PublishedOn.String()),
		Department:    j.Department.String(),
		Seniority:     j.Experience.String(),
		Reference:     j.Code.String(),
	}
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(j.CreatedAt.String())
	}
	return p
}

// places are those the employer shows; the flat fields repeat the first of them and count only
// where there is no list, or a hidden place would come back through them.
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

func words(p source.Place) string {
	parts := slices.DeleteFunc([]string{p.City, p.Region, p.Country}, func(s string) bool { return s == "" })
	return strings.Join(parts, ", ")
}
