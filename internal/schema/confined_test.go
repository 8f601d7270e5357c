package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// An SQL injection gives an attacker the rights of the service and no more: the connection uses the service's own login,
// which cannot become another role.

// session takes one connection out of a service's pool, as a request does.
func session(t *testing.T, db *pgtest.Database, role string) *pgxpool.Conn {
	t.Helper()
	conn, err := db.Pool(role).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Release)
	return conn
}

// who returns the session's user and its current user.
func who(t *testing.T, conn *pgxpool.Conn) (login, current string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT session_user, current_user", pgx.QueryExecModeExec).Scan(&login, &current); err != nil {
		t.Fatal(err)
	}
	return login, current
}

// code returns the SQLSTATE of an error, or "".
func code(err error) string {
	if pgErr, ok := err.(*pgconn.PgError); ok {
		return pgErr.Code
	}
	return ""
}

func TestServiceCannotBecomeAnotherRole(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	rows, err := db.Pool("").Query(t.Context(), "SELECT rolname FROM pg_roles")
	if err != nil {
		t.Fatal(err)
	}
	everybody, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(everybody) < 10 {
		t.Fatalf("%d roles, %v", len(everybody), err)
	}
	for _, s := range schema.All() {
		conn := session(t, db, s.Role)
		// These succeed in any session but must gain nothing.
		for _, sql := range []string{
			"SELECT 1", "RESET ROLE", "SET ROLE NONE", "SELECT set_config('role', 'none', false)", "SELECT set_config('role', 'none', true)",
			"SET SESSION AUTHORIZATION DEFAULT", "RESET SESSION AUTHORIZATION", "RESET ALL", "DISCARD ALL",
		} {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Errorf("%s: %s: %v", s.Role, sql, err)
			}
			if login, current := who(t, conn); login != s.Role || current != s.Role {
				t.Errorf("%s: after %s the session is %s with the rights of %s", s.Role, sql, login, current)
			}
		}
		for _, other := range everybody {
			if other == s.Role {
				continue
			}
			name := pgx.Identifier{other}.Sanitize()
			for _, sql := range []string{
				"SET ROLE " + name, "SET SESSION AUTHORIZATION " + name, "SELECT set_config('role', '" + other + "', false)",
				"SELECT set_config('session_authorization', '" + other + "', false)", "GRANT " + name + " TO " + s.Role,
			} {
				if _, err := conn.Exec(t.Context(), sql); err == nil {
					t.Errorf("%s: %s is not refused", s.Role, sql)
				}
			}
		}
		if login, current := who(t, conn); login != s.Role || current != s.Role {
			t.Errorf("%s: in the end the session is %s with the rights of %s", s.Role, login, current)
		}
	}
}

func TestServiceReadsNoOtherSchema(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	names := make([]string, 0, 5)
	for _, s := range schema.All() {
		names = append(names, s.Name)
	}
	rows, err := db.Pool("").Query(t.Context(), "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY($1)", names)
	if err != nil {
		t.Fatal(err)
	}
	type table struct{ Schema, Name string }
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[table])
	if err != nil || len(tables) < 20 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	for _, s := range schema.All() {
		conn := session(t, db, s.Role)
		for _, escape := range []string{"SELECT 1", "SELECT set_config('role', 'none', false)", "RESET SESSION AUTHORIZATION"} {
			if _, err := conn.Exec(t.Context(), escape); err != nil {
				t.Fatal(err)
			}
			for _, other := range tables {
				// What job search may read of the crawler's is in TestGrantsMatchTheSpecification.
				if other.Schema == s.Name || s.Role == schema.JobsRole && other.Schema == schema.Crawler.Name {
					continue
				}
				name := pgx.Identifier{other.Schema, other.Name}.Sanitize()
				for _, sql := range []string{"SELECT count(*) FROM " + name, "DELETE FROM " + name, "TRUNCATE " + name} {
					if _, err := conn.Exec(t.Context(), sql); code(err) != "42501" {
						t.Errorf("%s after %s: %s: %v", s.Role, escape, sql, err)
					}
				}
			}
		}
	}
}

