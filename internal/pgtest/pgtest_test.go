package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// victim makes the test binary play a test process that is killed while its server runs.
const victim = "PGTEST_TEST_VICTIM"

func TestMain(m *testing.M) {
	if os.Getenv(victim) != "" {
		os.Exit(playVictim())
	}
	Main(m)
}

func playVictim() int {
	f, err := startPrivate(context.Background())
	if err != nil {
		fmt.Println("failed", err)
		return 1
	}
	fmt.Println("ready", f.scratch.dir, f.server.PID())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

func TestDatabasesAreIndependent(t *testing.T) {
	t.Parallel()
	one, two := DB(t).Pool(""), DB(t).Pool("")
	exec(t, one, "CREATE TABLE note (text text)")
	exec(t, two, "CREATE TABLE note (text text)")
	exec(t, one, "INSERT INTO note VALUES ('here')")
	if got := count(t, two, "SELECT count(*) FROM note"); got != 0 {
		t.Errorf("another test's database has %d of our rows, want 0", got)
	}
}

func TestDatabaseIsMigrated(t *testing.T) {
	t.Parallel()
	pool := DB(t).Pool("")
	for _, s := range schema.All() {
		if got := count(t, pool, "SELECT count(*) FROM pg_namespace WHERE nspname = $1", s.Name); got != 1 {
			t.Errorf("schema %s is missing", s.Name)
		}
	}
}

func TestPoolUsesItsRole(t *testing.T) {
	t.Parallel()
	db := DB(t)
	for _, s := range schema.All() {
		if got := count(t, db.Pool(s.Role), "SELECT count(*) WHERE current_user = $1", s.Role); got != 1 {
			t.Errorf("a pool for %s has another role", s.Role)
		}
		if got := count(t, Tx(t, s.Role), "SELECT count(*) WHERE current_user = $1", s.Role); got != 1 {
			t.Errorf("a transaction for %s has another role", s.Role)
		}
	}
}

func TestDatabaseIsDroppedWithItsTest(t *testing.T) {
	t.Parallel()
	watcher := DB(t).Pool("")
	var name string
	var after []*pgx.Conn
	t.Run("test", func(t *testing.T) {
		pool := DB(t).Pool("")
		if err := pool.QueryRow(t.Context(), "SELECT current_database()").Scan(&name); err != nil {
			t.Fatal(err)
		}
		held, err := pgx.Connect(t.Context(), pool.Config().ConnString())
		if err != nil {
			t.Fatal(err)
		}
		after = append(after, held) // still open when the database must go
	})
	if got := count(t, watcher, "SELECT count(*) FROM pg_database WHERE datname = $1", name); got != 0 {
		t.Errorf("the database %s is still there", name)
	}
	for _, held := range after {
		_ = held.Close(t.Context())
	}
}

func TestTxIsRolledBack(t *testing.T) {
	t.Parallel()
	t.Run("test", func(t *testing.T) {
		exec(t, Tx(t, ""), "CREATE TABLE public.rolled_back ()")
	})
	if got := count(t, Tx(t, ""), "SELECT count(*) FROM pg_tables WHERE tablename = 'rolled_back'"); got != 0 {
		t.Error("a test left something behind")
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	for i := range 20 {
		t.Run(fmt.Sprint("tx ", i), func(t *testing.T) {
			t.Parallel()
			exec(t, Tx(t, schema.IdentityRole), "SELECT 1")
		})
		t.Run(fmt.Sprint("database ", i), func(t *testing.T) {
			t.Parallel()
			exec(t, DB(t).Pool(""), "CREATE TABLE public.mine ()")
		})
	}
}

func TestExternalServerIsLeftClean(t *testing.T) {
	t.Parallel()
	given := Cluster(t)
	started := make(chan error, 2)
	for range 2 { // like two packages under test at once
		go func() {
			c, err := startCluster(context.Background(), given.Superuser)
			if err != nil {
				started <- err
				return
			}
			name, err := c.clone(context.Background())
			started <- errors.Join(err, c.drop(context.Background(), name), c.stop(context.Background()))
		}()
	}
	if err := errors.Join(<-started, <-started); err != nil {
		t.Fatal(err)
	}
	if got := count(t, given.Pool(""), "SELECT count(*) FROM pg_database WHERE datname LIKE 'test%'"); got != 0 {
		t.Errorf("%d databases were left on the given server, want 0", got)
	}
	if _, err := startCluster(context.Background(), "host=localhost"); err == nil {
		t.Error("an address of another form was accepted")
	}
}

func exec(t *testing.T, db pg.Conn, sql string) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, db pg.Conn, sql string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
