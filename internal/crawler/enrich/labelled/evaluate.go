package labelled

import (
	"fmt"
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
)

// Fields are the facts that are measured.
var Fields = []string{"skills", "careerLevel", "employmentType", "workplaceType", "languages", "pay", "requirements", "experience", "places"}

// Languages are the languages of the set.
var Languages = []string{"en", "de", "es", "fr"}

// Score counts single facts: a skill, a place, a level. A wrong value is both Wrong and Missed.
type Score struct {
	Right, Wrong, Missed int
}

// Precision is the share of the facts found that are right.
func (s Score) Precision() float64 { return ratio(s.Right, s.Right+s.Wrong) }

// Recall is the share of the facts there are that were found.
func (s Score) Recall() float64 { return ratio(s.Right, s.Right+s.Missed) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func (s *Score) add(t Score) {
	s.Right += t.Right
	s.Wrong += t.Wrong
	s.Missed += t.Missed
}

// Mistake is one fact that is wrong or missing.
type Mistake struct {
	ID, Field string
	Wrong     []string
	Missed    []string
}

// Report is the outcome of an evaluation, by field and language; the language "all" sums up.
type Report struct {
	Examples int
	Scores   map[string]map[string]Score
	Mistakes []Mistake
}

// Evaluate runs the rules over the examples. The sets label named things only, so that a skill which no example has as a
// label, such as a field of activity, is not judged.
func Evaluate(examples []Example) Report {
	r := Report{Examples: len(examples), Scores: map[string]map[string]Score{}}
	for _, f := range Fields {
		r.Scores[f] = map[string]Score{}
	}
	labelled := map[string]bool{}
	for _, e := range examples {
		for _, s := range e.Want.Skills {
			labelled[s] = true
		}
	}
	for _, e := range examples {
		got := enrich.Posting(e.Input)
		got.Skills = slices.DeleteFunc(got.Skills, func(s string) bool { return !labelled[s] })
		for _, f := range Fields {
			g, w := values(f, got), values(f, e.Want)
			m := Mistake{ID: e.ID, Field: f, Wrong: without(g, w), Missed: without(w, g)}
			s := Score{Right: len(g) - len(m.Wrong), Wrong: len(m.Wrong), Missed: len(m.Missed)}
			for _, lang := range []string{e.Language, "all"} {
				sum := r.Scores[f][lang]
				sum.add(s)
				r.Scores[f][lang] = sum
			}
			if s.Wrong+s.Missed > 0 {
				r.Mistakes = append(r.Mistakes, m)
			}
		}
	}
	return r
}

// values returns the facts of one field as comparable strings.
func values(field string, f enrich.Facts) []string {
	one := func(s string) []string {
		if s == "" {
			return nil
		}
		return []string{s}
	}
	switch field {
	case "skills":
		return f.Skills
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
	case "places":
		var out []string
		for _, p := range f.Places {
			name := p.City
			if n := place.Normalize(p); n.City != "" {
				name = n.City // "Frankfurt am Main" and "Frankfurt" are one place
			}
			if name == "" {
				name = "~" + p.Region
			}
			out = append(out, name+"|"+p.CountryCode)
		}
		return out
	}
	return nil
}

func without(a, b []string) []string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

// Table prints precision and recall per field and language as a Markdown table.
func (r Report) Table() string {
	var b strings.Builder
	b.WriteString("| field | facts | all |")
	for _, l := range Languages {
		b.WriteString(" " + l + " |")
	}
	b.WriteString("\n|---|---|---|---|---|---|---|\n")
	for _, f := range Fields {
		all := r.Scores[f]["all"]
		fmt.Fprintf(&b, "| %s | %d | %.3f / %.3f |", f, all.Right+all.Missed, all.Precision(), all.Recall())
		for _, l := range Languages {
			s := r.Scores[f][l]
			fmt.Fprintf(&b, " %.2f / %.2f |", s.Precision(), s.Recall())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Errors lists the mistakes, one a line.
func (r Report) Errors() string {
	var b strings.Builder
	for _, m := range r.Mistakes {
		fmt.Fprintf(&b, "%s %s: wrong %q, missed %q\n", m.ID, m.Field, m.Wrong, m.Missed)
	}
	return b.String()
}
