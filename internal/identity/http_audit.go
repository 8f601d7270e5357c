package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
)

func (h *handler) ListActivity(ctx context.Context, p oas.ListActivityParams) (*oas.ActivityList, error) {
	user := auth.UserFrom(ctx).ID
	list, next, err := h.svc.Activity(ctx, user, p.Before.Or(0), p.Size.Or(20))
	if err != nil {
		return nil, err
	}
	out := &oas.ActivityList{Items: make([]oas.Activity, len(list)), Next: nextPage(next)}
	for i, e := range list {
		if by := e.Fields()[detailAdmin]; by != "" && by != user.String() {
			e.Address, e.UserAgent = nil, nil // the user must not see where an administrator was
		}
		out.Items[i] = oas.Activity{
			ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Address: orNull(e.Address), UserAgent: orNull(e.UserAgent), Count: e.Count(),
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
	out := &oas.SecurityEventList{Items: make([]oas.SecurityEvent, len(list)), Next: nextPage(next)}
	for i, e := range list {
		item := oas.SecurityEvent{
			ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Address: orNull(e.Address), UserAgent: orNull(e.UserAgent),
			RequestId: orNull(e.RequestID), Detail: e.Fields(),
		}
		if admin, err := uuid.Parse(item.Detail[detailAdmin]); err == nil && emails[admin] != "" {
			item.Detail[detailAdmin] = emails[admin]
		}
		item.AccountId.SetToNull()
		item.AccountEmail.SetToNull()
		if e.AccountID != nil {
			item.AccountId = oas.NewNilUUID(*e.AccountID)
			if email, ok := emails[*e.AccountID]; ok {
				item.AccountEmail = oas.NewNilString(email)
			}
		}
		out.Items[i] = item
	}
	return out, nil
}

func nextPage(id int64) oas.NilInt64 {
	out := oas.NewNilInt64(id)
	if id == 0 {
		out.SetToNull()
	}
	return out
}
