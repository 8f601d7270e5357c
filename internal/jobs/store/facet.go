package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"rolecall/internal/pg"
)

// Group is a group of facets.
type Group string

const (
	Companies       Group = "companies"
	Locations       Group = "locations"
	WorkplaceTypes  Group = "workplaceTypes"
	EmploymentTypes Group = "employmentTypes"
	CareerLevels    Group = "careerLevels"
	Languages       Group = "languages"
	Skills          Group = "skills"
)

// Groups lists them all.
var Groups = []Group{Companies, Locations, WorkplaceTypes, EmploymentTypes, CareerLevels, Languages, Skills}

const (
	// maxFacets is how many values a group has at most.
	maxFacets = 100
	// FacetSample is how many of the newest matches stand for all of a large result.
	FacetSample = 2_000
	// facetsOfSample is how many of the newest matches in a sample of the postings are counted.
	facetsOfSample = 200
)

// FacetCount is how many postings have a value.
type FacetCount struct {
	Value string
	Count int64
}

// GroupCounts are the values of a group that most postings have.
type GroupCounts struct {
	Group  Group
	Counts []FacetCount
}

// Pass is groups to count over the matches of some kinds. A nil slice is any kind.
type Pass struct {
	WorkplaceTypes  []string
	EmploymentTypes []string
	CareerLevels    []string
	Groups          []Group
}

// FacetCounts are values counted over a number of matches. None are given when none were counted.
type FacetCounts struct {
	Groups  []GroupCounts
	Met     int64 // matches that were met; kinds are counted over all of them
	Counted int64 // those of them that everything else was counted over
}

// Facets counts values over the matches, for each pass over those of its kinds, and tells how many matches of any kind
// were met. Kinds are counted over all of them. What takes more reading is counted over the newest, unless the matches
// are gathered: the cost is bounded, and the caller scales the counts up. Of more than MaxExact gathered ones it gives
// no counts.
//
// The database finds the postings and we count: it would sort and compare texts for every group, while here it takes a
// look into a map.
func Facets(ctx context.Context, db pg.Conn, f *Search, way Way, passes ...Pass) (met int64, out []FacetCounts, err error) {
	q := newFacetQuery(f, way, passes)
	rows, err := db.Query(ctx, q.sql(), f.planned(q.s.where.Args(), way)...)
	if err != nil {
		return 0, nil, err
	}
	out = make([]FacetCounts, len(passes))
	tallies := make([]*tally, len(passes))
	for i, p := range passes {
		tallies[i] = newTally(p.Groups)
		defer tallies[i].giveBack()
	}
	var row facetRow
	err = pg.Each(rows, func(r *pg.Row) {
		row.read(r)
		switch row.part {
		case ofKind:
			met += row.n
			for i, p := range passes {
				if p.wants(&row) {
					out[i].Met += row.n
					tallies[i].kind(&row)
				}
			}
		case ofCompany:
			tallies[row.pass].companies.add(row.first, row.n)
		case ofPosting:
			tallies[row.pass].posting(&row)
		}
	})
	if err != nil {
		return 0, nil, err
	}
	for i, p := range passes {
		if out[i].Counted = q.counted(p, out[i].Met); out[i].Counted > 0 {
			out[i].Groups = tallies[i].top(p.Groups)
		}
	}
	return met, out, nil
}

// Kind tells that the group is one of those that Pass knows.
func (g Group) Kind() bool { return g == WorkplaceTypes || g == EmploymentTypes || g == CareerLevels }

// deep tells that there is a group to count for which more must be read than what kind a posting is of.
func (p Pass) deep() bool {
	return slices.ContainsFunc(p.Groups, func(g Group) bool { return !g.Kind() })
}

// wants tells whether postings of a kind are in the pass.
func (p Pass) wants(r *facetRow) bool {
	return among(p.WorkplaceTypes, r.workplace) && among(p.EmploymentTypes, r.first) && among(p.CareerLevels, r.second)
}

func among(values []string, v []byte) bool {
	if values == nil {
		return true
	}
	for _, known := range values {
		if v != nil && known == string(v) {
			return true
		}
	}
	return false
}

