package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

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
	// FacetSample is how many of the newest matches stand for a result of more than MaxExact.
	FacetSample = 2_000
	// WordsExact is up to how many matches of a keyword every one is counted. It is less than for totals, because people
	// wait for it while they type: at a million postings a count of 10,000 matches takes half a second.
	WordsExact = 1_000
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
	Locations: `SELECT min(d.place) AS value, count(*) AS count FROM (
			SELECT m.id, min(l.place) AS place FROM sample m CROSS JOIN LATERAL (
				SELECT CASE WHEN l.city IS NULL THEN l.country WHEN l.country IS NULL THEN l.city ELSE l.city || ', ' || l.country END AS place
				FROM crawler.job_post_location l WHERE l.post_id = m.id OFFSET 0) l -- the offset keeps the planner from reading all places
			WHERE l.place IS NOT NULL GROUP BY m.id, lower(l.place)) d
		GROUP BY lower(d.place)
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
	Met     int64     // matches that were met
	Oldest  time.Time // of those met
	Sampled int64     // those of them that were counted
}

// Facets counts values over the matches. Unless they are gathered it counts, of more than WordsExact by age and of any
// number else, over the newest FacetSample of them: the cost is bounded, and the caller scales the counts up. Of more
// than MaxExact gathered ones it gives no counts.
func Facets(ctx context.Context, db pg.Conn, f *Search, groups []Group, way Way) (out FacetCounts, err error) {
	s := f.statement(way)
	with, counted := s.source("matches", sampleColumns, way, WordsExact+1, f), "sample"
	switch way {
	case Gather: // too many are only counted
		counted = "matches"
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches WHERE (SELECT count(*) FROM matches) <= %d)", MaxExact)
	case ByAge:
		counted = "matches"
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches m ORDER BY m.listed_at DESC, m.id DESC LIMIT CASE WHEN (SELECT count(*) FROM matches) > %d THEN %d END)", WordsExact, min(FacetSample, WordsExact))
	default:
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches m ORDER BY m.listed_at DESC, m.id DESC LIMIT %d)", FacetSample)
	}
	parts := []string{`SELECT '' AS "group", coalesce(floor(date_part('epoch', min(listed_at))), 0)::text AS value, count(*) AS count FROM ` + counted}
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
		if c.Group != "" {
			out.Counts = append(out.Counts, c)
			return nil
		}
		seconds, _ := strconv.ParseInt(c.Value, 10, 64) // an infinite date has none
		out.Met, out.Oldest, out.Sampled = c.Count, time.Unix(seconds, 0), c.Count
		return nil
	})
	if way == ByAge && out.Met > WordsExact {
		out.Sampled = min(FacetSample, WordsExact)
	}
	return out, err
}
