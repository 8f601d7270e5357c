// Package status writes the report that every service gives to administrators: its version, the size of its schemas and the
// depth of its queues.
package status

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// Report is what a service reports.
type Report struct {
	Version string   `json:"version"`
	Schemas []Schema `json:"schemas"`
	Queues  []Queue  `json:"queues"`
}

// Schema is the size of a schema: its tables and indexes on disk.
type Schema struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Queue counts the rows that wait for a worker.
type Queue struct {
	Name     string     `json:"name"`
	Waiting  int64      `json:"waiting"`  // not done, including what is due later
	Due      int64      `json:"due"`      // its time has come
	Late     int64      `json:"late"`     // due for longer than outbox.StuckAfter
	GivenUp  int64      `json:"givenUp"`  // and not yet deleted
	OldestAt *time.Time `json:"oldestAt"` // nil if nothing is due
}

// Counted says where a queue is stored.
type Counted struct {
	Name  string
	Table string
	Due   string // SQL: when a row is due
	Where string // SQL: which rows wait
}

// maxCounted bounds the cost of counting a long queue.
const maxCounted = 100_000

// Count counts a queue. It stops at maxCounted rows.
func Count(ctx context.Context, db pg.Conn, now time.Time, c Counted) (Queue, error) {
	q := Queue{Name: c.Name}
	err := db.QueryRow(ctx, fmt.Sprintf(`SELECT count(*), count(*) FILTER (WHERE due <= $1), count(*) FILTER (WHERE due <= $2),
			min(due) FILTER (WHERE due <= $1)
		FROM (SELECT %s AS due FROM %s WHERE %s LIMIT %d) waiting`, c.Due, c.Table, c.Where, maxCounted), now, now.Add(-outbox.StuckAfter)).
		Scan(&q.Waiting, &q.Due, &q.Late, &q.OldestAt)
	if err != nil {
		return Queue{}, pg.Fault(fmt.Errorf("count %s: %w", c.Name, err))
	}
	return q, nil
}

// Outbox counts a schema's outbox.
func Outbox(ctx context.Context, db pg.Conn, now time.Time, box *outbox.Box, schema string) (Queue, error) {
	q, err := Count(ctx, db, now, Counted{Name: "outbox", Table: schema + ".outbox", Due: "due_at",
		Where: "delivered_at IS NULL AND given_up_at IS NULL"})
	if err != nil {
		return Queue{}, err
	}
	counts, err := box.Depth(ctx, db)
	q.GivenUp = counts.GivenUp
	return q, err
}

// Sizes returns the sizes of schemas. It reads PostgreSQL's catalogue, for which a service needs no grants.
func Sizes(ctx context.Context, db pg.Conn, names ...string) ([]Schema, error) {
	rows, err := db.Query(ctx, `SELECT n.nspname, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
		FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
		WHERE n.nspname = ANY($1) GROUP BY n.nspname ORDER BY n.nspname`, names)
	if err != nil {
		return nil, pg.Fault(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Schema])
	return list, pg.Fault(err)
}

// Write answers a request with a report.
func Write(w http.ResponseWriter, r Report) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(r)
}