// The parts of an answer: what its rows are about.
const (
	ofKind    = iota // so many matches of a kind
	ofCompany        // so many postings of a company
	ofPosting        // a posting in one of its places
)

// facetRow is what a row says. A part leaves out what it does not know. There are thousands of them, so they have few
// columns, and its texts are good until the next one.
type facetRow struct {
	part, pass, n     int64
	id                uuid.UUID
	workplace         []byte
	first             []byte // employment type, company or city
	second            []byte // career level or country
	languages, skills [][]byte
}

// The number of a row: its part in two bits, its pass in six, and the rest is how many it stands for.
const (
	partBits = 2
	headBits = 8
)

func (f *facetRow) read(r *pg.Row) {
	head := r.Int64()
	f.part, f.pass, f.n = head&(1<<partBits-1), head&(1<<headBits-1)>>partBits, head>>headBits
	if id := r.OptUUID(); id != nil {
		f.id = *id
	}
	f.workplace, f.first, f.second = r.Passing(), r.Passing(), r.Passing()
	f.languages, f.skills = r.PassingTexts(f.languages[:0]), r.PassingTexts(f.skills[:0])
}

// rowColumns are the columns of every row after its number, each with the names of what may stand there.
var rowColumns = []struct {
	name, kind string
	of         []string
}{
	{"id", "uuid", []string{"id"}},
	{"workplace", "text", []string{"workplace_type"}},
	{"first", "text", []string{"employment_type", "company_name", "city"}},
	{"second", "text", []string{"career_level", "country"}},
	{"languages", "text[]", []string{"languages"}},
	{"skills", "text[]", []string{"skills"}},
}

// facetQuery is a statement for several passes under construction.
type facetQuery struct {
	s      *statement
	f      *Search
	way    Way
	passes []Pass
}

func newFacetQuery(f *Search, way Way, passes []Pass) *facetQuery {
	q := &facetQuery{s: f.statement(way), f: f, way: way, passes: passes}
	if f.judged() && f.OneIn > 0 && q.s.query != "" {
		q.s.text = "p.document @@ " + unseen(q.s.query)
	}
	return q
}

// most is how many matches of a pass are counted at most.
func (q *facetQuery) most() int64 {
	switch {
	case q.way == Gather:
		return MaxExact
	case q.f.OneIn > 1:
		return facetsOfSample
	}
	return FacetSample
}

// counted is how many of the matches that a pass met are counted.
func (q *facetQuery) counted(p Pass, met int64) int64 {
	switch {
	case q.way == Gather && met > MaxExact:
		return 0
	case !p.deep():
		return met
	}
	return min(met, q.most())
}

func (q *facetQuery) sql() string {
	kinds := q.kinds()
	b := make([]byte, 0, 3<<10)
	b = append(append(b, "WITH "...), q.s.source("matches", q.columns(kinds), q.way, FacetSample, q.f)...)
	for i, p := range q.passes {
		if q.sampled(p) {
			b = append(strconv.AppendInt(append(b, ", sample"...), int64(i), 10), " AS MATERIALIZED (SELECT * FROM matches m"...)
			b = append(q.appendSample(b, p), ')')
		}
	}
	b = appendPart(append(b, ' '), ofKind, 0, "count(*)", kinds)
	if q.way == Walk { // it goes no further than the sample
		b = append(b, " FROM sample0 m"...)
	} else {
		b = append(b, " FROM matches m"...)
	}
	for i, k := range kinds {
		b = append(append(b, [...]string{" GROUP BY m.", ", m."}[min(i, 1)]...), k...)
	}
	for i, p := range q.passes {
		if q.sampled(p) {
			b = appendDeepParts(b, i, p.Groups)
		}
	}
	return string(b)
}

// sampled tells that some matches of a pass are looked at one by one.
func (q *facetQuery) sampled(p Pass) bool { return p.deep() || q.way == Walk }

// kinds are the columns that tell a kind, as far as some pass wants or counts it.
func (q *facetQuery) kinds() (out []string) {
	for _, k := range []struct {
		group  Group
		column string
		wanted func(Pass) []string
	}{
		{WorkplaceTypes, "workplace_type", func(p Pass) []string { return p.WorkplaceTypes }},
		{EmploymentTypes, "employment_type", func(p Pass) []string { return p.EmploymentTypes }},
		{CareerLevels, "career_level", func(p Pass) []string { return p.CareerLevels }},
	} {
		if slices.ContainsFunc(q.passes, func(p Pass) bool { return k.wanted(p) != nil || slices.Contains(p.Groups, k.group) }) {
			out = append(out, k.column)
		}
	}
	return out
}

