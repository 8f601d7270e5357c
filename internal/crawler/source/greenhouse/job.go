package greenhouse

import (
	"html"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

type job struct {
	ID             source.Text           `json:"id"`
	Title          source.Text           `json:"title"`
	FirstPublished source.Text           `json:"first_published"`
	Location       source.Text           `json:"location"` // an object with a name
	AbsoluteURL    source.Text           `json:"absolute_url"`
	CompanyName    source.Text           `json:"company_name"`
	Language       source.Text           `json:"language"`
	Metadata       source.List[metadata] `json:"metadata"`
	Content        source.Text           `json:"content"`
	Offices        source.List[struct {
		Location source.Text `json:"location"`
	}] `json:"offices"`
}

// metadata is a custom field of the employer.
type metadata struct {
	Name  source.Text `json:"name"`
	Value value       `json:"value"`
}

// value is a string, a list of strings or a pay range; other types are ignored.
type value struct {
	text string
	pay  source.Loose[moneyRange]
}

type moneyRange struct {
	Unit source.Text   `json:"unit"`
	Min  source.Number `json:"min_value"`
	Max  source.Number `json:"max_value"`
}

func (v *value) UnmarshalJSON(data []byte) error {
	var text source.Text
	var list source.List[source.Text]
	_ = v.pay.UnmarshalJSON(data)
	_ = text.UnmarshalJSON(data)
	_ = list.UnmarshalJSON(data)
	v.text = string(text)
	if len(data) > 0 && data[0] == '[' {
		parts := make([]string, len(list))
		for i, t := range list {
			parts[i] = string(t)
		}
		v.text = strings.Join(parts, ", ")
	}
	return nil
}

func (j job) posting() source.Posting {
	p := source.Posting{
		NativeID: j.ID.String(),
		Title:    j.Title.String(),
		URL:      j.AbsoluteURL.String(),
		// The text is HTML-escaped once too often.
		Description: html.UnescapeString(j.Content.String()),
		PostedAt:    source.ParseTime(j.FirstPublished.String()),
		Company:     j.CompanyName.String(),
		Language:    source.ParseLanguage(j.Language.String()),
	}
	if place := j.Location.String(); place != "" {
		p.Locations = []string{place}
	} else {
		for _, o := range j.Offices {
			p.Locations = append(p.Locations, o.Location.String())
		}
	}
	for _, m := range j.Metadata {
		m.apply(&p)
	}
	return p
}

// apply reads the custom fields whose names are unambiguous.
func (m metadata) apply(p *source.Posting) {
	switch name := strings.ToLower(m.Name.String()); {
	case m.Value.text != "" && has(name, "employment type", "job type", "contract type", "time type", "employment status"):
		p.EmploymentRaw = m.Value.text
		p.Employment = source.ParseEmployment(m.Value.text)
	case m.Value.text != "" && has(name, "workplace type", "work model", "location type", "workplace", "remote status"):
		p.WorkplaceRaw = m.Value.text
		p.Workplace = source.ParseWorkplace(m.Value.text)
	case m.Value.pay.OK && has(name, "salary", "pay range", "compensation", "wage"):
		pay := m.Value.pay.V
		p.Pay = source.ParsePay(float64(pay.Min), float64(pay.Max), pay.Unit.String(), periodIn(name))
	}
}

// periodIn returns the period in a field's name; the value does not state one.
func periodIn(name string) string {
	switch {
	case has(name, "hour"):
		return "hour"
	case has(name, "month"):
		return "month"
	case has(name, "annual", "year"):
		return "year"
	}
	return ""
}

func has(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}
