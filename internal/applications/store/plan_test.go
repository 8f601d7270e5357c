package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const seeded = 100_000

// seed adds applications of a thousand users, most of them ended. On a busy machine that takes longer than a statement
// may, so the time-out is off. The test server commits asynchronously, and VACUUM cannot mark rows as visible to all until
// their commit is in the log: one synchronous commit comes first.
func seed(t *testing.T, db *pgxpool.Pool) uuid.UUID {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{
		"SET statement_timeout = 0",
		fmt.Sprintf(`INSERT INTO applications.application (id, user_id, status, job_title, company, notes, next_step_label, next_step_date,
				next_step_reminder_at, applied_at, ended_at, created_at, updated_at, last_activity_at)
			SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n %% 1000)::text, 12, '0'))::uuid, status,
				'Engineer ' || n, 'Company ' || n %% 300, repeat('note ', 20),
				CASE WHEN n %% 50 = 0 THEN 'Call' END, CASE WHEN n %% 50 = 0 THEN date '2026-01-01' + n %% 400 END,
				CASE WHEN n %% 100 = 0 THEN timestamptz '2026-01-01Z' + n %% 400 * interval '1 day' END,
				created, CASE WHEN status IN ('ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED') THEN created + interval '20 days' END,
				created, created + interval '20 days', created + interval '20 days'
			FROM (SELECT n, timestamptz '2024-05-20Z' + n * interval '10 minutes' AS created,
				(ARRAY['SAVED', 'APPLIED', 'REJECTED', 'GHOSTED', 'REJECTED', 'GHOSTED', 'WITHDRAWN', 'INTERVIEW'])[1 + n %% 8] AS status
				FROM generate_series(1, %d) n) s`, seeded),
		`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
			SELECT id, 1, 'APPLIED', created_at FROM applications.application UNION ALL SELECT id, 2, status, updated_at
			FROM applications.application`,
		"SET synchronous_commit = on", "SELECT pg_logical_emit_message(true, 'test', '')",
		"ANALYZE applications.application", "ANALYZE applications.timeline", "VACUUM applications.application", "VACUUM applications.timeline",
		"RESET synchronous_commit", "RESET statement_timeout",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return uuid.MustParse("00000000-0000-4000-8000-000000000007")
}

// TestNoStatementScansATable checks that what is fast with a few rows stays fast with a million.
func TestNoStatementScansATable(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool("")
	user := seed(t, db)
	id := uuid.New()
	day := func(text string) time.Time { d, _ := time.Parse(time.DateOnly, text); return d }
	type statement struct {
		name, sql string
		args      []any
	}
	statements := []statement{
		{"Details", Details, []any{id, user}},
		{"LockApplication", LockApplication, []any{id, user}},
		{"CountApplications", CountApplications, []any{user}},
		{"AddMove", AddMove, []any{"OFFER", day("2026-05-20"), nil, day("2026-05-20"), false, nil, id, user}},
		{"TopRank", TopRank, []any{user}},
		{"RankBelow", RankBelow, []any{id, id, user, "OFFER"}},
		{"Untracked", Untracked, []any{[]uuid.UUID{id}, user}},
		{"LockApplications", LockApplications, []any{user, []uuid.UUID{id}}},
		{"LatestMove", LatestMove, []any{id, user}},
		{"UndoMove", UndoMove, []any{id, user, 2, day("2026-05-20")}},
		{"AddCorrection", AddCorrection, []any{"OFFER", day("2026-05-20"), id, user}},
		{"TimelineRow", TimelineRow, []any{id, user, 1}},
		{"DeleteApplication", DeleteApplication, []any{day("2026-05-20"), "deleted/x", id, user}},
		{"DeleteAll", DeleteAll, []any{user}},
		{"DeleteSome", DeleteSome, []any{user, 1000}},
		{"ExportOrder", ExportOrder, []any{user}},
		{"ExportSome", ExportSome, []any{user, []uuid.UUID{id, uuid.New()}}},
		{"ImportKeys", ImportKeys, []any{user}},
		{"StatusCounts", StatusCounts, []any{user}},
		{"Funnel", Funnel, []any{user}},
		{"NextDeadline", NextDeadline, []any{"UTC", user, day("2026-05-20")}},
		{"MovesByMonth", MovesByMonth, []any{"UTC", user, day("2025-05-20"), day("2026-05-20")}},
		{"ProfileSources", ProfileSources, []any{user}},
		{"StaleApplications", StaleApplications, []any{day("2024-06-20"), day("2024-07-04"), day("2024-07-04")}},
		{"UpcomingNextSteps", UpcomingNextSteps, []any{day("2026-05-20"), day("2026-05-21"), day("2026-05-20"), day("2026-05-21"), "UTC"}},
		{"UserNextSteps", UserNextSteps, []any{"UTC", user, day("2026-02-20"), day("2027-05-21"), day("2026-05-20"), 1000}},
		{"OwnsApplication", OwnsApplication, []any{id, user}},
		{"HasApplications", HasApplications, []any{user}},
		{"LockForService", LockForService, []any{id}},
		{"MoveOfOperation", MoveOfOperation, []any{id, uuid.New()}},
		{"MoveForService", MoveForService, []any{"GHOSTED", day("2026-05-20"), day("2026-05-20"), id, day("2026-05-01")}},
	}
	for name, f := range map[string]Filter{
		"all":        {Size: 20},
		"status":     {Size: 100, Statuses: []string{"APPLIED", "INTERVIEW"}},
		"words":      {Size: 20, Words: []string{"engineer", "note"}},
		"by applied": {Size: 20, Sort: "applied"},
		"by company": {Size: 20, Sort: "company", Page: 3},
		"tagged":     {Size: 20, Tags: []string{"dream job"}, Archived: new(bool)},
	} {
		sql, args := listSQL(user, f)
		statements = append(statements, statement{"List " + name, sql, args})
		w := f.where(user)
		statements = append(statements, statement{"count " + name, "SELECT count(*) FROM applications.application a" + w.Clause(), w.Args()})
	}
	for _, s := range statements {
		if plan := explain(t, db, s.sql, s.args); strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s reads a whole table:\n%s", s.name, plan)
		}
	}

	// The default list is read from its index in order, without a sort.
	sql, args := listSQL(user, Filter{Size: 20})
	if plan := explain(t, db, sql, args); strings.Contains(plan, "Sort") || !strings.Contains(plan, "application_owner") {
		t.Errorf("the list is sorted:\n%s", plan)
	}
	// The board is a thousand cards and more: it is read in order too.
	sql, args = listSQL(user, Filter{Size: 100, Sort: "board"})
	if plan := explain(t, db, sql, args); strings.Contains(plan, "Sort") {
		t.Errorf("the board is sorted:\n%s", plan)
	}
	if plan := explain(t, db, StaleApplications, []any{day("2024-06-20"), day("2024-07-04"), day("2024-07-04")}); strings.Contains(plan,
		"Sort") || !strings.Contains(plan, "application_stale") {
		t.Errorf("stale applications are sorted:\n%s", plan)
	}
	if plan := explain(t, db, CountApplications, []any{user}); !strings.Contains(plan, "Index Only Scan") {
		t.Errorf("counting reads the table:\n%s", plan)
	}
}

func explain(t *testing.T, db *pgxpool.Pool, sql string, args []any) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "EXPLAIN "+sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return strings.Join(lines, "\n")
}
