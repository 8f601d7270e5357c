package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Notice is an in-app notification.
type Notice struct {
	ID            uuid.UUID
	Type          string
	Title         string
	Message       string
	Read          bool
	CreatedAt     time.Time
	ApplicationID *uuid.UUID
	ReminderID    *uuid.UUID
}

// Notices returns one page, newest first, and the number of notices on all pages. Read, if set, selects read or unread ones.
func Notices(ctx context.Context, db pg.Conn, user uuid.UUID, read *bool, page int64, size int) ([]Notice, int64, error) {
	var w pg.Where
	w.And("user_id = ?", user)
	if read != nil {
		w.And("read = ?", *read)
	}
	where, counted := w.Clause(), w.Args()
	// The page is found in the index alone; only its own rows are read from the table.
	rows, err := db.Query(ctx, `
		SELECT n.id, n.type, n.title, n.message, n.read, n.created_at, n.application_id, n.reminder_id
		FROM (SELECT id FROM notification.notification`+where+` ORDER BY created_at DESC, id DESC
		      LIMIT `+w.Arg(size)+` OFFSET `+w.Arg(page*int64(size))+`) chosen
		JOIN notification.notification n USING (id)
		ORDER BY n.created_at DESC, n.id DESC`, w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	content, err := pgx.CollectRows(rows, pgx.RowToStructByName[Notice])
	if err != nil {
		return nil, 0, err
	}
	// On the last page the total follows from its length.
	if n := len(content); n < size && (n > 0 || page == 0) {
		return content, page*int64(size) + int64(n), nil
	}
	var total int64
	err = db.QueryRow(ctx, "SELECT count(*) FROM notification.notification"+where, counted...).Scan(&total)
	return content, total, err
}
