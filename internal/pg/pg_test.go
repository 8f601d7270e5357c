package pg_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestWhereKeepsWordsAndValuesApart(t *testing.T) {
	t.Parallel()
	var w pg.Where
	if got := w.Clause(); got != "" {
		t.Errorf("no conditions: %q", got)
	}
	w.And("closed_at IS NULL")
	w.When(false, "left = ?", "out")
	w.When(true, "country = ? OR city = ?", "Spain", "'; DROP TABLE x; --")
	limit := w.Arg(20)

	if got, want := w.Clause()+" LIMIT "+limit, " WHERE closed_at IS NULL AND country = $1 OR city = $2 LIMIT $3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if diff := cmp.Diff([]any{"Spain", "'; DROP TABLE x; --", 20}, w.Args()); diff != "" {
		t.Error(diff)
	}
}

func TestWherePanicsOnWrongNumberOfValues(t *testing.T) {
	t.Parallel()
	for _, values := range [][]any{{}, {1, 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d values for one placeholder were accepted", len(values))
				}
			}()
			new(pg.Where).And("a = ?", values...)
		}()
	}
}

var (
	errAbsent = fault.New(fault.NotFound, "", "absent")
	errTwice  = fault.New(fault.Conflict, "", "twice")
)

func TestFaultsByConstraintName(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	exec(t, tx, "CREATE TEMP TABLE thing (id int CONSTRAINT thing_once UNIQUE, n int CONSTRAINT n_small CHECK (n < 10))")
	exec(t, tx, "INSERT INTO thing VALUES (1, 1)")
	rules := []pg.Rule{pg.Absent(errAbsent), pg.On("thing_once", errTwice)}

	try := func(sql string, args ...any) error {
		sp, err := tx.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sp.Rollback(context.Background()) }()
		_, err = sp.Exec(t.Context(), sql, args...)
		return pg.Fault(err, rules...)
	}
	if err := try("INSERT INTO thing VALUES (1, 1)"); !errors.Is(err, errTwice) {
		t.Errorf("a repeat: %v", err)
	}
	if err := try("INSERT INTO thing VALUES (2, 99)"); fault.Is(err, fault.Conflict) || err == nil {
		t.Errorf("another constraint matched the rule: %v", err)
	}
	if err := try("SELECT $1::text", "a\x00b"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a NUL character: %v", err)
	}
	var n int
	err := pg.Fault(tx.QueryRow(t.Context(), "SELECT n FROM thing WHERE id = 7").Scan(&n), rules...)
	if !errors.Is(err, errAbsent) {
		t.Errorf("no row: %v", err)
	}
}

func TestOutageIsNotAnAbsentRow(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Cluster(t)
	pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(cluster.URL)})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	look := func() error {
		var n int
		return pg.Fault(pool.QueryRow(t.Context(), "SELECT 1 WHERE false").Scan(&n), pg.Absent(errAbsent))
	}
	if err := look(); !errors.Is(err, errAbsent) {
		t.Fatalf("while it runs: %v", err)
	}
	cluster.Stop()
	if err := look(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("while it is down: %v", err)
	}
	if err := pg.InTx(t.Context(), pool, func(pgx.Tx) error { return nil }); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a transaction while it is down: %v", err)
	}
	cluster.Start()
	if err := look(); !errors.Is(err, errAbsent) {
		t.Errorf("once it is back: %v", err)
	}
}

func TestReadOnlyConnectionIsNotKept(t *testing.T) {
	t.Parallel()
	pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(pgtest.DB(t).URL), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	// As after a failover, when the old primary has become a replica.
	exec(t, pool, "SET default_transaction_read_only = on")
	write := func() error {
		_, err := pool.Exec(t.Context(), "CREATE TABLE public.thing (id int)")
		return pg.Fault(err)
	}
	if err := write(); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a write to a replica: %v", err)
	}
	if err := write(); err != nil {
		t.Errorf("the next write got the same connection again: %v", err)
	}
}

func TestInTx(t *testing.T) {
	t.Parallel()
	pool := pgtest.DB(t).Pool("")
	ctx := t.Context()
	exec(t, pool, "CREATE TABLE public.thing (id int)")
	count := func() (n int) {
		if err := pool.QueryRow(ctx, "SELECT count(*) FROM public.thing").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	insert := func(tx pgx.Tx) { exec(t, tx, "INSERT INTO public.thing VALUES (1)") }

	if err := pg.InTx(ctx, pool, func(tx pgx.Tx) error { insert(tx); return nil }); err != nil || count() != 1 {
		t.Errorf("commit: %v, %d rows", err, count())
	}
	if err := pg.InTx(ctx, pool, func(tx pgx.Tx) error { insert(tx); return errTwice }); !errors.Is(err, errTwice) || count() != 1 {
		t.Errorf("rollback: %v, %d rows", err, count())
	}
	func() {
		defer func() { _ = recover() }()
		_ = pg.InTx(ctx, pool, func(tx pgx.Tx) error { insert(tx); panic("boom") })
	}()
	if count() != 1 {
		t.Errorf("a panic left %d rows, want 1", count())
	}
	cancelled, cancel := context.WithCancel(ctx)
	_ = pg.InTx(cancelled, pool, func(tx pgx.Tx) error { insert(tx); cancel(); return cancelled.Err() })
	if count() != 1 {
		t.Errorf("a cancelled caller left %d rows, want 1", count())
	}
}

func TestTimesAreReadInUTC(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, "")
	var one time.Time
	var many []time.Time
	err := tx.QueryRow(t.Context(), "SELECT now(), ARRAY[now()]").Scan(&one, &many)
	if err != nil || one.Location() != time.UTC || many[0].Location() != time.UTC {
		t.Errorf("%v in %v and %v", err, one.Location(), many[0].Location())
	}
}

