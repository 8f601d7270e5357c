package jobs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/seed"
)

// seeded returns a world with many made-up postings.
func seeded(t testing.TB, postings int) *world {
	t.Helper()
	w := newWorld(t)
	if err := seed.Run(t.Context(), w.owner, seed.Options{Postings: postings, Seed: 7, Now: now}); err != nil {
		t.Fatal(err)
	}
	w.writes.Add(1)
	return w
}

// mess makes values differ in case and places lack what they may lack.
func (w *world) mess() {
	const byte15, byte14 = "get_byte(uuid_send(post_id), 15)", "get_byte(uuid_send(post_id), 14)"
	for _, sql := range []string{
		"UPDATE crawler.pull_target SET company_name = upper(company_name) WHERE get_byte(uuid_send(id), 15) % 3 = 0",
		"UPDATE crawler.pull_target SET company_name = 'Ærø ÅRHUS ' || get_byte(uuid_send(id), 15) % 2 " +
			"WHERE get_byte(uuid_send(id), 14) % 16 = 0",
		"UPDATE crawler.pull_target SET company_name = lower(company_name) WHERE get_byte(uuid_send(id), 15) % 3 = 1",
		"UPDATE crawler.pull_target SET last_success_at = '2026-03-02 12:00Z'::timestamptz - get_byte(uuid_send(id), 15) * interval '1 hour'",
		"UPDATE crawler.job_post_location SET city = upper(city) WHERE " + byte15 + " % 5 = 0",
		"UPDATE crawler.job_post_location SET country = lower(country) WHERE " + byte15 + " % 7 = 0",
		"UPDATE crawler.job_post_location SET city = NULL WHERE " + byte14 + " % 11 = 0",
		"UPDATE crawler.job_post_location SET country = NULL WHERE " + byte14 + " % 13 = 0",
		"UPDATE crawler.job_post_location SET city = 'Göteborg', country = 'SVERIGE' WHERE " + byte14 + " % 19 = 0",
		"UPDATE crawler.job_post_location SET city = 'GÖTEBORG', country = NULL WHERE " + byte14 + " % 23 = 0",
		"INSERT INTO crawler.job_post_location (post_id, position, city, country) SELECT post_id, position + 100, lower(city), country " +
			"FROM crawler.job_post_location WHERE " + byte15 + " % 4 = 0",
		"INSERT INTO crawler.job_post_location (post_id, position, country) SELECT post_id, position + 200, upper(country) " +
			"FROM crawler.job_post_location WHERE " + byte15 + " % 9 = 0",
		"UPDATE crawler.job_post SET skills = skills || '{GO,go,Éclair}'::text[] WHERE get_byte(uuid_send(id), 15) % 6 = 0",
		"UPDATE crawler.job_post SET skills = skills || '{Go,éclair}'::text[], languages = languages || '{EN}'::text[] " +
			"WHERE get_byte(uuid_send(id), 15) % 10 = 0",
		"UPDATE crawler.job_post SET workplace_type = NULL WHERE get_byte(uuid_send(id), 14) % 8 = 0",
		"UPDATE crawler.job_post SET employment_type = NULL WHERE get_byte(uuid_send(id), 14) % 9 = 0",
		"UPDATE crawler.job_post SET experience_years_min = get_byte(uuid_send(id), 15) % 12 WHERE get_byte(uuid_send(id), 14) % 2 = 0",
		`UPDATE crawler.job_post SET unconfirmed_since = '2026-03-02 12:00Z'::timestamptz - get_byte(uuid_send(id), 15) * interval '1 hour'
			WHERE get_byte(uuid_send(id), 14) % 4 = 0`,
		"UPDATE crawler.job_post SET posted_at = '2026-02-01' WHERE get_byte(uuid_send(id), 14) % 5 = 0",
	} {
		w.exec(sql)
	}
}

// worth is the upper end of a posting's pay in euros a year, NULL when it cannot be compared.
const worth = `coalesce(p.compensation_max, p.compensation_min)
	* CASE p.compensation_period WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END
	/ CASE p.compensation_currency WHEN 'EUR' THEN 1 WHEN 'USD' THEN 1.25 WHEN 'GBP' THEN 0.8 END`

// placeNames are the names under which a place is found, n.place, and the one that is shown, n.shown.
const placeNames = `CROSS JOIN LATERAL (SELECT lower(v) AS place,
	lower(coalesce(nullif(concat_ws(', ', l.city, l.country), ''), l.region)) AS shown
	FROM unnest(ARRAY[l.city, l.region, l.country, l.city || ', ' || l.country, l.region || ', ' || l.country]) v WHERE v IS NOT NULL) n`

// inPlaces returns the condition that a posting is in one of the places.
func inPlaces(places ...string) string {
	return "EXISTS (SELECT FROM crawler.job_post_location l " + placeNames + " WHERE l.post_id = p.id AND n.place IN ('" +
		strings.Join(places, "', '") + "'))"
}

