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
