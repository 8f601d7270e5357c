package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// reloadAlerts is the interval at which all alerts are read again: removed ones go, and rare words are determined
// again.
const reloadAlerts = time.Hour

// alertMap holds the filters of all alerts, filed under the keys that a posting needs to match them. One that was removed
// stays until the next reload; its hits are refused when they are written.
type alertMap struct {
	loaded   time.Time
	seen     string // the pg_snapshot whose alerts it holds
	searches map[string]*search
	of       map[uuid.UUID]*search // searches by the id of the filter
	filed    map[string][]*search
	always   []*search // searches to try with every posting
}

// search is the filters that one or more alerts share.
type search struct {
	filters Filters
	owners  map[uuid.UUID]uuid.UUID // users by the id of their filter
}

// refresh reads the alerts that were set or changed since the last call.
func (m *alertMap) refresh(ctx context.Context, s *Service, db pg.Conn, x *index.Index) error {
	snapshot, err := s.q.CurrentSnapshot(ctx, db) // taken before the alerts: what is committed in between is read twice
	if err != nil {
		return fmt.Errorf("read alerts: %w", err)
	}
	if m.searches == nil || s.now().Sub(m.loaded) >= reloadAlerts {
		all, err := s.q.AllAlerts(ctx, db)
		if err != nil {
			return fmt.Errorf("read alerts: %w", err)
		}
		*m = alertMap{loaded: s.now(), searches: map[string]*search{}, of: map[uuid.UUID]*search{}, filed: map[string][]*search{}}
		for _, row := range all {
			m.put(ctx, s, x, row)
		}
	} else {
		changed, err := s.q.ChangedAlerts(ctx, db, m.seen)
		if err != nil {
			return fmt.Errorf("read changed alerts: %w", err)
		}
		for _, row := range changed {
			m.put(ctx, s, x, store.AllAlertsRow(row))
		}
	}
	m.seen = snapshot
	return nil
}

// put files an alert, instead of what it was before.
func (m *alertMap) put(ctx context.Context, s *Service, x *index.Index, a store.AllAlertsRow) {
	if old := m.of[a.FilterID]; old != nil {
		delete(old.owners, a.FilterID)
	}
	found := m.searches[string(a.Filters)]
	if found == nil {
		filters, err := alertFilters(a.Filters)
		if err != nil {
			s.log.ErrorContext(ctx, "an alert cannot be evaluated", "filter", a.FilterID, "error", err)
			return
		}
		found = &search{filters: filters, owners: map[uuid.UUID]uuid.UUID{}}
		m.searches[string(a.Filters)] = found
		keys, ok := x.Keys(s.query(ctx, &filters, index.Parse(filters.Keyword)))
		if !ok {
			m.always = append(m.always, found)
		}
		for _, key := range keys {
			m.filed[key] = append(m.filed[key], found)
		}
	}
	found.owners[a.FilterID], m.of[a.FilterID] = a.UserID, found
}

// candidates returns the searches that may match a posting of a trial.
func (m *alertMap) candidates(t *index.Trial) map[*search]bool {
	out := map[*search]bool{}
	for _, found := range m.always {
		out[found] = true
	}
	t.EachKey(func(key []byte) {
		for _, found := range m.filed[string(key)] {
			out[found] = true
		}
	})
	return out
}
