package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
	"rolecall/internal/wire"
)

func (h *handler) ListActivity(ctx context.Context, p oas.ListActivityParams) (*oas.ActivityList, error) {
	user := auth.UserFrom(ctx).ID
	list, next, err := h.svc.Activity(ctx, user, p.Before.Or(0), p.Size.Or(20))
	if err != nil {
		return nil, err
	}
	out := &oas.ActivityList{Items: make([]oas.Activity, len(list)), Next: wire.NonZero(next)}
	for i, e := range list {
		if by := e.Fields()[detailAdmin]; by != "" && by != user.String() {
			e.Address, e.UserAgent = nil, nil // the user must not see where an administrator was
		}
		out.Items[i] = oas.Activity{
			ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Count: e.Count(),
			Address: wire.Null(e.Address), UserAgent: wire.Null(e.UserAgent),
		}
	}
	return out, nil
}

func (h *handler) ListSecurityEvents(ctx context.Context, p oas.ListSecurityEventsParams) (*oas.SecurityEventList, error) {
	list, emails, next, err := h.svc.Events(ctx, audit.Query{
		Kind: p.Kind.Or(""), From: p.From.Or(time.Time{}), To: p.To.Or(time.Time{}), Before: p.Before.Or(0), Size: p.Size.Or(20),
	}, p.Account.Or(""))
	if err != nil {
		return nil, err
	}
	out := &oas.SecurityEventList{Items: make([]oas.SecurityEvent, len(list)), Next: wire.NonZero(next)}
	for i, e := range list {
		item := oas.SecurityEvent{
			ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Address: wire.Null(e.Address), UserAgent: wire.Null(e.UserAgent),
			RequestId: wire.Null(e.RequestID), Detail: e.Fields(), AccountId: wire.Null(e.AccountID),
		}
		if admin, err := uuid.Parse(item.Detail[detailAdmin]); err == nil && emails[admin] != "" {
			item.Detail[detailAdmin] = emails[admin]
		}
		item.AccountEmail = wire.NonZero(emails[item.AccountId.Value])
		out.Items[i] = item
	}
	return out, nil
}
