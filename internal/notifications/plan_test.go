package notifications_test

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// plan is the output of EXPLAIN ANALYZE.
type plan string

func (fx *fixture) plan(sql string, args ...any) plan {
	fx.t.Helper()
	return plan(strings.Join(fx.texts("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) "+sql, args...), "\n"))
}

func (p plan) has(part string) bool { return strings.Contains(string(p), part) }

// vacuum marks the rows of a table as visible to all. The test server commits asynchronously, and VACUUM cannot mark rows
// until their commit is in the log: one synchronous commit comes first.
func (fx *fixture) vacuum(table string) {
	fx.t.Helper()
	err := pg.InTx(fx.t.Context(), fx.db, func(tx pgx.Tx) error {
		_, err := tx.Exec(fx.t.Context(), "SET LOCAL synchronous_commit = on")
		if err == nil {
			_, err = tx.Exec(fx.t.Context(), "SELECT pg_logical_emit_message(true, 'test', '')")
		}
		return err
	})
	if err != nil {
		fx.t.Fatal(err)
	}
	fx.exec("VACUUM (ANALYZE) " + table)
}

// pages returns the number of pages that the query touched.
func (p plan) pages() int {
	var hit, read int
	if i := strings.Index(string(p), "Buffers: shared"); i >= 0 {
		_, _ = fmt.Sscanf(string(p)[i:], "Buffers: shared hit=%d read=%d", &hit, &read)
	}
	return hit + read
}
