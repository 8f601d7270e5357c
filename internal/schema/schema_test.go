package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestMigratedDatabaseIsCurrentForEveryRole(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	if err := schema.Migrate(t.Context(), db.URL); err != nil {
		t.Errorf("a second migration: %v", err)
	}
	for _, s := range schema.All() {
		if err := pg.CheckVersions(t.Context(), db.Pool(s.Role), []pg.Schema{s}); err != nil {
			t.Error(err)
		}
	}
}

// granted returns the rights of a role outside its own schema, and on the version table of its own.
func granted(t *testing.T, tx pgx.Tx, role string) []string {
	t.Helper()
	rows, err := tx.Query(t.Context(), `
		SELECT table_schema || '.' || table_name || ' ' || privilege_type FROM information_schema.table_privileges WHERE grantee = $1
		UNION
		SELECT table_schema || '.' || table_name || '(' || column_name || ') ' || privilege_type
		FROM information_schema.column_privileges c WHERE grantee = $1 AND NOT EXISTS (
			SELECT FROM information_schema.table_privileges t WHERE t.grantee = c.grantee AND t.table_schema = c.table_schema
				AND t.table_name = c.table_name AND t.privilege_type = c.privilege_type)
		ORDER BY 1`, role)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestGrantsMatchTheSpecification(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	beyond := map[string][]string{
		schema.JobsRole: {
			"crawler.board_request SELECT", "crawler.board_request(choice) INSERT", "crawler.board_request(find_id) INSERT",
			"crawler.board_request(id) INSERT", "crawler.board_request(kind) INSERT", "crawler.board_request(query) INSERT",
			"crawler.board_request(requested_at) INSERT", "crawler.board_request(requested_by) INSERT", "crawler.board_request(target_id) INSERT",
			"crawler.corrected_post SELECT", "crawler.host_usage SELECT", "crawler.job_post SELECT", "crawler.job_post_deleted SELECT",
			"crawler.job_post_location SELECT",
			"crawler.pass_lock(by_schedule) SELECT", "crawler.pass_lock(kind) SELECT", "crawler.pass_lock(lease_expires_at) SELECT",
			"crawler.pass_lock(scheduled_at) SELECT", "crawler.pass_lock(succeeded_at) SELECT",
			"crawler.posting_change DELETE", "crawler.posting_change SELECT", "crawler.posting_change(changed_at) UPDATE", "crawler.pull_log SELECT",
			"crawler.pull_target SELECT",
			"crawler.pull_target(company_id) UPDATE", "crawler.trigger_request INSERT", "crawler.trigger_request SELECT",
		},
	}
	for _, s := range schema.All() {
		var got []string
		for _, g := range granted(t, tx, s.Role) {
			if !strings.HasPrefix(g, s.Name+".") {
				got = append(got, g)
			}
			if strings.HasPrefix(g, s.Name+".schema_migration ") && g != s.Name+".schema_migration SELECT" {
				t.Errorf("%s: %s", s.Role, g)
			}
			if strings.HasSuffix(g, " TRUNCATE") || strings.HasSuffix(g, " TRIGGER") || strings.HasSuffix(g, " REFERENCES") {
				t.Errorf("%s has what no service needs: %s", s.Role, g)
			}
		}
		want := beyond[s.Role]
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s beyond its schema:\ngot  %q\nwant %q", s.Role, got, want)
		}
	}
}

func TestCompanyIsNeverDeleted(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	for _, s := range schema.All() {
		for _, g := range granted(t, tx, s.Role) {
			if g == "job.company DELETE" {
				t.Errorf("%s may delete companies", s.Role)
			}
		}
	}
}

func TestPostgresRefusesWhatIsNotGranted(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	for role, statements := range map[string][]string{
		schema.JobsRole: {
			"DELETE FROM job.company",
			"UPDATE crawler.pull_target SET company_name = 'x'",
			"UPDATE crawler.trigger_request SET status = 'failed'",
			"DELETE FROM crawler.trigger_request",
			"UPDATE crawler.job_post SET title = 'x'",
			"SELECT * FROM identity.account",
		},
		schema.CrawlerRole: {
			"INSERT INTO crawler.trigger_request (id, kind, requested_by) VALUES (gen_random_uuid(), 'crawl', gen_random_uuid())",
			"SELECT * FROM job.company", "SELECT * FROM job.saved_job", "DELETE FROM crawler.job_post",
		},
		schema.ApplicationsRole:  {"SELECT * FROM crawler.job_post", "SELECT * FROM identity.account", "SELECT * FROM notification.preferences"},
		schema.NotificationsRole: {"SELECT * FROM applications.application", "SELECT * FROM identity.account"},
		schema.IdentityRole:      {"SELECT * FROM applications.application", "DELETE FROM identity.schema_migration"},
	} {
		pool := db.Pool(role)
		for _, sql := range statements {
			_, err := pool.Exec(t.Context(), sql)
			if err == nil || !strings.Contains(err.Error(), "permission denied") {
				t.Errorf("%s: %s: %v", role, sql, err)
			}
		}
	}
}

func TestFinishedTriggerNeverChanges(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	for i, status := range []string{"succeeded", "failed"} {
		_, err := tx.Exec(t.Context(), fmt.Sprintf(`INSERT INTO crawler.trigger_request (id, kind, status, requested_by, finished_at)
			VALUES (gen_random_uuid(), '%s', '%s', gen_random_uuid(), now())`, []string{"crawl", "enrichment"}[i], status))
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := tx.Exec(t.Context(), "UPDATE crawler.trigger_request SET error_reason = 'late'")
	if pg.Constraint(err) != "trigger_request_final" {
		t.Errorf("got %v", err)
	}
}
