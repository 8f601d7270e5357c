package main

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/labelled"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/skill"
)

// job is the part of a posting that belongs together.
type job struct {
	title, level, employment string
	skills                   []string
	duty, req, nice          []string
}

// labelledText is a line and what it says.
type labelledText struct{ text, label string }

type pool struct {
	jobs                                             []job
	company, benefit                                 []string
	pay, work, employment, language, years, location []labelledText
	headings                                         map[string][]string
}

func parsePool(data string) (*pool, error) {
	p := &pool{headings: map[string][]string{}}
	part := ""
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if name, ok := strings.CutPrefix(line, "# "); ok {
			if part = name; part == "job" {
				p.jobs = append(p.jobs, job{})
			}
			continue
		}
		switch part {
		case "job":
			if err := p.jobs[len(p.jobs)-1].set(line); err != nil {
				return nil, err
			}
		case "company":
			p.company = append(p.company, line)
		case "benefit":
			p.benefit = append(p.benefit, line)
		case "headings":
			key, list, _ := strings.Cut(line, ": ")
			p.headings[key] = strings.Split(list, " | ")
		default:
			t, label, _ := strings.Cut(line, "=>")
			item := labelledText{strings.TrimSpace(t), strings.TrimSpace(label)}
			if item.text == "-" {
				item.text = ""
			}
			list := map[string]*[]labelledText{"pay": &p.pay, "work": &p.work, "employment": &p.employment, "language": &p.language, "years": &p.years, "location": &p.location}[part]
			if list == nil {
				return nil, fmt.Errorf("unknown part %q", part)
			}
			*list = append(*list, item)
		}
	}
	return p, nil
}

func (j *job) set(line string) error {
	key, value, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("no key in %q", line)
	}
	switch key {
	case "title":
		j.title = value
	case "level":
		j.level = value
	case "employment":
		j.employment = value
	case "duty":
		j.duty = append(j.duty, value)
	case "req":
		j.req = append(j.req, value)
	case "nice":
		j.nice = append(j.nice, value)
	case "skills", "nskills", "rskills", "tskills":
		j.skills = append(j.skills, strings.Split(value, ", ")...)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return nil
}

// unmark removes the marks around skills, [[as written|Canonical]] or [[Canonical]], and reports the skills.
func unmark(s string, found func(string)) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "[[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		mark, after, _ := strings.Cut(rest, "]]")
		written, canonical, two := strings.Cut(mark, "|")
		if !two {
			canonical = written
		}
		if canonical != "-" {
			found(canonical)
		}
		b.WriteString(written)
		s = after
	}
}

// parsePlaces reads "Berlin|DE; ~Europe| @remote".
func parsePlaces(s string) (places []place.Place, mode string) {
	s, mode, _ = strings.Cut(s, "@")
	for item := range strings.SplitSeq(s, ";") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, code, _ := strings.Cut(item, "|")
		pl := place.Place{CountryCode: code, Primary: len(places) == 0}
		if region, ok := strings.CutPrefix(name, "~"); ok {
			pl.Region = region
		} else {
			pl.City = name
		}
		places = append(places, pl)
	}
	return places, mode
}

// parsePay reads "70000-90000 EUR year"; an open end is left out.
func parsePay(s string) (*enrich.Pay, error) {
	if s == "" {
		return nil, nil
	}
	f := strings.Fields(s)
	if len(f) != 3 {
		return nil, fmt.Errorf("pay %q", s)
	}
	lo, hi, _ := strings.Cut(f[0], "-")
	p := &enrich.Pay{Currency: strings.Trim(f[1], "-"), Period: f[2]} // "-" for a currency that is left open
	p.Min, _ = strconv.ParseInt("0"+lo, 10, 64)
	p.Max, _ = strconv.ParseInt("0"+hi, 10, 64)
	return p, nil
}

