package main

import (
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/labelled"
	"rolecall/internal/crawler/enrich/place"
)

// styles are the manners of the boards: how a heading and a list look, which fields are kept apart from the text.
var styles = []string{"greenhouse", "lever", "ashby", "smartrecruiters", "workable", "recruitee", "personio", "teamtailor", "workday", "jsonld"}

// boardWords are employment values as boards send them, with what they mean.
var boardWords = map[string]labelledText{
	"ashby": {"FullTime", "full-time"}, "workable": {"Part-time", "part-time"}, "recruitee": {"fulltime_permanent", "full-time"},
	"personio": {"permanent full-time", "full-time"}, "lever": {"Full-time", "full-time"},
}

type skillSet struct{ list *[]string }

func (s skillSet) add(name string) {
	if !slices.Contains(*s.list, name) {
		*s.list = append(*s.list, name)
	}
}

type composer struct {
	batch, lang string
	pool        *pool
	rng         *rand.Rand
	order       map[string][]int // shuffled rest of each list, so that every fragment is used before one repeats
}

func newComposer(batch, lang string, p *pool, seed uint64) *composer {
	return &composer{batch: batch, lang: lang, pool: p, rng: rand.New(rand.NewPCG(seed, uint64(len(batch)))), order: map[string][]int{}}
}

func (c *composer) draw(name string, n int) int {
	if len(c.order[name]) == 0 {
		c.order[name] = c.rng.Perm(n)
	}
	i := c.order[name][0]
	c.order[name] = c.order[name][1:]
	return i
}

func (c *composer) text(name string, list []labelledText) labelledText {
	return list[c.draw(name, len(list))]
}

func (c *composer) heading(name string) string {
	list := c.pool.headings[name]
	return list[c.draw("heading "+name, len(list))]
}

func (c *composer) compose(n int) labelled.Example {
	style := styles[n%len(styles)]
	j := c.pool.jobs[c.draw("job", len(c.pool.jobs))]
	e := labelled.Example{ID: fmt.Sprintf("%s-%s-%03d", c.batch, c.lang, n), Language: c.lang, Style: style}
	in, want := &e.Input, &e.Want
	in.Title, in.Language = j.title, c.lang
	want.CareerLevel, want.EmploymentType = j.level, j.employment
	want.Skills = slices.Clone(j.skills)
	skills := skillSet{&want.Skills}

	loc := c.text("location", c.pool.location)
	var mode string
	want.Places, mode = parsePlaces(loc.label)
	want.WorkplaceType = mode
	in.Locations = strings.Split(loc.text, " || ")
	if (style == "smartrecruiters" || style == "workable") && mode == "" && len(want.Places) == 1 && want.Places[0].City != "" {
		in.Places = []place.Place{{City: want.Places[0].City, CountryCode: strings.ToLower(want.Places[0].CountryCode)}}
		in.Locations = nil
	}

	p := page{style: style, rng: c.rng, escape: style == "greenhouse" && n%20 == 0}
	p.section(c.heading("company"), []string{c.pool.company[c.draw("company", len(c.pool.company))]}, false)
	p.section(c.heading("duty"), marked(j.duty, skills), true)

	req := marked(j.req, skills)
	if y := c.text("years", c.pool.years); y.text != "" {
		req = append(req, y.text)
		want.Experience = parseYears(y.label)
	}
	if l := c.text("language", c.pool.language); l.text != "" {
		req = append(req, l.text)
		want.Languages = list(l.label)
	}
	want.Requirements = req
	p.section(c.heading("req"), req, true)
	if len(j.nice) > 0 {
		p.section(c.heading("nice"), marked(j.nice, skills), true)
	}

	benefits := []string{c.pool.benefit[c.draw("benefit", len(c.pool.benefit))], c.pool.benefit[c.draw("benefit", len(c.pool.benefit))]}
	var closing []string
	if pay := c.text("pay", c.pool.pay); pay.text != "" {
		want.Pay, _ = parsePay(pay.label)
		if want.Pay.Currency == "$" {
			want.Pay.Currency = dollarOf(want.Places)
		}
		if n%2 == 0 {
			benefits = append([]string{pay.text}, benefits...)
		} else {
			closing = append(closing, pay.text)
		}
	}
	if w := c.text("work", c.pool.work); w.text != "" && mode == "" {
		want.WorkplaceType = w.label
		closing = append(closing, w.text)
	}
	board, known := boardWords[style]
	switch emp := c.text("employment", c.pool.employment); {
	case j.employment != "":
	case known && n%3 == 0:
		in.Employment, want.EmploymentType = board.text, board.label
	case emp.text != "":
		want.EmploymentType = emp.label
		closing = append(closing, emp.text)
	}
	p.section(c.heading("benefit"), benefits, true)
	p.paragraphs(closing)
	in.Description = p.String()
	return e
}

