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

// count counts a queue. It stops at maxCounted rows.
func count(ctx context.Context, db pg.Conn, now time.Time, c Counted) (Queue, error) {
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

// Service says where a service stores what it reports.
type Service struct {
	Version string
	DB      pg.Conn
	Schemas []string
	Box     *outbox.Box // in the first schema; nil if there is none
	Queues  []Counted   // others
}

func (s Service) collect(ctx context.Context, now time.Time) (Report, error) {
	r := Report{Version: s.Version}
	var err error
	if r.Schemas, err = sizes(ctx, s.DB, s.Schemas); err != nil {
		return r, err
	}
	queues := s.Queues
	if s.Box != nil {
		queues = append([]Counted{{Name: "outbox", Table: s.Schemas[0] + ".outbox", Due: "due_at",
			Where: "delivered_at IS NULL AND given_up_at IS NULL"}}, queues...)
	}
	for _, c := range queues {
		queue, err := count(ctx, s.DB, now, c)
		if err != nil {
			return r, err
		}
		r.Queues = append(r.Queues, queue)
	}
	if s.Box != nil {
		counts, err := s.Box.Depth(ctx, s.DB)
		if err != nil {
			return r, err
		}
		r.Queues[0].GivenUp = counts.GivenUp
	}
	return r, nil
}

// Serve answers a request with the report.
func (s Service) Serve(ctx context.Context, w http.ResponseWriter, now time.Time) error {
	r, err := s.collect(ctx, now)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(r)
}

// sizes returns the sizes of schemas. It reads PostgreSQL's catalogue, for which a service needs no grants.
func sizes(ctx context.Context, db pg.Conn, names []string) ([]Schema, error) {
	rows, err := db.Query(ctx, `SELECT n.nspname, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
		FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
		WHERE n.nspname = ANY($1) GROUP BY n.nspname ORDER BY n.nspname`, names)
	if err != nil {
		return nil, pg.Fault(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Schema])
	return list, pg.Fault(err)
}
