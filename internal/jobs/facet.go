package jobs

import (
	"context"

	"rolecall/internal/jobs/index"
)

// Facets counts the postings of a search by the values of each filter. A group ignores its own filter.
func (s *Service) Facets(ctx context.Context, f Filters) (index.Facets, error) {
	x, err := s.index()
	if err != nil {
		return index.Facets{}, err
	}
	_, q := s.understand(ctx, x, f)
	return x.Facets(q), ctx.Err() // facets of a cancelled request are incomplete
}
