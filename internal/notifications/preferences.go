package notifications

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// defaultPreferences apply to a user who has never changed any. They equal the defaults of the table.
var defaultPreferences = store.Preferences{
	WeeklyDigestEmail:         false, // bulk mail is opt-in
	InAppNotificationsEnabled: true,
	InterviewReminders:        true,
	InterviewReminderEmail:    true,
	GhostedAlert:              true,
}

var errNoPreference = fault.New(fault.Invalid, "Bad Request", "None of the properties is a preference. The preferences are "+
	"weeklyDigestEmail, inAppNotificationsEnabled, interviewReminders, interviewReminderEmail and ghostedAlert.")

// Preferences returns the preferences of a user. It writes nothing.
func (s *Service) Preferences(ctx context.Context, user uuid.UUID) (store.Preferences, error) {
	all, err := s.preferencesOf(ctx, []uuid.UUID{user})
	if err != nil {
		return store.Preferences{}, err
	}
	return all(user), nil
}

// preferencesOf returns a function that gives the preferences of each of the users.
func (s *Service) preferencesOf(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) store.Preferences, error) {
	rows, err := s.q.PreferencesOf(ctx, s.db, users)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read preferences: %w", err))
	}
	stored := map[uuid.UUID]store.Preferences{}
	for _, row := range rows {
		stored[row.UserID] = row
	}
	return func(user uuid.UUID) store.Preferences {
		if p, ok := stored[user]; ok {
			return p
		}
		return defaultPreferences
	}, nil
}

// SetPreferences changes the given preferences of a user, nil keeps a value, and returns all of them. It writes nothing
// when none is given.
func (s *Service) SetPreferences(ctx context.Context, change store.SetPreferencesParams) (store.Preferences, error) {
	if change == (store.SetPreferencesParams{UserID: change.UserID}) {
		return s.Preferences(ctx, change.UserID)
	}
	var p store.Preferences
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		err := s.q.TouchPreferences(ctx, tx, store.TouchPreferencesParams{UserID: change.UserID, Now: s.now()})
		if err != nil {
			return err
		}
		if p, err = s.q.SetPreferences(ctx, tx, change); err != nil {
			return err
		}
		// Turning the alert on also resumes its mail, in case the user had unsubscribed from it.
		if change.GhostedAlert != nil && *change.GhostedAlert {
			return s.q.ResumeMail(ctx, tx, store.ResumeMailParams{UserID: change.UserID, List: ghostedList})
		}
		return nil
	})
	return p, pg.Fault(pg.Wrap("set preferences", err))
}
