package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// alertHitColumns are named one by one: a replica of this version still works after a migration that adds a column.
const alertHitColumns = `SELECT user_id, job_id, filter_id, filter_name, rhythm, title, title_marks, company, location, reasons,
	matched_at, due_at, alert_id, told_at, facts`

// AlertHits returns one page of the hits that were reported to a user, newest alert first, and the number on all pages.
// Alert, if set, selects those of one alert.
func AlertHits(ctx context.Context, db pg.Conn, user uuid.UUID, alert *uuid.UUID, page int64, size int) ([]AlertHit, int64, error) {
	var w pg.Where
	w.And("user_id = ?", user)
	w.And("told_at IS NOT NULL")
	if alert != nil {
		w.And("alert_id = ?", *alert)
	}
	where, counted := w.Clause(), w.Args()
	rows, err := db.Query(ctx, alertHitColumns+" FROM notification.alert_hit"+where+
		" ORDER BY told_at DESC, alert_id, matched_at DESC, job_id LIMIT "+w.Arg(size)+" OFFSET "+w.Arg(page*int64(size)), w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	content, err := pgx.CollectRows(rows, pgx.RowToStructByName[AlertHit])
	if err != nil {
		return nil, 0, err
	}
	// On the last page the total follows from its length.
	if n := len(content); n < size && (n > 0 || page == 0) {
		return content, page*int64(size) + int64(n), nil
	}
	var total int64
	err = db.QueryRow(ctx, "SELECT count(*) FROM notification.alert_hit"+where, counted...).Scan(&total)
	return content, total, err
}
