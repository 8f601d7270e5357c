package jobs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

// randomSearch is a keyword, a place or both with filters, as a query and as plain SQL.
func randomSearch(r *rand.Rand) (query, where string) {
	words := []string{"engineer", "senior engineer", "data", "nurse", "hydrologist", "machine learning", "manager -senior", "nurse or accountant", `"and the"`}
	places := []struct{ values, where string }{
		{values("location", "Berlin"), "lower(city) = 'berlin'"},
		{values("location", "germany"), "lower(country) = 'germany'"},
		{values("location", "Berlin, Germany", "location", "paris"), "lower(city) = 'berlin' AND lower(country) = 'germany' OR lower(city) = 'paris'"},
		{values("location", "France", "location", "Remote"), "lower(country) = 'france' OR workplace_type = 'remote'"},
		{values("location", "Remote"), "workplace_type = 'remote'"},
		{values("location", "/remote"), "false"},
	}
	where = "closed_at IS NULL"
	worded := r.IntN(4) > 0
	if worded {
		keyword := words[r.IntN(len(words))]
		query = values("keyword", keyword)
		where += fmt.Sprintf(" AND document @@ websearch_to_tsquery('simple', '%s')", keyword)
	}
	if !worded || r.IntN(3) == 0 {
		place := places[r.IntN(len(places))]
		query += "&" + place.values
		where += fmt.Sprintf(" AND id IN (SELECT p.id FROM crawler.job_post p LEFT JOIN crawler.job_post_location ON post_id = p.id WHERE %s)", place.where)
	}
	for _, c := range []struct{ parameter, column, values string }{
		{"workplaceType", "workplace_type", "remote hybrid onsite"},
		{"employmentType", "employment_type", "full-time part-time contract freelance internship"},
		{"careerLevel", "career_level", "internship junior mid senior lead principal manager director"},
	} {
		if r.IntN(2) == 0 {
			continue
		}
		all := strings.Fields(c.values)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		chosen := all[:1+r.IntN(2)]
		for _, v := range chosen {
			query += "&" + values(c.parameter, v)
		}
		where += fmt.Sprintf(" AND %s IN ('%s')", c.column, strings.Join(chosen, "', '"))
	}
	days := map[string]int{"today": 1, "week": 7, "month": 30}
	within := []string{"today", "week", "month"}[r.IntN(3)]
	for _, c := range []struct{ query, where string }{
		{"skill=SQL&skill=excel", "crawler.lowered(skills) && '{sql,excel}'"},
		{"postedWithin=" + within, fmt.Sprintf("listed_at >= '%s'", now.AddDate(0, 0, -days[within]).Format(time.RFC3339))},
	} {
		if r.IntN(4) == 0 {
			query += "&" + c.query
			where += " AND " + c.where
		}
	}
	return query, where
}

// checkRandom asks for what chance brings and compares with plain SQL: the newest, the total, and every posting once by
// relevance, first with nothing remembered and then with all of it.
func (w *world) checkRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 60 {
		query, where := randomSearch(r)
		if i%3 == 0 {
			query, where = query+"&language=en&language=de", where+" AND languages && '{en,de}'"
		}
		want := scan[[]uuid.UUID](w, "SELECT coalesce(array_agg(id ORDER BY listed_at DESC, id DESC), '{}') FROM crawler.job_post WHERE "+where)
		var best []uuid.UUID // the first page by relevance, as it was first asked for
		for round := range 2 {
			var page oas.JobPage
			w.quickly("/jobs?size=100&"+query, &page)
			if !page.CountIsEstimate && page.TotalElements != int64(len(want)) || page.CountIsEstimate && len(want) <= store.MaxExact {
				t.Errorf("%s: total %d, estimate %t, want %d", query, page.TotalElements, page.CountIsEstimate, len(want))
			}
			if diff := cmp.Diff(w.ids("size=100&sort=newest&"+query), want[:min(100, len(want))]); diff != "" {
				t.Errorf("%s: (-got +want)\n%s", query, diff)
			}
			if got := w.ids("size=100&sort=relevance&" + query); round == 0 {
				best = got
			} else if diff := cmp.Diff(got, best); diff != "" {
				t.Errorf("%s: by relevance, once it is known how many there are: (-got +want)\n%s", query, diff)
			}
			seen := map[uuid.UUID]bool{}
			for n := range 4 {
				for _, id := range w.ids(fmt.Sprintf("size=100&sort=relevance&page=%d&%s", n, query)) {
					if seen[id] {
						t.Errorf("%s: %s again", query, id)
					}
					seen[id] = true
				}
			}
			if len(seen) != min(400, len(want)) {
				t.Errorf("%s by relevance: %d postings on four pages, want %d", query, len(seen), min(400, len(want)))
			}
		}
	}
}

// checkSamples makes the service believe that there are a million postings, so that it looks at samples first.
func (w *world) checkSamples(t *testing.T, rec *recorder) {
	r := rand.New(rand.NewPCG(8, 8))
	var exact, estimated int
	for _, open := range []int{16_000, 100_000, 1_000_000} {
		w.exec("UPDATE pg_class SET reltuples = $1 WHERE oid = 'crawler.job_post_open_newest'::regclass", open)
		for range 25 {
			query, where := randomSearch(r)
			var facets oas.FacetsResponse
			w.quickly("/jobs/facets?"+query, &facets)
			plans := w.explain(rec, query)
			for _, v := range facets.Languages {
				want := scan[int](w, "SELECT count(*) FROM crawler.job_post WHERE "+where+" AND $1 = ANY(languages)", v.Value)
				switch {
				case !facets.CountIsEstimate && v.Count != int64(want):
					t.Errorf("%s of %d: %d in %s, want %d", query, open, v.Count, v.Value, want)
				case facets.CountIsEstimate && want > 1_000 && (v.Count < int64(want)/2 || v.Count > int64(want)*2):
					t.Errorf("%s of %d: about %d in %s, want %d", query, open, v.Count, v.Value, want)
				}
			}
			if !facets.CountIsEstimate {
				exact++
				continue
			}
			estimated++
			if all := strings.Join(plans, "\n"); all != "" && !strings.Contains(all, "Bitmap Index Scan on job_post_open_search_") { // else remembered
				t.Errorf("%s of %d: no index of a sample in\n%s", query, open, all)
			}
		}
	}
	if exact == 0 || estimated == 0 {
		t.Errorf("%d answers were exact and %d estimates: it tells nothing", exact, estimated)
	}
	// The total of a word that is nearly everywhere is judged by a sample, and in an honest range.
	all := scan[int64](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND document @@ 'and | und | de'")
	if page := w.search(values("keyword", "and or und or de", "size", "1")); !page.CountIsEstimate || page.TotalElements < all*8/10 || page.TotalElements > all*12/10 {
		t.Errorf("total %d, estimate %t, want about %d", page.TotalElements, page.CountIsEstimate, all)
	}
}
