package notifications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

var (
	errChannelOff   = fault.New(fault.Conflict, "", "The channel is switched off. Switch it on first.")
	errTooManyTests = &fault.Fault{
		Kind: fault.RateLimited, Title: fault.RateLimited.String(), RetryAfter: testWindow,
		Message: fmt.Sprintf("You have sent %d test messages within a minute. Please wait a minute.", maxTests),
	}
)

const testWindow = time.Minute

// Deliveries returns the latest deliveries to a channel, newest first.
func (s *Service) Deliveries(ctx context.Context, user, id uuid.UUID) ([]store.Delivery, error) {
	if _, err := s.Channel(ctx, user, id); err != nil {
		return nil, err
	}
	rows, err := s.q.Deliveries(ctx, s.db, store.DeliveriesParams{ChannelID: id, UserID: user, Most: listedDeliveries})
	return rows, pg.Fault(err)
}

// Replay sends the deliveries that were given up again, and returns how many.
func (s *Service) Replay(ctx context.Context, user, id uuid.UUID) (int64, error) {
	c, err := s.Channel(ctx, user, id)
	if err != nil {
		return 0, err
	}
	if !c.Enabled {
		return 0, errChannelOff
	}
	n, err := s.q.Replay(ctx, s.db, store.ReplayParams{ChannelID: id, UserID: user, Now: s.now(), Most: maxReplayed})
	return n, pg.Fault(err)
}

// TestChannel sends a test message. It returns whether it arrived, and what happened in words.
func (s *Service) TestChannel(ctx context.Context, user, id uuid.UUID) (delivered bool, words string, err error) {
	c, err := s.Channel(ctx, user, id)
	if err != nil {
		return false, "", err
	}
	r, err := s.formatFor(ctx, user)
	if err != nil {
		return false, "", err
	}
	if c.target.Kind == "" {
		return false, r.Text("channel.key-changed"), nil
	}
	m := channel.Message{
		ID: uuid.New(), Title: r.Text("channel.test.title"), Text: r.Text("channel.test.message"),
		URL: s.home + "/settings/channels", At: s.now(),
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		// Serialised, so that requests at the same time cannot pass the limit together.
		if err := s.q.LockChannels(ctx, tx, user); err != nil {
			return err
		}
		n, err := s.q.BeginTest(ctx, tx, store.BeginTestParams{
			ID: m.ID, ChannelID: id, UserID: user, Title: m.Title, Message: m.Text, Path: "/settings/channels", Now: m.At,
			Unfinished: r.Text("channel.test.unfinished"), Since: m.At.Add(-testWindow), Most: maxTests,
		})
		if err == nil && n == 0 {
			return errTooManyTests
		}
		return err
	})
	if err != nil {
		return false, "", pg.Fault(err)
	}
	sent := s.sender.Send(ctx, c.target, m)
	return s.finishTest(context.WithoutCancel(ctx), r, user, id, m.ID, sent)
}

// finishTest records what came of a test message.
func (s *Service) finishTest(ctx context.Context, r userFormat, user, id, delivery uuid.UUID, sent error) (bool, string, error) {
	arg := store.FinishTestParams{ID: delivery, UserID: user}
	words := r.Text("channel.test.sent")
	if sent == nil {
		arg.DeliveredAt = new(s.now())
	} else {
		words = channel.FailureOf(sent).Words(r.Language)
		arg.LastError = &words
		s.log.InfoContext(ctx, "test message failed", "channel_id", id, "error", sent)
	}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.FinishTest(ctx, tx, arg); err != nil || sent != nil {
			return err
		}
		return s.q.ReachedChannel(ctx, tx, store.ReachedChannelParams{ID: id, UserID: user, Now: s.now()})
	})
	return sent == nil, words, pg.Fault(err)
}
