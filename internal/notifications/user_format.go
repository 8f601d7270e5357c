package notifications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/lang"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// userFormat formats texts for one user: in their language, with times in their zone.
type userFormat struct {
	lang.Language
	zone *time.Location
}

// clock formats an instant with its time of day, day only its date.
func (f userFormat) clock(t time.Time) string { return f.Time(t.In(f.zone)) }
func (f userFormat) day(t time.Time) string   { return f.Date(t.In(f.zone)) }

// formatsFor reads the languages and zones of users and returns a function that looks them up. A user without them gets
// English and the zone of the deployment.
func (s *Service) formatsFor(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) userFormat, error) {
	rows, err := s.q.UserFormats(ctx, s.db, users)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read time zones and languages: %w", err))
	}
	formats := map[uuid.UUID]userFormat{}
	for _, row := range rows {
		f := userFormat{lang.Language(row.Language), s.zone}
		if zone, err := time.LoadLocation(row.Zone); err == nil && row.Zone != "" {
			f.zone = zone
		}
		formats[row.UserID] = f
	}
	return func(user uuid.UUID) userFormat {
		if f, ok := formats[user]; ok {
			return f
		}
		return userFormat{lang.English, s.zone}
	}, nil
}

// formatFor returns the format of one user.
func (s *Service) formatFor(ctx context.Context, user uuid.UUID) (userFormat, error) {
	formats, err := s.formatsFor(ctx, []uuid.UUID{user})
	if err != nil {
		return userFormat{}, err
	}
	return formats(user), nil
}

// SetLanguage copies the language of a user from identity, which owns it, unless a later change is already stored.
func (s *Service) SetLanguage(ctx context.Context, user uuid.UUID, l lang.Language, changedAt time.Time) error {
	return pg.Fault(s.q.SetLanguage(ctx, s.db, store.SetLanguageParams{UserID: user, Language: string(l), ChangedAt: changedAt}))
}
