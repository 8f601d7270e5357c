package notifications

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/mail"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// channelsPath is the page of the web app with the user's channels.
const channelsPath = "/settings/channels"

// channelOff describes a channel that no longer gets anything.
type channelOff struct {
	Name   string `json:"name"`
	Reason string `json:"reason,omitempty"` // empty for a browser whose subscription is gone
}

func (c channelOff) title(r userFormat) string {
	return r.Text("channel.ended.title", "name", oneLine(c.Name))
}

func (c channelOff) message(r userFormat) string {
	if c.Reason == "" {
		return r.Text("channel.gone.message")
	}
	return r.Text("channel.ended.message", "reason", c.Reason)
}

// end switches the channel off and notifies its user.
func (t *turn) end(ctx context.Context, reason string) error {
	t.done.Ended++
	t.log.WarnContext(ctx, "channel switched off", "channel_id", t.channel.ID, "kind", t.channel.Kind, "reason", reason)
	return t.stop(ctx, channelOff{Name: t.channel.Name, Reason: reason}, func(tx pgx.Tx) (bool, error) {
		return t.q.SwitchOff(ctx, tx, store.SwitchOffParams{ChannelID: t.channel.ID, Token: t.token, Reason: reason, Now: t.now()})
	})
}

// removeGone removes the channel of a browser whose subscription has ended, and notifies its user.
func (t *turn) removeGone(ctx context.Context) error {
	t.done.Ended++
	t.log.InfoContext(ctx, "push subscription removed: it is gone", "channel_id", t.channel.ID)
	return t.stop(ctx, channelOff{Name: t.channel.Name}, func(tx pgx.Tx) (bool, error) {
		n, err := t.q.RemoveGone(ctx, tx, store.RemoveGoneParams{ID: t.channel.ID, Token: t.token})
		return n > 0, err
	})
}

// stop stops a channel and notifies its user in the same transaction: in the app, on the other channels and, if reminders
// are mailed, by mail. It does neither if the process no longer holds the channel.
func (t *turn) stop(ctx context.Context, off channelOff, change func(pgx.Tx) (held bool, err error)) error {
	user, now := t.channel.UserID, t.now()
	r, err := t.formatFor(ctx, user)
	if err != nil {
		return err
	}
	prefs, err := t.Preferences(ctx, user)
	if err != nil {
		return err
	}
	err = pg.InTx(ctx, t.db, func(tx pgx.Tx) error {
		// Two channels of a user that end at the same time would wait for each other: the notice of one goes to the other.
		if err := t.q.LockChannels(ctx, tx, user); err != nil {
			return err
		}
		held, err := change(tx)
		if err != nil || !held {
			return err
		}
		err = t.notify(ctx, tx, user, oas.NotificationTypeCHANNELOFF, nil, off.title(r), off.message(r))
		if err != nil || !prefs.InterviewReminderEmail {
			return err
		}
		key := fmt.Sprintf("channel-off/%s/%d", t.channel.ID, now.UnixMicro())
		e, err := mailEntry(key, user, now, mailContent{ChannelOff: &off})
		if err != nil {
			return err
		}
		return t.box.Add(ctx, tx, e)
	})
	return pg.Fault(err)
}

func (s *Service) renderChannelOff(off channelOff, r userFormat, m *mail.Message, c *mail.Content) {
	m.Subject, c.Preview = off.title(r), off.message(r)
	c.Blocks = []mail.Block{mail.Heading(m.Subject), mail.Paragraph(c.Preview),
		mail.Button(r.Text("channel.ended.button"), s.home+channelsPath)}
	c.Reason, c.Settings = r.Text("channel.ended.reason"), s.home+"/settings"
}
