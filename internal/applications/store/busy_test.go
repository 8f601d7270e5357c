package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pgtest"
)

// varied is applications of one user in which everything that may be NULL or empty sometimes is.
const varied = `INSERT INTO applications.application (id, user_id, job_post_id, status, job_title, company, company_logo_url, location,
		places, url, skills, notes, contact, portal_url, next_step_label, next_step_date, next_step_reminder_at, applied_at, created_at, updated_at, last_activity_at)
	SELECT md5(n::text)::uuid, $1, CASE WHEN n % 2 = 0 THEN md5('post' || n)::uuid END,
		(ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER'])[1 + n % 5], 'Title ' || n, 'Company ' || n, CASE WHEN n % 3 = 0 THEN 'https://logo.example/' || n END,
		CASE WHEN n % 5 > 0 THEN 'Place ' || n END, array_fill('Place ' || n, ARRAY[n % 3]), CASE WHEN n % 2 = 1 THEN 'https://jobs.example/' || n END,
		array_fill('skill ' || n, ARRAY[n % 4]), CASE WHEN n % 7 > 0 THEN repeat('note ' || n, n) END, CASE WHEN n % 4 = 0 THEN 'Contact ' || n END,
		CASE WHEN n % 4 = 1 THEN 'https://portal.example/' || n END, CASE WHEN n % 3 > 0 THEN 'Step ' || n END,
		CASE WHEN n % 3 = 1 THEN date '2026-05-20' END, CASE WHEN n % 4 > 1 THEN timestamptz '2026-05-20 10:00:00.000001Z' END,
		CASE WHEN n % 6 > 0 THEN timestamptz '2026-05-01Z' - n * interval '1 hour' END, timestamptz '2026-04-01Z', timestamptz '2026-05-01Z' - n * interval '1 minute',
		timestamptz '2026-05-01Z'
	FROM generate_series(1, 90) n`

// timelines give every other one of them a past.
const timelines = `INSERT INTO applications.timeline (application_id, position, status, occurred_at)
	SELECT md5(n::text)::uuid, p, 'APPLIED', timestamptz '2026-05-01 10:00:00.000001Z' + p * interval '1 day'
	FROM generate_series(2, 90, 2) n, generate_series(1, 3) p WHERE $1::uuid IS NOT NULL`

// TestBusyReadsAreTheGeneratedOnes compares each with its generated method, and the list with a scan by name.
func TestBusyReadsAreTheGeneratedOnes(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool("rolecall_applications")
	ctx, q, user := t.Context(), New(), uuid.New()
	if _, err := db.Exec(ctx, varied, user); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(ctx, timelines, user); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)
	until := at.Add(26 * time.Hour)
	window := UpcomingNextStepsParams{FirstDay: &at, LastDay: &until, FromTime: &at, ToTime: &until, Zone: "UTC"}

	later := at.AddDate(1, 0, 0)
	silent := StaleApplicationsParams{Before: at, Today: &later, DayStart: &later}
	got, err := Stale(ctx, db, silent)
	same(t, "Stale", got, err, func() ([]StaleApplicationsRow, error) { return q.StaleApplications(ctx, db, silent) })
	steps, err := Upcoming(ctx, db, window)
	same(t, "Upcoming", steps, err, func() ([]UpcomingNextStepsRow, error) { return q.UpcomingNextSteps(ctx, db, window) })
	var keys []ImportKeysRow
	n, err := EachImportKey(ctx, db, user, func(k ImportKeysRow) {
		if k.URL != nil {
			k.URL = new(*k.URL) // used again for the next row
		}
		if k.AppliedAt != nil {
			k.AppliedAt = new(*k.AppliedAt)
		}
		keys = append(keys, k)
	})
	if n != len(keys) {
		t.Errorf("EachImportKey: %d rows, said to be %d", len(keys), n)
	}
	same(t, "EachImportKey", keys, err, func() ([]ImportKeysRow, error) { return q.ImportKeys(ctx, db, user) })
	for _, row := range got[:20] {
		in := DetailsParams{ID: row.ID, UserID: user}
		one, err := One(ctx, db, in)
		same(t, "One", []DetailsRow{one}, err, func() ([]DetailsRow, error) {
			want, err := q.Details(ctx, db, in)
			return []DetailsRow{want}, err
		})
	}
	if _, err := One(ctx, db, DetailsParams{ID: uuid.New(), UserID: user}); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("an application that is not there: %v", err)
	}
	for name, of := range map[string]struct {
		filter      Filter
		rows, total int
	}{
		"first page":                {Filter{Size: 50}, 50, 90},
		"last page":                 {Filter{Size: 50, Page: 1}, 40, 90},
		"beyond the end":            {Filter{Size: 50, Page: 2}, 0, 90},
		"words":                     {Filter{Size: 5, Words: []string{"title 1"}}, 5, 11},
		"words, beyond the end":     {Filter{Size: 5, Page: 3, Words: []string{"title 1"}}, 0, 11},
		"a status":                  {Filter{Size: 10, Statuses: []string{"OFFER"}}, 10, 18},
		"a status, beyond the end":  {Filter{Size: 10, Page: 2, Statuses: []string{"OFFER"}}, 0, 18},
		"nothing":                   {Filter{Size: 10, Words: []string{"nowhere"}}, 0, 0},
		"nothing, on a later page":  {Filter{Size: 10, Page: 4, Words: []string{"nowhere"}}, 0, 0},
		"words and status together": {Filter{Size: 10, Words: []string{"title 1"}, Statuses: []string{"SCREENING"}}, 2, 2},
	} {
		page, total, err := List(ctx, db, user, of.filter)
		if err != nil || len(page) != of.rows || total != int64(of.total) {
			t.Errorf("%s: %d rows of %d, %v; want %d of %d", name, len(page), total, err, of.rows, of.total)
		}
	}
	page, _, err := List(ctx, db, user, Filter{Size: 50})
	same(t, "List", page, err, func() ([]Application, error) {
		sql, args := listSQL(user, Filter{Size: 50})
		rows, err := db.Query(ctx, sql, args...)
		if err != nil {
			return nil, err
		}
		type counted struct {
			Total int64
			Application
		}
		all, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[counted])
		list := make([]Application, len(all))
		for i, row := range all {
			list[i] = row.Application
			list[i].Places, list[i].Skills = []string{}, []string{} // not listed
		}
		return list, err
	})
}

func same[T any](t *testing.T, name string, got []T, err error, read func() ([]T, error)) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	want, err := read()
	if err != nil || len(want) == 0 {
		t.Errorf("%s: the ordinary way gives %d rows, %v", name, len(want), err)
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%.2000s", name, diff)
	}
}
