package jobs

import (
	"context"

	"github.com/google/uuid"

	"rolecall/internal/jobs/store"
)

// Similar finds open postings like one, nearest first.
func (s *Service) Similar(ctx context.Context, id uuid.UUID, size int) ([]store.Posting, error) {
	x, err := s.index()
	if err != nil {
		return nil, err
	}
	near, known := x.Similar(id, size)
	if !known { // it does not exist, or was written a moment ago
		_, err := s.Posting(ctx, id)
		return nil, err
	}
	return s.postings(ctx, near, false)
}
