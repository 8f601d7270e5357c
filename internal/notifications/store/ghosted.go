package store

import (
	"context"
	"time"

	"rolecall/internal/pg"
)

// HeldGhosted returns how many open intents, of all users, a process has claimed and not finished.
func HeldGhosted(ctx context.Context, db pg.Conn, now time.Time) (n int, err error) {
	err = db.QueryRow(ctx, `SELECT count(*) FROM notification.ghosted_alert WHERE state = 'intended' AND locked_until > $1`, now).Scan(&n)
	return n, err
}
