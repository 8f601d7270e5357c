// Package labelled holds invented postings whose facts are known, to prove the rules of enrichment.
//
// The files shapes.*.txt hold short postings in the shapes that go wrong on real boards: refusals, boilerplate, benefits
// with a price. Every one of their facts must be right. The files whole.*.txt hold postings of usual length, of which
// most facts must be found. A posting is a line "=== name board", keys, a line "---" and the description:
//
//   - title, company, location, workplace, employment: what the board states
//   - want.work, want.employment, want.level, want.lang, want.years ("3" or "3-5"), want.pay ("70000-90000 EUR year"),
//     want.places ("Berlin|DE; ~Europe|"): the facts; a key that is missing means that the posting does not say
//   - {{R}} in a description of a whole posting stands before each item of the list of requirements
//
// How the labels were given: hours win over a fixed term, "full or part-time" is full-time, a working student is
// part-time and no intern, and an apprenticeship is no internship; some days at home make a job hybrid; only required languages count; of several years the most.
package labelled

import (
	"embed"
	"fmt"
	"html"
	"strconv"
	"strings"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/evaluate"
	"rolecall/internal/crawler/enrich/place"
)

//go:embed *.txt
var files embed.FS

// Load reads the postings of the files whose names start with kind: "shapes" or "whole".
func Load(kind string) ([]evaluate.Example, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var out []evaluate.Example
	for _, f := range entries {
		if !strings.HasPrefix(f.Name(), kind+".") {
			continue
		}
		data, err := files.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		for _, block := range strings.Split(string(data), "\n=== ")[1:] {
			e, err := parse(block)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name(), err)
			}
			e.Language = strings.Split(f.Name(), ".")[1]
			e.ID = f.Name() + ": " + e.ID
			out = append(out, e)
		}
	}
	return out, nil
}

func parse(block string) (evaluate.Example, error) {
	head, body, ok := strings.Cut(block, "\n---\n")
	if !ok {
		return evaluate.Example{}, fmt.Errorf("no description in %.40q", block)
	}
	lines := strings.Split(head, "\n")
	name, board, _ := strings.Cut(lines[0], " ")
	e := evaluate.Example{ID: name, Family: board, Want: &enrich.Facts{}}
	for _, line := range lines[1:] {
		key, value, _ := strings.Cut(line, ": ")
		if err := set(&e, key, value); err != nil {
			return e, fmt.Errorf("%s: %w", name, err)
		}
	}
	var b strings.Builder
	for i, piece := range strings.Split(body, "{{R}}") {
		if i > 0 {
			e.Want.Requirements = append(e.Want.Requirements, firstItem(piece))
		}
		b.WriteString(piece)
	}
	e.Input.Description = strings.TrimSpace(b.String())
	return e, nil
}

func set(e *evaluate.Example, key, value string) (err error) {
	text := map[string]*string{
		"title": &e.Input.Title, "company": &e.Input.Company, "workplace": &e.Input.Workplace, "employment": &e.Input.Employment,
		"want.work": &e.Want.WorkplaceType, "want.employment": &e.Want.EmploymentType, "want.level": &e.Want.CareerLevel,
	}[key]
	switch {
	case text != nil:
		*text = value
	case key == "location":
		e.Input.Locations = append(e.Input.Locations, value)
	case key == "want.lang":
		e.Want.Languages = strings.Split(value, ", ")
	case key == "want.pay":
		e.Want.Pay, err = parsePay(value)
	case key == "want.years":
		lo, hi, _ := strings.Cut(value, "-")
		e.Want.Experience = &enrich.Years{}
		e.Want.Experience.Min, err = strconv.Atoi(lo)
		e.Want.Experience.Max, _ = strconv.Atoi("0" + hi)
	case key == "want.places":
		e.Want.Places = parsePlaces(value)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return err
}

// parsePay reads "70000-90000 EUR year"; an open end is left out, a currency that is left open is "-".
func parsePay(s string) (*enrich.Pay, error) {
	f := strings.Fields(s)
	if len(f) != 3 {
		return nil, fmt.Errorf("pay %q: want \"70000-90000 EUR year\"", s)
	}
	lo, hi, _ := strings.Cut(f[0], "-")
	p := &enrich.Pay{Currency: strings.Trim(f[1], "-"), Period: f[2]}
	p.Min, _ = strconv.ParseInt("0"+lo, 10, 64)
	p.Max, _ = strconv.ParseInt("0"+hi, 10, 64)
	return p, nil
}

// parsePlaces reads "Berlin|DE; ~Europe|".
func parsePlaces(s string) (places []place.Place) {
	for item := range strings.SplitSeq(s, ";") {
		name, code, _ := strings.Cut(strings.TrimSpace(item), "|")
		if region, ok := strings.CutPrefix(name, "~"); ok {
			places = append(places, place.Place{Region: region, CountryCode: code})
		} else if name != "" || code != "" {
			places = append(places, place.Place{City: name, CountryCode: code})
		}
	}
	return places
}

// firstItem returns the item that a text begins with: up to the end of the line or of what encloses it, as it is read.
func firstItem(text string) string {
	end := len(text)
	for _, stop := range []string{"</li>", "</p>", "</div>", "</span>", "</td>", "<br", "&lt;/li&gt;", "&lt;br", "\n"} {
		if j := strings.Index(text, stop); j >= 0 {
			end = min(end, j)
		}
	}
	return strings.TrimSpace(html.UnescapeString(text[:end]))
}
