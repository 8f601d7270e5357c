package jobs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/store"
)

// checkTitles compares the titles that their keys find with those that their words, kinds and dates tell, however many
// are expected: that decides in how many parts they are looked for.
func (w *world) checkTitles(t *testing.T) {
	ctx := context.Background()
	spread, err := store.ReadAges(ctx, w.planner)
	if err != nil || len(spread) < 10 {
		t.Fatalf("%d moments, %v", len(spread), err)
	}
	// Some dates lie before all units of time, and some beyond.
	w.exec(`UPDATE crawler.job_post SET posted_at = '3000-01-01' WHERE id = (SELECT id FROM crawler.job_post WHERE closed_at IS NULL AND title ILIKE '%engineer%' AND workplace_type = 'remote' AND employment_type = 'full-time' LIMIT 1)`)
	w.exec(`UPDATE crawler.job_post SET posted_at = '1066-10-14' WHERE id = (SELECT id FROM crawler.job_post WHERE closed_at IS NULL AND title ILIKE '%nurse%' AND workplace_type = 'onsite' ORDER BY id DESC LIMIT 1)`)
	const want = `SELECT coalesce(array_agg(id ORDER BY ts_rank('{0.1, 0.2, 0.4, 1.0}', document, $1::text::tsquery, 1) DESC, listed_at DESC, id DESC), '{}') FROM (
		SELECT * FROM crawler.job_post WHERE closed_at IS NULL AND to_tsvector('simple', crawler.apart(title)) @@ $1::text::tsquery
			AND ($2::text[] IS NULL OR workplace_type = ANY($2)) AND ($3::text[] IS NULL OR employment_type = ANY($3)) AND ($4::text[] IS NULL OR career_level = ANY($4))
		ORDER BY listed_at DESC, id DESC LIMIT 100) p`
	found := 0
	for _, query := range []string{"'engineer'", "'nurse'", "'security' & 'engineer'", "'senior' & 'engineer'", "'manager'", "'nosuchword'"} {
		for _, kinds := range []store.Search{
			{WorkplaceTypes: []string{"remote", "hybrid"}, EmploymentTypes: []string{"full-time"}},
			{WorkplaceTypes: []string{"onsite"}},
			{EmploymentTypes: []string{"contract", "freelance"}, CareerLevels: []string{"senior"}},
		} {
			expected := scan[[]uuid.UUID](w, want, query, kinds.WorkplaceTypes, kinds.EmploymentTypes, kinds.CareerLevels)
			found += len(expected)
			for _, titled := range []int64{1, 400, 700, 3_000, 8_000} {
				f := kinds
				f.Query, f.Titled, f.Ages = query, titled, store.NewAges(spread, 14_000, now)
				ids, _, err := store.RankTitled(ctx, w.planner, &f, store.ByAge)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(append([]uuid.UUID{}, ids...), expected); diff != "" {
					t.Errorf("%s of %s %s, %d expected: (-got +want)\n%s", query, strings.Join(f.WorkplaceTypes, "/"), strings.Join(f.EmploymentTypes, "/"), titled, diff)
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d titles are there to be found", found)
	}
}
