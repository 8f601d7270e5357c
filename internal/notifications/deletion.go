package notifications

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// userTables are the tables with data of users, in the order of their deletion. Rows that produce notices and mails go
// first: a scheduler that is working on one holds its lock, so what it writes exists by the time the later statements
// delete it.
var userTables = []string{
	"custom_reminder", "custom_reminder", // again: firing one may just have scheduled the next
	"ghosted_alert", "alert_hit", "digest_claim", "interview_reminder_log", "digest_run", "recommendation_log", "notification",
	"preferences", "mail_ended", "time_zone", "language", "calendar_token", "channel", "alert_settings",
}

// Erase removes all data of a user.
func (s *Service) Erase(ctx context.Context, user uuid.UUID) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, table := range userTables {
			_, err := tx.Exec(ctx, "DELETE FROM "+pgx.Identifier{"notification", table}.Sanitize()+" WHERE user_id = $1", user)
			if err != nil {
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