func TestOpenHidesTheURL(t *testing.T) {
	t.Parallel()
	_, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret("postgres://u:hunter2@host:notaport/db")})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v, want an error without the password", err)
	}
}

func migrations(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, sql := range files {
		m[name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)}
	}
	return m
}

func TestConcurrentMigrations(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := pg.Schema{Name: "zoo", Role: "rolecall_zoo", Migrations: migrations(map[string]string{
		"0001_animals.sql": "CREATE TABLE zoo.animal (id int); GRANT SELECT ON zoo.animal TO rolecall_zoo;",
		"0002_names.sql":   "ALTER TABLE zoo.animal ADD name text;",
	})}
	var wg sync.WaitGroup
	errs := make(chan error, 8)
	for range 8 {
		wg.Go(func() { errs <- pg.Migrate(t.Context(), env.NewSecret(db.Superuser), []pg.Schema{s}) })
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if err := pg.EnableLogins(t.Context(), env.NewSecret(db.Superuser), []pg.Service{{Role: "rolecall_zoo",
		URL: env.NewSecret(db.As("rolecall_zoo"))}}); err != nil {
		t.Fatal(err)
	}
	pool := db.Pool("rolecall_zoo")
	if err := pg.CheckVersions(t.Context(), pool, []pg.Schema{s}); err != nil {
		t.Errorf("up to date: %v", err)
	}
	if _, err := pool.Exec(t.Context(), "INSERT INTO zoo.animal VALUES (1, 'emu')"); err == nil {
		t.Error("the role can write without a grant")
	}
}

func TestCheckVersions(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	files := map[string]string{"0001_a.sql": "SELECT 1;"}
	s := pg.Schema{Name: "zoo", Role: "rolecall_zoo", Migrations: migrations(files)}
	owner, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(db.Superuser), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if err := pg.CheckVersions(t.Context(), owner, []pg.Schema{s}); err == nil || !strings.Contains(err.Error(), "rolecall migrate") {
		t.Errorf("no schema at all: %v", err)
	}
	if err := pg.Migrate(t.Context(), env.NewSecret(db.Superuser), []pg.Schema{s}); err != nil {
		t.Fatal(err)
	}
	files["0002_b.sql"] = "SELECT 2;"
	s.Migrations = migrations(files)
	if err := pg.CheckVersions(t.Context(), owner, []pg.Schema{s}); err == nil || !strings.Contains(err.Error(), "needs 2") {
		t.Errorf("an older schema: %v", err)
	}
}

// TestDatabaseOfOldNumberingIsRefused checks that a database of version 0.8 is refused: its migrations were numbered
// differently, so its record of applied ones does not apply to the present ones.
func TestDatabaseOfOldNumberingIsRefused(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := pg.Schema{Name: "zoo", Role: "rolecall_zoo", Migrations: migrations(map[string]string{"0001_a.sql": "CREATE TABLE zoo.a (id int);"})}
	pool := db.Pool("")
	exec(t, pool, `CREATE SCHEMA zoo; CREATE TABLE zoo.schema_version (version_id bigint, is_applied boolean);
		INSERT INTO zoo.schema_version VALUES (1, true), (31, true)`)
	for name, err := range map[string]error{
		"migrate": pg.Migrate(t.Context(), env.NewSecret(db.Superuser), []pg.Schema{s}),
		"start":   pg.CheckVersions(t.Context(), pool, []pg.Schema{s}),
	} {
		if err == nil || !strings.Contains(err.Error(), "cannot be upgraded") {
			t.Errorf("%s: got %v, want a refusal that says what to do", name, err)
		}
	}
	var tables string
	err := pool.QueryRow(t.Context(), "SELECT string_agg(tablename, ',') FROM pg_tables WHERE schemaname = 'zoo'").Scan(&tables)
	if err != nil || tables != "schema_version" {
		t.Errorf("the refused migration left the tables %s, %v", tables, err)
	}
}

func TestFailedMigrationLeavesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	s := pg.Schema{Name: "zoo", Role: "rolecall_zoo", Migrations: migrations(map[string]string{
		"0001_a.sql": "CREATE TABLE zoo.a (id int);",
		"0002_b.sql": "CREATE TABLE zoo.b (id int); SELECT 1/0;",
	})}
	if err := pg.Migrate(t.Context(), env.NewSecret(db.Superuser), []pg.Schema{s}); err == nil {
		t.Fatal("no error")
	}
	var tables string
	err := db.Pool("").QueryRow(t.Context(),
		"SELECT string_agg(tablename, ',' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'zoo'").Scan(&tables)
	if err != nil || tables != "a,schema_migration" {
		t.Errorf("tables %q, %v", tables, err)
	}
}

func exec(t *testing.T, conn pg.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", sql, err))
	}
}
