package notifications

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// defaultAlertSettings apply to a user who has never changed any. Mail is on, because alerts come only from searches for
// which the user asked for them.
var defaultAlertSettings = store.AlertSettings{Hour: 8, Weekday: string(oas.WeekdayMONDAY), Email: true, InApp: true}

// AlertSettings returns when and how a user is alerted. It writes nothing.
func (s *Service) AlertSettings(ctx context.Context, user uuid.UUID) (store.AlertSettings, error) {
	all, err := s.alertSettingsOf(ctx, []uuid.UUID{user})
	if err != nil {
		return store.AlertSettings{}, err
	}
	return all(user), nil
}

// alertSettingsOf returns a function that gives the settings of each of the users.
func (s *Service) alertSettingsOf(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) store.AlertSettings, error) {
	rows, err := s.q.AlertSettingsOf(ctx, s.db, users)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read alert settings: %w", err))
	}
	stored := map[uuid.UUID]store.AlertSettings{}
	for _, row := range rows {
		stored[row.UserID] = row
	}
	return func(user uuid.UUID) store.AlertSettings {
		if settings, ok := stored[user]; ok {
			return settings
		}
		return defaultAlertSettings
	}, nil
}

// SetAlertSettings sets when and how a user is alerted. Hits that wait follow the new settings.
func (s *Service) SetAlertSettings(ctx context.Context, settings store.SetAlertSettingsParams) error {
	from, until := settings.QuietFrom, settings.QuietUntil
	if (from == nil) != (until == nil) {
		return fault.InvalidField("quietUntil", "Give both ends of the quiet hours, or none.")
	}
	if from != nil && *from == *until {
		return fault.InvalidField("quietUntil", "Quiet hours must end at another hour than they begin.")
	}
	settings.UpdatedAt = s.now()
	if err := s.q.SetAlertSettings(ctx, s.db, settings); err != nil {
		return pg.Fault(fmt.Errorf("set alert settings: %w", err))
	}
	return s.replanAlerts(ctx, settings.UserID)
}

// endAlertMail turns the mail of a user's alerts off.
func (s *Service) endAlertMail(ctx context.Context, user uuid.UUID) error {
	return pg.Fault(s.q.EndAlertMail(ctx, s.db, store.EndAlertMailParams{
		UserID: user, Hour: defaultAlertSettings.Hour, Weekday: defaultAlertSettings.Weekday, InApp: defaultAlertSettings.InApp,
		UpdatedAt: s.now(),
	}))
}
