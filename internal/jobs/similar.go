package jobs

import (
	"context"
	"slices"

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
	if !known { // the posting does not exist, or was written a moment ago
		_, err := s.Posting(ctx, id)
		return nil, err
	}
	list, err := s.postings(ctx, near, false)
	return slices.DeleteFunc(list, func(p store.Posting) bool {
		return p.UnconfirmedSince != nil && p.UnconfirmedSince.Before(s.since(maxUnconfirmed))
	}), err
}