// parseYears reads "5" or "3-5".
func parseYears(s string) *enrich.Years {
	if s == "" {
		return nil
	}
	lo, hi, _ := strings.Cut(s, "-")
	y := &enrich.Years{}
	y.Min, _ = strconv.Atoi(lo)
	y.Max, _ = strconv.Atoi("0" + hi)
	return y
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ", ")
}

// parseWritten reads whole postings: a head of keys, then the description with its marks.
func parseWritten(prefix, data string) ([]labelled.Example, error) {
	var out []labelled.Example
	for _, block := range strings.Split(data, "=== ")[1:] {
		head, body, ok := strings.Cut(block, "\n---\n")
		if !ok {
			return nil, fmt.Errorf("no description in %.40q", block)
		}
		lines := strings.Split(head, "\n")
		f := strings.Fields(lines[0])
		e := labelled.Example{ID: fmt.Sprintf("%s-%s-%s", prefix, f[1], f[0]), Language: f[1], Style: f[2]}
		e.Input.Language = f[1]
		for _, line := range lines[1:] {
			if err := setWritten(&e, line); err != nil {
				return nil, fmt.Errorf("%s: %w", e.ID, err)
			}
		}
		named := e.Want.Skills
		e.Want.Skills = nil
		skills := skillSet{&e.Want.Skills}
		add := func(name string) { skills.add(vocabularyName(name)) }
		for _, name := range named {
			add(name)
		}
		var b strings.Builder
		for i, piece := range strings.Split(unmark(body, add), "{{R}}") {
			if i > 0 {
				e.Want.Requirements = append(e.Want.Requirements, firstItem(piece))
			}
			b.WriteString(piece)
		}
		e.Input.Description = strings.TrimSpace(b.String())
		out = append(out, e)
	}
	return out, nil
}

// firstItem is the item that a text begins with: up to the end of the line or of what encloses it, as it is read.
func firstItem(text string) string {
	end := len(text)
	for _, stop := range []string{"</li>", "</p>", "</div>", "</span>", "</td>", "<br", "&lt;/li&gt;", "&lt;br", "\n"} {
		if j := strings.Index(text, stop); j >= 0 {
			end = min(end, j)
		}
	}
	return strings.TrimSpace(html.UnescapeString(text[:end]))
}

// vocabularyName puts a skill that was labelled in other words into those of the vocabulary. One that the vocabulary does
// not have keeps its name: the rules miss it.
func vocabularyName(name string) string {
	if canonical, ok := skill.Canonical(name); ok {
		return canonical
	}
	return name
}

func setWritten(e *labelled.Example, line string) error {
	key, value, _ := strings.Cut(line, ": ")
	in, want := &e.Input, &e.Want
	var err error
	switch key {
	case "title":
		in.Title = value
	case "company":
		in.Company = value
	case "location":
		in.Locations = append(in.Locations, value)
	case "place":
		f := strings.Split(value, "|")
		in.Places = append(in.Places, place.Place{City: f[0], Region: f[1], Country: f[2], CountryCode: f[3]})
	case "workplace":
		in.Workplace = value
	case "employment":
		in.Employment = value
	case "seniority":
		in.Seniority = value
	case "pay":
		_, err = fmt.Sscanf(value, "%g %g %s", &in.Pay.Min, &in.Pay.Max, &in.Pay.Currency)
		in.Pay.Period = strings.Join(strings.Fields(value)[3:], " ")
	case "want.skills":
		want.Skills = list(value)
	case "want.level":
		want.CareerLevel = value
	case "want.employment":
		want.EmploymentType = value
	case "want.work":
		want.WorkplaceType = value
	case "want.lang":
		want.Languages = list(value)
	case "want.pay":
		want.Pay, err = parsePay(value)
	case "want.years":
		want.Experience = parseYears(value)
	case "want.places":
		want.Places, _ = parsePlaces(value)
	default:
		err = fmt.Errorf("unknown key %q", key)
	}
	return err
}
