package jobs

import (
	"context"
	"net/netip"
)

// Sync brings the index up to date with what is committed now.
func (s *Service) Sync(ctx context.Context) error { return s.feed.Sync(ctx) }

// HoldSearch takes a turn as a search of the client does.
func (s *Service) HoldSearch(ctx context.Context, client netip.Prefix) (leave func(), err error) {
	return s.turns.take(ctx, client)
}

// WaitingSearches returns how many searches wait for their turn.
func (s *Service) WaitingSearches() int {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.turns.waiting
}
