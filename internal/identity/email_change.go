package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

var (
	emailRequestBudget = budget{purpose: "email-change-request", windows: []window{{limit: 5, period: quarter}}, spend: true}
	emailChangeBudget  = budget{purpose: "email-change", windows: []window{{limit: 5, period: quarter}, {limit: 20, period: day, strict: true}}}
)

// RequestEmailChange begins a change of address, after the current password and, where there is one, the second factor.
// A code goes to each of the two addresses. Whether somebody has the new one already is found out when its mail is
// sent, so that the answer cannot tell: see sendRecovery.
func (s *Service) RequestEmailChange(ctx context.Context, u auth.User, email, password string, code *string) (Verification, error) {
	address, err := parseAddress(email)
	if err != nil {
		return Verification{}, fault.InvalidField("newEmail", "This is not an email address.")
	}
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return Verification{}, err
	}
	if address == acc.Email {
		return Verification{}, fault.InvalidField("newEmail", "This is the address of your account already.")
	}
	if err := s.checkPassword(ctx, acc, password); err != nil {
		return Verification{}, err
	}
	y, err := s.throttle.admit(ctx, emailRequestBudget.of(acc.ID.String()), mailBudget.of(address))
	if err != nil {
		return Verification{}, err
	}
	defer y.close(ctx)
	now := s.now()
	id, currentCode, err := newCode()
	if err != nil {
		return Verification{}, err
	}
	_, newAddressCode, err := newCode()
	if err != nil {
		return Verification{}, err
	}
	v := Verification{ID: id, ExpiresAt: now.Add(codeLife)}
	current := codeMail{ID: id, User: acc.ID, To: acc.Email, Action: confirmCurrent, Code: currentCode}
	next := codeMail{ID: id, User: acc.ID, To: address, Action: confirmNew, Code: newAddressCode}
	err = s.withFactorIfOn(ctx, acc, code, func(tx pgx.Tx) error {
		err := q.PutEmailChange(ctx, tx, store.PutEmailChangeParams{
			UserID: acc.ID, ID: v.ID, NewEmail: address, ExpiresAt: v.ExpiresAt, Now: now,
			CurrentHash: s.codeHashes(acc.ID, confirmCurrent, current.Code)[0], NewHash: s.codeHashes(acc.ID, confirmNew, next.Code)[0],
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write a change of address: %w", err))
		}
		if err := s.mailRecovery(ctx, tx, current, next); err != nil {
			return err
		}
		if err := s.audit.Record(ctx, tx, audit.Event{Kind: "email.change_requested", Account: acc.ID, Actor: audit.User}); err != nil {
			return err
		}
		return y.record(ctx, tx, true)
	})
	if err != nil {
		return Verification{}, err
	}
	y.settled = true
	return v, nil
}

// ConfirmEmailChange moves the account to its new address, which the code proves. Every session ends, the caller's too:
// tokens carry the address, and the group that the administrators' list gave it.
func (s *Service) ConfirmEmailChange(ctx context.Context, u auth.User, id uuid.UUID, currentCode, newCode string) error {
	y, err := s.throttle.enter(ctx, emailChangeBudget.of(u.ID.String()))
	if err != nil {
		return err
	}
	defer y.close(ctx)
	var ended []uuid.UUID
	right, err := y.settle(ctx, func(tx pgx.Tx) (right bool, err error) {
		ended, right, err = s.moveAddress(ctx, tx, u.ID, id, currentCode, newCode)
		return right, err
	})
	if err != nil {
		return err
	}
	if !right {
		return errBadVerification
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "email changed", "user_id", u.ID, "sessions_ended", len(ended))
	return nil
}

func (s *Service) moveAddress(ctx context.Context, tx pgx.Tx, user, id uuid.UUID, currentCode, newCode string) (ended []uuid.UUID, right bool, err error) {
	// First the address, then the account: registrations of the new address lock in this order, too.
	address, err := q.NewAddressOf(ctx, tx, store.NewAddressOfParams{UserID: user, ID: id})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, false, pg.Fault(fmt.Errorf("look at a change of address: %w", err))
	}
	if err := q.LockAddress(ctx, tx, address); err != nil {
		return nil, false, pg.Fault(err)
	}
	before, err := q.LockAccount(ctx, tx, user)
	if err != nil {
		return nil, false, pg.Fault(err, pg.Absent(errAccountGone))
	}
	after, err := q.ChangeEmail(ctx, tx, store.ChangeEmailParams{
		UserID: user, ID: id, Now: s.now(),
		CurrentHashes: s.codeHashes(user, confirmCurrent, currentCode), NewHashes: s.codeHashes(user, confirmNew, newCode),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		if err := q.CountWrongChange(ctx, tx, store.CountWrongChangeParams{UserID: user, ID: id}); err != nil {
			return nil, false, pg.Fault(fmt.Errorf("count wrong codes: %w", err))
		}
		return nil, false, s.audit.Record(ctx, tx, audit.Event{Kind: "email.change_failed", Account: user, Actor: audit.User})
	}
	if err != nil {
		return nil, false, pg.Fault(err, pg.On("account_email_key", errEmailTaken))
	}
	// Whoever registered the new address without proving it has lost to who did; an invitation to it is used up.
	if err := errors.Join(q.DeleteRegistrations(ctx, tx, after.Email), q.DeleteInvitation(ctx, tx, after.Email)); err != nil {
		return nil, false, pg.Fault(fmt.Errorf("settle the new address: %w", err))
	}
	// What was mailed to the old address counts no more.
	if err := q.DeleteCodes(ctx, tx, user); err != nil {
		return nil, false, pg.Fault(fmt.Errorf("void codes: %w", err))
	}
	for to, n := range map[string]notice{before.Email: noticeEmailLeft, after.Email: noticeEmailNew} {
		if err := s.notify(ctx, tx, user, to, n); err != nil {
			return nil, false, err
		}
	}
	if err := s.audit.Record(ctx, tx, audit.Event{Kind: "email.changed", Account: user, Actor: audit.User}); err != nil {
		return nil, false, err
	}
	ended, err = s.secure(ctx, tx, user, uuid.Nil, s.now())
	return ended, true, err
}
