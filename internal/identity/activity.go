package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// attempted counts a guess that did not succeed. What is "login", "two_factor" or "password"; an account that is not
// known yet is found later by its name.
func (s *Service) attempted(ctx context.Context, what string, account uuid.UUID, name string, err error) {
	e := audit.Event{Account: account, Actor: audit.Anonymous}
	if account != uuid.Nil {
		e.Actor = audit.User
	}
	switch {
	case fault.Is(err, fault.RateLimited):
		e.Kind = what + ".throttled"
	case fault.Is(err, fault.Unauthorized), fault.Is(err, fault.Unprocessable):
		e.Kind = what + ".failed"
	case fault.Is(err, fault.Forbidden):
		e.Kind, e.Detail = what+".failed", map[string]any{"reason": "address not verified"}
	default:
		return // nothing was guessed
	}
	s.audit.Count(ctx, e, name)
}

// factorAttempted does the same for a second factor.
func (s *Service) factorAttempted(ctx context.Context, user uuid.UUID, right bool, err error) {
	if err == nil && !right {
		err = errBadCode
	}
	s.attempted(ctx, "two_factor", user, "", err)
}

// loginEvent is the event of a session that starts.
func (s *Service) loginEvent(ctx context.Context, acc store.Account) audit.Event {
	detail := map[string]any{"device": "new"}
	if _, known := s.deviceOf(ctx, acc); known {
		detail["device"] = "known"
	}
	return audit.Event{Kind: "login.succeeded", Account: acc.ID, Actor: audit.User, Detail: detail}
}

// accountsOf finds the accounts of addresses.
func (s *Service) accountsOf(ctx context.Context, addresses []string) (map[string]uuid.UUID, error) {
	rows, err := q.AccountsByEmail(ctx, s.db, addresses)
	if err != nil {
		return nil, pg.Fault(err)
	}
	found := make(map[string]uuid.UUID, len(rows))
	for _, r := range rows {
		found[r.Email] = r.ID
	}
	return found, nil
}

func (s *Service) flushEvents(ctx context.Context) (rows int, err error) {
	return s.audit.Flush(ctx, s.db)
}

// lastFlush writes the events that are still counted when the process ends.
func (s *Service) lastFlush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.audit.FlushAll(ctx, s.db); err != nil {
		s.log.WarnContext(ctx, "security events were lost", "error", err)
	}
}

// Activity lists what happened to an account, newest first.
func (s *Service) Activity(ctx context.Context, user uuid.UUID, before int64, size int) ([]audit.Recorded, int64, error) {
	return s.audit.List(ctx, s.db, audit.Query{Account: user, Before: before, Size: size})
}

// Events lists the events of all accounts with the addresses of those that still exist. The account is an id or an
// address.
func (s *Service) Events(ctx context.Context, find audit.Query, account string) (list []audit.Recorded, emails map[uuid.UUID]string, next int64, err error) {
	if account != "" {
		if find.Account, err = uuid.Parse(account); err != nil {
			found, err := s.accountsOf(ctx, []string{sameAddress(account)})
			if err != nil || len(found) == 0 {
				return nil, nil, 0, err // of an account that does not exist there is nothing
			}
			find.Account = found[sameAddress(account)]
		}
	}
	if list, next, err = s.audit.List(ctx, s.db, find); err != nil {
		return nil, nil, 0, err
	}
	var ids []uuid.UUID
	for _, e := range list {
		if e.AccountID != nil {
			ids = append(ids, *e.AccountID)
		}
	}
	rows, err := q.Emails(ctx, s.db, ids)
	emails = make(map[uuid.UUID]string, len(rows))
	for _, r := range rows {
		emails[r.ID] = r.Email
	}
	return list, emails, next, pg.Fault(err)
}

func (h *handler) ListActivity(ctx context.Context, p oas.ListActivityParams) (*oas.ActivityList, error) {
	list, next, err := h.svc.Activity(ctx, auth.UserFrom(ctx).ID, p.Before.Or(0), p.Size.Or(20))
	if err != nil {
		return nil, err
	}
	out := &oas.ActivityList{Items: make([]oas.Activity, len(list)), Next: nextPage(next)}
	for i, e := range list {
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
	var out oas.NilInt64
	if id == 0 {
		out.SetToNull()
		return out
	}
	return oas.NewNilInt64(id)
}
