package applications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
)

// Stale lists the open applications of all users that had no activity for the given number of days and have nothing
// planned, the longest inactive first.
func (s *Service) Stale(ctx context.Context, days int) ([]store.StaleApplicationsRow, time.Time, error) {
	now := s.now()
	y, m, d := now.In(s.zone).Date()
	rows, err := s.q.StaleApplications(ctx, s.db, store.StaleApplicationsParams{
		Before: now.Add(-time.Duration(days) * 24 * time.Hour), Today: new(s.today(now)), DayStart: new(time.Date(y, m, d, 0, 0, 0, 0, s.zone)),
	})
	return rows, now, pg.Fault(pg.Wrap("list stale applications", err))
}

// Upcoming lists the next steps of all users within the given time from now, soonest first.
func (s *Service) Upcoming(ctx context.Context, within time.Duration) ([]store.UpcomingNextStepsRow, error) {
	now := s.now()
	until := now.Add(within)
	rows, err := s.q.UpcomingNextSteps(ctx, s.db, store.UpcomingNextStepsParams{
		FirstDay: new(s.today(now)), LastDay: new(s.today(until)), FromTime: &now, ToTime: &until, Zone: s.zone.String(),
	})
	for i := range rows {
		if at := rows[i].NextStepReminderAt; rows[i].NextStepDate == nil && at != nil {
			rows[i].NextStepDate = new(s.today(*at))
		}
	}
	return rows, pg.Fault(pg.Wrap("list upcoming next steps", err))
}

// NextSteps lists the dated next steps of one user, nearest to now first. A nil bound means no bound.
func (s *Service) NextSteps(ctx context.Context, user uuid.UUID, from, to *time.Time) ([]store.UserNextStepsRow, error) {
	rows, err := s.q.UserNextSteps(ctx, s.db, store.UserNextStepsParams{
		UserID: user, Zone: s.zone.String(), FromTime: from, ToTime: to, Now: s.now(), Most: maxNextSteps,
	})
	return rows, pg.Fault(pg.Wrap("list a user's next steps", err))
}

// Owns reports whether the application is the user's.
func (s *Service) Owns(ctx context.Context, user, id uuid.UUID) (bool, error) {
	ok, err := s.q.OwnsApplication(ctx, s.db, store.OwnsApplicationParams{ID: id, UserID: user})
	return ok, pg.Fault(pg.Wrap("look for the owner of an application", err))
}

// LookUp returns the job title and company of the given applications, without those that do not exist.
func (s *Service) LookUp(ctx context.Context, ids []uuid.UUID) ([]store.LookUpApplicationsRow, error) {
	rows, err := s.q.LookUpApplications(ctx, s.db, ids)
	return rows, pg.Fault(pg.Wrap("look up applications", err))
}
