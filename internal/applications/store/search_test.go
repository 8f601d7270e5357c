package store

import (
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/pgtest"
)

func TestListCountsBeyondItsPage(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool("rolecall_applications")
	ctx, user := t.Context(), uuid.New()
	_, err := db.Exec(ctx, `INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at,
		last_activity_at)
		SELECT gen_random_uuid(), $1, (ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER'])[1 + n % 5], 'Title ' || n, 'C', now(),
		now(), now()
		FROM generate_series(1, 90) n`, user)
	if err != nil {
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
