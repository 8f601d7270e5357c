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
	// FacetSample is how many of the newest matches stand for a result of more than MaxExact.
	FacetSample = 2_000
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

// Facets counts values over the matches, and tells over how many. Unless they are gathered it counts over the newest of
// them: the cost is bounded, and the caller scales the counts up. Of more than MaxExact gathered ones it gives no counts.
func Facets(ctx context.Context, db pg.Conn, f *Search, groups []Group, way Way) (counts []FacetCount, sampled int64, err error) {
	s := f.statement()
	with, counted := s.source("matches", sampleColumns, way), "sample"
	if way == Gather { // too many are only counted
		counted = "matches"
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches WHERE (SELECT count(*) FROM matches) <= %d)", MaxExact)
	} else {
		with += fmt.Sprintf(", sample AS MATERIALIZED (SELECT * FROM matches m ORDER BY m.listed_at DESC, m.id DESC LIMIT %d)", FacetSample)
	}
	parts := []string{`SELECT '' AS "group", '' AS value, count(*) AS count FROM ` + counted}
	for _, g := range groups {
		parts = append(parts, fmt.Sprintf(`(SELECT '%s', f.value, f.count::bigint FROM (%s) f ORDER BY f.count DESC, f.value LIMIT %d)`, g, groupSQL[g], maxFacets))
	}
	sql := "WITH " + with + " " + strings.Join(parts, " UNION ALL ")
	rows, err := db.Query(ctx, sql, planned(s.where.Args())...)
	if err != nil {
		return nil, 0, err
	}
	var c FacetCount
	_, err = pgx.ForEachRow(rows, []any{&c.Group, &c.Value, &c.Count}, func() error {
		if c.Group == "" {
			sampled = c.Count
		} else {
			counts = append(counts, c)
		}
		return nil
	})
	return counts, sampled, err
}
