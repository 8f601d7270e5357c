package store

import (
	"context"
	"fmt"
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
	Group Group
	Value string
	Count int64
}

// Pass is groups to count over the matches of some kinds. A nil slice is any kind.
type Pass struct {
	WorkplaceTypes  []string
	EmploymentTypes []string
	CareerLevels    []string
	Groups          []Group
}

// FacetCounts are values counted over a number of matches.
type FacetCounts struct {
	Kinds   []FacetCount // of all that were met
	Counts  []FacetCount // of those that were counted
	Met     int64        // matches that were met
	Counted int64        // those of them that were counted
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
		out[i].take(tallies[i], p, q.counted(p, out[i].Met))
	}
	return met, out, nil
}

func (c *FacetCounts) take(t *tally, p Pass, counted int64) {
	if c.Counted = counted; counted == 0 {
		return
	}
	for _, g := range p.Groups {
		if g.kind() {
			c.Kinds = t.top(c.Kinds, g)
		} else {
			c.Counts = t.top(c.Counts, g)
		}
	}
}

// kind tells that the group is one of those that Pass knows.
func (g Group) kind() bool { return g == WorkplaceTypes || g == EmploymentTypes || g == CareerLevels }

// deep tells that there is a group to count for which more must be read than what kind a posting is of.
func (p Pass) deep() bool {
	return slices.ContainsFunc(p.Groups, func(g Group) bool { return !g.kind() })
}

// wants tells whether postings of a kind are in the pass.
func (p Pass) wants(r *facetRow) bool {
	return among(p.WorkplaceTypes, r.workplace) && among(p.EmploymentTypes, r.first) && among(p.CareerLevels, r.second)
}

func among(values []string, v []byte) bool {
	return values == nil || v != nil && slices.ContainsFunc(values, func(known string) bool { return known == string(v) })
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
	with := []string{q.s.source("matches", q.columns(kinds), q.way, FacetSample, q.f)}
	met := "matches"
	if q.way == Walk { // it goes no further than the sample
		met = "sample0"
	}
	parts := []string{part(ofKind, 0, "count(*)", kinds) + " FROM " + met + " m" + grouped(kinds)}
	for i, p := range q.passes {
		if p.deep() || q.way == Walk {
			with = append(with, "sample"+strconv.Itoa(i)+" AS MATERIALIZED (SELECT * FROM matches m"+q.sampled(p)+")")
			parts = append(parts, q.deepParts(i)...)
		}
	}
	return "WITH " + strings.Join(with, ", ") + " " + strings.Join(parts, " UNION ALL ")
}

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
	out := append([]string{"id", "listed_at"}, kinds...)
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

func grouped(columns []string) string {
	if len(columns) == 0 {
		return ""
	}
	return " GROUP BY m." + strings.Join(columns, ", m.")
}

// sampled leaves the matches of a pass that are counted.
func (q *facetQuery) sampled(p Pass) string {
	if q.way == Gather { // too many are only counted
		return fmt.Sprintf(" WHERE (SELECT count(*) FROM matches) <= %d", MaxExact)
	}
	var kinds []string
	kind := func(column string, values []string) {
		if values != nil {
			kinds = append(kinds, "m."+column+" = ANY("+q.s.where.Arg(values)+")")
		}
	}
	kind("workplace_type", p.WorkplaceTypes)
	kind("employment_type", p.EmploymentTypes)
	kind("career_level", p.CareerLevels)
	where := ""
	if kinds != nil {
		where = " WHERE " + strings.Join(kinds, " AND ")
	}
	return where + " ORDER BY m.listed_at DESC, m.id DESC LIMIT " + strconv.FormatInt(q.most(), 10)
}

// deepParts are what is asked of the sample of a pass.
func (q *facetQuery) deepParts(i int) (parts []string) {
	sample := "sample" + strconv.Itoa(i) + " m"
	columns := []string{"id"}
	for _, g := range q.passes[i].Groups {
		switch g {
		case Companies: // there are fewer of them than postings
			parts = append(parts, part(ofCompany, i, "c.n", []string{"company_name"})+
				" FROM (SELECT m.target_id, count(*) AS n FROM "+sample+" GROUP BY m.target_id) c JOIN crawler.pull_target m ON m.id = c.target_id")
		case Locations:
			columns = append(columns, "workplace_type", "city", "country")
		case Languages, Skills:
			columns = append(columns, string(g))
		}
	}
	if slices.Contains(columns, "city") {
		// The offset keeps the planner from reading all places. The only way that is left goes from posting to posting, so
		// the rows of one are neighbours.
		sample = "(SELECT m.*, l.city, l.country FROM " + sample +
			" LEFT JOIN LATERAL (SELECT l.city, l.country FROM crawler.job_post_location l WHERE l.post_id = m.id OFFSET 0) l ON true) m"
	}
	if len(columns) > 1 {
		parts = append(parts, part(ofPosting, i, "1::bigint", columns)+" FROM "+sample)
	}
	return parts
}

// part selects the columns of a row from m.
func part(what, pass int, n string, columns []string) string {
	b := make([]byte, 0, 256)
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
	return string(b)
}
