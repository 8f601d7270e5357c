package notifications

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Erase removes all data of a user. Rows that produce notices and mails go first: a scheduler that is working on one holds
// its lock, so what it writes exists by the time the later statements delete it.
func (s *Service) Erase(ctx context.Context, user uuid.UUID) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, erase := range []func(context.Context, store.DBTX, uuid.UUID) error{
			s.q.EraseReminders,
			s.q.EraseReminders, // again: firing one may just have scheduled the next
			s.q.EraseGhosted, s.q.EraseHits, s.q.EraseDigestClaims, s.q.EraseInterviewLog,
			s.q.EraseDigestRuns, s.q.EraseRecommendation, s.q.EraseNotifications, s.q.ErasePreferences, s.q.EraseMailEnded,
			s.q.EraseTimeZone, s.q.EraseLanguage, s.q.EraseCalendar, s.q.EraseChannels, s.q.EraseAlertSettings,
		} {
			if err := erase(ctx, tx, user); err != nil {
				return err
			}
		}
		return s.box.Forget(ctx, tx, user)
	})
	return pg.Fault(pg.Wrap("erase user", err))
}

// ForgetApplications cancels the reminders and alerts of applications that the user has deleted.
func (s *Service) ForgetApplications(ctx context.Context, user uuid.UUID, applications []uuid.UUID) error {
	now := s.now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err := s.q.CancelRemindersOf(ctx, tx, store.CancelRemindersOfParams{UserID: user, ApplicationIds: applications, Now: now})
		if err != nil {
			return err
		}
		return s.q.DropGhostedOf(ctx, tx, store.DropGhostedOfParams{UserID: user, ApplicationIds: applications, Now: now})
	})
	return pg.Fault(pg.Wrap("forget deleted applications", err))
}
