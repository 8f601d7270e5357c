package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const distinctQuestions = 10_000

// exchange is the value of a euro in the currencies of the run. Some that postings use are left out on purpose.
var exchange = map[string]float64{"EUR": 1, "USD": 1.1, "GBP": 0.85, "CHF": 0.95, "SEK": 11, "PLN": 4.25, "CAD": 1.6, "AUD": 1.8}

func exchangeRates() string {
	text := "JOB_SEARCH_RATES=2026-01-02"
	for _, code := range slices.Sorted(maps.Keys(exchange)) {
		text += fmt.Sprintf(" %s=%g", code, exchange[code])
	}
	return text
}

// words holds the subjects of the postings of a database, the most frequent first. Questions are made of the titles and
// skills of the postings themselves, so nearly all of them find something, as real questions do.
type words struct{ roles, skills, companies, cities, countries []string }

func readWords(ctx context.Context, db *database) (*words, error) {
	w := &words{}
	for _, list := range []struct {
		to  *[]string
		sql string
	}{
		// Without what people leave out: "(m/f/d)", " - Remote".
		{&w.roles, `SELECT lower(regexp_replace(title, '( \(| - ).*$', '')) FROM crawler.job_post GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 500`},
		{&w.skills, `SELECT s FROM crawler.job_post, unnest(skills) s GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1000`},
		{&w.companies, `SELECT company_name FROM crawler.pull_target t JOIN crawler.job_post p ON p.target_id = t.id GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1000`},
		{&w.cities, `SELECT city || ', ' || country FROM crawler.job_post_location WHERE city <> '' AND country <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 400`},
		{&w.countries, `SELECT country FROM crawler.job_post_location WHERE country <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 40`},
	} {
		var err error
		if *list.to, err = db.strings(ctx, list.sql); err != nil {
			return nil, err
		}
		if len(*list.to) == 0 {
			return nil, fmt.Errorf("nothing found by %.60s", list.sql)
		}
	}
	return w, nil
}

// question holds the parameters of a search.
type question struct{ params url.Values }

// page returns the path of the first page of results, as the web app requests it.
func (q question) page() string { return "/jobs?" + q.params.Encode() }

// facets returns the path of the facets of the same question.
func (q question) facets() string {
	p := maps.Clone(q.params)
	p.Del("sort")
	p.Del("highlight")
	return "/jobs/facets?" + p.Encode()
}

// forAll reports whether the peers can answer the question too. One that ignored a filter would find more, and be slower for it.
func (q question) forAll() bool {
	for _, name := range []string{"near", "confirmedWithin", "excludeCompany", "includeClosed"} {
		if q.params.Has(name) {
			return false
		}
	}
	return true
}

// kinds of questions with how many of a hundred are of each.
var questionKinds = []struct {
	share int
	make  func(*draw, url.Values)
}{
	{22, func(d *draw, p url.Values) { d.keyword(p, d.often(d.roles)) }},
	{14, func(d *draw, p url.Values) { d.keyword(p, d.often(d.roles)+" "+d.often(d.skills)) }},
	{12, func(d *draw, p url.Values) { d.keyword(p, d.often(d.skills)) }},
	{6, func(d *draw, p url.Values) { d.keyword(p, d.often(d.skills)+" "+d.often(d.skills)) }},
	{12, func(d *draw, p url.Values) { d.keyword(p, d.often(d.roles)); p.Set("location", d.place()) }},
	{6, func(d *draw, p url.Values) { d.keyword(p, d.often(d.roles)+" "+d.city()) }}, // understood as a place
	{4, func(d *draw, p url.Values) { d.keyword(p, `"`+d.often(d.roles)+`"`) }},
	{3, func(d *draw, p url.Values) { d.keyword(p, d.misspelt()) }},
	{2, func(d *draw, p url.Values) { d.keyword(p, d.often(d.roles)+" -"+d.often(d.skills)) }},
	{2, func(d *draw, p url.Values) { d.keyword(p, d.often(d.skills)+" OR "+d.often(d.skills)) }},
	{5, func(d *draw, p url.Values) { p.Set("company", d.often(d.companies)) }},
	{12, func(_ *draw, _ url.Values) {}}, // filters alone
}