// onlyInGermany is the condition that every place of a posting is in Germany, by the name that is shown of it.
const onlyInGermany = `coalesce((SELECT
	bool_and(lower(coalesce(nullif(concat_ws(', ', l.city, l.country), ''), l.region)) ~ '(^|, )germany$')
	FROM crawler.job_post_location l WHERE l.post_id = p.id), false)`

// filterSQL is a filter as a parameter and as a condition in plain SQL.
type filterSQL struct{ query, where string }

// filtersSQL are the filters that the test draws from, by the group that ignores them; "" is for those that none does.
var filtersSQL = map[string][]filterSQL{
	"companies": {
		{"company=ærø+århus+1", "lower(t.company_name) = 'ærø århus 1'"},
		{"company=ÆRØ+ÅRHUS+0&company=Unknown", "lower(t.company_name) = 'ærø århus 0'"},
	},
	"locations": {
		{"location=Germany", inPlaces("germany")},
		{"location=g%C3%B6teborg&location=Berlin,+Germany", inPlaces("göteborg", "berlin, germany")},
		{"location=Remote", "p.workplace_type = 'remote'"},
		{"location=England&location=remote", "(p.workplace_type = 'remote' OR " + inPlaces("england") + ")"},
	},
	"workplaceTypes": {
		{"workplaceType=remote", "p.workplace_type = 'remote'"},
		{"workplaceType=hybrid&workplaceType=onsite", "p.workplace_type IN ('hybrid', 'onsite')"},
	},
	"employmentTypes": {
		{"employmentType=full-time", "p.employment_type = 'full-time'"},
		{"employmentType=contract&employmentType=freelance", "p.employment_type IN ('contract', 'freelance')"},
	},
	"careerLevels": {
		{"careerLevel=senior", "p.career_level = 'senior'"},
		{"careerLevel=junior&careerLevel=mid", "p.career_level IN ('junior', 'mid')"},
	},
	"languages": {{"language=DE", "EXISTS (SELECT FROM unnest(p.languages) v WHERE lower(v) = 'de')"}},
	"skills":    {{"skill=gO&skill=ÉCLAIR", "EXISTS (SELECT FROM unnest(p.skills) v WHERE lower(v) IN ('go', 'éclair'))"}},
	"": {
		{"compensationMin=60000", worth + " >= 60000"},
		{"compensationMin=80000&compensationCurrency=usd", worth + " >= 64000"},
		{"compensationMin=60000&includeUnpriced=true", "(" + worth + " >= 60000 OR p.compensation_period IS NULL)"},
		{"postedWithin=week", "p.listed_at >= '2026-02-23 12:00Z'"},
		{"confirmedWithin=day", "t.last_success_at >= '2026-03-01 12:00Z'"},
		{"unconfirmedDays=3", "coalesce(p.unconfirmed_since >= '2026-02-27 12:00Z', true)"},
		{"experienceMax=3", "coalesce(p.experience_years_min, 0) <= 3"},
		{"excludeCompany=ærø+århus+1", "lower(t.company_name) <> 'ærø århus 1'"},
		{"neverCompany=ærø+århus+1", "lower(t.company_name) <> 'ærø århus 1'"},
		{"neverPlace=Remote", "coalesce(p.workplace_type <> 'remote', true)"},
		{"neverPlace=Germany&alwaysCompany=ærø+århus+1", "(NOT " + onlyInGermany + " OR lower(t.company_name) = 'ærø århus 1')"},
		{"neverTitle=engineer", "p.title !~* '\\mengineer\\M'"},
		{"neverTitle=Engineer&showHidden=true", "true"},
	},
}

// facetSQL counts the values of each group over the postings "found", in lower case.
var facetSQL = map[string]string{
	"companies": `SELECT lower(t.company_name), count(*) FROM found p JOIN crawler.pull_target t ON t.id = p.target_id GROUP BY 1`,
	"locations": `SELECT n.place, count(DISTINCT p.id) FROM found p JOIN crawler.job_post_location l ON l.post_id = p.id ` + placeNames + `
			GROUP BY 1 HAVING bool_or(n.place = n.shown)
		UNION ALL SELECT 'remote', count(*) FROM found p WHERE p.workplace_type = 'remote' HAVING count(*) > 0`,
	"workplaceTypes":  `SELECT p.workplace_type, count(*) FROM found p WHERE p.workplace_type IS NOT NULL GROUP BY 1`,
	"employmentTypes": `SELECT p.employment_type, count(*) FROM found p WHERE p.employment_type IS NOT NULL GROUP BY 1`,
	"careerLevels":    `SELECT p.career_level, count(*) FROM found p WHERE p.career_level IS NOT NULL GROUP BY 1`,
	"languages":       `SELECT lower(v), count(DISTINCT p.id) FROM found p, unnest(p.languages) v GROUP BY 1`,
	"skills":          `SELECT lower(v), count(DISTINCT p.id) FROM found p, unnest(p.skills) v GROUP BY 1`,
}

