package lever

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

type job struct {
	ID         source.Text `json:"id"`
	Text       source.Text `json:"text"`
	Categories source.Loose[struct {
		Location     source.Text              `json:"location"`
		AllLocations source.List[source.Text] `json:"allLocations"`
		Commitment   source.Text              `json:"commitment"`
		Level        source.Text              `json:"level"`
	}] `json:"categories"`
	Country       source.Text       `json:"country"`
	WorkplaceType source.Text       `json:"workplaceType"`
	CreatedAt     millis            `json:"createdAt"`
	Description   source.Text       `json:"description"`
	Lists         source.List[list] `json:"lists"`
	Additional    source.Text       `json:"additional"`
	SalaryRange   source.Loose[struct {
		Currency source.Text   `json:"currency"`
		Interval source.Text   `json:"interval"`
		Min      source.Number `json:"min"`
		Max      source.Number `json:"max"`
	}] `json:"salaryRange"`
	SalaryDescription source.Text `json:"salaryDescription"`
	HostedURL         source.Text `json:"hostedUrl"`
}

type list struct {
	Text    source.Text `json:"text"`
	Content source.Text `json:"content"`
}

// millis is a time in milliseconds since 1970, as a number or a string.
type millis struct{ time.Time }

func (m *millis) UnmarshalJSON(data []byte) error {
	m.Time = time.Time{}
	text := strings.Trim(string(data), `"`)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		m.Time = time.UnixMilli(n).UTC()
		return nil
	}
	var s string
	if json.Unmarshal(data, &s) == nil {
		m.Time = source.ParseTime(s)
	}
	return nil
}

func (j job) posting() source.Posting {
	p := source.Posting{
		NativeID:      j.ID.String(),
		Title:         j.Text.String(),
		URL:           j.HostedURL.String(),
		Description:   j.html(),
		Workplace:     source.ParseWorkplace(j.WorkplaceType.String()),
		WorkplaceRaw:  j.WorkplaceType.String(),
		Employment:    source.ParseEmployment(j.Categories.V.Commitment.String()),
		EmploymentRaw: j.Categories.V.Commitment.String(),
		PostedAt:      j.CreatedAt.Time,
		Seniority:     j.Categories.V.Level.String(),
		Locations:     []string{j.Categories.V.Location.String()},
	}
	for _, l := range j.Categories.V.AllLocations {
		p.Locations = append(p.Locations, l.String())
	}
	// The country is that of the primary place only.
	if code := source.CountryCode(j.Country.String()); code != "" {
		p.Places = []source.Place{{CountryCode: code, Primary: true}}
	}
	if r := j.SalaryRange; r.OK {
		p.Pay = source.ParsePay(float64(r.V.Min), float64(r.V.Max), r.V.Currency.String(), r.V.Interval.String())
	}
	return p
}

// html joins all parts that the hosted page shows: the description alone lacks requirements and pay.
func (j job) html() string {
	sections := []source.Section{{HTML: j.Description.String()}}
	for _, l := range j.Lists {
		content := l.Content.String()
		if content != "" && strings.HasPrefix(strings.ToLower(content), "<li") {
			content = "<ul>" + content + "</ul>"
		}
		sections = append(sections, source.Section{Title: l.Text.String(), HTML: content})
	}
	sections = append(sections,
		source.Section{HTML: j.Additional.String()},
		source.Section{HTML: j.SalaryDescription.String()})
	return source.JoinSections(sections...)
}
