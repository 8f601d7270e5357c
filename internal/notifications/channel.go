package notifications

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

var (
	errNoChannel       = fault.New(fault.NotFound, "", "There is no such channel.")
	errChannelKnown    = fault.New(fault.Conflict, "", "You have a channel with this address already.")
	errTooManyChannels = fault.New(fault.Conflict, "Limit Reached", fmt.Sprintf("You have %d channels. Remove one first.", maxChannels))
	errChannelName     = fault.InvalidField("name", "Enter a name.")
)

// channelState is a channel with its decrypted target and what waits for it. The target is empty if it cannot be decrypted.
type channelState struct {
	store.Channel
	target          channel.Target
	waiting, failed int64
}

// Channels returns the channels of a user, oldest first.
func (s *Service) Channels(ctx context.Context, user uuid.UUID) ([]channelState, error) {
	rows, err := s.q.Channels(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list channels: %w", err))
	}
	out := make([]channelState, len(rows))
	for i, r := range rows {
		out[i] = channelState{Channel: r.Channel, waiting: r.Waiting, failed: r.Failed}
		if out[i].target, err = s.openTarget(r.Channel); err != nil {
			s.log.WarnContext(ctx, "channel not readable", "channel_id", r.Channel.ID, "error", err)
		}
	}
	return out, nil
}

// Channel returns one channel of a user.
func (s *Service) Channel(ctx context.Context, user, id uuid.UUID) (channelState, error) {
	all, err := s.Channels(ctx, user)
	if err != nil {
		return channelState{}, err
	}
	i := slices.IndexFunc(all, func(c channelState) bool { return c.ID == id })
	if i < 0 {
		return channelState{}, errNoChannel
	}
	return all[i], nil
}

// AddChannel adds a channel and returns it with the secret, which is not shown again. A browser that the user has added
// before keeps its channel.
func (s *Service) AddChannel(ctx context.Context, user uuid.UUID, name string, t channel.Target) (channelState, string, error) {
	if name = strings.TrimSpace(name); name == "" {
		return channelState{}, "", errChannelName
	}
	if err := t.Check(s.cfg.Channel.AllowPrivate); err != nil {
		return channelState{}, "", err
	}
	if t.Kind != oas.ChannelKindNTFY {
		t.Secret = channel.NewSecret()
	}
	var row store.Channel
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockChannels(ctx, tx, user); err != nil {
			return err
		}
		if t.Kind == oas.ChannelKindWEBPUSH {
			known, err := s.knownBrowser(ctx, tx, user, t)
			if err == nil {
				row, err = s.setTarget(ctx, tx, known, &name, t)
				return err
			}
			if !fault.Is(err, fault.NotFound) {
				return err
			}
		}
		id := uuid.Must(uuid.NewV7())
		sealed, err := s.sealTarget(id, t)
		if err != nil {
			return err
		}
		row, err = s.q.AddChannel(ctx, tx, store.AddChannelParams{
			ID: id, UserID: user, Kind: string(t.Kind), Name: name, Target: sealed, TargetHash: s.targetHash(t), Host: t.Host(),
			Now: s.now(), Most: maxChannels,
		})
		return pg.Fault(err, pg.Absent(errTooManyChannels))
	})
	return channelState{Channel: row, target: t}, t.Secret, pg.Fault(err, pg.On("channel_once", errChannelKnown),
		pg.On("channel_one_browser", errChannelKnown))
}

// knownBrowser returns the channel of a browser that the user has added before, and ends another user's channel for it.
func (s *Service) knownBrowser(ctx context.Context, tx pgx.Tx, user uuid.UUID, t channel.Target) (store.Channel, error) {
	err := s.q.FreeBrowser(ctx, tx, store.FreeBrowserParams{TargetHash: s.targetHash(t), UserID: user})
	if err != nil {
		return store.Channel{}, err
	}
	row, err := s.q.BrowserOf(ctx, tx, store.BrowserOfParams{TargetHash: s.targetHash(t), UserID: user})
	return row, pg.Fault(err, pg.Absent(errNoChannel))
}