// TestSearchAsInSQL draws filters at random and compares with plain SQL: every posting in both orders by date, the
// total, and each facet of each group.
func TestSearchAsInSQL(t *testing.T) {
	t.Parallel()
	w := seeded(t, 800)
	w.mess()
	r := rand.New(rand.NewPCG(3, 3))
	matched := 0
	for range 80 {
		query, conditions := randomFilters(r)
		want := scan[[]uuid.UUID](w, `SELECT coalesce(array_agg(p.id ORDER BY p.listed_at DESC, p.id DESC), '{}')
			FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE `+without("", conditions))
		matched += len(want)
		for _, sort := range []string{"newest", "oldest"} {
			got := w.all(query + "&sort=" + sort)
			if sort == "oldest" {
				for i, j := 0, len(got)-1; i < j; i, j = i+1, j-1 {
					got[i], got[j] = got[j], got[i]
				}
			}
			if diff := cmp.Diff(got, want); diff != "" {
				t.Errorf("%s by %s: (-got +want)\n%s", query, sort, diff)
			}
		}
		var facets oas.FacetsResponse
		w.quickly("/jobs/facets?"+query, &facets)
		for name, group := range map[string]oas.FacetGroup{
			"companies": facets.Companies, "locations": facets.Locations, "workplaceTypes": facets.WorkplaceTypes,
			"employmentTypes": facets.EmploymentTypes,
			"careerLevels":    facets.CareerLevels, "languages": facets.Languages, "skills": facets.Skills,
		} {
			w.checkFacets(query+" "+name, group, w.countSQL(name, without(name, conditions)))
		}
	}
	if matched < 5_000 {
		t.Errorf("only %d postings were found in all, too few to prove anything", matched)
	}
}

// randomFilters draws a query and the condition of each group.
func randomFilters(r *rand.Rand) (query string, conditions map[string]string) {
	conditions = map[string]string{"": "p.closed_at IS NULL"}
	if r.IntN(6) == 0 {
		query, conditions[""] = "&includeClosed=true", "true"
	}
	for _, group := range []string{"", "companies", "locations", "workplaceTypes", "employmentTypes", "careerLevels", "languages", "skills"} {
		if r.IntN(4) > 0 {
			continue
		}
		f := filtersSQL[group][r.IntN(len(filtersSQL[group]))]
		query += "&" + f.query
		if group == "" {
			conditions[""] += " AND " + f.where
		} else {
			conditions[group] = f.where
		}
	}
	return strings.TrimPrefix(query, "&"), conditions
}

// without joins the conditions that a group does not ignore. None ignores those of "".
func without(group string, conditions map[string]string) string {
	var out []string
	for own, c := range conditions {
		if own != group || own == "" {
			out = append(out, c)
		}
	}
	return strings.Join(out, " AND ")
}

// all pages through a result and checks its total.
func (w *world) all(query string) []uuid.UUID {
	w.t.Helper()
	list := []uuid.UUID{}
	for page := 0; ; page++ {
		var res oas.JobPage
		w.quickly(fmt.Sprintf("/jobs?%s&size=100&page=%d", query, page), &res)
		for _, p := range res.Content {
			list = append(list, p.ID)
		}
		if len(res.Content) == 100 {
			continue
		}
		if res.TotalElements != int64(len(list)) || res.CountIsEstimate {
			w.t.Errorf("%s: total %d, estimate %t, want %d exactly", query, res.TotalElements, res.CountIsEstimate, len(list))
		}
		return list
	}
}

func (w *world) countSQL(group, where string) map[string]int64 {
	w.t.Helper()
	rows, err := w.owner.Query(context.Background(),
		`WITH found AS MATERIALIZED (SELECT p.* FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE `+where+`) `+
			facetSQL[group])
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]int64{}
	var value string
	var count int64
	if _, err := pgx.ForEachRow(rows, []any{&value, &count}, func() error { out[value] += count; return nil }); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// checkFacets holds a group against the counts of all values: it has the hundred most frequent, in order.
func (w *world) checkFacets(what string, got oas.FacetGroup, want map[string]int64) {
	w.t.Helper()
	if len(got) != min(100, len(want)) {
		w.t.Errorf("%s: %d values, want %d", what, len(got), min(100, len(want)))
	}
	for i, v := range got {
		key := strings.ToLower(v.Value)
		if v.Count != want[key] {
			w.t.Errorf("%s: %q counts %d, want %d", what, v.Value, v.Count, want[key])
		}
		if i > 0 && (v.Count > got[i-1].Count || v.Count == got[i-1].Count && v.Value <= got[i-1].Value) {
			w.t.Errorf("%s: %q with %d follows %q with %d", what, v.Value, v.Count, got[i-1].Value, got[i-1].Count)
		}
		delete(want, key)
	}
	for value, count := range want {
		if len(got) < 100 || count > got[99].Count {
			w.t.Errorf("%s: %q with %d is missing", what, value, count)
		}
	}
}