type draw struct {
	*words
	*rand.Rand
}

// questions makes so many different ones, the same in every run of the same data; their order is their popularity.
func (w *words) questions(number int) ([]question, error) {
	d := &draw{w, rand.New(rand.NewPCG(7, 8))}
	seen := map[string]bool{}
	var out []question
	for tries := 0; len(out) < number; tries++ {
		if tries > 100*number {
			return nil, fmt.Errorf("only %d different questions", len(out))
		}
		p := url.Values{}
		at := d.IntN(100)
		for _, k := range questionKinds {
			if at -= k.share; at < 0 {
				k.make(d, p)
				break
			}
		}
		d.filters(p)
		q := question{p}
		if key := q.facets(); len(p) > 0 && !seen[key] {
			seen[key] = true
			out = append(out, q)
		}
	}
	return out, nil
}

// keyword adds a keyword as the web app does.
func (d *draw) keyword(p url.Values, text string) {
	p.Set("keyword", text)
	for name, value := range map[string]string{"sort": "relevance", "highlight": "true", "interpret": "true", "correct": "true"} {
		p.Set(name, value)
	}
}

// filters adds each kind of filter now and then. Questions without words get more of them.
func (d *draw) filters(p url.Values) {
	more := 1
	if !p.Has("keyword") && !p.Has("company") {
		more = 3
	}
	set := func(percent int, name string, value func() string) {
		if d.IntN(100) < percent*more && !p.Has(name) {
			p.Set(name, value())
		}
	}
	set(12, "workplaceType", d.one("remote", "hybrid", "onsite"))
	set(8, "employmentType", d.one("full-time", "part-time", "contract", "internship"))
	set(8, "careerLevel", d.one("mid", "senior", "junior", "lead"))
	set(6, "language", d.one("en", "de", "fr", "es", "nl", "pl"))
	set(6, "skill", func() string { return d.often(d.skills) })
	set(6, "location", d.place)
	set(6, "postedWithin", d.one("today", "3d", "week", "month"))
	set(3, "confirmedWithin", d.one("day", "week"))
	set(4, "experienceMax", func() string { return strconv.Itoa(1 + d.IntN(9)) })
	set(2, "excludeCompany", func() string { return d.often(d.companies) })
	set(1, "includeClosed", d.one("true"))
	set(2, "near", func() string { return d.city() })
	if d.IntN(100) < 5*more {
		p.Set("compensationMin", strconv.Itoa(1000*(30+5*d.IntN(15))))
		p.Set("compensationCurrency", d.one("EUR", "USD", "GBP", "CHF")())
		set(20, "includeUnpriced", d.one("true"))
	}
	if !p.Has("keyword") {
		set(8, "sort", d.one("salary-desc", "oldest"))
	}
}

func (d *draw) one(list ...string) func() string {
	return func() string { return list[d.IntN(len(list))] }
}

// often picks from a list, the first entries more often.
func (d *draw) often(list []string) string {
	return list[int(float64(len(list))*d.Float64()*d.Float64())]
}

func (d *draw) city() string {
	city, _, _ := strings.Cut(d.often(d.cities), ",")
	return city
}

func (d *draw) place() string {
	return d.one(d.often(d.cities), d.often(d.countries), d.city(), "Remote")()
}

// misspelt leaves a letter out of a role.
func (d *draw) misspelt() string {
	r := []rune(d.often(d.roles))
	if len(r) < 5 {
		return string(r)
	}
	at := 1 + d.IntN(len(r)-2)
	return string(slices.Delete(r, at, at+1))
}

// zipf draws numbers below n, the number k in proportion to 1/(k+1).
type zipf []float64

func newZipf(n int) zipf {
	z := make(zipf, n)
	sum := 0.0
	for k := range z {
		sum += 1 / float64(k+1)
		z[k] = sum
	}
	return z
}

func (z zipf) draw(r *rand.Rand) int {
	return min(len(z)-1, sort.SearchFloat64s(z, r.Float64()*z[len(z)-1]))
}