func marked(lines []string, skills skillSet) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = unmark(l, skills.add)
	}
	return out
}

// dollarOf is the currency that "$" means at the labelled places: only countries with a dollar, and only one of them.
func dollarOf(places []place.Place) string {
	currency := ""
	for _, p := range places {
		c := map[string]string{"US": "USD", "CA": "CAD", "AU": "AUD", "SG": "SGD", "MX": "MXN", "CO": "COP", "CL": "CLP", "AR": "ARS"}[p.CountryCode]
		if c == "" && p.CountryCode != "" || currency != "" && c != "" && c != currency {
			return ""
		}
		if c != "" {
			currency = c
		}
	}
	return currency
}

// page writes a description the way a board would.
type page struct {
	style  string
	rng    *rand.Rand
	escape bool
	b      strings.Builder
}

func (p *page) section(heading string, lines []string, bullets bool) {
	if p.style == "jsonld" {
		p.plain(heading, lines, bullets)
		return
	}
	h := html.EscapeString(heading)
	switch p.style {
	case "smartrecruiters", "teamtailor":
		fmt.Fprintf(&p.b, "<h3>%s</h3>", h)
	case "workday":
		fmt.Fprintf(&p.b, "<h2 style=\"margin:0\"><span>%s</span></h2>\n", h)
	case "lever":
		fmt.Fprintf(&p.b, "<div><b>%s</b></div><br>", h)
	case "workable":
		fmt.Fprintf(&p.b, "<p><strong>%s:</strong></p>\n", h)
	case "recruitee":
		fmt.Fprintf(&p.b, "<p><b>%s&nbsp;</b></p>", h)
	default:
		fmt.Fprintf(&p.b, "<p><strong>%s</strong></p>\n", h)
	}
	if !bullets {
		p.paragraphs(lines)
		return
	}
	if p.style == "personio" { // bullets typed by hand
		p.b.WriteString("<p>")
		for _, l := range lines {
			fmt.Fprintf(&p.b, "• %s<br>", html.EscapeString(l))
		}
		p.b.WriteString("</p>")
		return
	}
	p.b.WriteString("<ul>\n")
	for _, l := range lines {
		if p.style == "greenhouse" || p.style == "workday" {
			fmt.Fprintf(&p.b, "<li><p>%s</p></li>\n", html.EscapeString(l))
		} else {
			fmt.Fprintf(&p.b, "<li>%s</li>", html.EscapeString(l))
		}
	}
	p.b.WriteString("</ul>\n")
}

func (p *page) plain(heading string, lines []string, bullets bool) {
	p.b.WriteString(heading + ":\n")
	for _, l := range lines {
		if bullets {
			p.b.WriteString("- ")
		}
		p.b.WriteString(l + "\n")
	}
	p.b.WriteString("\n")
}

func (p *page) paragraphs(lines []string) {
	for _, l := range lines {
		if p.style == "jsonld" {
			p.b.WriteString(l + "\n")
			continue
		}
		fmt.Fprintf(&p.b, "<p><span>%s</span></p>\n", html.EscapeString(l))
	}
}

func (p *page) String() string {
	if p.escape {
		return html.EscapeString(p.b.String())
	}
	return p.b.String()
}
