package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// keepHits is the time after a posting was closed for which its hits are kept. A posting that is opened again later is
// reported again.
const keepHits = 180 * 24 * time.Hour

// SetAlert switches the alert of a filter on, or changes it. A nil time is not muted.
func (s *Service) SetAlert(
	ctx context.Context, user, filter uuid.UUID, rhythm string, mutedUntil *time.Time,
) (store.SavedFilterRow, error) {
	n, err := s.q.SetAlert(ctx, s.db, store.SetAlertParams{FilterID: filter, UserID: user, Rhythm: rhythm, MutedUntil: mutedUntil})
	if err != nil {
		return store.SavedFilterRow{}, pg.Fault(err)
	}
	if n == 0 {
		return store.SavedFilterRow{}, errNoFilter
	}
	return s.savedFilter(ctx, user, filter)
}

// RemoveAlert switches the alert of a filter off, if it has one.
func (s *Service) RemoveAlert(ctx context.Context, user, filter uuid.UUID) error {
	known, err := s.q.RemoveAlert(ctx, s.db, store.RemoveAlertParams{FilterID: filter, UserID: user})
	if err == nil && !known {
		return errNoFilter
	}
	return pg.Fault(err)
}

// AlertHit is a posting to report to a user.
type AlertHit struct {
	store.WaitingAlertHitsRow
	Posting store.Posting
}

// AlertHits lists the oldest hits that have not been taken yet.
func (s *Service) AlertHits(ctx context.Context, size int64) ([]AlertHit, error) {
	rows, err := s.q.WaitingAlertHits(ctx, s.db, size)
	if err != nil {
		return nil, pg.Fault(err)
	}
	return joinPostings(ctx, s.db, rows, func(row store.WaitingAlertHitsRow) uuid.UUID { return row.JobID },
		func(row store.WaitingAlertHitsRow, p store.Posting) AlertHit { return AlertHit{row, p} })
}

// TakeAlertHits notes that hits need not be listed again.
func (s *Service) TakeAlertHits(ctx context.Context, ids []uuid.UUID) error {
	return pg.Fault(s.q.TakeAlertHits(ctx, s.db, store.TakeAlertHitsParams{Ids: ids, Now: s.now()}))
}

// SilentAlerts returns which of the filters have no alert, or one that is muted.
func (s *Service) SilentAlerts(ctx context.Context, filters []uuid.UUID) ([]uuid.UUID, error) {
	silent, err := s.q.SilentAlerts(ctx, s.db, store.SilentAlertsParams{FilterIds: filters, Now: s.now()})
	return silent, pg.Fault(err)
}

// Trimmed is the number of deleted hits.
type Trimmed struct{ Hits int64 }

// TrimAlertHits deletes hits that no longer matter.
func (s *Service) TrimAlertHits(ctx context.Context) (Trimmed, error) {
	n, err := s.q.TrimAlertHits(ctx, s.db, s.now().Add(-keepHits))
	return Trimmed{n}, pg.Fault(err)
}