// TestServiceCannotReachTheServer checks that access is refused for lack of rights (42501), not because a file or an
// extension happens to be missing.
func TestServiceCannotReachTheServer(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	owner := db.Pool("")
	var ownersPID int
	if err := owner.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&ownersPID); err != nil {
		t.Fatal(err)
	}
	for _, s := range schema.All() {
		conn := session(t, db, s.Role)
		for _, sql := range []string{
			"COPY (SELECT 1) TO PROGRAM 'true'", "CREATE TEMP TABLE landing (line text); COPY landing FROM PROGRAM 'id'",
			"COPY (SELECT 1) TO '/tmp/rolecall-escape'", "CREATE TEMP TABLE reading (line text); COPY reading FROM '/etc/passwd'",
			"SELECT pg_read_file('/etc/passwd')", "SELECT pg_read_binary_file('/etc/passwd')", "SELECT pg_ls_dir('/')",
			"SELECT pg_stat_file('/etc/passwd')",
			"SELECT lo_import('/etc/passwd')", "SELECT lo_export(1, '/tmp/rolecall-escape')",
			"CREATE EXTENSION dblink", "CREATE EXTENSION plperl", "CREATE EXTENSION hstore", "CREATE EXTENSION file_fdw",
			"CREATE EXTENSION adminpack",
			"CREATE FUNCTION pg_temp.run(text) RETURNS int LANGUAGE c AS 'libc.so.6', 'system'",
			"CREATE SERVER away FOREIGN DATA WRAPPER postgres_fdw",
			"LOAD '/tmp/escape.so'", "ALTER SYSTEM SET archive_command = 'true'", "SELECT pg_reload_conf()", "SELECT pg_rotate_logfile()",
			"SELECT pg_switch_wal()", "SELECT pg_create_restore_point('x')", "SELECT * FROM pg_hba_file_rules",
			"SELECT rolpassword FROM pg_authid", "SELECT * FROM pg_shadow", "SELECT * FROM pg_largeobject", "SELECT pg_current_logfile()",
			"SET session_replication_role = replica", "SELECT set_config('session_replication_role', 'replica', false)",
			"CREATE ROLE another", "ALTER ROLE " + s.Role + " SUPERUSER", "ALTER ROLE " + s.Role + " CREATEROLE", "ALTER ROLE " + s.Role +
				" BYPASSRLS",
			"CREATE DATABASE another", "CREATE SCHEMA another", "CREATE TABLE public.stray (x int)", "CREATE TABLE " + s.Name + ".stray (x int)",
			"ALTER TABLE " + s.Name + ".schema_migration ADD COLUMN x int", "DROP TABLE " + s.Name + ".schema_migration", "DROP SCHEMA " + s.Name +
				" CASCADE",
			"CREATE PUBLICATION everything FOR ALL TABLES",
			"CREATE EVENT TRIGGER listener ON ddl_command_start EXECUTE FUNCTION suppress_redundant_updates_trigger()",
		} {
			if _, err := conn.Exec(t.Context(), "SELECT set_config('role', 'none', false)"); err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Exec(t.Context(), sql); code(err) != "42501" && !absent(err) {
				t.Errorf("%s: %s: %v", s.Role, sql, err)
			}
		}
		if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend($1)", ownersPID); err == nil {
			t.Errorf("%s ends sessions of the owner", s.Role)
		}
	}
	var login string
	var super bool
	if err := owner.QueryRow(t.Context(), "SELECT session_user, rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = session_user").Scan(
		&login, &super); err != nil || super {
		t.Errorf("the owner %s is a superuser or makes roles, %v", login, err)
	}
	var strangers []string
	if err := owner.QueryRow(t.Context(), `SELECT array_agg(DISTINCT nspname || '.' || relname || ' ' || pg_get_userbyid(relowner))
		FROM pg_class c
		JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ANY($1) AND relowner <> session_user::regrole`,
		[]string{"identity", "job", "crawler", "applications", "notification"}).Scan(&strangers); err != nil || len(strangers) > 0 {
		t.Errorf("not the owner's: %v, %v", strangers, err)
	}
}

// absent reports whether the installation lacks the extension or wrapper, which some PostgreSQL packages omit.
func absent(err error) bool {
	return slices.Contains([]string{"58P01", "0A000", "42704"}, code(err)) && (strings.Contains(err.Error(), "extension") ||
		strings.Contains(err.Error(), "foreign-data wrapper"))
}