func (s *Service) setTarget(ctx context.Context, tx pgx.Tx, c store.Channel, name *string, t channel.Target) (store.Channel, error) {
	sealed, err := s.sealTarget(c.ID, t)
	if err != nil {
		return c, err
	}
	return s.q.SetTarget(ctx, tx, store.SetTargetParams{
		ID: c.ID, UserID: c.UserID, Name: name, Target: sealed, TargetHash: s.targetHash(t), Host: t.Host(), Now: s.now(),
	})
}

// RenewPush replaces the subscription of a browser. The caller is a service worker, which has no token of the user but the
// key that was issued with the channel.
func (s *Service) RenewPush(ctx context.Context, id uuid.UUID, key string, t channel.Target) error {
	if err := t.Check(s.cfg.Channel.AllowPrivate); err != nil {
		return err
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		c, err := s.q.ChannelByID(ctx, tx, id)
		if err != nil {
			return pg.Fault(err, pg.Absent(errNoChannel))
		}
		old, err := s.openTarget(c)
		if err != nil || old.Kind != t.Kind || subtle.ConstantTimeCompare([]byte(old.Secret), []byte(key)) != 1 {
			return errNoChannel
		}
		if err := s.q.FreeBrowser(ctx, tx, store.FreeBrowserParams{TargetHash: s.targetHash(t), UserID: c.UserID}); err != nil {
			return err
		}
		t.Secret = old.Secret
		_, err = s.setTarget(ctx, tx, c, nil, t)
		return err
	})
	return pg.Fault(err, pg.On("channel_once", errChannelKnown), pg.On("channel_one_browser", errChannelKnown))
}

// ChangeChannel changes what is given. What waits for a channel that the user switches off is given up: it would be out of
// date when the channel is switched on again.
func (s *Service) ChangeChannel(ctx context.Context, change store.ChangeChannelParams) (channelState, error) {
	if change.Name != nil {
		if *change.Name = strings.TrimSpace(*change.Name); *change.Name == "" {
			return channelState{}, errChannelName
		}
	}
	change.Now = s.now()
	r, err := s.formatFor(ctx, change.UserID)
	if err != nil {
		return channelState{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n, err := s.q.ChangeChannel(ctx, tx, change)
		if err == nil && n == 0 {
			return errNoChannel
		}
		if err != nil || change.Enabled == nil || *change.Enabled {
			return err
		}
		return s.q.GiveUpWaiting(ctx, tx, store.GiveUpWaitingParams{
			ChannelID: change.ID, UserID: change.UserID, Now: change.Now, Reason: r.Text("channel.off"),
		})
	})
	if err != nil {
		return channelState{}, pg.Fault(err)
	}
	return s.Channel(ctx, change.UserID, change.ID)
}

// RemoveChannel removes a channel and what waits for it.
func (s *Service) RemoveChannel(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.RemoveChannel(ctx, s.db, store.RemoveChannelParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoChannel
	}
	return pg.Fault(err)
}

func (s *Service) sealTarget(id uuid.UUID, t channel.Target) ([]byte, error) {
	plain, err := json.Marshal(t) //nolint:gosec // it is sealed immediately
	if err != nil {
		return nil, err
	}
	return s.channelKeys.Seal(plain, id[:]), nil
}

func (s *Service) openTarget(c store.Channel) (channel.Target, error) {
	plain, err := s.channelKeys.Open(c.Target, c.ID[:])
	if err != nil {
		return channel.Target{}, err
	}
	var t channel.Target
	if err := json.Unmarshal(plain, &t); err != nil {
		return channel.Target{}, errors.New("the target of the channel is malformed") // the cause would quote it
	}
	return t, nil
}

// targetHash recognises the same receiver without telling which it is.
func (s *Service) targetHash(t channel.Target) []byte {
	mac := hmac.New(sha256.New, s.channelKeys.Derive("channel address"))
	mac.Write([]byte(strings.TrimRight(t.Address, "/") + "\n" + t.Topic))
	return mac.Sum(nil)
}
