package jobs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/store"
)

// slowSQL counts each group over a sample of the postings, slowly and all in SQL.
var slowSQL = map[store.Group]string{
	store.Companies: `SELECT min(t.company_name) AS value, count(*) AS count FROM sample m JOIN crawler.pull_target t ON t.id = m.target_id GROUP BY lower(t.company_name)`,
	store.Locations: `SELECT min(d.place) AS value, count(*) AS count FROM (
			SELECT m.id, min(n.place) AS place, bool_or(n.own) AS own FROM sample m JOIN crawler.job_post_location l ON l.post_id = m.id
			CROSS JOIN LATERAL (VALUES (l.city || ', ' || l.country, true), (l.country, l.city IS NULL), (l.city, l.country IS NULL)) n(place, own)
			WHERE n.place IS NOT NULL GROUP BY m.id, lower(n.place)) d
		GROUP BY lower(d.place) HAVING bool_or(d.own)
		UNION ALL SELECT 'Remote', count(*) FROM sample m WHERE m.workplace_type = 'remote' HAVING count(*) > 0`,
	store.WorkplaceTypes:  `SELECT m.workplace_type AS value, count(*) AS count FROM sample m WHERE m.workplace_type IS NOT NULL GROUP BY 1`,
	store.EmploymentTypes: `SELECT m.employment_type AS value, count(*) AS count FROM sample m WHERE m.employment_type IS NOT NULL GROUP BY 1`,
	store.CareerLevels:    `SELECT m.career_level AS value, count(*) AS count FROM sample m WHERE m.career_level IS NOT NULL GROUP BY 1`,
	store.Languages:       `SELECT v AS value, count(*) AS count FROM sample m, unnest(m.languages) v GROUP BY 1`,
	store.Skills:          `SELECT min(v) AS value, count(*) AS count FROM sample m, unnest(m.skills) v GROUP BY lower(v)`,
}

// slowFacets counts a group over the newest so many postings that fulfil the conditions.
func (w *world) slowFacets(g store.Group, where []string, newest int) []store.FacetCount {
	w.t.Helper()
	rows, err := w.owner.Query(context.Background(), fmt.Sprintf(`WITH sample AS MATERIALIZED (SELECT * FROM crawler.job_post p WHERE %s ORDER BY p.listed_at DESC, p.id DESC LIMIT %d)
		SELECT f.value, f.count FROM (%s) f ORDER BY f.count DESC, f.value COLLATE "C" LIMIT 100`, strings.Join(where, " AND "), newest, slowSQL[g]))
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.FacetCount])
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// mess makes values differ in case and places lack what they may lack.
func (w *world) mess() {
	const byte15, byte14 = "get_byte(uuid_send(post_id), 15)", "get_byte(uuid_send(post_id), 14)"
	for _, sql := range []string{
		"UPDATE crawler.pull_target SET company_name = upper(company_name) WHERE get_byte(uuid_send(id), 15) % 3 = 0",
		"UPDATE crawler.pull_target SET company_name = 'Ærø ÅRHUS ' || get_byte(uuid_send(id), 15) % 2 WHERE get_byte(uuid_send(id), 14) % 16 = 0",
		"UPDATE crawler.pull_target SET company_name = lower(company_name) WHERE get_byte(uuid_send(id), 15) % 3 = 1",
		"UPDATE crawler.job_post_location SET city = upper(city) WHERE " + byte15 + " % 5 = 0",
		"UPDATE crawler.job_post_location SET country = lower(country) WHERE " + byte15 + " % 7 = 0",
		"UPDATE crawler.job_post_location SET city = NULL WHERE " + byte14 + " % 11 = 0",
		"UPDATE crawler.job_post_location SET country = NULL WHERE " + byte14 + " % 13 = 0",
		"UPDATE crawler.job_post_location SET city = 'remote' WHERE " + byte14 + " % 17 = 0",
		"UPDATE crawler.job_post_location SET city = 'Göteborg', country = 'SVERIGE' WHERE " + byte14 + " % 19 = 0",
		"UPDATE crawler.job_post_location SET city = 'GÖTEBORG', country = NULL WHERE " + byte14 + " % 23 = 0",
		"UPDATE crawler.job_post_location SET city = '', country = 'x' WHERE " + byte14 + " % 29 = 0",
		"INSERT INTO crawler.job_post_location (post_id, position, city, country) SELECT post_id, position + 100, lower(city), country FROM crawler.job_post_location WHERE " + byte15 + " % 4 = 0",
		"INSERT INTO crawler.job_post_location (post_id, position, country) SELECT post_id, position + 200, upper(country) FROM crawler.job_post_location WHERE " + byte15 + " % 9 = 0",
		"UPDATE crawler.job_post SET skills = skills || '{GO,go,Éclair}'::text[] WHERE get_byte(uuid_send(id), 15) % 6 = 0",
		"UPDATE crawler.job_post SET skills = skills || '{Go,éclair}'::text[], languages = languages || '{EN}'::text[] WHERE get_byte(uuid_send(id), 15) % 10 = 0",
		"UPDATE crawler.job_post SET workplace_type = NULL WHERE get_byte(uuid_send(id), 14) % 8 = 0",
		"UPDATE crawler.job_post SET employment_type = NULL WHERE get_byte(uuid_send(id), 14) % 9 = 0",
		"VACUUM ANALYZE crawler.job_post",
	} {
		w.exec(sql)
	}
}

