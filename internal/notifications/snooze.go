package notifications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

var errCancelled = fault.New(fault.Conflict, "", "A reminder that was cancelled cannot be snoozed.")

// Snooze has the user reminded at a later time and returns the reminder that does it: the same one if it is scheduled, a copy
// if it has fired.
func (s *Service) Snooze(ctx context.Context, user, id uuid.UUID, until time.Time) (store.Reminder, error) {
	var r store.Reminder
	until, err := s.checkTrigger(until)
	if err != nil {
		return r, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockReminders(ctx, tx, user); err != nil {
			return pg.Fault(err)
		}
		// The lock waits for a dispatcher that is firing the reminder.
		r, err = s.q.LockReminder(ctx, tx, store.LockReminderParams{ID: id, UserID: user})
		if err != nil {
			return pg.Fault(err, pg.Absent(errNoReminder))
		}
		switch oas.ReminderStatus(r.Status) {
		case oas.ReminderStatusCANCELLED:
			return errCancelled
		case oas.ReminderStatusFIRED:
			r, err = s.q.BringBack(ctx, tx, store.BringBackParams{
				NewID: uuid.Must(uuid.NewV7()), ID: id, UserID: user, TriggerAtUtc: until, Most: maxScheduled, Now: s.now(),
			})
			if err != nil {
				return pg.Fault(err, pg.Absent(errTooManyReminders))
			}
			return pg.Fault(s.q.ReadNoticeOf(ctx, tx, store.ReadNoticeOfParams{UserID: user, ReminderID: id}))
		case oas.ReminderStatusSCHEDULED:
		}
		r, err = s.q.MoveReminder(ctx, tx, store.MoveReminderParams{ID: id, UserID: user, TriggerAtUtc: until, Now: s.now()})
		return pg.Fault(err)
	})
	return r, err
}
