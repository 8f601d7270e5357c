package notifications

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Preferences are what a user wants to be told.
type Preferences struct {
	WeeklyDigestEmail         bool
	InAppNotificationsEnabled bool
	InterviewReminders        bool
	InterviewReminderEmail    bool
	GhostedAlert              bool
}

// preference is one switch in all the places that know it.
type preference struct {
	name    string // in JSON
	column  string
	initial bool // until the user changes it
	of      func(*Preferences) *bool
	sent    func(*oas.UpdateNotificationPreferencesRequest) oas.OptBool
	shown   func(*oas.NotificationPreferences) *bool
}

// preferences is the one list of switches. Reading, writing, both directions of the wire and the tests walk it: a
// switch that is in the list works everywhere, and a test compares the list with the contract and the table.
var preferences = []preference{
	{
		name: "weeklyDigestEmail", column: "weekly_digest_email", initial: false, // bulk mail is opt-in
		of:    func(p *Preferences) *bool { return &p.WeeklyDigestEmail },
		sent:  func(r *oas.UpdateNotificationPreferencesRequest) oas.OptBool { return r.WeeklyDigestEmail },
		shown: func(r *oas.NotificationPreferences) *bool { return &r.WeeklyDigestEmail },
	}, {
		name: "inAppNotificationsEnabled", column: "in_app_notifications_enabled", initial: true,
		of:    func(p *Preferences) *bool { return &p.InAppNotificationsEnabled },
		sent:  func(r *oas.UpdateNotificationPreferencesRequest) oas.OptBool { return r.InAppNotificationsEnabled },
		shown: func(r *oas.NotificationPreferences) *bool { return &r.InAppNotificationsEnabled },
	}, {
		name: "interviewReminders", column: "interview_reminders", initial: true,
		of:    func(p *Preferences) *bool { return &p.InterviewReminders },
		sent:  func(r *oas.UpdateNotificationPreferencesRequest) oas.OptBool { return r.InterviewReminders },
		shown: func(r *oas.NotificationPreferences) *bool { return &r.InterviewReminders },
	}, {
		name: "interviewReminderEmail", column: "interview_reminder_email", initial: true,
		of:    func(p *Preferences) *bool { return &p.InterviewReminderEmail },
		sent:  func(r *oas.UpdateNotificationPreferencesRequest) oas.OptBool { return r.InterviewReminderEmail },
		shown: func(r *oas.NotificationPreferences) *bool { return &r.InterviewReminderEmail },
	}, {
		name: "ghostedAlert", column: "ghosted_alert", initial: true,
		of:    func(p *Preferences) *bool { return &p.GhostedAlert },
		sent:  func(r *oas.UpdateNotificationPreferencesRequest) oas.OptBool { return r.GhostedAlert },
		shown: func(r *oas.NotificationPreferences) *bool { return &r.GhostedAlert },
	},
}

var (
	preferenceNames    = each(func(p preference) string { return p.name })
	preferenceColumns  = each(func(p preference) string { return p.column })
	preferenceInitials = each(func(p preference) bool { return p.initial })
)

func each[T any](of func(preference) T) []T {
	var out []T
	for _, p := range preferences {
		out = append(out, of(p))
	}
	return out
}

func fromSwitches(values []bool) Preferences {
	var p Preferences
	for i, known := range preferences {
		*known.of(&p) = values[i]
	}
	return p
}

// Preferences reads a user's preferences. It writes nothing.
func (s *Service) Preferences(ctx context.Context, user uuid.UUID) (Preferences, error) {
	all, err := s.preferencesOf(ctx, s.db, []uuid.UUID{user})
	if err != nil {
		return Preferences{}, err
	}
	return all(user), nil
}

// preferencesOf reads the preferences of many; those without a row have the initial ones.
func (s *Service) preferencesOf(ctx context.Context, db pg.Conn, users []uuid.UUID) (func(uuid.UUID) Preferences, error) {
	var rows map[uuid.UUID][]bool
	if len(users) > 0 {
		var err error
		if rows, err = store.Switches(ctx, db, preferenceColumns, users); err != nil {
			return nil, pg.Fault(err)
		}
	}
	return func(user uuid.UUID) Preferences {
		if values, ok := rows[user]; ok {
			return fromSwitches(values)
		}
		return fromSwitches(preferenceInitials)
	}, nil
}

// change names a preference and its new value.
type change struct {
	name  string
	value bool
}

// SetPreferences changes the given preferences and returns all of them. No changes write nothing.
func (s *Service) SetPreferences(ctx context.Context, user uuid.UUID, changes ...change) (Preferences, error) {
	if len(changes) == 0 {
		return s.Preferences(ctx, user)
	}
	given := make([]*bool, len(preferences))
	for i, known := range preferences {
		for _, c := range changes {
			if c.name == known.name {
				given[i] = &c.value
			}
		}
	}
	var values []bool
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if values, err = store.SetSwitches(ctx, tx, preferenceColumns, preferenceInitials, given, user, s.now()); err != nil {
			return err
		}
		// Who turns the alert on wants its mail too, whatever a link once ended.
		if slices.Contains(changes, change{"ghostedAlert", true}) {
			return s.q.ResumeMail(ctx, tx, store.ResumeMailParams{UserID: user, List: lists[listGhosted].key})
		}
		return nil
	})
	if err != nil {
		return Preferences{}, pg.Fault(err)
	}
	return fromSwitches(values), nil
}

var errOnlyUnknown = fault.New(fault.Invalid, "Bad Request", "None of the properties is a preference. Known are "+strings.Join(preferenceNames, ", ")+".")

// changesIn finds the preferences in a request. A body of nothing but unknown properties is a mistake of the sender.
func changesIn(r *oas.UpdateNotificationPreferencesRequest) ([]change, error) {
	var changes []change
	for _, known := range preferences {
		if v, ok := known.sent(r).Get(); ok {
			changes = append(changes, change{known.name, v})
		}
	}
	if len(changes) == 0 && len(r.AdditionalProps) > 0 {
		return nil, errOnlyUnknown
	}
	return changes, nil
}

func wirePreferences(p Preferences) *oas.NotificationPreferences {
	var out oas.NotificationPreferences
	for _, known := range preferences {
		*known.shown(&out) = *known.of(&p)
	}
	return &out
}
