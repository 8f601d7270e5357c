package notifications_test

import (
	"fmt"
	"strings"
)

// plan is what PostgreSQL did for a query.
type plan string

func (w *world) plan(sql string, args ...any) plan {
	w.t.Helper()
	return plan(strings.Join(w.texts("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) "+sql, args...), "\n"))
}

func (p plan) has(part string) bool { return strings.Contains(string(p), part) }

// pages is the number of pages that the whole query touched.
func (p plan) pages() int {
	var hit, read int
	if i := strings.Index(string(p), "Buffers: shared"); i >= 0 {
		_, _ = fmt.Sscanf(string(p)[i:], "Buffers: shared hit=%d read=%d", &hit, &read)
	}
	return hit + read
}
