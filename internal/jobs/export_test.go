package jobs

import "context"

// Sync brings the index up to date with what is committed now.
func (s *Service) Sync(ctx context.Context) error { return s.feed.Sync(ctx) }
