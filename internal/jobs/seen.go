package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// visitGap is the time without activity after which a visit is over.
const visitGap = 30 * time.Minute

// Seen lists the postings that a user has opened, last opened first.
func (s *Service) Seen(ctx context.Context, user uuid.UUID) ([]uuid.UUID, error) {
	ids, err := s.q.Seen(ctx, s.db, store.SeenParams{UserID: user, Most: maxSeen})
	return ids, pg.Fault(err)
}

// AddSeen records that a user has opened postings, and deletes those opened longest ago if there are too many.
func (s *Service) AddSeen(ctx context.Context, user uuid.UUID, ids []uuid.UUID) error {
	return s.locked(ctx, "seen jobs", user, func(tx pgx.Tx) error {
		if err := s.q.AddSeen(ctx, tx, store.AddSeenParams{UserID: user, JobIds: ids, Now: s.now()}); err != nil {
			return pg.Fault(err)
		}
		return pg.Fault(s.q.TrimSeen(ctx, tx, store.TrimSeenParams{UserID: user, Most: maxSeen}))
	})
}

// NoteVisit notes that a user is here, and returns when the visit before this one ended; nil if there was none.
func (s *Service) NoteVisit(ctx context.Context, user uuid.UUID) (*time.Time, error) {
	now := s.now()
	previous, err := s.q.NoteVisit(ctx, s.db, store.NoteVisitParams{UserID: user, Now: now, Over: now.Add(-visitGap)})
	return previous, pg.Fault(err)
}
