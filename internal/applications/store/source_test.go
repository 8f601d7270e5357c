package store

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pgtest"
)

// TestSourcesAreTheApplications compares what is cut out of the one row with the rows themselves.
func TestSourcesAreTheApplications(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool("rolecall_applications")
	ctx, q, user := t.Context(), New(), uuid.New()
	if none, err := q.ProfileSources(ctx, db, user); err != nil || none != (ProfileSourcesRow{}) {
		t.Errorf("of nobody: %+v, %v", none, err)
	}
	if _, err := db.Exec(ctx, varied, user); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(ctx, `SELECT job_title, company, skills, CASE WHEN places = '{}' AND location IS NOT NULL THEN ARRAY[location] ELSE places END
		FROM applications.application WHERE user_id = $1`, user)
	if err != nil {
		t.Fatal(err)
	}
	want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Source])
	if err != nil {
		t.Fatal(err)
	}
	got, err := q.ProfileSources(ctx, db, user)
	if err != nil {
		t.Fatal(err)
	}
	var all []Source
	for s := range got.All() {
		all = append(all, Source{Title: s.Title, Company: s.Company, Skills: slices.Clone(s.Skills), Places: slices.Clone(s.Places)})
	}
	byTitle := func(s []Source) map[string]Source {
		m := map[string]Source{}
		for _, one := range s {
			m[one.Title] = one
		}
		return m
	}
	if diff := cmp.Diff(byTitle(want), byTitle(all), cmpopts.EquateEmpty()); diff != "" || len(all) != 90 {
		t.Errorf("%d sources (-want +got)\n%s", len(all), diff)
	}

	rows, err = db.Query(ctx, "SELECT job_post_id::text FROM applications.application WHERE user_id = $1 AND job_post_id IS NOT NULL", user)
	if err != nil {
		t.Fatal(err)
	}
	postings, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(postings)
	if diff := cmp.Diff(postings, slices.Sorted(maps.Keys(got.Applied()))); diff != "" || len(postings) != 45 {
		t.Errorf("%d postings (-want +got)\n%s", len(postings), diff)
	}
}

// A separator in a text mixes up the words of one user and does nothing worse.
func TestASeparatorInATextIsHarmless(t *testing.T) {
	t.Parallel()
	r := ProfileSourcesRow{Titles: "Chef\x1eof all", Companies: "Inn", Skills: "knives\x1f\x1ffire\x1e\x1e\x1e", Places: ""}
	var got []Source
	for s := range r.All() {
		s.Skills, s.Places = slices.Clone(s.Skills), nil
		got = append(got, s)
	}
	want := []Source{{Title: "Chef", Company: "Inn", Skills: []string{"knives", "", "fire"}}, {Title: "of all"}}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	for range r.All() {
		break // as one may
	}
}
