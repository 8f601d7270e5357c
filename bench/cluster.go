package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgserver"
	"rolecall/internal/schema"
)

// cluster is the private PostgreSQL of a run. It is set up as one would for a machine of this size: durable, with an
// eighth of the memory for its own cache.
type cluster struct {
	server *pgserver.Server
	tools  string // folder of pgbench
	admin  *pgxpool.Pool
}

func startCluster(ctx context.Context, dir string) (*cluster, error) {
	buffers := min(max(memory()/8, 128<<20), 4<<30)
	binaries, err := pgserver.Find(ctx, pgserver.Options{})
	if err != nil {
		return nil, err
	}
	server, err := pgserver.Start(ctx, pgserver.Options{
		Dir: dir, Database: "bench", MaxConnections: 300, SharedBuffers: fmt.Sprintf("%dMB", buffers>>20),
		Extra: map[string]string{
			"effective_cache_size": fmt.Sprintf("%dMB", memory()/2>>20),
			"max_wal_size":         "4GB",
			"checkpoint_timeout":   "15min",
			"random_page_cost":     "1.1",
		},
	})
	if err != nil {
		return nil, err
	}
	c := &cluster{server: server, tools: binaries.Dir}
	if c.admin, err = pg.Open(ctx, pg.Options{URL: env.NewSecret(server.URL("")), MaxConns: 2}); err != nil {
		return nil, errors.Join(err, c.stop())
	}
	return c, nil
}

func (c *cluster) stop() error {
	if c.admin != nil {
		c.admin.Close()
	}
	return c.server.Stop()
}

// memory is that of the machine.
func memory() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "MemTotal:" {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			return kib << 10
		}
	}
	return 4 << 30
}

// database is a migrated database of one workload.
type database struct {
	cluster  *cluster
	name     string
	url      string        // as the superuser
	owner    *pgxpool.Pool // likewise: measurements need checkpoints and rows that no trigger looked at
	pools    []*pgxpool.Pool
	recorder *recorder
}

// database makes a database for a workload; drop it when done.
func (b *bench) database(ctx context.Context, name string) (*database, error) {
	if b.cluster == nil {
		var err error
		if b.cluster, err = startCluster(ctx, filepath.Join(b.scratch, "postgres")); err != nil {
			return nil, err
		}
	}
	c := b.cluster
	if _, err := c.admin.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		return nil, err
	}
	d := &database{cluster: c, name: name, url: c.server.URL(name), recorder: &recorder{}}
	passwords := map[string]string{}
	for _, role := range schema.Roles() {
		passwords[role] = role
	}
	if err := schema.CreateRoles(ctx, d.url, passwords); err != nil {
		return nil, err
	}
	if err := schema.Migrate(ctx, d.as(schema.OwnerRole)); err != nil {
		return nil, err
	}
	var err error
	d.owner, err = pg.Open(ctx, pg.Options{
		URL: env.NewSecret(d.url), AppName: "bench", MaxConns: 8,
		Settings: map[string]string{"statement_timeout": "0", "maintenance_work_mem": "512MB"},
	})
	d.pools = append(d.pools, d.owner)
	return d, err
}

// pool opens connections as a service's process would, with a recorder that sleeps until asked.
func (d *database) pool(ctx context.Context, role string, size int) (*pgxpool.Pool, error) {
	p, err := pg.Open(ctx, d.options(role, size))
	if err == nil {
		d.pools = append(d.pools, p)
	}
	return p, err
}

func (d *database) options(role string, size int) pg.Options {
	return pg.Options{URL: env.NewSecret(d.as(role)), Role: role, AppName: "bench", MaxConns: int32(size), Tracer: d.recorder}
}

// as is the URL of a role, whose password is its name.
func (d *database) as(role string) string {
	u, err := pg.As(env.NewSecret(d.url), pg.Login{Role: role, Password: env.NewSecret(role)})
	if err != nil {
		panic(err) // made by pgserver
	}
	return u.Reveal()
}

// logins are the variables that give the platform its logins.
func (d *database) logins() []string {
	return []string{
		"DATABASE_URL=" + d.as(schema.OwnerRole), "AUTH_DATABASE_URL=" + d.as(schema.IdentityRole), "JOB_DATABASE_URL=" + d.as(schema.JobsRole),
		"CRAWLER_DATABASE_URL=" + d.as(schema.CrawlerRole), "APPLICATION_DATABASE_URL=" + d.as(schema.ApplicationsRole),
		"NOTIFICATION_DATABASE_URL=" + d.as(schema.NotificationsRole),
	}
}

// exec runs statements that prepare a measurement.
func (d *database) exec(ctx context.Context, statements ...string) error {
	for _, sql := range statements {
		if _, err := d.owner.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%.60s…: %w", strings.Join(strings.Fields(sql), " "), err)
		}
	}
	return nil
}

// drop frees the disk for the next workload.
func (d *database) drop(ctx context.Context) error {
	for _, p := range d.pools {
		p.Close()
	}
	_, err := d.cluster.admin.Exec(context.WithoutCancel(ctx), "DROP DATABASE "+pgx.Identifier{d.name}.Sanitize()+" WITH (FORCE)")
	return err
}

// environment tells PostgreSQL's own programs where the database is, and which settings their sessions have.
func (d *database) environment(settings map[string]string) []string {
	u, err := url.Parse(d.url)
	if err != nil {
		panic(err) // made by pgserver
	}
	password, _ := u.User.Password()
	var options []string
	for name, value := range settings {
		options = append(options, "-c "+name+"="+strings.ReplaceAll(value, " ", `\ `))
	}
	return append(os.Environ(), "PGHOST="+u.Hostname(), "PGPORT="+u.Port(), "PGUSER="+u.User.Username(), "PGPASSWORD="+password,
		"PGDATABASE="+d.name, "PGOPTIONS="+strings.Join(options, " "))
}