// randomFilters are filters with the condition of each, by the group that ignores it; "" is for those that none ignores.
func (w *world) randomFilters(r *rand.Rand) (f jobs.Filters, conditions map[store.Group]string) {
	conditions = map[store.Group]string{"": "p.closed_at IS NULL"}
	pick := func(group store.Group, column string, all ...string) (chosen []string) {
		if r.IntN(3) > 0 {
			return nil
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		chosen = all[:1+r.IntN(2)]
		conditions[group] = fmt.Sprintf("p.%s IN ('%s')", column, strings.Join(chosen, "', '"))
		return chosen
	}
	f.WorkplaceTypes = pick(store.WorkplaceTypes, "workplace_type", "remote", "hybrid", "onsite")
	f.EmploymentTypes = pick(store.EmploymentTypes, "employment_type", "full-time", "part-time", "contract", "freelance", "internship")
	f.CareerLevels = pick(store.CareerLevels, "career_level", "internship", "junior", "mid", "senior", "lead", "principal", "manager", "director")
	if r.IntN(4) > 0 {
		words := []string{"engineer", "senior engineer", "data", "nurse", "hydrologist", "manager -senior", "nurse or accountant", "-the", "nosuchword"}
		f.Keyword = words[r.IntN(len(words))]
		conditions[""] += fmt.Sprintf(" AND p.document @@ websearch_to_tsquery('simple', '%s')", f.Keyword)
	}
	switch r.IntN(8) {
	case 0:
		f.Locations = []string{"Germany"}
		conditions[store.Locations] = "p.id IN (SELECT post_id FROM crawler.job_post_location WHERE 'germany' IN (lower(city), lower(country)))"
	case 1:
		f.Skills = []string{"gO"}
		conditions[store.Skills] = "EXISTS (SELECT FROM unnest(p.skills) s WHERE lower(s) = 'go')"
	case 2:
		f.Languages = []string{"de"}
		conditions[store.Languages] = "'de' = ANY(p.languages)"
	case 3:
		f.Companies = []string{"ærø århus 1"}
		conditions[store.Companies] = "p.target_id IN (SELECT id FROM crawler.pull_target WHERE lower(company_name) = 'ærø århus 1')"
	case 4:
		f.IncludeClosed = true
		conditions[""] = strings.Replace(conditions[""], "p.closed_at IS NULL", "true", 1)
	case 5:
		f.YearlyMin = ptr(int64(60_000))
		conditions[""] += " AND p.yearly_max >= 60000"
	}
	return f, conditions
}

// without is the conditions that a group does not ignore.
func without(g store.Group, conditions map[store.Group]string) (out []string) {
	for own, c := range conditions {
		if own != g {
			out = append(out, c)
		}
	}
	return out
}

// TestFacetsAsInSQL: what is counted here is what the database counts, group by group and value by value.
func TestFacetsAsInSQL(t *testing.T) {
	t.Parallel()
	w, rec := seeded(t, 4_000)
	w.mess()
	t.Run("exact", func(t *testing.T) { w.checkExactFacets(t, rec) })
	t.Run("sample", w.checkSampledFacets)
}

// checkExactFacets asks the service, which believes that there are few postings or very many.
func (w *world) checkExactFacets(t *testing.T, rec *recorder) {
	r := rand.New(rand.NewPCG(3, 3))
	exact := map[bool]int{}
	for i := range 150 {
		open := []int{4_000, 20_000, 1_000_000}[i%3]
		w.exec("UPDATE pg_class SET reltuples = $1 WHERE oid = 'crawler.job_post_open_newest'::regclass", open)
		f, conditions := w.randomFilters(r)
		got, err := w.svc.Facets(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		w.explain(rec, fmt.Sprint(f))
		exact[!got.Estimate]++
		if got.Estimate {
			continue
		}
		for _, g := range store.Groups {
			want := w.slowFacets(g, without(g, conditions), store.MaxExact)
			if diff := cmp.Diff(got.Groups[g], want, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%+v of %d, %s: (-got +want)\n%s", f, open, g, diff)
			}
		}
	}
	if exact[true] < 50 || exact[false] == 0 {
		t.Errorf("%d answers were exact and %d estimates: it tells little", exact[true], exact[false])
	}
}

// checkSampledFacets asks the store for passes in a sample: together, and each by itself.
func (w *world) checkSampledFacets(t *testing.T) {
	const byte15 = "get_byte(uuid_send(p.id), 15)"
	samples := map[int64]string{1: "true", 8: byte15 + " & 7 = 0", 32: byte15 + " & 31 = 0", 256: byte15 + " = 0"}
	deep := []store.Group{store.Companies, store.Locations, store.Languages, store.Skills}
	kinds := []store.Group{store.WorkplaceTypes, store.EmploymentTypes, store.CareerLevels}
	passes := []store.Pass{
		{Groups: store.Groups},
		{WorkplaceTypes: []string{"remote", "hybrid"}, EmploymentTypes: []string{"full-time"}, Groups: deep},
		{WorkplaceTypes: []string{"remote"}, Groups: kinds},
		{CareerLevels: []string{"senior"}, Groups: []store.Group{store.Companies, store.EmploymentTypes}},
		{EmploymentTypes: []string{}, Groups: store.Groups},
	}
	conditions := []string{"true", "p.workplace_type IN ('remote', 'hybrid') AND p.employment_type = 'full-time'", "p.workplace_type = 'remote'", "p.career_level = 'senior'", "false"}
	count := func(where []string) int64 {
		return scan[int64](w, "SELECT count(*) FROM crawler.job_post p WHERE "+strings.Join(where, " AND "))
	}
	for oneIn, sample := range samples {
		newest := 200
		if oneIn == 1 {
			newest = store.FacetSample
		}
		for _, query := range []string{"engineer", "and | der", "hydrologist"} {
			words := []string{"p.closed_at IS NULL", "p.document @@ '" + query + "'", sample}
			check := func(what string, i int, got store.FacetCounts) {
				t.Helper()
				where := append([]string{conditions[i]}, words...)
				met := count(where)
				counted := min(met, int64(newest))
				if passes[i].Groups[0] == store.WorkplaceTypes {
					counted = met // there are kinds only
				}
				if got.Met != met || got.Counted != counted {
					t.Errorf("%s %s in one of %d, pass %d: %d met, %d counted, want %d and %d", query, what, oneIn, i, got.Met, got.Counted, met, counted)
				}
				var want []store.GroupCounts
				for _, g := range passes[i].Groups {
					over := newest
					if g.Kind() {
						over = store.MaxExact
					}
					want = append(want, store.GroupCounts{Group: g, Counts: w.slowFacets(g, where, over)})
				}
				if met == 0 {
					want = nil
				}
				if diff := cmp.Diff(got.Groups, want, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s %s in one of %d, pass %d: (-got +want)\n%s", query, what, oneIn, i, diff)
				}
			}
			search := store.Search{Query: query, OneIn: oneIn}
			met, all, err := store.Facets(t.Context(), w.planner, &search, store.Sift, passes...)
			if err != nil {
				t.Fatal(err)
			}
			if want := count(words); met != want {
				t.Errorf("%s in one of %d: %d met, want %d", query, oneIn, met, want)
			}
			for i, p := range passes {
				check("together", i, all[i])
				search.WorkplaceTypes, search.EmploymentTypes, search.CareerLevels = p.WorkplaceTypes, p.EmploymentTypes, p.CareerLevels
				_, alone, err := store.Facets(t.Context(), w.planner, &search, store.Sift, store.Pass{Groups: p.Groups})
				if err != nil {
					t.Fatal(err)
				}
				check("alone", i, alone[0])
			}
		}
	}
}
