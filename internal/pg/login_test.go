package pg_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// superuser connects as the superuser. Tests that change roles need their own cluster, because roles belong to the
// whole server.
func superuser(t *testing.T, db *pgtest.Database) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func userOf(t *testing.T, url string) string {
	t.Helper()
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return cfg.User
}

func run(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

func TestPoolRejectsLoginsWithTooManyOrTooFewRights(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t).Database
	admin := superuser(t, db)
	run(t, admin,
		"CREATE ROLE no_rights LOGIN PASSWORD 'no_rights'",
		"CREATE ROLE member LOGIN PASSWORD 'member'; GRANT rolecall_identity TO member",
		"CREATE ROLE member_of_two LOGIN PASSWORD 'member_of_two'; GRANT rolecall_identity, rolecall_jobs TO member_of_two",
		"CREATE ROLE member_and_programs LOGIN PASSWORD 'member_and_programs'; "+
			"GRANT rolecall_identity, pg_execute_server_program TO member_and_programs",
		"CREATE ROLE member_createrole LOGIN CREATEROLE PASSWORD 'member_createrole'; GRANT rolecall_identity TO member_createrole")
	for url, want := range map[string]string{
		db.As(schema.IdentityRole):   "",
		db.As("member"):              "",
		db.As("no_rights"):           "does not have the rights of rolecall_identity",
		db.As(schema.JobsRole):       "does not have the rights of rolecall_identity",
		db.As("member_of_two"):       "may become rolecall_jobs",
		db.As("member_and_programs"): "may become pg_execute_server_program",
		db.As("member_createrole"):   "may create roles",
		db.URL:                       "may become",
		db.Superuser:                 "is a superuser",
	} {
		pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(url), Role: schema.IdentityRole, MaxConns: 1})
		if err != nil {
			t.Fatal(err)
		}
		// The pool connects, and checks its login, with the first query.
		err = pg.CheckVersions(t.Context(), pool, []pg.Schema{schema.Identity})
		pool.Close()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("login %s: got %v, want %q", userOf(t, url), err, want)
		}
	}
}

func TestEnableLogins(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t).Database
	admin := superuser(t, db)
	with := func(role, password string) pg.Service {
		url, err := pg.As(env.NewSecret(db.URL), pg.Login{Role: role, Password: env.NewSecret(password)})
		if err != nil {
			t.Fatal(err)
		}
		return pg.Service{Role: role, URL: url}
	}
	enable := func(services ...pg.Service) error {
		return pg.EnableLogins(t.Context(), env.NewSecret(db.URL), services)
	}

	if err := enable(with(schema.JobsRole, schema.JobsRole)); err != nil {
		t.Errorf("a login that already works: got %v, want no error", err)
	}
	const fresh = `new'%s $ \ "password`
	err := enable(with(schema.JobsRole, fresh))
	if err == nil || !strings.Contains(err.Error(), "ALTER ROLE rolecall_jobs LOGIN PASSWORD") {
		t.Errorf("owner without CREATEROLE: got %v, want an error with the ALTER ROLE statement", err)
	}
	run(t, admin, "ALTER ROLE rolecall_owner CREATEROLE")
	if err := enable(with(schema.JobsRole, fresh), with(schema.CrawlerRole, "another")); err != nil {
		t.Error(err)
	}
	if err := enable(pg.Service{Role: schema.JobsRole, URL: env.NewSecret(db.URL)}); err == nil ||
		!strings.Contains(err.Error(), "too powerful") {
		t.Errorf("the owner's own URL for a service: got %v, want it refused as too powerful", err)
	}
	if err := enable(with(schema.JobsRole, "größe")); err == nil || !strings.Contains(err.Error(), "ASCII") {
		t.Errorf("a password that is not ASCII: got %v, want it refused", err)
	}
	var plain int
	if err := admin.QueryRow(t.Context(), "SELECT count(*) FROM pg_authid WHERE rolpassword IS NOT NULL "+
		"AND rolpassword NOT LIKE 'SCRAM-SHA-256$%'").Scan(&plain); err != nil || plain > 0 {
		t.Errorf("%d passwords are not stored as SCRAM verifiers, %v", plain, err)
	}
}

// TestCreateRolesChangesTheOwnerOfAnExistingDatabase starts with a database whose objects belong to the superuser.
func TestCreateRolesChangesTheOwnerOfAnExistingDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t).Database
	admin := superuser(t, db)
	run(t, admin, "CREATE DATABASE old")
	old := func(url string) string { return strings.Replace(url, "/rolecall?", "/old?", 1) }
	run(t, admin, "ALTER ROLE rolecall_jobs NOLOGIN PASSWORD NULL")
	if err := schema.Migrate(t.Context(), old(db.Superuser)); err != nil {
		t.Fatal(err)
	}
	notOwned := `SELECT count(*) FROM (
		SELECT relowner AS owner FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
		WHERE nspname IN ('identity', 'job', 'crawler', 'applications', 'notification')
		UNION ALL SELECT proowner FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
		WHERE nspname IN ('identity', 'job', 'crawler', 'applications', 'notification')
		UNION ALL SELECT typowner FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
		WHERE nspname IN ('identity', 'job', 'crawler', 'applications', 'notification')
		UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname IN ('identity', 'job', 'crawler', 'applications', 'notification')
		UNION ALL SELECT datdba FROM pg_database WHERE datname = current_database()) o WHERE owner <> 'rolecall_owner'::regrole`
	conn, err := pgx.Connect(t.Context(), old(db.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var before, after int
	if err := conn.QueryRow(t.Context(), notOwned).Scan(&before); err != nil || before < 100 { // the migrations create more than 100 objects
		t.Fatalf("%d objects of the superuser, %v", before, err)
	}
	run(t, conn, "CREATE TYPE job.colour AS ENUM ('blue'); CREATE STATISTICS job.guess ON slug, name "+
		"FROM job.company; CREATE VIEW job.names AS SELECT name FROM job.company")
	passwords := map[string]string{}
	for _, role := range schema.Roles() {
		passwords[role] = role
	}
	for range 2 {
		if err := schema.CreateRoles(t.Context(), old(db.Superuser), passwords); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.QueryRow(t.Context(), notOwned).Scan(&after); err != nil || after > 0 {
		t.Errorf("%d objects still belong to the superuser, %v", after, err)
	}
	if err := schema.Migrate(t.Context(), old(db.URL)); err != nil {
		t.Errorf("migrate as the new owner: %v", err)
	}
	pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(old(db.As(schema.JobsRole))), Role: schema.JobsRole, MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(t.Context(), "INSERT INTO job.company (slug, name) VALUES ('kept', 'Kept')"); err != nil {
		t.Errorf("the service cannot insert: %v", err)
	}
}

func TestWithUserOf(t *testing.T) {
	t.Parallel()
	own := env.NewSecret("postgres://rolecall_jobs:p%40ss@db1:5000/rolecall?sslmode=disable")
	for replica, want := range map[string]string{
		"postgres://db2:5001/rolecall":                "postgres://rolecall_jobs:p%40ss@db2:5001/rolecall",
		"postgres://reader:x@db2:5001/rolecall":       "postgres://reader:x@db2:5001/rolecall",
		"postgres://db1,db2/rolecall?sslmode=disable": "postgres://rolecall_jobs:p%40ss@db1,db2/rolecall?sslmode=disable",
	} {
		got, err := pg.WithUserOf(env.NewSecret(replica), own)
		if err != nil || got.Reveal() != want {
			t.Errorf("%s: got %s, %v, want %s", replica, got.Reveal(), err, want)
		}
	}
}
