package main

import (
	"bytes"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestMigrateGivesEveryBoardItsCompany checks that migrate resolves companies itself: the initial load must not depend
// on the reconciler, which may be switched off.
func TestMigrateGivesEveryBoardItsCompany(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	pool := db.Pool("")
	for _, name := range []string{"Foo Widgets, Inc.", "Foo Widgets", "Ørn A/S", "東京電子"} {
		if _, err := pool.Exec(t.Context(), "INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES ($1, 'lever', $2, $2)",
			uuid.New(), name); err != nil {
			t.Fatal(err)
		}
	}
	values := map[string]string{"DATABASE_URL": db.URL, "PLATFORM_DATA_DIR": t.TempDir(), "JOB_COMPANY_RESOLVE_ENABLED": "false"}
	var out bytes.Buffer
	for range 2 {
		if err := (&migrateCommand{}).run(t.Context(), shell{getenv: func(k string) string {
			return values[k]
		}, out: &out, err: &out}); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	err := pool.QueryRow(t.Context(), `SELECT string_agg(t.company_name || '=' || coalesce(c.slug, '-'), ' ' ORDER BY c.slug, t.company_name)
		FROM crawler.pull_target t LEFT JOIN job.company c ON c.id = t.company_id`).Scan(&got)
	if want := "Foo Widgets=foo-widgets Foo Widgets, Inc.=foo-widgets Ørn A/S=orn 東京電子=-"; err != nil || got != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}

// TestCompanyNeedsNoID checks that the database generates a company's id.
func TestCompanyNeedsNoID(t *testing.T) {
	t.Parallel()
	var id uuid.UUID
	err := pgtest.DB(t).Pool("").QueryRow(t.Context(), "INSERT INTO job.company (slug, name) VALUES ('foo', 'Foo') RETURNING id").Scan(&id)
	if err != nil || id == uuid.Nil {
		t.Errorf("got %s, %v", id, err)
	}
}
