package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

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

// groupSQL counts each group over the sample m. Values that differ only in case are one, as they are for the filters.
var groupSQL = map[Group]string{
	Companies: `SELECT min(t.company_name) AS value, sum(m.n) AS count
		FROM (SELECT target_id, count(*) AS n FROM sample GROUP BY target_id) m JOIN crawler.pull_target t ON t.id = m.target_id
		GROUP BY lower(t.company_name)`,
	// Who asks for a country finds its cities too, so a posting counts for all names of its place; shown are those that
	// some posting has for itself.
	Locations: `SELECT min(d.place) AS value, count(*) AS count FROM (
			SELECT m.id, min(n.place) AS place, bool_or(n.own) AS own FROM sample m CROSS JOIN LATERAL (
				SELECT l.city, l.country FROM crawler.job_post_location l WHERE l.post_id = m.id OFFSET 0) l -- the offset keeps the planner from reading all places
			CROSS JOIN LATERAL (VALUES (l.city || ', ' || l.country, true), (l.country, l.city IS NULL), (l.city, l.country IS NULL)) n(place, own)
			WHERE n.place IS NOT NULL GROUP BY m.id, lower(n.place)) d
		GROUP BY lower(d.place) HAVING bool_or(d.own)
		UNION ALL SELECT 'Remote', count(*) FROM sample m WHERE m.workplace_type = 'remote' HAVING count(*) > 0`,
	WorkplaceTypes:  `SELECT m.workplace_type AS value, count(*) AS count FROM sample m WHERE m.workplace_type IS NOT NULL GROUP BY 1`,
	EmploymentTypes: `SELECT m.employment_type AS value, count(*) AS count FROM sample m WHERE m.employment_type IS NOT NULL GROUP BY 1`,
	CareerLevels:    `SELECT m.career_level AS value, count(*) AS count FROM sample m WHERE m.career_level IS NOT NULL GROUP BY 1`,
	Languages:       `SELECT v AS value, count(*) AS count FROM sample m, unnest(m.languages) v GROUP BY 1`,
	Skills:          `SELECT min(v) AS value, count(*) AS count FROM sample m, unnest(m.skills) v GROUP BY lower(v)`,
}

const sampleColumns = "p.id, p.listed_at, p.target_id, p.workplace_type, p.employment_type, p.career_level, p.languages, p.skills"

// FacetCounts are values counted over a number of matches.
type FacetCounts struct {
	Counts  []FacetCount
	Met     int64 // matches that were met
	Counted int64 // those of them that were counted
}

// Facets counts values over the matches. Of many it counts the newest, unless they are gathered: the cost is bounded, and
// the caller scales the counts up. Of more than MaxExact gathered ones it gives no counts.
func Facets(ctx context.Context, db pg.Conn, f *Search, groups []Group, way Way) (out FacetCounts, err error) {
	s := f.statement(way)
	with, met, most := s.source("matches", sampleColumns, way, FacetSample, f), "matches", FacetSample
	if f.OneIn > 1 {
		most = facetsOfSample
	}
	switch way {
	case Gather: // too many are only counted
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches WHERE (SELECT count(*) FROM matches) <= %d)", MaxExact)
	case Walk: // and no further
		met = "sample"
		fallthrough
	default:
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches m ORDER BY m.listed_at DESC, m.id DESC LIMIT %d)", most)
	}
	parts := []string{`SELECT '' AS "group", '' AS value, count(*) AS count FROM ` + met, `SELECT '', 'counted', count(*) FROM sample`}
	for _, g := range groups {
		parts = append(parts, fmt.Sprintf(`(SELECT '%s', f.value, f.count::bigint FROM (%s) f ORDER BY f.count DESC, f.value LIMIT %d)`, g, groupSQL[g], maxFacets))
	}
	sql := "WITH " + with + " " + strings.Join(parts, " UNION ALL ")
	rows, err := db.Query(ctx, sql, f.planned(s.where.Args(), way)...)
	if err != nil {
		return FacetCounts{}, err
	}
	var c FacetCount
	_, err = pgx.ForEachRow(rows, []any{&c.Group, &c.Value, &c.Count}, func() error {
		switch {
		case c.Group != "":
			out.Counts = append(out.Counts, c)
		case c.Value == "":
			out.Met = c.Count
		default:
			out.Counted = c.Count
		}
		return nil
	})
	return out, err
}
