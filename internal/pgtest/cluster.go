package pgtest

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// txConns exceeds the transactions that tests hold at once, so that no test waits for another.
const txConns = 100

// lazyCluster is started by the first test that needs it.
type lazyCluster struct {
	once    sync.Once
	cluster *sharedCluster
	err     error
}

func (l *lazyCluster) get() (*sharedCluster, error) {
	l.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
		defer cancel()
		l.cluster, l.err = startCluster(ctx, os.Getenv("ROLECALL_TEST_DATABASE_URL"))
	})
	return l.cluster, l.err
}

func (l *lazyCluster) stop() error {
	if l.cluster == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return l.cluster.stop(ctx)
}

// sharedCluster serves all tests of a process.
type sharedCluster struct {
	base    url.URL       // URL of the maintenance database
	private *privateFiles // nil if an external server is used
	admin   *pgxpool.Pool
	prefix  string // prefix of our databases; other processes may use the same server
	counter atomic.Int64

	mu         sync.Mutex
	txDatabase string
	txPools    map[string]*pgxpool.Pool // pools by role
}

// startCluster uses the server at address, or starts one for "".
func startCluster(ctx context.Context, address string) (*sharedCluster, error) {
	c := &sharedCluster{
		prefix:  "test_" + strings.ToLower(rand.Text()[:10]),
		txPools: map[string]*pgxpool.Pool{},
	}
	if err := c.start(ctx, address); err != nil {
		return nil, errors.Join(err, c.stop(context.WithoutCancel(ctx)))
	}
	return c, nil
}

func (c *sharedCluster) start(ctx context.Context, address string) error {
	if address == "" {
		var err error
		if c.private, err = startPrivate(ctx); err != nil {
			return err
		}
		address = c.private.server.URL("postgres")
	}
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "postgres" && base.Scheme != "postgresql" {
		return errors.New("ROLECALL_TEST_DATABASE_URL is not of the form postgres://user:password@host:port/name")
	}
	query := base.Query()
	query.Set("connect_timeout", "60") // seconds: while other tests keep a small machine busy, a login may take more than usual
	base.RawQuery = query.Encode()
	c.base = *base
	c.admin, err = pg.Open(ctx, pg.Options{URL: env.NewSecret(base.String()), AppName: "pgtest", MaxConns: 4, StatementTimeout: timeout})
	if err != nil {
		return err
	}
	return c.makeTemplate(ctx)
}

func (c *sharedCluster) template() string { return c.prefix + "_template" }

// makeTemplate migrates once for all tests. Roles belong to the whole server, so processes that share one do it one at a
// time.
func (c *sharedCluster) makeTemplate(ctx context.Context) error {
	conn, err := c.admin.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("reach the test server: %w", err)
	}
	defer conn.Release()
	const turn = "hashtext('rolecall.pgtest')"
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock("+turn+")"); err != nil {
		return fmt.Errorf("wait for other tests to migrate: %w", err)
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock("+turn+")") }()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+identifier(c.template())); err != nil {
		return fmt.Errorf("create the template database: %w", err)
	}
	superuser := c.url(c.template(), "")
	if err := schema.CreateRoles(ctx, superuser, passwords()); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, as(superuser, schema.OwnerRole)); err != nil {
		return fmt.Errorf("migrate the template database: %w", err)
	}
	return nil
}

// url returns the URL of a database for a role; "" is the superuser.
func (c *sharedCluster) url(database, role string) string {
	u := c.base
	u.Path = "/" + database
	if role == "" {
		return u.String()
	}
	return as(u.String(), role)
}

// passwords returns the roles' names, because all processes that share a server must use the same ones.
func passwords() map[string]string {
	all := map[string]string{}
	for _, role := range schema.Roles() {
		all[role] = role
	}
	return all
}

// as returns the URL for another login.
func as(address, role string) string {
	u, err := pg.As(env.NewSecret(address), pg.Login{Role: role, Password: env.NewSecret(role)})
	if err != nil {
		panic(err) // start has read the address
	}
	return u.Reveal()
}

// clone creates a copy of the template database.
func (c *sharedCluster) clone(ctx context.Context) (name string, err error) {
	name = fmt.Sprintf("%s_%d", c.prefix, c.counter.Add(1))
	// Copied as files, not through the log of the server: half the work.
	_, err = c.admin.Exec(ctx, "CREATE DATABASE "+identifier(name)+" TEMPLATE "+identifier(c.template())+" OWNER "+
		identifier(schema.OwnerRole)+" STRATEGY file_copy")
	if err != nil {
		return "", fmt.Errorf("copy the template database: %w", err)
	}
	return name, nil
}

func (c *sharedCluster) drop(ctx context.Context, name string) error {
	if _, err := c.admin.Exec(ctx, "DROP DATABASE IF EXISTS "+identifier(name)+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("drop the database %s: %w", name, err)
	}
	return nil
}

// txPool connects to the database of Tx, where every transaction is rolled back.
func (c *sharedCluster) txPool(ctx context.Context, role string) (*pgxpool.Pool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if pool := c.txPools[role]; pool != nil {
		return pool, nil
	}
	if c.txDatabase == "" {
		name, err := c.clone(ctx)
		if err != nil {
			return nil, err
		}
		c.txDatabase = name
	}
	pool, err := pg.Open(context.WithoutCancel(ctx), pg.Options{
		URL: env.NewSecret(c.url(c.txDatabase, cmp.Or(role, schema.OwnerRole))), Role: role, AppName: "pgtest", MaxConns: txConns,
	})
	if err != nil {
		return nil, fmt.Errorf("open a pool: %w", err)
	}
	c.txPools[role] = pool
	return pool, nil
}

// stop removes everything, even if the start failed halfway.
func (c *sharedCluster) stop(ctx context.Context) error {
	for _, pool := range c.txPools {
		pool.Close()
	}
	var errs []error
	if c.admin != nil {
		if c.private == nil {
			errs = append(errs, c.drop(ctx, c.template()))
			if c.txDatabase != "" {
				errs = append(errs, c.drop(ctx, c.txDatabase))
			}
		}
		c.admin.Close()
	}
	if c.private != nil {
		errs = append(errs, c.private.remove())
	}
	return errors.Join(errs...)
}

func identifier(name string) string { return pgx.Identifier{name}.Sanitize() }
