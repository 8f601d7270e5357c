// Package evaluate measures the rules of enrichment on postings whose facts are known: from labels, or from the fields of
// the posting's own board, which are taken away before the rules read the text.
package evaluate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
)

// Fields are the facts that can be measured, by their JSON names.
var Fields = []string{
	"workplaceType", "employmentType", "careerLevel", "pay", "experience", "languages", "places", TextPlaces, "requirements",
}

// TextPlaces measures the places that are read from a text, where the board states them in fields of its own. Places
// measures the board's location line against its fields for city, region and country.
const TextPlaces = "placesInText"

// Example is one posting. Want holds its facts; where it is nil the board's fields of Input are the truth.
type Example struct {
	ID       string        `json:"id"`
	Family   string        `json:"family,omitempty"`
	Language string        `json:"language,omitempty"`
	Input    enrich.Input  `json:"input"`
	Want     *enrich.Facts `json:"want,omitempty"`
}

// Score counts single facts: a place, a level. A wrong value is both Wrong and Missed, unless the posting states none.
type Score struct {
	Right  int `json:"right"`
	Wrong  int `json:"wrong"`
	Missed int `json:"missed"`
}

// Precision returns the share of the facts found that are right, 1 if none was found.
func (s Score) Precision() float64 { return share(s.Right, s.Wrong) }

// Recall returns the share of the stated facts that were found, 1 if none is stated.
func (s Score) Recall() float64 { return share(s.Right, s.Missed) }

func share(right, others int) float64 {
	if right+others == 0 {
		return 1
	}
	return float64(right) / float64(right+others)
}

// Mistake is one fact that is wrong or missing.
type Mistake struct {
	ID       string   `json:"id"`
	Field    string   `json:"field"`
	Title    string   `json:"title"`
	Found    []string `json:"found,omitempty"`
	Stated   []string `json:"stated,omitempty"`
	Evidence string   `json:"evidence,omitempty"` // the words that the found fact is based on
}

// Report is the outcome of an evaluation.
type Report struct {
	Postings   int                         `json:"postings"`
	ByField    map[string]Score            `json:"byField"`
	ByLanguage map[string]map[string]Score `json:"byLanguage"` // field, language
	ByFamily   map[string]map[string]Score `json:"byFamily"`   // field, board family
	Mistakes   []Mistake                   `json:"mistakes,omitempty"`
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{ByField: map[string]Score{}, ByLanguage: map[string]map[string]Score{}, ByFamily: map[string]map[string]Score{}}
}

// Add runs the rules over one posting for the given fields.
func (r *Report) Add(e Example, fields []string) {
	r.Postings++
	if e.Language == "" {
		e.Language = enrich.LanguageOf(e.Input.Description)
	}
	var labelled enrich.Facts
	if e.Want != nil {
		labelled = enrich.Posting(e.Input)
	}
	for _, field := range fields {
		if e.Want != nil && field == TextPlaces {
			continue // the labels say where the job is, not where that was read
		}
		if e.Want != nil {
			r.compare(e, field, labelled, values(field, *e.Want))
			continue
		}
		if in, ok := withoutField(e.Input, field); ok {
			stated := enrich.Posting(onlyField(e.Input, field))
			if want := values(field, stated); len(want) > 0 {
				r.compare(e, field, enrich.Posting(in), want)
			}
		}
	}
}

func (r *Report) compare(e Example, field string, found enrich.Facts, want []string) {
	got := values(field, found)
	if field == "places" || field == TextPlaces {
		got = coarsen(got, want)
	}
	wrong, missed := without(got, want), without(want, got)
	s := Score{Right: len(got) - len(wrong), Wrong: len(wrong), Missed: len(missed)}
	if len(got)+len(want) == 0 {
		return
	}
	r.ByField[field] = sum(r.ByField[field], s)
	count(r.ByLanguage, field, cmp.Or(e.Language, "unknown"), s)
	count(r.ByFamily, field, cmp.Or(e.Family, "unknown"), s)
	if s.Wrong+s.Missed > 0 {
		r.Mistakes = append(r.Mistakes,
			Mistake{ID: e.ID, Field: field, Title: e.Input.Title, Found: got, Stated: want, Evidence: found.Evidence[evidenceOf(field)]})
	}
}

func evidenceOf(field string) string {
	if field == TextPlaces {
		return "places"
	}
	return field
}

func count(scores map[string]map[string]Score, field, key string, s Score) {
	if scores[field] == nil {
		scores[field] = map[string]Score{}
	}
	scores[field][key] = sum(scores[field][key], s)
}

func sum(a, b Score) Score {
	return Score{Right: a.Right + b.Right, Wrong: a.Wrong + b.Wrong, Missed: a.Missed + b.Missed}
}

// withoutField returns the input without the board's own statement of a field; false if the board states none.
func withoutField(in enrich.Input, field string) (enrich.Input, bool) {
	var stated bool
	switch field {
	case "workplaceType":
		stated = in.Workplace != ""
		in.Workplace, in.Locations = "", nil // "Remote, US" would give the answer away
	case "employmentType":
		stated, in.Employment = in.Employment != "", ""
	case "careerLevel":
		stated, in.Seniority = in.Seniority != "", ""
	case "pay":
		stated, in.Pay = in.Pay != enrich.BoardPay{}, enrich.BoardPay{}
	case "places": // the location as one line, against the fields of its parts
		stated = len(in.Places) > 0 && len(in.Locations) > 0
		in.Places = nil
	case TextPlaces:
		stated = len(in.Places)+len(in.Locations) > 0
		in.Places, in.Locations = nil, nil
	}
	return in, stated && in.Description != ""
}

// onlyField returns an input with nothing but the board's statement of a field.
func onlyField(in enrich.Input, field string) enrich.Input {
	out := enrich.Input{Places: in.Places}
	switch field {
	case "workplaceType":
		out.Workplace = in.Workplace
	case "employmentType":
		out.Employment = in.Employment
	case "careerLevel":
		out.Seniority = in.Seniority
	case "pay":
		out.Pay = in.Pay
	case TextPlaces:
		out.Locations = in.Locations
	}
	return out
}

// values returns the facts of one field as comparable texts.
func values(field string, f enrich.Facts) []string {
	switch field {
	case "careerLevel":
		return one(f.CareerLevel)
	case "employmentType":
		return one(f.EmploymentType)
	case "workplaceType":
		return one(f.WorkplaceType)
	case "languages":
		return f.Languages
	case "requirements":
		return f.Requirements
	case "pay":
		if p := f.Pay; p != nil {
			return one(fmt.Sprintf("%d-%d %s/%s", p.Min, p.Max, p.Currency, p.Period))
		}
	case "experience":
		if y := f.Experience; y != nil {
			return one(fmt.Sprintf("%d-%d", y.Min, y.Max))
		}
	case "places", TextPlaces:
		return placeNames(f.Places)
	}
	return nil
}

func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func placeNames(places []place.Place) []string {
	var out []string
	for _, p := range places {
		name := cmp.Or(place.Normalize(p).City, p.City, "~"+p.Region) // "Frankfurt am Main" and "Frankfurt" are one place
		if name += "|" + p.CountryCode; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// coarsen replaces places by their country where only the country is stated: to be more precise is not wrong.
func coarsen(got, want []string) (out []string) {
	for _, p := range got {
		_, code, _ := strings.Cut(p, "|")
		if country := "~|" + code; code != "" && slices.Contains(want, country) {
			p = country
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// without returns the elements of a that b does not have.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
