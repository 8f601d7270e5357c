package store

import (
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/pgtest"
)

// varied inserts 90 applications of one user in which every optional column is sometimes NULL or empty.
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

func TestListCountsBeyondItsPage(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool("rolecall_applications")
	ctx, user := t.Context(), uuid.New()
	if _, err := db.Exec(ctx, varied, user); err != nil {
		t.Fatal(err)
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
}
