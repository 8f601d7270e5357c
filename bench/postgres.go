package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pgserver"
	"rolecall/internal/schema"
)

const (
	postgresTime = "processor time of PostgreSQL per "
	postgresLog  = "write-ahead log per "
)

// startPostgres starts the PostgreSQL server that the platform and its peers share, with the settings that the platform ships but for
// three, which the page lists. PostgreSQL's documentation recommends a quarter of a machine that runs nothing else for shared buffers.
func (b *bench) startPostgres(ctx context.Context) (err error) {
	memory := int64(machineMemory())
	b.postgres, err = pgserver.Start(ctx, pgserver.Options{
		Dir: filepath.Join(b.scratch, "postgres"), Database: "bench", MaxConnections: 300,
		SharedBuffers: fmt.Sprintf("%dMB", min(memory/8, 4<<30)>>20),
		Extra:         map[string]string{"effective_cache_size": fmt.Sprintf("%dMB", memory/2>>20)}, // the page cache of this machine
	})
	return err
}

func machineMemory() float64 { return procBytes("/proc/meminfo", "MemTotal") }

// database is a database with the platform's roles and tables.
type database struct {
	bench *bench
	name  string
	url   string        // connection string of the superuser
	super *pgxpool.Pool // for setup and inspection; never measured
}

func (b *bench) newDatabase(ctx context.Context, name string) (*database, error) {
	if b.postgres == nil {
		if err := b.startPostgres(ctx); err != nil {
			return nil, err
		}
	}
	d := &database{bench: b, name: name, url: b.postgres.URL(name)}
	if err := b.admin(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		return nil, err
	}
	passwords := map[string]string{}
	for _, role := range schema.Roles() {
		passwords[role] = role
	}
	if err := schema.CreateRoles(ctx, d.url, passwords); err != nil {
		return nil, err
	}
	if err := b.command(ctx, d.logins(), "migrate"); err != nil {
		return nil, err
	}
	return d, d.open(ctx)
}

func (d *database) open(ctx context.Context) error {
	cfg, err := pgxpool.ParseConfig(d.url)
	if err != nil {
		return err
	}
	cfg.MaxConns = 16 // more than wait at the same time, so that pollers are in time
	cfg.ConnConfig.RuntimeParams["statement_timeout"] = "0"
	cfg.ConnConfig.RuntimeParams["maintenance_work_mem"] = "512MB"
	d.super, err = pgxpool.NewWithConfig(ctx, cfg)
	return err
}

// admin runs a statement in the server's initial database.
func (b *bench) admin(ctx context.Context, sql string) error {
	if b.postgres == nil {
		return errors.New("PostgreSQL is not running")
	}
	conn, err := pgx.Connect(ctx, b.postgres.URL("bench"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

func (d *database) drop(ctx context.Context) error {
	d.super.Close()
	return d.bench.admin(context.WithoutCancel(ctx), "DROP DATABASE "+pgx.Identifier{d.name}.Sanitize()+" WITH (FORCE)")
}

// as returns the URL for a role, whose password is its name.
func (d *database) as(role string) string {
	u, err := url.Parse(d.url)
	if err != nil {
		panic(err) // it comes from pgserver
	}
	u.User = url.UserPassword(role, role)
	return u.String()
}

// logins returns the environment variables with the platform's connection strings.
func (d *database) logins() []string {
	return []string{
		"DATABASE_URL=" + d.as(schema.OwnerRole), "AUTH_DATABASE_URL=" + d.as(schema.IdentityRole),
		"JOB_DATABASE_URL=" + d.as(schema.JobsRole), "CRAWLER_DATABASE_URL=" + d.as(schema.CrawlerRole),
		"APPLICATION_DATABASE_URL=" + d.as(schema.ApplicationsRole), "NOTIFICATION_DATABASE_URL=" + d.as(schema.NotificationsRole),
	}
}

func (d *database) exec(ctx context.Context, statements ...string) error {
	for _, sql := range statements {
		if _, err := d.super.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%.80s: %w", strings.Join(strings.Fields(sql), " "), err)
		}
	}
	return nil
}

// number returns the single number that a statement selects.
func (d *database) number(ctx context.Context, sql string, args ...any) (n float64, err error) {
	err = d.super.QueryRow(ctx, sql, args...).Scan(&n)
	return n, err
}

// strings returns the single column that a statement selects.
func (d *database) strings(ctx context.Context, sql string, args ...any) ([]string, error) {
	rows, err := d.super.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// until polls a statement every 20 ms until it returns true.
func (d *database) until(ctx context.Context, patience time.Duration, sql string, args ...any) error {
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		var done bool
		if err := d.super.QueryRow(ctx, sql, args...).Scan(&done); err != nil || done {
			return err
		}
		if time.Since(start) > patience {
			return fmt.Errorf("still false after %s: %.120s", patience, sql)
		}
	}
}

// use returns the processor time in seconds that the server has used so far, and the bytes of write-ahead log that it has written.
// Exited backends count too: the kernel adds their time to that of their parent.
func (d *database) use(ctx context.Context) (seconds, log float64, err error) {
	const ticksPerSecond = 100
	server := d.bench.postgres.PID()
	for _, pid := range tree(server) {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // fails if it has exited
		_, after, _ := strings.Cut(string(text), ") ")
		f := strings.Fields(after)
		for i := 11; i < 15 && i < len(f) && (i < 13 || pid == server); i++ { // utime, stime, and those of exited children
			ticks, _ := strconv.ParseFloat(f[i], 64)
			seconds += ticks / ticksPerSecond
		}
	}
	log, err = d.number(ctx, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8")
	return seconds, log, err
}

// charge calls fn, which does a number of units of work, and records PostgreSQL's processor time and write-ahead log per unit, on average
// over all calls for this unit.
func (b *bench) charge(ctx context.Context, db *database, unit string, units float64, fn func() error) error {
	seconds, log, err := db.use(ctx)
	if err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	secondsAfter, logAfter, err := db.use(ctx)
	for _, f := range []figure{
		{Name: postgresTime + unit, Unit: "ms", estimate: exact(1000 * (secondsAfter - seconds))},
		{Name: postgresLog + unit, Unit: "kB", estimate: exact((logAfter - log) / 1000)},
	} {
		same := func(r figure) bool { return r.Workload == b.current.name && r.Size == b.size && r.Name == f.Name }
		total, all := f.Value, units
		if i := slices.IndexFunc(b.results, same); i >= 0 {
			total, all = total+b.results[i].Value*float64(b.results[i].Samples), all+float64(b.results[i].Samples)
		}
		b.results = slices.DeleteFunc(b.results, same)
		b.add(f.Name, f.Unit, estimate{total / all, total / all, total / all, int(all)}, "")
	}
	return err
}
