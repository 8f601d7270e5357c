package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgserver"
	"rolecall/internal/schema"
)

// database is the PostgreSQL of the drill: one that it started, or an existing one.
type database struct {
	url   string        // the owner's
	owner *pgxpool.Pool // connected directly, not through a link

	mu     sync.Mutex // held during a restart
	own    *pgserver.Server
	option pgserver.Options
}

const connections = 100

// startDatabase starts a private server with the durability of production.
func startDatabase(ctx context.Context, dir string) (*database, error) {
	d := &database{option: pgserver.Options{Dir: dir, MaxConnections: connections, Extra: map[string]string{"log_lock_waits": "on"}}}
	var err error
	if d.own, err = pgserver.Start(ctx, d.option); err != nil {
		return nil, err
	}
	if err := schema.CreateRoles(ctx, d.own.URL(""), passwords()); err != nil {
		return nil, err
	}
	if d.url, err = as(d.own.URL(""), schema.OwnerRole); err != nil {
		return nil, err
	}
	return d, d.open(ctx)
}

// passwords returns the roles' names as passwords: no other process reaches the database.
func passwords() map[string]string {
	all := map[string]string{}
	for _, role := range schema.Roles() {
		all[role] = role
	}
	return all
}

// as returns the URL for another role.
func as(address, role string) (string, error) {
	u, err := pg.As(env.NewSecret(address), pg.Login{Role: role, Password: env.NewSecret(passwords()[role])})
	return u.Reveal(), err
}

// logins are the variables that set the services' database URLs, by the names of `rolecall serve`.
var logins = map[string]struct{ variable, role string }{
	"identity":      {"AUTH_DATABASE_URL", schema.IdentityRole},
	"jobs":          {"JOB_DATABASE_URL", schema.JobsRole},
	"crawler":       {"CRAWLER_DATABASE_URL", schema.CrawlerRole},
	"applications":  {"APPLICATION_DATABASE_URL", schema.ApplicationsRole},
	"notifications": {"NOTIFICATION_DATABASE_URL", schema.NotificationsRole},
}

// loginOf returns the setting of a service's database URL.
func loginOf(service, address string) (string, error) {
	l := logins[service]
	u, err := as(address, l.role)
	return l.variable + "=" + u, err
}

// useDatabase connects to an existing database.
func useDatabase(ctx context.Context, address string) (*database, error) {
	d := &database{url: address}
	return d, d.open(ctx)
}

func (d *database) open(ctx context.Context) error {
	cfg, err := pgxpool.ParseConfig(d.url)
	if err != nil {
		return fmt.Errorf("the database URL cannot be read")
	}
	cfg.MaxConns = 4
	cfg.ConnConfig.RuntimeParams["application_name"] = "drill"
	d.owner, err = pgxpool.NewWithConfig(ctx, cfg)
	return err
}

func (d *database) close() error {
	d.owner.Close()
	if d.own == nil {
		return nil
	}
	return d.own.Stop()
}

// host returns where the server listens.
func (d *database) host() string {
	u, err := url.Parse(d.url)
	if err != nil {
		return ""
	}
	return u.Host
}

// through returns the URL that goes through a link.
func (d *database) through(l *link) string {
	u, _ := url.Parse(d.url) // parsed before
	u.Host = l.address()
	return u.String()
}

// restart stops the server with a signal and starts it again. SIGINT is a fast shutdown, SIGQUIT an immediate one that leaves
// recovery to the next start, SIGKILL what the kernel does when memory is short.
func (d *database) restart(ctx context.Context, how syscall.Signal) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := syscall.Kill(d.own.PID(), how); err != nil {
		return err
	}
	select {
	case <-d.own.Done():
	case <-time.After(10 * time.Second): // the server may still be recovering from an earlier fault
	}
	_ = d.own.Stop() // kills it if needed; releases the folder
	server, err := pgserver.Start(context.WithoutCancel(ctx), d.option)
	if err != nil {
		return fmt.Errorf("start PostgreSQL again: %w", err)
	}
	d.own = server
	return nil
}

// crashBackend kills the process of one session; the server then ends all others and recovers.
func (d *database) crashBackend(ctx context.Context, random *rand.Rand) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	rows, err := d.owner.Query(ctx, "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'rolecall %' ORDER BY application_name, pid")
	if err != nil {
		return err
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil || len(pids) == 0 {
		return err
	}
	return syscall.Kill(pids[random.IntN(len(pids))], syscall.SIGKILL)
}

// fill takes all free connections for a while.
func (d *database) fill(ctx context.Context, hold time.Duration) (taken int) {
	var held []*pgx.Conn
	for len(held) < connections {
		c, err := pgx.Connect(ctx, d.url)
		if err != nil {
			break
		}
		held = append(held, c)
	}
	sleep(ctx, hold)
	for _, c := range held {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		_ = c.Close(closing)
		cancel()
	}
	return len(held)
}

// lockable are tables that requests and schedulers need.
var lockable = []string{
	"applications.application", "applications.timeline", "notification.custom_reminder", "notification.outbox",
	"identity.account", "identity.registration", "identity.outbox", "identity.throttle", "job.saved_job", "crawler.trigger_request",
	"crawler.pass_lock",
}

// lock locks a table for a while; a statement that needs it waits and keeps its connection.
func (d *database) lock(ctx context.Context, table string, hold time.Duration) error {
	tx, err := d.owner.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = tx.Rollback(ending)
	}()
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '3s'"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE"); err != nil {
		return err
	}
	sleep(ctx, hold)
	return nil
}
