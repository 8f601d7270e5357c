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

	"golang.org/x/sync/errgroup"
)

const (
	distinctQueries = 10_000
	drawnQueries    = 7 * distinctQueries / 2 // twice distinctQueries, and at least as many others that the peers can answer
)

// ratesPerEuro holds the exchange rates of the run. Some currencies that postings use are left out on purpose.
var ratesPerEuro = map[string]float64{"EUR": 1, "USD": 1.1, "GBP": 0.85, "CHF": 0.95, "SEK": 11, "PLN": 4.25, "CAD": 1.6, "AUD": 1.8}

// exchangeRates returns the environment variable that sets the platform's exchange rates.
func exchangeRates() string {
	text := "JOB_SEARCH_RATES=2026-01-02"
	for _, code := range slices.Sorted(maps.Keys(ratesPerEuro)) {
		text += fmt.Sprintf(" %s=%g", code, ratesPerEuro[code])
	}
	return text
}

// words holds the titles, skills, companies and places in a database, most frequent first. Queries are built from them, so
// nearly all queries have results, as real ones do.
type words struct{ roles, skills, companies, cities, countries []string }

func readWords(ctx context.Context, db *database) (*words, error) {
	w := &words{}
	var reading errgroup.Group
	for _, list := range []struct {
		to  *[]string
		sql string
	}{
		// Strip what people do not type: "(m/f/d)", " - Remote".
		{&w.roles, `SELECT lower(regexp_replace(title, '( \(| - ).*$', '')) FROM crawler.job_post GROUP BY 1
			ORDER BY count(*) DESC, 1 LIMIT 500`},
		{&w.skills, `SELECT s FROM crawler.job_post, unnest(skills) s GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1000`},
		{&w.companies, `SELECT company_name FROM crawler.pull_target t JOIN crawler.job_post p ON p.target_id = t.id GROUP BY 1
			ORDER BY count(*) DESC, 1 LIMIT 1000`},
		{&w.cities, `SELECT city || ', ' || country FROM crawler.job_post_location WHERE city <> '' AND country <> '' GROUP BY 1
			ORDER BY count(*) DESC, 1 LIMIT 400`},
		{&w.countries, `SELECT country FROM crawler.job_post_location WHERE country <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 40`},
	} {
		reading.Go(func() (err error) {
			if *list.to, err = db.strings(ctx, list.sql); err == nil && len(*list.to) == 0 {
				err = fmt.Errorf("no rows from %.60s", list.sql)
			}
			return err
		})
	}
	return w, reading.Wait()
}

// query is a search request.
type query struct{ params url.Values }

// page returns the path of the first page of results, as the web app requests it.
func (q query) page() string { return "/jobs?" + q.params.Encode() }

// facets returns the path of the facets for the query.
func (q query) facets() string {
	p := maps.Clone(q.params)
	p.Del("sort")
	p.Del("highlight")
	return "/jobs/facets?" + p.Encode()
}

// peersCanAnswer reports whether the peers support all filters of the query. A peer that ignored a filter would match more
// postings and look slower than it is. What they ignore nevertheless, orders and includeUnpriced, does not make them slower.
func (q query) peersCanAnswer() bool {
	for _, name := range []string{"near", "confirmedWithin", "excludeCompany", "includeClosed"} {
		if q.params.Has(name) {
			return false
		}
	}
	return true
}

// queryKinds lists the kinds of query with the percentage of each.
var queryKinds = []struct {
	percent int
	build   func(*draw, url.Values)
}{
	{22, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.roles)) }},
	{14, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.roles)+" "+d.pickSkewed(d.skills)) }},
	{12, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.skills)) }},
	{6, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.skills)+" "+d.pickSkewed(d.skills)) }},
	{12, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.roles)); p.Set("location", d.place()) }},
	{6, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.roles)+" "+d.city()) }}, // interpreted as a place
	{4, func(d *draw, p url.Values) { d.keyword(p, `"`+d.pickSkewed(d.roles)+`"`) }},
	{3, func(d *draw, p url.Values) { d.keyword(p, d.misspelt()) }},
	{2, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.roles)+" -"+d.pickSkewed(d.skills)) }},
	{2, func(d *draw, p url.Values) { d.keyword(p, d.pickSkewed(d.skills)+" OR "+d.pickSkewed(d.skills)) }},
	{5, func(d *draw, p url.Values) { p.Set("company", d.pickSkewed(d.companies)) }},
	{12, func(_ *draw, _ url.Values) {}}, // filters only
}

