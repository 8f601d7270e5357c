package teamtailor

import (
	"io"
	"regexp"

	"rolecall/internal/crawler/source"
)

type document struct {
	items    []item
	rejected int
	next     string
}

func readDocument(body io.Reader, memory *source.Memory) (doc document, err error) {
	var next source.Text
	_, doc.rejected, err = source.ReadList(body, "items", func(it item) error {
		doc.items = append(doc.items, it)
		return memory.Add(it.size())
	}, map[string]any{"next_url": &next})
	doc.next = next.String()
	return doc, err
}

type item struct {
	ID            source.Text                 `json:"id"`
	Title         source.Text                 `json:"title"`
	URL           source.Text                 `json:"url"`
	DatePublished source.Text                 `json:"date_published"`
	ContentHTML   source.Text                 `json:"content_html"`
	JobPosting    source.Loose[schemaPosting] `json:"_jobposting"`
}

type schemaPosting struct {
	Description source.Text `json:"description"`
	Identifier  source.Loose[struct {
		Value source.Text `json:"value"` // its name is the company's
	}] `json:"identifier"`
	DatePosted   source.Text `json:"datePosted"`
	Organization source.Text `json:"hiringOrganization"`
	JobLocation  source.List[struct {
		Address source.Loose[struct {
			Locality source.Text `json:"addressLocality"`
			Region   source.Text `json:"addressRegion"`
			Country  source.Text `json:"addressCountry"`
		}] `json:"address"`
	}] `json:"jobLocation"`
	BaseSalary source.Loose[struct {
		Currency source.Text `json:"currency"`
		Value    source.Loose[struct {
			Value source.Number `json:"value"`
			Min   source.Number `json:"minValue"`
			Max   source.Number `json:"maxValue"`
			Unit  source.Text   `json:"unitText"`
		}] `json:"value"`
	}] `json:"baseSalary"`
}

// size returns the memory of an item until its page is yielded.
func (it item) size() int {
	const fixed = 1 << 10
	posting := it.JobPosting.V
	return fixed + source.SizeOf(it.ID, it.Title, it.URL, it.ContentHTML, posting.Description) + 100*len(posting.JobLocation)
}

var (
	number      = regexp.MustCompile(`^[0-9]+$`)
	numberInURL = regexp.MustCompile(`/jobs/([0-9]+)(?:-|$|\?|/)`)
)

// nativeID returns the number that is also in the posting's address.
func (it item) nativeID() string {
	if id := it.JobPosting.V.Identifier.V.Value.String(); number.MatchString(id) {
		return id
	}
	if m := numberInURL.FindStringSubmatch(it.URL.String()); m != nil {
		return m[1]
	}
	return it.ID.String()
}

func (it item) posting(x extra) source.Posting {
	schema := it.JobPosting.V
	p := source.Posting{
		NativeID:     it.nativeID(),
		Title:        it.Title.String(),
		URL:          it.URL.String(),
		Description:  it.ContentHTML.String(),
		PostedAt:     source.ParseTime(it.DatePublished.String()),
		Company:      schema.Organization.String(),
		Workplace:    workplace(x.RemoteStatus),
		WorkplaceRaw: x.RemoteStatus,
	}
	if p.Description == "" {
		p.Description = source.UnescapeHTML(schema.Description.String())
	}
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(schema.DatePosted.String())
	}
	// The RSS feed names countries in full; the JSON feed puts country names into the region.
	p.Places = x.places()
	if len(p.Places) == 0 {
		for i, l := range schema.JobLocation {
			a := l.Address.V
			place := source.Place{City: a.Locality.String(), Region: a.Region.String(), Country: a.Country.String()}
			place.Primary = i == 0
			if place.CountryCode = source.CountryCode(place.Country); place.CountryCode != "" {
				place.Country = ""
			}
			p.Places = append(p.Places, place)
		}
	}
	for _, place := range p.Places {
		p.Locations = append(p.Locations, place.String())
	}
	if v := schema.BaseSalary.V.Value.V; schema.BaseSalary.OK {
		low, high := float64(v.Min), float64(v.Max)
		if low == 0 && high == 0 {
			low, high = float64(v.Value), float64(v.Value)
		}
		p.Pay = source.ParsePay(low, high, schema.BaseSalary.V.Currency.String(), v.Unit.String())
	}
	return p
}

// workplace maps the vendor's words; "temporary", remote for a while, has no equivalent.
func workplace(status string) source.Workplace {
	switch status {
	case "fully":
		return source.Remote
	case "hybrid":
		return source.Hybrid
	case "none":
		return source.Onsite
	}
	return ""
}
