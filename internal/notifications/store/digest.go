package store

import (
	"context"
	"time"

	"rolecall/internal/pg"
)

// HeldDigests returns how many users of a week a process has claimed and not finished.
func HeldDigests(ctx context.Context, db pg.Conn, week, now time.Time) (n int, err error) {
	err = db.QueryRow(ctx, `SELECT count(*) FROM notification.digest_claim WHERE week = $1 AND NOT enqueued AND locked_until > $2`,
		week, now).Scan(&n)
	return n, err
}
