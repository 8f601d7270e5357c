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

// reader is how texts are written to a user: in a language, with times in a zone.
type reader struct {
	lang.Language
	zone *time.Location
}

// clock formats an instant, day a date.
func (r reader) clock(t time.Time) string { return r.Time(t.In(r.zone)) }
func (r reader) day(t time.Time) string   { return r.Date(t.In(r.zone)) }

// readersOf returns a function that gives each of the users as a reader.
func (s *Service) readersOf(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) reader, error) {
	rows, err := s.q.Readers(ctx, s.db, users)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read time zones and languages: %w", err))
	}
	readers := map[uuid.UUID]reader{}
	for _, row := range rows {
		r := reader{lang.Language(row.Language), s.zone}
		if zone, err := time.LoadLocation(row.Zone); err == nil && row.Zone != "" {
			r.zone = zone
		}
		readers[row.UserID] = r
	}
	return func(user uuid.UUID) reader {
		if r, ok := readers[user]; ok {
			return r
		}
		return reader{lang.English, s.zone}
	}, nil
}

// readerOf returns one user as a reader.
func (s *Service) readerOf(ctx context.Context, user uuid.UUID) (reader, error) {
	readers, err := s.readersOf(ctx, []uuid.UUID{user})
	if err != nil {
		return reader{}, err
	}
	return readers(user), nil
}

// SetLanguage takes over the language of a user, which identity keeps, unless a later change is known.
func (s *Service) SetLanguage(ctx context.Context, user uuid.UUID, l lang.Language, changedAt time.Time) error {
	return pg.Fault(s.q.SetLanguage(ctx, s.db, store.SetLanguageParams{UserID: user, Language: string(l), ChangedAt: changedAt}))
}
