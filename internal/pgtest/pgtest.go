// Package pgtest gives tests a real PostgreSQL with the real migrations.
//
// A test process has one private cluster in memory, started by the first test that needs it. The migrations run once, in
// a template; each test gets a copy of it:
//
//	Tx       a transaction that is rolled back: the cheapest, for rules on data
//	DB       a separate database: for commits, leases, LISTEN, concurrency
//	Cluster  a separate server: to take it away and bring it back
//
// Inside Tx, now() stands still, and after a failed statement only a savepoint lets the transaction continue.
//
// ROLECALL_TEST_DATABASE_URL names a server to use instead of the private cluster; its user must be a superuser. Cluster
// always starts its own.
package pgtest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"rolecall/internal/env"
	"rolecall/internal/leaktest"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

const (
	// poolConns is enough for race tests while many tests share the cluster.
	poolConns = 8
	// timeout bounds every call to the server, so that a hang is reported where it happens.
	timeout = 3 * time.Minute
	// closeWithin is the time limit for a pool to get its connections back at the end of a test.
	closeWithin = time.Minute
)

var (
	shared lazyCluster
	inMain atomic.Bool // DB and Tx would leave a server running unless Main stops it
)

// Main runs the tests as the body of TestMain, stops the cluster and reports goroutines that are still running. It does
// not return.
func Main(m *testing.M, ignore ...goleak.Option) {
	inMain.Store(true)
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		code = max(code, 1)
	}
	if code == 0 {
		http.DefaultClient.CloseIdleConnections() // they are not leaks
		if err := leaktest.Find(ignore...); err != nil {
			fmt.Fprintln(os.Stderr, "pgtest: goroutines outlive the tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// Database is a migrated database that belongs to one test.
type Database struct {
	URL       string // login of the owner, which is not a superuser
	Superuser string // URL as the superuser, for what only a server's administrator can do

	t testing.TB
}

// DB returns a new database, dropped when the test ends.
func DB(t testing.TB) *Database {
	t.Helper()
	c := cluster(t)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	name, err := c.clone(ctx)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		if err := c.drop(ctx, name); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return &Database{URL: c.url(name, schema.OwnerRole), Superuser: c.url(name, ""), t: t}
}

// As returns the URL with which a service's role logs in.
func (d *Database) As(role string) string { return as(d.URL, role) }

// Pool returns a pool for a service's role, or for the owner if role is "". It is closed when the test ends.
func (d *Database) Pool(role string) *pgxpool.Pool {
	d.t.Helper()
	pool, err := pg.Open(context.Background(), pg.Options{
		URL: env.NewSecret(d.As(cmp.Or(role, schema.OwnerRole))), Role: role, AppName: d.t.Name(), MaxConns: poolConns,
	})
	if err != nil {
		d.t.Fatalf("pgtest: open a pool: %v", err)
	}
	d.t.Cleanup(func() { closePool(d.t, pool) })
	return pool
}

// closePool fails a test that still holds a connection, instead of waiting forever.
func closePool(t testing.TB, pool *pgxpool.Pool) {
	closed := make(chan struct{})
	go func() {
		pool.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeWithin):
		t.Errorf("pgtest: %d connections are still in use at the end of the test: close the rows and end the transactions",
			pool.Stat().AcquiredConns())
	}
}

// Tx begins a transaction as a service's role, or as the owner for "", and rolls it back when the test
// ends. Parallel tests share the database but do not see each other's changes.
func Tx(t testing.TB, role string) pgx.Tx {
	t.Helper()
	c := cluster(t)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	pool, err := c.txPool(ctx, role)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	tx, err := pool.Begin(ctx)
	if err != nil {
		t.Fatalf("pgtest: begin: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		_ = tx.Rollback(ctx) // the test may have ended it, or broken the connection
	})
	return tx
}

func cluster(t testing.TB) *sharedCluster {
	t.Helper()
	if !inMain.Load() {
		t.Fatal("pgtest: this package needs func TestMain(m *testing.M) { pgtest.Main(m) }")
	}
	c, err := shared.get()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return c
}
