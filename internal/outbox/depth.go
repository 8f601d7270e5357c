package outbox

import (
	"context"
	"fmt"
	"time"

	"rolecall/internal/pg"
)

// StuckAfter is the lateness at which a row counts as stuck.
const StuckAfter = 15 * time.Minute

// Counts describes the state of an outbox.
type Counts struct {
	Waiting   int64     // not yet delivered, including those due later
	Stuck     int64     // due for longer than StuckAfter
	GivenUp   int64     // and not yet pruned
	OldestDue time.Time // zero when nothing is due
}

const depth = `
SELECT count(*), count(*) FILTER (WHERE due_at <= $1), min(due_at) FILTER (WHERE due_at <= $2),
  (SELECT count(*) FROM {{outbox}} WHERE given_up_at IS NOT NULL)
FROM {{outbox}} WHERE delivered_at IS NULL AND given_up_at IS NULL`

// Depth counts the rows of the outbox.
func (b *Box) Depth(ctx context.Context, conn pg.Conn) (Counts, error) {
	var (
		c      Counts
		oldest *time.Time
		now    = b.now()
	)
	err := conn.QueryRow(ctx, b.sql(depth), now.Add(-StuckAfter), now).Scan(&c.Waiting, &c.Stuck, &oldest, &c.GivenUp)
	if err != nil {
		return Counts{}, pg.Fault(fmt.Errorf("count outbox: %w", err))
	}
	if oldest != nil {
		c.OldestDue = *oldest
	}
	return c, nil
}

// Depth counts the rows of a schema's outbox.
func Depth(ctx context.Context, conn pg.Conn, schema string) (Counts, error) {
	return New(schema).Depth(ctx, conn)
}

const pruneChunk = 5000

const prune = `
DELETE FROM {{outbox}} WHERE id = ANY (ARRAY(
  SELECT id FROM {{outbox}}
  WHERE (delivered_at IS NOT NULL OR given_up_at IS NOT NULL) AND coalesce(delivered_at, given_up_at) < $1
  ORDER BY coalesce(delivered_at, given_up_at) LIMIT $2 FOR UPDATE SKIP LOCKED))`

// Prune deletes rows that were delivered or given up longer than keep ago, in small transactions. Their keys go with
// them, so keep must be longer than the time within which the same entry could be added again.
func (b *Box) Prune(ctx context.Context, conn pg.Conn, keep time.Duration) (deleted int64, err error) {
	before := b.now().Add(-keep)
	for {
		tag, err := conn.Exec(ctx, b.sql(prune), before, pruneChunk)
		if err != nil {
			return deleted, pg.Fault(fmt.Errorf("prune outbox: %w", err))
		}
		deleted += tag.RowsAffected()
		if tag.RowsAffected() < pruneChunk {
			return deleted, nil
		}
	}
}
