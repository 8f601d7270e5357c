package outbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// held is the condition of every write after a claim.
const held = `id = $1 AND locked_by = $2 AND delivered_at IS NULL AND given_up_at IS NULL`

const (
	setDelivered = `UPDATE {{outbox}} SET delivered_at = $3, payload = NULL, locked_by = NULL, locked_until = NULL, last_error = NULL WHERE ` +
		held
	setGivenUp = `UPDATE {{outbox}} SET given_up_at = $3, payload = NULL, locked_by = NULL, locked_until = NULL, last_error = $4 WHERE ` +
		held
	setRetry = `UPDATE {{outbox}} SET next_attempt_at = $3, locked_by = NULL, locked_until = NULL, last_error = $4 WHERE ` + held
	// setHandedBack undoes a claim.
	setHandedBack = `UPDATE {{outbox}} SET next_attempt_at = $3, attempts = attempts - 1, locked_by = NULL, locked_until = NULL
WHERE id = ANY ($1) AND locked_by = $2 AND delivered_at IS NULL AND given_up_at IS NULL`
)

var errLeaseLost = errors.New("the lease has passed to another worker")

func (w *Worker) markDelivered(ctx context.Context, l lease, d Delivery) error {
	return w.mark(ctx, setDelivered, []any{d.ID, l.token, w.Box.now()}, func(ctx context.Context, tx pgx.Tx) error {
		if w.OnDelivered == nil {
			return nil
		}
		return w.OnDelivered(ctx, tx, d)
	})
}

func (w *Worker) markGivenUp(ctx context.Context, l lease, d Delivery, reason error) error {
	return w.mark(ctx, setGivenUp, []any{d.ID, l.token, w.Box.now(), storable(reason)}, func(ctx context.Context, tx pgx.Tx) error {
		if w.OnGivenUp == nil {
			return nil
		}
		return w.OnGivenUp(ctx, tx, d, reason)
	})
}

func (w *Worker) markRetry(ctx context.Context, l lease, d Delivery, reason error, wait time.Duration) error {
	return w.mark(ctx, setRetry, []any{d.ID, l.token, w.Box.now().Add(wait), storable(reason)}, nil)
}

// writeTries is the number of attempts to write a result. If all fail, the delivery repeats when the lease ends, which
// is worse than waiting a second.
const writeTries = 3

// mark writes a result, and what the hook adds, in one transaction. The delivery has happened, so the result is written
// even if ctx has ended.
func (w *Worker) mark(ctx context.Context, statement string, args []any, hook func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Margin/2)
	defer cancel()
	for try := 1; ; try++ {
		err := pg.InTx(ctx, w.DB, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, w.Box.sql(statement), args...)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return errLeaseLost
			}
			if hook == nil {
				return nil
			}
			return hook(ctx, tx)
		})
		if err == nil || errors.Is(err, errLeaseLost) || try == writeTries || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

func (w *Worker) handBack(ctx context.Context, l lease, ids []uuid.UUID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Margin/2)
	defer cancel()
	if _, err := w.DB.Exec(ctx, w.Box.sql(setHandedBack), ids, l.token, w.Box.now()); err != nil {
		// They become free again when the lease ends.
		w.Log.WarnContext(ctx, "outbox rows not handed back", "box", w.Box.schema, "rows", len(ids), "error", err)
	}
}

// storable returns the error's text in a form that a text column accepts.
func storable(err error) string {
	const limit = 1000
	text := strings.ToValidUTF8(strings.ReplaceAll(err.Error(), "\x00", ""), "?")
	if runes := []rune(text); len(runes) > limit {
		text = fmt.Sprintf("%s… (cut)", string(runes[:limit]))
	}
	return text
}
