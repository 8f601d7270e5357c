package notifications

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// A process sends to at most channelSlots channels at a time, of which hostSlots are at one host and userSlots belong
// to one user. So a receiver that hangs delays neither other users nor the user's other channels for long.
const (
	channelSlots = 64
	hostSlots    = 16 // push services and public ntfy servers are shared by many users
	userSlots    = 3

	channelTimeout = 10 * time.Second // limit of one attempt
	channelLease   = 2 * time.Minute
	channelTurn    = 10 // deliveries before others get the slot
	channelLook    = time.Second

	channelBackoffMin = 30 * time.Second
	channelBackoffMax = time.Hour
	oftenFailed       = 8                  // attempts after which a delivery is tried after the others, or a channel may be dead
	deliveryLife      = 3 * 24 * time.Hour // age at which a failing delivery is given up, and a failing channel switched off
)

// ChannelResult counts what a run of the channel worker did.
type ChannelResult struct {
	Delivered, Failed, Ended int
}

func (r *ChannelResult) add(o ChannelResult) {
	r.Delivered += o.Delivered
	r.Failed += o.Failed
	r.Ended += o.Ended
}

// channelRun is one run of the worker. Any number may run at once, in this process and in others.
type channelRun struct {
	*Service
	running  int
	hosts    map[string]int
	users    map[uuid.UUID]int
	finished chan finishedTurn
	total    ChannelResult
}

type finishedTurn struct {
	host string
	user uuid.UUID
	ChannelResult
}

// DeliverToChannels sends what waits for channels that are due. It claims more while slow receivers are being sent to,
// and returns when nothing is left.
func (s *Service) DeliverToChannels(ctx context.Context) (ChannelResult, error) {
	r := &channelRun{Service: s, hosts: map[string]int{}, users: map[uuid.UUID]int{},
		finished: make(chan finishedTurn, channelSlots)}
	var failure error
	for {
		if failure == nil && !background.Stopping(ctx) {
			failure = r.start(ctx)
		}
		if r.running == 0 {
			return r.total, errors.Join(failure, ctx.Err())
		}
		select {
		case f := <-r.finished:
			r.end(f)
			// Looking for due channels costs more the more of them wait, so all free slots are filled by one look.
			for len(r.finished) > 0 {
				r.end(<-r.finished)
			}
		case <-time.After(channelLook):
		}
	}
}

func (r *channelRun) end(f finishedTurn) {
	r.running--
	r.hosts[f.host]--
	r.users[f.user]--
	r.total.add(f.ChannelResult)
}

// start claims due channels until the slots are full, and begins to send to them.
func (r *channelRun) start(ctx context.Context) error {
	for r.running < channelSlots {
		due, err := r.q.DueChannels(ctx, r.db, store.DueChannelsParams{
			Now: r.now(), BusyHosts: full(r.hosts, hostSlots), BusyUsers: full(r.users, userSlots), Most: 4 * channelSlots,
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("look for due channels: %w", err))
		}
		ids := r.pick(due)
		if len(ids) == 0 {
			return nil
		}
		// One token per claim, so that a turn that outlived its lease cannot use the next one.
		token, now := uuid.New(), r.now()
		claimed, err := r.q.ClaimChannels(ctx, r.db, store.ClaimChannelsParams{Ids: ids, Token: token, Now: now, Until: now.Add(channelLease)})
		if err != nil {
			return pg.Fault(fmt.Errorf("claim channels: %w", err))
		}
		for _, c := range claimed {
			r.running++
			r.hosts[c.Host]++
			r.users[c.UserID]++
			t := &turn{Service: r.Service, channel: c, token: token, until: now.Add(channelLease)}
			go func() { r.finished <- finishedTurn{c.Host, c.UserID, t.run(ctx)} }()
		}
		if len(claimed) == 0 {
			return nil // another process was faster
		}
	}
	return nil
}

