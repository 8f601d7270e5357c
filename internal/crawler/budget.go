package crawler

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

// usageKept is the time for which the requests per host and hour are kept.
const usageKept = 7 * 24 * time.Hour

// HostState is a host with the requests that it got in this hour and in the last 24.
type HostState = store.HostsRow

// Hosts lists the hosts that got requests in the last 24 hours, busiest first.
func (w *Worker) Hosts(ctx context.Context) ([]HostState, error) {
	hour := w.now().UTC().Truncate(time.Hour)
	return w.q.Hosts(ctx, w.db, store.HostsParams{ThisHour: hour, Since: hour.Add(-24 * time.Hour)})
}

// budget bounds the requests to each host in an hour. It decides whether a board is pulled now; a pull that has begun is
// finished.
type budget struct {
	limit int // 0 means none

	mu   sync.Mutex
	used map[string]int
}

// hourlyBudget returns the budget of this hour, less what all workers have used of it.
func (w *Worker) hourlyBudget(ctx context.Context) (*budget, error) {
	rows, err := w.q.UsageOfHour(ctx, w.db, w.now().UTC().Truncate(time.Hour))
	if err != nil {
		return nil, fmt.Errorf("read the requests of this hour: %w", err)
	}
	b := &budget{limit: w.cfg.Fetch.HourlyBudget, used: map[string]int{}}
	for _, r := range rows {
		b.used[r.Host] = int(r.Requests)
	}
	return b, nil
}

// take reserves requests for a pull, and reports whether there were enough left. A pull that needs more than a whole
// budget goes first in its hour.
func (b *budget) take(host string, requests int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.limit > 0 && b.used[host] > 0 && b.used[host]+requests > b.limit {
		return false
	}
	b.used[host] += requests
	return true
}

// settle replaces a reservation by what the pull used.
func (b *budget) settle(host string, reserved int, used *source.Usage) {
	hosts := used.Hosts()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used[host] -= reserved
	for name, cost := range hosts {
		b.used[name] += cost.Requests
	}
}

// hostOf returns the host that a pull of the board will ask first: the one that the last pull asked, or for a new board
// the one that its family and token name.
func (w *Worker) hostOf(t store.DueTargetsRow) string {
	if t.Host != nil {
		return *t.Host
	}
	var family source.Family
	if src, ok := w.sources.Lookup(t.SourceType); ok {
		family = src.Family()
	}
	base := cmp.Or(w.cfg.BaseURL.of(t.SourceType), family.BaseURL, t.Token)
	if _, rest, ok := strings.Cut(base, "://"); ok {
		base = rest
	}
	host, _, _ := strings.Cut(base, "/")
	switch {
	case host == "{token}":
		host, _, _ = strings.Cut(t.Token, "/")
	case strings.Contains(host, "{") && len(family.Domains) > 0: // a host for each employer, and one backend
		host = family.Domains[0]
	}
	return strings.ToLower(host)
}
