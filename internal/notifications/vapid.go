package notifications

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
	"rolecall/internal/seal"
)

// vapidData binds the sealed key to its purpose.
var vapidData = []byte("vapid")

// vapid returns the platform's key for push services, which is made once and then read from the database. If it was sealed
// with another service key it is replaced, and the browsers have to be added again: their addresses cannot be read either.
func (s *Service) vapid(ctx context.Context) (*channel.Vapid, error) {
	s.vapidMu.Lock()
	defer s.vapidMu.Unlock()
	if s.vapidKey != nil {
		return s.vapidKey, nil
	}
	sealed, err := s.q.VapidKey(ctx, s.db)
	if errors.Is(err, pgx.ErrNoRows) {
		sealed, err = s.makeVapidKey(ctx, nil)
	}
	if err != nil {
		return nil, pg.Fault(err)
	}
	raw, err := s.channelKeys.Open(sealed, vapidData)
	if errors.Is(err, seal.ErrUnknownKey) {
		s.log.WarnContext(ctx, "push key was sealed with another service key and is replaced")
		if sealed, err = s.makeVapidKey(ctx, sealed); err != nil {
			return nil, pg.Fault(err)
		}
		raw, err = s.channelKeys.Open(sealed, vapidData)
	}
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	if err != nil {
		return nil, err
	}
	s.vapidKey = &channel.Vapid{Key: key}
	if strings.HasPrefix(s.home, "https://") {
		s.vapidKey.Subject = s.home
	}
	return s.vapidKey, nil
}

// makeVapidKey makes the key, replacing one that cannot be read, and returns the one that is stored: another process may
// have been faster.
func (s *Service) makeVapidKey(ctx context.Context, unreadable []byte) ([]byte, error) {
	key, err := channel.NewVapidKey()
	if err != nil {
		return nil, err
	}
	raw, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	sealed := s.channelKeys.Seal(raw, vapidData)
	if unreadable == nil {
		err = s.q.AddVapidKey(ctx, s.db, store.AddVapidKeyParams{Sealed: sealed, Now: s.now()})
	} else {
		err = s.q.ReplaceVapidKey(ctx, s.db, store.ReplaceVapidKeyParams{Sealed: sealed, Now: s.now(), Unreadable: unreadable})
	}
	if err != nil {
		return nil, err
	}
	return s.q.VapidKey(ctx, s.db)
}