// columns are those of the matches that some pass needs.
func (q *facetQuery) columns(kinds []string) string {
	out := append(append(make([]string, 0, 8), "id", "listed_at"), kinds...)
	add := func(column string) {
		if !slices.Contains(out, column) {
			out = append(out, column)
		}
	}
	for _, p := range q.passes {
		for _, g := range p.Groups {
			switch g {
			case Companies:
				add("target_id")
			case Locations:
				add("workplace_type") // tells what is remote
			case Languages, Skills:
				add(string(g))
			}
		}
	}
	return "p." + strings.Join(out, ", p.")
}

// appendSample leaves the matches of a pass that are counted.
func (q *facetQuery) appendSample(b []byte, p Pass) []byte {
	if q.way == Gather { // too many are only counted
		return strconv.AppendInt(append(b, " WHERE (SELECT count(*) FROM matches) <= "...), MaxExact, 10)
	}
	word := " WHERE m."
	kind := func(column string, values []string) {
		if values != nil {
			b = append(append(append(b, word...), column...), " = ANY("...)
			b = append(append(b, q.s.where.Arg(values)...), ')')
			word = " AND m."
		}
	}
	kind("workplace_type", p.WorkplaceTypes)
	kind("employment_type", p.EmploymentTypes)
	kind("career_level", p.CareerLevels)
	return strconv.AppendInt(append(b, " ORDER BY m.listed_at DESC, m.id DESC LIMIT "...), q.most(), 10)
}

// appendDeepParts asks the sample of a pass for groups.
func appendDeepParts(b []byte, pass int, groups []Group) []byte {
	columns := append(make([]string, 0, 8), "id")
	placed := false
	for _, g := range groups {
		switch g {
		case Companies: // there are fewer of them than postings
			b = appendPart(append(b, " UNION ALL "...), ofCompany, pass, "c.n", []string{"company_name"})
			b = strconv.AppendInt(append(b, " FROM (SELECT m.target_id, count(*) AS n FROM sample"...), int64(pass), 10)
			b = append(b, " m GROUP BY m.target_id) c JOIN crawler.pull_target m ON m.id = c.target_id"...)
		case Locations:
			placed, columns = true, append(columns, "workplace_type", "city", "country")
		case Languages, Skills:
			columns = append(columns, string(g))
		}
	}
	if len(columns) == 1 {
		return b
	}
	b = appendPart(append(b, " UNION ALL "...), ofPosting, pass, "1::bigint", columns)
	if !placed {
		return append(strconv.AppendInt(append(b, " FROM sample"...), int64(pass), 10), " m"...)
	}
	// The offset keeps the planner from reading all places. The only way that is left goes from posting to posting, so
	// the rows of one are neighbours.
	b = strconv.AppendInt(append(b, " FROM (SELECT m.*, l.city, l.country FROM sample"...), int64(pass), 10)
	return append(b, " m LEFT JOIN LATERAL (SELECT l.city, l.country FROM crawler.job_post_location l WHERE l.post_id = m.id OFFSET 0) l ON true) m"...)
}

// appendPart selects the columns of a row from m.
func appendPart(b []byte, what, pass int, n string, columns []string) []byte {
	b = append(append(b, "SELECT "...), n...)
	b = append(strconv.AppendInt(append(b, " << "...), headBits, 10), " | "...)
	b = append(strconv.AppendInt(b, int64(pass<<partBits|what), 10), " AS head"...)
	for _, c := range rowColumns {
		i := slices.IndexFunc(c.of, func(name string) bool { return slices.Contains(columns, name) })
		if b = append(b, ", "...); i < 0 {
			b = append(append(b, "NULL::"...), c.kind...) // costs the least, on both sides
		} else {
			b = append(append(b, "m."...), c.of[i]...)
		}
		b = append(append(b, " AS "...), c.name...)
	}
	return b
}
