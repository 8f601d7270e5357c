package notifications

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/wire"
)

func (h *handler) ListChannels(ctx context.Context) (*oas.ChannelList, error) {
	list, err := h.svc.Channels(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	vapid, err := h.svc.vapid(ctx)
	if err != nil {
		return nil, err
	}
	key, err := vapid.Public()
	return &oas.ChannelList{Items: wire.All(list, wireChannel), PushKey: key}, err
}

func (h *handler) AddChannel(ctx context.Context, req *oas.AddChannelRequest) (*oas.NewChannelHeaders, error) {
	t := channel.Target{Kind: req.Kind, Address: req.Address}
	switch req.Kind {
	case oas.ChannelKindNTFY:
		t.Topic, t.Token = req.Topic.Or(""), req.Token.Or("")
	case oas.ChannelKindWEBPUSH:
		t.P256dh, t.Auth = req.P256dh.Or(""), req.Auth.Or("")
	case oas.ChannelKindWEBHOOK:
	}
	c, secret, err := h.svc.AddChannel(ctx, caller(ctx), req.Name, t)
	if err != nil {
		return nil, err
	}
	return &oas.NewChannelHeaders{Location: "/notifications/channels/" + c.ID.String(), Response: oas.NewChannel{
		Channel: wireChannel(c), Secret: wire.NonZero(secret),
	}}, nil
}

func (h *handler) ChangeChannel(ctx context.Context, req *oas.ChangeChannelRequest, p oas.ChangeChannelParams) (*oas.Channel, error) {
	change := store.ChangeChannelParams{
		ID: p.ID, UserID: caller(ctx), Name: wire.Optional(req.Name.Get()), Enabled: wire.Optional(req.Enabled.Get()),
	}
	if req.Types != nil {
		change.Muted = []string{} // an empty list is not nil, which would mean unchanged
		for _, t := range oas.NotificationType("").AllValues() {
			if !slices.Contains(req.Types, t) {
				change.Muted = append(change.Muted, string(t))
			}
		}
	}
	c, err := h.svc.ChangeChannel(ctx, change)
	return new(wireChannel(c)), err
}

func (h *handler) RemoveChannel(ctx context.Context, p oas.RemoveChannelParams) error {
	return h.svc.RemoveChannel(ctx, caller(ctx), p.ID)
}

func (h *handler) TestChannel(ctx context.Context, p oas.TestChannelParams) (*oas.ChannelTest, error) {
	delivered, words, err := h.svc.TestChannel(ctx, caller(ctx), p.ID)
	return &oas.ChannelTest{Delivered: delivered, Message: words}, err
}

func (h *handler) ListDeliveries(ctx context.Context, p oas.ListDeliveriesParams) (*oas.DeliveryList, error) {
	rows, err := h.svc.Deliveries(ctx, caller(ctx), p.ID)
	if err != nil {
		return nil, err
	}
	return &oas.DeliveryList{Items: wire.All(rows, wireDelivery)}, nil
}

func (h *handler) ReplayDeliveries(ctx context.Context, p oas.ReplayDeliveriesParams) (*oas.Replayed, error) {
	n, err := h.svc.Replay(ctx, caller(ctx), p.ID)
	return &oas.Replayed{Queued: n}, err
}

func (h *handler) RenewPushSubscription(ctx context.Context, req *oas.RenewalRequest, p oas.RenewPushSubscriptionParams) error {
	return h.svc.RenewPush(ctx, p.ID, req.Key, channel.Target{
		Kind: oas.ChannelKindWEBPUSH, Address: req.Address, P256dh: req.P256dh, Auth: req.Auth,
	})
}

func wireChannel(c channelState) oas.Channel {
	out := oas.Channel{
		ID: c.ID, Kind: oas.ChannelKind(c.Kind), Name: c.Name, Enabled: c.Enabled, OffReason: wire.Null(c.OffReason),
		Address: wire.NonZero(c.target.Address), Topic: wire.NonZero(c.target.Topic), Fingerprint: oas.NilString{Null: true},
		Types: []oas.NotificationType{}, CreatedAt: c.CreatedAt.UTC(), LastDeliveredAt: wire.NullTime(c.LastDeliveredAt),
		FailingSince: wire.NullTime(c.FailingSince), LastError: wire.Null(c.LastError), Waiting: c.waiting, Failed: c.failed,
	}
	for _, t := range oas.NotificationType("").AllValues() {
		if !slices.Contains(c.Muted, string(t)) {
			out.Types = append(out.Types, t)
		}
	}
	if out.Kind == oas.ChannelKindWEBPUSH {
		sum := sha256.Sum256([]byte(c.target.Address))
		out.Address, out.Fingerprint = oas.NilString{Null: true}, oas.NewNilString(hex.EncodeToString(sum[:]))
	}
	return out
}

func wireDelivery(d store.Delivery) oas.Delivery {
	out := oas.Delivery{
		ID: d.ID, Type: wire.NullWord[oas.NotificationType](d.Type), Title: d.Title, State: oas.DeliveryStateWAITING,
		CreatedAt: d.CreatedAt.UTC(), DeliveredAt: wire.NullTime(d.DeliveredAt), Attempts: d.Attempts, LastError: wire.Null(d.LastError),
	}
	switch {
	case d.DeliveredAt != nil:
		out.State = oas.DeliveryStateDELIVERED
	case d.GivenUpAt != nil:
		out.State = oas.DeliveryStateFAILED
	}
	return out
}
