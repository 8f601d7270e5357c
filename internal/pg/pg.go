// Package pg connects to PostgreSQL: pools under a service's own login, transactions, database errors as faults, WHERE
// clauses built from constants, roles and migrations.
package pg

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
)

// Conn is a pool or a transaction. On a transaction Begin makes a savepoint, so code that opens its own transaction
// runs the same inside another.
type Conn interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Options configures a pool.
type Options struct {
	URL      env.Secret
	Role     string // refuse a login with fewer or more rights than this role; empty accepts any login
	AppName  string // shown in pg_stat_activity
	MaxConns int32  // 0 leaves it to the URL, and there to pgx
	Tracer   pgx.QueryTracer
	// StatementTimeout bounds each statement; 0 means 30 s.
	StatementTimeout time.Duration
}

// Open returns a pool. It does not connect: a service starts while its database is down, answers 503, and recovers.
func Open(ctx context.Context, o Options) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(o.URL.Reveal())
	if err != nil {
		return nil, ErrURL
	}
	if o.MaxConns > 0 {
		cfg.MaxConns = o.MaxConns
	}
	cfg.MaxConnLifetimeJitter = 5 * time.Minute
	cfg.ConnConfig.ConnectTimeout = cmp.Or(cfg.ConnConfig.ConnectTimeout, 5*time.Second) // the URL's, if it has one
	// Without this, an idle connection to a dead machine would block its caller until the request's deadline.
	cfg.PingTimeout = 5 * time.Second
	cfg.ConnConfig.OnPgError = keepConnection
	cfg.ConnConfig.BuildContextWatcherHandler = endSoon
	cfg.ConnConfig.Tracer = o.Tracer
	params := cfg.ConnConfig.RuntimeParams
	if o.AppName != "" {
		params["application_name"] = o.AppName
	}
	params["timezone"] = "UTC"
	params["statement_timeout"] = fmt.Sprint(cmp.Or(o.StatementTimeout, 30*time.Second).Milliseconds())
	// A process that hangs inside a transaction must not hold its locks for ever.
	params["idle_in_transaction_session_timeout"] = "60000"
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		readTimesInUTC(c.TypeMap())
		if o.Role == "" {
			return nil
		}
		return CheckLogin(ctx, c, o.Role, "")
	}
	return pgxpool.NewWithConfig(ctx, cfg)
}

// readTimesInUTC makes pgx return every timestamptz in UTC, so that responses do not depend on the machine's time zone.
func readTimesInUTC(m *pgtype.Map) {
	element := &pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}}
	m.RegisterType(element)
	m.RegisterType(&pgtype.Type{Name: "_timestamptz", OID: pgtype.TimestamptzArrayOID, Codec: &pgtype.ArrayCodec{ElementType: element}})
}

// keepConnection reports whether a connection may go back to the pool after an error. A connection that turned read-only
// leads to a server that is no longer the primary and would refuse every write; a new connection finds the new primary.
func keepConnection(_ *pgconn.PgConn, err *pgconn.PgError) bool {
	return err.SeverityUnlocalized != "FATAL" && err.Code != "25006"
}

// cancelGrace is how long a statement may go on after its context has ended.
const cancelGrace = 250 * time.Millisecond

// endSoon gives a statement whose context has ended a moment to finish; then its connection is closed and the server told to
// stop. Without that moment pgx interrupts reads immediately, and if a read was going on in the background, as after a slow write,
// the next user of the connection gets the error.
func endSoon(c *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn(), DeadlineDelay: cancelGrace}
}

// InTx runs a function in a transaction. It commits when the function returns nil and rolls back on an error or a panic.
func InTx(ctx context.Context, conn Conn, run func(tx pgx.Tx) error) error {
	begun, err := conn.Begin(ctx)
	if err != nil {
		return Fault(fmt.Errorf("begin: %w", err))
	}
	tx := &transaction{Tx: begun}
	// Roll back even if the caller's context has ended.
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = tx.Rollback(ctx)
	}()
	if err := run(tx); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return Fault(fmt.Errorf("commit: %w", err))
	}
	tx.runAfterCommit(conn)
	return nil
}
