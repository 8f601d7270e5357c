package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// carrying is the pool of searches, which asks for the state of the data along with its next statement: one way to the
// server and back instead of two. The state is asked first, so what the statement reads is at least as new. It must not lead
// to a replica, see Service.state.
type carrying struct {
	*pgxpool.Pool
	state state
	done  bool
}

// Query takes the question along if the statement has no values: those that have some are planned anew, which a batch does
// not do.
func (c *carrying) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if c.done || len(args) > 0 {
		return c.Pool.Query(ctx, sql, args...)
	}
	both := &pgx.Batch{}
	both.Queue(stateSQL)
	both.Queue(sql)
	results := c.SendBatch(ctx, both)
	if err := results.QueryRow().Scan(&c.state.stamp, &c.state.open); err != nil {
		_ = results.Close()
		return nil, err
	}
	c.done = true
	rows, err := results.Query()
	if err != nil {
		_ = results.Close()
		return nil, err
	}
	return carried{rows, results}, nil
}

// carried are rows whose connection is given back with them.
type carried struct {
	pgx.Rows
	results pgx.BatchResults
}

func (c carried) Close() {
	c.Rows.Close()
	_ = c.results.Close() // the rows know what went wrong
}
