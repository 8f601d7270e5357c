package jobs

import (
	"context"
	"math"
	"net/netip"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/fair"
	"rolecall/internal/jobs/index"
)

// Sync brings the index up to date with what is committed now.
func (s *Service) Sync(ctx context.Context) error { return s.feed.Sync(ctx) }

// HoldSearch takes a slot as a search of the client does.
func (s *Service) HoldSearch(ctx context.Context, client netip.Prefix) (release func(), err error) {
	return s.searches.Acquire(ctx, client.String(), fair.High)
}

// WaitingSearches returns how many searches wait for a slot.
func (s *Service) WaitingSearches() int { return s.searches.Waiting(fair.High) }

// LoadAlerts reads all alerts into memory.
func (s *Service) LoadAlerts(t testing.TB) {
	if err := s.alerts.refresh(t.Context(), s, s.db, s.feed.Index()); err != nil {
		t.Fatal(err)
	}
}

// AlertMatches searches the whole index with the filters of an alert.
func (s *Service) AlertMatches(t testing.TB, stored []byte) []uuid.UUID {
	f, err := alertFilters(stored)
	if err != nil {
		t.Fatal(err)
	}
	return ids(s.feed.Index().Search(s.query(t.Context(), &f, index.Parse(f.Keyword)), index.Newest, 0, math.MaxInt).Hits)
}
