package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/schema"
)

// granted is all that the role of job search may do, table by table; an update names its columns.
var granted = map[string][]string{
	"job.company":               {"SELECT", "INSERT", "UPDATE *"},
	"job.saved_job":             {"SELECT", "INSERT", "DELETE"},
	"job.saved_filter":          {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.audit_event":           {"SELECT", "INSERT", "DELETE"},
	"job.fact_correction":       {"SELECT", "INSERT", "UPDATE *"},
	"job.own_correction":        {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.correction_made":       {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.follow":                {"SELECT", "INSERT", "DELETE"},
	"job.alert":                 {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.alert_hit":             {"SELECT", "INSERT", "UPDATE taken_at", "DELETE"},
	"job.rule":                  {"SELECT", "INSERT", "DELETE"},
	"job.seen":                  {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.visit":                 {"SELECT", "INSERT", "UPDATE *", "DELETE"},
	"job.search_feed":           {"SELECT", "INSERT", "UPDATE nonce,token_hash,content_hash,changed_at", "DELETE"},
	"job.schema_migration":      {"SELECT"},
	"crawler.pull_target":       {"SELECT", "UPDATE company_id"},
	"crawler.pull_log":          {"SELECT"},
	"crawler.job_post":          {"SELECT"},
	"crawler.host_usage":        {"SELECT"},
	"crawler.job_post_location": {"SELECT"},
	"crawler.corrected_post":    {"SELECT"},
	"crawler.job_post_deleted":  {"SELECT"},
	"crawler.posting_change":    {"SELECT", "UPDATE changed_at", "DELETE"},
	"crawler.trigger_request":   {"SELECT", "INSERT"},
	"crawler.board_request":     {"SELECT", "INSERT id,kind,requested_by,requested_at,query,find_id,choice,target_id"},
	"crawler.pass_lock":         {"SELECT kind,lease_expires_at,scheduled_at,by_schedule,succeeded_at"},
}

// TestGrants asks PostgreSQL about every column of every table, and then tries.
func TestGrants(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rows, err := w.owner.Query(t.Context(), `SELECT n.nspname || '.' || c.relname, array_agg(a.attname::text ORDER BY a.attnum) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind IN ('r', 'v', 'm', 'p') AND n.nspname IN ('job', 'crawler', 'identity', 'applications', 'notification') GROUP BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]string{}
	var name string
	var columns []string
	if _, err := pgx.ForEachRow(rows, []any{&name, &columns}, func() error { tables[name] = slices.Clone(columns); return nil }); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for table, columns := range tables {
		var rights []string
		for _, right := range []string{"SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"} {
			if !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "REFERENCES"}, right) {
				if scan[bool](w, "SELECT has_table_privilege($1, $2, $3)", schema.JobsRole, table, right) {
					rights = append(rights, right)
				}
				continue
			}
			var may []string
			for _, c := range columns {
				if scan[bool](w, "SELECT has_column_privilege($1, $2, $3, $4)", schema.JobsRole, table, c, right) {
					may = append(may, c)
				}
			}
			switch {
			case len(may) == len(columns) && right == "UPDATE":
				rights = append(rights, right+" *")
			case len(may) == len(columns):
				rights = append(rights, right)
			case len(may) > 0:
				rights = append(rights, right+" "+strings.Join(may, ","))
			}
		}
		if rights != nil {
			got[table] = rights
		}
	}
	if diff := cmp.Diff(got, granted); diff != "" {
		t.Errorf("rights of %s: (-got +want)\n%s", schema.JobsRole, diff)
	}

	// No role may delete a company.
	for _, s := range schema.All() {
		if scan[bool](w, "SELECT has_table_privilege($1, 'job.company', 'DELETE, TRUNCATE')", s.Role) {
			t.Errorf("%s may delete companies", s.Role)
		}
	}
	// Corrections are job search's alone: above all the crawler, whose facts they replace, does not reach them.
	for _, s := range schema.All() {
		for _, table := range []string{"job.fact_correction", "job.own_correction", "crawler.corrected_post"} {
			if s.Role != schema.JobsRole && scan[bool](w, `SELECT has_any_column_privilege($1, $2, 'SELECT, INSERT, UPDATE')
				OR has_table_privilege($1, $2, 'DELETE, TRUNCATE')`, s.Role, table) {
				t.Errorf("%s has rights on %s", s.Role, table)
			}
		}
	}
	jobs := w.db.Pool(schema.JobsRole)
	refused := []string{"DELETE FROM job.company", "TRUNCATE job.company", "UPDATE crawler.job_post SET title = ''",
		"DELETE FROM crawler.job_post", "INSERT INTO crawler.pull_target DEFAULT VALUES",
		"DELETE FROM crawler.pull_target", "DELETE FROM crawler.trigger_request", "DELETE FROM crawler.job_post_deleted",
		"UPDATE crawler.pass_lock SET locked_by = ''", "DELETE FROM job.fact_correction", "SELECT * FROM identity.account"}
	for _, c := range tables["crawler.trigger_request"] {
		refused = append(refused, fmt.Sprintf("UPDATE crawler.trigger_request SET %s = DEFAULT", c))
	}
	for _, c := range tables["crawler.board_request"] {
		refused = append(refused, fmt.Sprintf("UPDATE crawler.board_request SET %s = DEFAULT", c))
	}
	for _, c := range tables["crawler.pull_target"] {
		if c != "company_id" {
			refused = append(refused, fmt.Sprintf("UPDATE crawler.pull_target SET %s = DEFAULT", c))
		}
	}
	for _, sql := range refused {
		if _, err := jobs.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v, want permission denied", sql, err)
		}
	}
	if _, err := jobs.Exec(t.Context(), "UPDATE crawler.pull_target SET company_id = NULL"); err != nil {
		t.Errorf("company_id: %v", err)
	}
}
