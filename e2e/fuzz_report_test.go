package e2e

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// findings are the faults of responses, each kind once with an example.
type findings struct {
	mu       sync.Mutex
	seen     map[string]*finding
	statuses map[string]map[int]int // by operation
	took     []time.Duration
	longest  time.Duration
	slowest  string // the request that took longest
}

type finding struct {
	count   int
	example string
}

// varying matches what differs between two faults of the same kind.
var varying = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|\d+|/[^ ]*|"[^"]*"`)

func (f *findings) add(where string, s fuzzRequest, status int, took time.Duration, complaints []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	op := s.op.Service + " " + s.op.ID
	if f.statuses[op] == nil {
		f.statuses[op] = map[int]int{}
	}
	f.statuses[op][status]++
	if f.took = append(f.took, took); took > f.longest {
		f.longest, f.slowest = took, s.String()
	}
	for _, c := range complaints {
		kind := op + varying.ReplaceAllString(c, "_")
		if f.seen[kind] == nil {
			f.seen[kind] = &finding{example: fmt.Sprintf("%s\n  %s\n    got %d after %s", cut(c), where+": "+s.String(), status,
				took.Round(time.Millisecond))}
		}
		f.seen[kind].count++
	}
}

// report fails the test with every finding and logs the statuses of the responses.
func (f *findings) report(t *testing.T) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(f.seen)) {
		t.Errorf("%d times: %s", f.seen[kind].count, f.seen[kind].example)
	}
	var table strings.Builder
	var never []string // operations without a successful request
	for _, op := range slices.Sorted(maps.Keys(f.statuses)) {
		fmt.Fprintf(&table, "\n  %-45s", op)
		statuses := slices.Sorted(maps.Keys(f.statuses[op]))
		for _, status := range statuses {
			fmt.Fprintf(&table, " %d×%d", status, f.statuses[op][status])
		}
		if !slices.ContainsFunc(statuses, func(s int) bool { return s >= 200 && s < 300 }) {
			never = append(never, op)
		}
	}
	slices.Sort(f.took)
	n := len(f.took)
	t.Logf("%d answers, median %s, 99 of 100 within %s, slowest %s: %s\nnever successful: %s\nstatuses (0: the connection was closed):%s", n,
		f.took[n/2].Round(time.Microsecond), f.took[n*99/100].Round(time.Millisecond), f.longest.Round(time.Millisecond), f.slowest,
		strings.Join(never, ", "), table.String())
}
