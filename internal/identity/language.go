package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/lang"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// SetLanguage sets the language of a user's mails and notices.
func (s *Service) SetLanguage(ctx context.Context, user uuid.UUID, l lang.Language) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if _, err := q.LockAccount(ctx, tx, user); err != nil {
			return pg.Fault(err, pg.Absent(errAccountGone))
		}
		n, err := q.SetLanguage(ctx, tx, store.SetLanguageParams{ID: user, Language: l.Code(), Now: s.now()})
		if err != nil || n == 0 {
			return pg.Fault(err)
		}
		return s.tellLanguage(ctx, tx, user, l)
	})
}

// languageChange is a call to notifications as it waits in the outbox.
type languageChange struct {
	User      uuid.UUID `json:"userId"`
	Language  string    `json:"language"`
	ChangedAt time.Time `json:"changedAt"`
}

// tellLanguage queues a call that sends the language of a user to notifications, which keeps a copy. The caller holds
// the account's lock.
func (s *Service) tellLanguage(ctx context.Context, tx pgx.Tx, user uuid.UUID, l lang.Language) error {
	payload, err := json.Marshal(languageChange{User: user, Language: l.Code(), ChangedAt: s.now().UTC()})
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, outbox.Entry{
		Kind: kindLanguage, DedupeKey: "language/" + uuid.NewString(), Owner: user, Payload: payload,
	})
}

func (s *Service) sendLanguage(ctx context.Context, d outbox.Delivery) error {
	var c languageChange
	if err := json.Unmarshal(d.Payload, &c); err != nil {
		return outbox.Permanent(fmt.Errorf("read a call: %w", err))
	}
	return s.notifications.SetUserLanguage(ctx, &notifications.UserLanguage{Language: c.Language, ChangedAt: c.ChangedAt},
		notifications.SetUserLanguageParams{UserId: c.User})
}

// languageOf returns the language of an account or a pending registration, and another one if there is neither.
func (s *Service) languageOf(ctx context.Context, owner uuid.UUID, otherwise string) (lang.Language, error) {
	code, err := q.LanguageOf(ctx, s.db, owner)
	if errors.Is(err, pgx.ErrNoRows) {
		return lang.Language(otherwise), nil
	}
	return lang.Language(code), pg.Fault(err)
}