// draw builds random queries.
type draw struct {
	*words
	*rand.Rand
}

// queries returns n distinct queries, always the same for the same data. Load generation sends the first ones most often.
func (w *words) queries(n int) ([]query, error) {
	d := &draw{w, rand.New(rand.NewPCG(7, 8))}
	seen := map[string]bool{}
	var out []query
	for tries := 0; len(out) < n; tries++ {
		if tries > 100*n {
			return nil, fmt.Errorf("only %d distinct queries", len(out))
		}
		p := url.Values{}
		at := d.IntN(100)
		for _, k := range queryKinds {
			if at -= k.percent; at < 0 {
				k.build(d, p)
				break
			}
		}
		d.filters(p)
		q := query{p}
		if key := q.facets(); len(p) > 0 && !seen[key] {
			seen[key] = true
			out = append(out, q)
		}
	}
	return out, nil
}

// keyword sets a keyword with the options that the web app sends.
func (d *draw) keyword(p url.Values, text string) {
	p.Set("keyword", text)
	for name, value := range map[string]string{"sort": "relevance", "highlight": "true", "interpret": "true", "correct": "true"} {
		p.Set(name, value)
	}
}

// filters adds random filters. Each is three times as likely if the query has neither a keyword nor a company.
func (d *draw) filters(p url.Values) {
	factor := 1
	if !p.Has("keyword") && !p.Has("company") {
		factor = 3
	}
	set := func(percent int, name string, value func() string) {
		if d.IntN(100) < percent*factor && !p.Has(name) {
			p.Set(name, value())
		}
	}
	set(12, "workplaceType", d.oneOf("remote", "hybrid", "onsite"))
	set(8, "employmentType", d.oneOf("full-time", "part-time", "contract", "internship"))
	set(8, "careerLevel", d.oneOf("mid", "senior", "junior", "lead"))
	set(6, "language", d.oneOf("en", "de", "fr", "es", "nl", "pl"))
	set(6, "skill", func() string { return d.pickSkewed(d.skills) })
	set(6, "location", d.place)
	set(6, "postedWithin", d.oneOf("today", "3d", "week", "month"))
	set(3, "confirmedWithin", d.oneOf("day", "week"))
	set(4, "experienceMax", func() string { return strconv.Itoa(1 + d.IntN(9)) })
	set(2, "excludeCompany", func() string { return d.pickSkewed(d.companies) })
	set(1, "includeClosed", d.oneOf("true"))
	set(2, "near", func() string { return d.city() })
	if d.IntN(100) < 5*factor {
		p.Set("compensationMin", strconv.Itoa(1000*(30+5*d.IntN(15))))
		p.Set("compensationCurrency", d.oneOf("EUR", "USD", "GBP", "CHF")())
		set(20, "includeUnpriced", d.oneOf("true"))
	}
	if !p.Has("keyword") {
		set(8, "sort", d.oneOf("salary-desc", "oldest"))
	}
}

func (d *draw) oneOf(list ...string) func() string {
	return func() string { return list[d.IntN(len(list))] }
}

// pickSkewed picks from a list, earlier entries more often.
func (d *draw) pickSkewed(list []string) string {
	return list[int(float64(len(list))*d.Float64()*d.Float64())]
}

func (d *draw) city() string {
	city, _, _ := strings.Cut(d.pickSkewed(d.cities), ",")
	return city
}

func (d *draw) place() string {
	return d.oneOf(d.pickSkewed(d.cities), d.pickSkewed(d.countries), d.city(), "Remote")()
}

// misspelt returns a role with one letter missing.
func (d *draw) misspelt() string {
	r := []rune(d.pickSkewed(d.roles))
	if len(r) < 5 {
		return string(r)
	}
	at := 1 + d.IntN(len(r)-2)
	return string(slices.Delete(r, at, at+1))
}

// zipf draws numbers below n, number k with probability proportional to 1/(k+1).
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
