package jobs

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/pg"
)

// likely is the state that the data has had of late, if it may be taken to have it still and be asked for along with
// something else. A replica does not know it, see Service.state.
func (s *Service) likely(ctx context.Context) (last state, ok bool) {
	if known, once := ctx.Value(stateKey{}).(*asked); s.deps.Replica || once && known.done {
		return unknown, false
	}
	return s.steady.state()
}

// atOnce does something under the likely state and asks along whether the data has it still. If not, it does it again.
func atOnce[T any](ctx context.Context, s *Service, likely state, do func(state, pg.Conn) (T, error)) (T, error) {
	with := &carrying{Pool: s.read}
	result, err := do(likely, with)
	data := with.state
	if with.done {
		s.found(ctx, data)
	} else { // somebody else's answer, or none
		data = s.state(ctx)
	}
	if data.stamp != likely.stamp {
		return do(data, s.read)
	}
	return result, err
}

// carrying is the pool of searches, which asks for the state of the data along with its first statement: one way to the
// server and back instead of two. The state is asked first, so what the statement reads is at least as new.
type carrying struct {
	*pgxpool.Pool
	begun atomic.Bool
	state state
	done  bool // there is a state
}

// Query takes the question along unless the statement is planned anew for its values, which a batch does not do.
func (c *carrying) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if len(args) > 0 {
		if _, anew := args[0].(pgx.QueryExecMode); anew {
			return c.Pool.Query(ctx, sql, args...)
		}
	}
	if !c.begun.CompareAndSwap(false, true) {
		return c.Pool.Query(ctx, sql, args...)
	}
	both := &pgx.Batch{}
	both.Queue(stateSQL)
	both.Queue(sql, args...)
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
