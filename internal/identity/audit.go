package identity

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// recordOwn records something that the owner of an account did to it.
func (s *Service) recordOwn(ctx context.Context, tx pgx.Tx, kind string, account uuid.UUID) error {
	return s.audit.Record(ctx, tx, audit.Event{Kind: kind, Account: account, Actor: audit.User})
}

// countAttempt counts a guess that did not succeed. What is "login", "two_factor", "passkey" or "password". If the account
// is not known yet, it is found later by its address.
func (s *Service) countAttempt(ctx context.Context, what string, account uuid.UUID, address string, err error) {
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
	s.audit.Count(ctx, e, address)
}

// loginEvent returns the event of a new session.
func (s *Service) loginEvent(ctx context.Context, acc store.Account) audit.Event {
	detail := map[string]any{"device": "new"}
	if _, known := s.deviceOf(ctx, acc); known {
		detail["device"] = "known"
	}
	return audit.Event{Kind: "login.succeeded", Account: acc.ID, Actor: audit.User, Detail: detail}
}

// accountsByEmail finds the accounts of addresses.
func (s *Service) accountsByEmail(ctx context.Context, addresses []string) (map[string]uuid.UUID, error) {
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

// flushAllEvents writes the events that are still only counted when the process ends.
func (s *Service) flushAllEvents(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.audit.FlushAll(ctx, s.db); err != nil {
		s.log.WarnContext(ctx, "security events were lost", "error", err)
	}
}

// Activity lists the events of an account, newest first.
func (s *Service) Activity(ctx context.Context, user uuid.UUID, before int64, size int) ([]audit.Recorded, int64, error) {
	return s.audit.List(ctx, s.db, audit.Query{Account: user, Before: before, Size: size})
}

// Events lists the events of all accounts, or of the account with an id or an address, and the addresses of those accounts
// and administrators in them that still exist.
func (s *Service) Events(
	ctx context.Context, find audit.Query, account string,
) (list []audit.Recorded, emails map[uuid.UUID]string, next int64, err error) {
	if account != "" {
		if find.Account, err = uuid.Parse(account); err != nil {
			address := sameAddress(account)
			found, err := s.accountsByEmail(ctx, []string{address})
			if err != nil || len(found) == 0 {
				return nil, nil, 0, err // an account that does not exist has no events
			}
			find.Account = found[address]
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
		if admin, err := uuid.Parse(e.Fields()[detailAdmin]); err == nil {
			ids = append(ids, admin)
		}
	}
	rows, err := q.Emails(ctx, s.db, ids)
	emails = make(map[uuid.UUID]string, len(rows))
	for _, r := range rows {
		emails[r.ID] = r.Email
	}
	return list, emails, next, pg.Fault(err)
}
