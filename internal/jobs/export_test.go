package jobs

import (
	"context"
	"net/netip"

	"rolecall/internal/fair"
)

// Sync brings the index up to date with what is committed now.
func (s *Service) Sync(ctx context.Context) error { return s.feed.Sync(ctx) }

// HoldSearch takes a slot as a search of the client does.
func (s *Service) HoldSearch(ctx context.Context, client netip.Prefix) (release func(), err error) {
	return s.searches.Acquire(ctx, client.String(), fair.High)
}

// WaitingSearches returns how many searches wait for a slot.
func (s *Service) WaitingSearches() int { return s.searches.Waiting(fair.High) }
