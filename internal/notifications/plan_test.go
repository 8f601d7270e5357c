package notifications_test

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// plan is what PostgreSQL did for a query.
type plan string

func (w *world) plan(sql string, args ...any) plan {
	w.t.Helper()
	return plan(strings.Join(w.texts("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) "+sql, args...), "\n"))
}

func (p plan) has(part string) bool { return strings.Contains(string(p), part) }

// vacuum makes a table as it is when nothing has changed for a while. The test server commits without waiting for its
// log, and rows whose commit is not yet in the log cannot be marked as visible to all: one commit that waits comes first.
func (w *world) vacuum(table string) {
	w.t.Helper()
	err := pg.InTx(w.t.Context(), w.db, func(tx pgx.Tx) error {
		_, err := tx.Exec(w.t.Context(), "SET LOCAL synchronous_commit = on")
		if err == nil {
			_, err = tx.Exec(w.t.Context(), "SELECT pg_logical_emit_message(true, 'test', '')")
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.exec("VACUUM (ANALYZE) " + table)
}

// pages is the number of pages that the whole query touched.
func (p plan) pages() int {
	var hit, read int
	if i := strings.Index(string(p), "Buffers: shared"); i >= 0 {
		_, _ = fmt.Sscanf(string(p)[i:], "Buffers: shared hit=%d read=%d", &hit, &read)
	}
	return hit + read
}
