package jobs

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/audit"
	"rolecall/internal/background"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs/oas"
)

// Events lists what administrators and operators did, newest first, with the addresses of those whose accounts still
// exist.
func (s *Service) Events(
	ctx context.Context, find audit.Query,
) (list []audit.Recorded, emails map[uuid.UUID]string, next int64, err error) {
	if list, next, err = s.audit.List(ctx, s.db, find); err != nil {
		return nil, nil, 0, err
	}
	return list, s.emails(ctx, convert(list, func(e audit.Recorded) *uuid.UUID { return e.AccountID })), next, nil
}

// emails returns the addresses of the accounts that exist. Without identity there are none: what somebody did
// matters more than the address.
func (s *Service) emails(ctx context.Context, accounts []*uuid.UUID) map[uuid.UUID]string {
	emails, people := map[uuid.UUID]string{}, map[uuid.UUID]bool{}
	for _, id := range accounts {
		if id != nil {
			people[*id] = true
		}
	}
	if len(people) == 0 {
		return emails
	}
	found, err := s.identity.ListUserEmails(ctx, identity.ListUserEmailsParams{UserIds: slices.Collect(maps.Keys(people))})
	if err != nil {
		s.log.WarnContext(ctx, "what administrators did is shown without addresses", "error", err)
		return emails
	}
	for _, u := range found.Emails {
		emails[u.UserId] = u.Email
	}
	return emails
}

const sweepRows = 5000

// keepEvents writes counted events down and removes old ones until the context ends.
func (s *Service) keepEvents(ctx context.Context) {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	var work errgroup.Group
	work.Go(func() error {
		background.Every(ctx, runner, "jobs-security-events", audit.FlushEvery, func(ctx context.Context) (int, error) {
			return s.audit.Flush(ctx, s.db)
		})
		return nil
	})
	work.Go(func() error {
		background.Every(ctx, runner, "jobs-housekeeping", 10*time.Minute, s.sweepEvents)
		return nil
	})
	_ = work.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.audit.FlushAll(last, s.db); err != nil {
		s.log.WarnContext(last, "security events were lost", "error", err)
	}
}

func (s *Service) sweepEvents(ctx context.Context) (removed int64, err error) {
	for {
		n, err := s.audit.Sweep(ctx, s.db, sweepRows)
		removed += n
		if err != nil || n < sweepRows || background.Stopping(ctx) {
			return removed, err
		}
	}
}

func (h *handler) ListSecurityEvents(ctx context.Context, p oas.ListSecurityEventsParams) (*oas.SecurityEventList, error) {
	list, emails, next, err := h.svc.Events(ctx, audit.Query{
		Kind: p.Kind.Or(""), Account: p.Account.Or(uuid.Nil), From: p.From.Or(time.Time{}), To: p.To.Or(time.Time{}), Before: p.Before.Or(0),
		Size: p.Size.Or(20),
	})
	if err != nil {
		return nil, err
	}
	out := &oas.SecurityEventList{Items: make([]oas.SecurityEvent, len(list))}
	out.Next.SetToNull()
	if next > 0 {
		out.Next = oas.NewNilInt64(next)
	}
	for i, e := range list {
		item := oas.SecurityEvent{
			ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Address: nilString(e.Address), UserAgent: nilString(e.UserAgent),
			RequestId: nilString(e.RequestID), Detail: e.Fields(),
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
