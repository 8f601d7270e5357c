package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Recorded is a stored event.
type Recorded struct {
	ID        int64
	At        time.Time
	Kind      string
	AccountID *uuid.UUID
	Actor     string
	Address   *string
	UserAgent *string
	RequestID *string
	Detail    json.RawMessage
}

// Fields returns the detail as text, by name.
func (r Recorded) Fields() map[string]string {
	var detail map[string]any
	_ = json.Unmarshal(r.Detail, &detail) // the table allows only objects
	fields := make(map[string]string, len(detail))
	for name, value := range detail {
		fields[name] = fmt.Sprint(value)
	}
	return fields
}

// Count returns how many equal events the row represents.
func (r Recorded) Count() int {
	var detail struct{ Count int }
	if err := json.Unmarshal(r.Detail, &detail); err != nil || detail.Count < 1 {
		return 1
	}
	return detail.Count
}

// Query selects events. Zero fields are ignored.
type Query struct {
	// Kind is a kind or the first parts of one: "login" finds "login.failed".
	Kind     string
	Account  uuid.UUID
	From, To time.Time // From inclusive, To exclusive
	Before   int64     // Next of the previous page
	Size     int
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// List returns events, newest first. Next is the cursor of the following page, or 0 if there is none.
func (l *Log) List(ctx context.Context, db pg.Conn, q Query) (list []Recorded, next int64, err error) {
	var w pg.Where
	w.When(q.Kind != "", "(kind = ? OR kind LIKE ?)", q.Kind, escapeLike.Replace(q.Kind)+".%")
	w.When(q.Account != uuid.Nil, "account_id = ?", q.Account)
	w.When(!q.From.IsZero(), "at >= ?", q.From)
	w.When(!q.To.IsZero(), "at < ?", q.To)
	w.When(q.Before > 0, "id < ?", q.Before)
	rows, err := db.Query(ctx, "SELECT id, at, kind, account_id, actor, address, user_agent, request_id, detail FROM "+l.table.Sanitize()+
		w.Clause()+" ORDER BY id DESC LIMIT "+w.Arg(q.Size+1), w.Args()...)
	if err == nil {
		list, err = pgx.CollectRows(rows, pgx.RowToStructByName[Recorded])
	}
	if err != nil {
		return nil, 0, pg.Fault(fmt.Errorf("list security events: %w", err))
	}
	if len(list) > q.Size {
		list = list[:q.Size]
		next = list[q.Size-1].ID
	}
	return list, next, nil
}

// Sweep removes events that are older than the time to keep, up to a limit.
func (l *Log) Sweep(ctx context.Context, db pg.Conn, atMost int) (removed int64, err error) {
	if l.keep <= 0 {
		return 0, nil
	}
	tag, err := db.Exec(ctx, "DELETE FROM "+l.table.Sanitize()+" WHERE id IN (SELECT id FROM "+l.table.Sanitize()+
		" WHERE at < $1 ORDER BY at LIMIT $2)",
		l.now().Add(-l.keep), atMost)
	return tag.RowsAffected(), pg.Fault(pg.Wrap("sweep security events", err))
}

// Forget removes all events of a deleted account, including those that are not written yet.
func (l *Log) Forget(ctx context.Context, tx pg.Conn, account uuid.UUID) error {
	if _, err := tx.Exec(ctx, "DELETE FROM "+l.table.Sanitize()+" WHERE account_id = $1", account); err != nil {
		return pg.Fault(fmt.Errorf("forget security events: %w", err))
	}
	pg.AfterCommit(tx, func() { l.tally.forget(account) })
	return nil
}