// pick chooses channels within the limits of hosts and users.
func (r *channelRun) pick(due []store.DueChannelsRow) (ids []uuid.UUID) {
	hosts, users := map[string]int{}, map[uuid.UUID]int{}
	for _, c := range due {
		if r.running+len(ids) < channelSlots && r.hosts[c.Host]+hosts[c.Host] < hostSlots && r.users[c.UserID]+users[c.UserID] < userSlots {
			hosts[c.Host]++
			users[c.UserID]++
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// full returns the keys that have reached the limit.
func full[K comparable](running map[K]int, limit int) []K {
	out := []K{} // never nil, which would be NULL
	for k, n := range running {
		if n >= limit {
			out = append(out, k)
		}
	}
	return out
}

// turn sends to one channel under a lease.
type turn struct {
	*Service
	channel store.Channel
	token   uuid.UUID
	until   time.Time
	target  channel.Target
	done    ChannelResult
}

// run sends what waits, oldest first, until something fails. A result that cannot be written means that the delivery
// repeats, with the same id, when the lease ends.
func (t *turn) run(ctx context.Context) ChannelResult {
	more, err := t.open(ctx)
	for range channelTurn {
		if !more || err != nil || background.Stopping(ctx) || t.now().Add(channelTimeout+outbox.Margin).After(t.until) {
			break
		}
		more, err = t.one(ctx)
	}
	if err != nil && ctx.Err() == nil {
		t.log.ErrorContext(ctx, "channel turn failed", "channel_id", t.channel.ID, "error", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := t.q.ReleaseChannel(ctx, t.db, store.ReleaseChannelParams{ID: t.channel.ID, Token: t.token}); err != nil {
		t.log.WarnContext(ctx, "channel not released", "channel_id", t.channel.ID, "error", err)
	}
	return t.done
}

// open decrypts the target. It reports whether there is something to send to.
func (t *turn) open(ctx context.Context) (bool, error) {
	var err error
	if t.target, err = t.openTarget(t.channel); err == nil {
		return true, nil
	}
	t.log.ErrorContext(ctx, "channel not readable", "channel_id", t.channel.ID, "error", err)
	r, err := t.formatFor(ctx, t.channel.UserID)
	if err != nil {
		return false, err
	}
	return false, t.end(ctx, r.Text("channel.key-changed"))
}

// one sends the next delivery. It reports whether the turn goes on.
func (t *turn) one(ctx context.Context) (bool, error) {
	d, err := t.q.NextDelivery(ctx, t.db, store.NextDeliveryParams{ChannelID: t.channel.ID, Often: oftenFailed})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, pg.Fault(err)
	}
	err = t.sender.Send(ctx, t.target, t.message(d))
	if err != nil && ctx.Err() != nil {
		return false, nil // the process stops, which is not the receiver's fault
	}
	// The attempt has been made, so its result is written even if the context has ended.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), outbox.Margin/2)
	defer cancel()
	if err != nil {
		return t.failed(ctx, d, err)
	}
	n, err := t.q.DeliverySucceeded(ctx, t.db, store.DeliverySucceededParams{ID: d.ID, ChannelID: d.ChannelID, Token: t.token, Now: t.now()})
	if err != nil || n == 0 {
		return false, pg.Fault(err)
	}
	t.done.Delivered++
	t.meters.count(taskChannel, outcomeFired, 1)
	return true, nil
}

// failed records a failed attempt. It reports whether the turn goes on, which it does if only this message was refused.
func (t *turn) failed(ctx context.Context, d store.Delivery, failure error) (bool, error) {
	f := channel.FailureOf(failure)
	r, err := t.formatFor(ctx, t.channel.UserID)
	if err != nil {
		return false, err
	}
	words := f.Words(r.Language)
	t.log.WarnContext(ctx, "delivery to a channel failed", "channel_id", d.ChannelID, "kind", t.channel.Kind, "delivery_id", d.ID,
		"attempts", d.Attempts+1, "error", failure)
	t.done.Failed++
	t.meters.count(taskChannel, outcomeFailed, 1)
	now := t.now()
	since, err := t.q.DeliveryFailed(ctx, t.db, store.DeliveryFailedParams{
		ID: d.ID, ChannelID: d.ChannelID, Token: t.token, Now: now, Error: words, Refused: f.Refused, TooOld: now.Add(-deliveryLife),
		NextAttemptAt: now.Add(max(outbox.Backoff(int(t.channel.Failures)+1, channelBackoffMin, channelBackoffMax),
			min(f.RetryAfter, channelBackoffMax))),
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil // another process has the channel, or it was removed
	case err != nil:
		return false, pg.Fault(err)
	case f.Gone && t.target.Kind == oas.ChannelKindWEBPUSH:
		return false, t.removeGone(ctx)
	case f.Gone:
		return false, t.end(ctx, words)
	// A refused message is not tried again, so days may lie between two failures of a channel that works.
	case now.Sub(since) >= deliveryLife && t.channel.Failures >= oftenFailed:
		return false, t.end(ctx, r.Text("channel.given-up", "reason", words))
	}
	t.channel.Failures++
	return f.Refused, nil
}

func (t *turn) message(d store.Delivery) channel.Message {
	m := channel.Message{ID: d.ID, Type: text(d.Type), Title: d.Title, Text: d.Message, URL: t.home + d.Path, At: d.CreatedAt}
	kind := oas.NotificationType(m.Type)
	m.Urgent = kind == oas.NotificationTypeINTERVIEWREMINDER || kind == oas.NotificationTypeCUSTOMREMINDER
	return m
}
