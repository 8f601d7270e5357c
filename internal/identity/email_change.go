package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// RequestEmailChange begins a change of address, after the current password and, if two-factor is on, a code. A code goes
// to each of the two addresses. Whether the new one has an account already is found out when its mail is sent, by
// sendCode, so that the response does not reveal it.
func (s *Service) RequestEmailChange(ctx context.Context, u auth.User, email, password string, totp *string) (v Verification, err error) {
	address, err := parseAddress(email)
	if err != nil {
		return v, fault.InvalidField("newEmail", "This is not an email address.")
	}
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return v, err
	}
	if address == acc.Email {
		return v, fault.InvalidField("newEmail", "This is the address of your account already.")
	}
	if err := s.checkPassword(ctx, acc, password); err != nil {
		return v, err
	}
	a, err := s.throttle.enter(ctx, emailRequestBudget.of(acc.ID.String()), mailBudget.of(address))
	if err != nil {
		return v, err
	}
	defer a.close(ctx)
	current, next := s.newCode(acc.ID, confirmOldAddress), s.newCode(acc.ID, confirmNewAddress)
	next.ID = current.ID // both codes belong to one change
	err = s.withFactorIfOn(ctx, acc, totp, func(tx pgx.Tx) error {
		err := q.PutEmailChange(ctx, tx, store.PutEmailChangeParams{
			UserID: acc.ID, ID: current.ID, NewEmail: address, CurrentHash: current.hash, NewHash: next.hash,
			ExpiresAt: current.expiresAt, Now: s.now(),
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write a change of address: %w", err))
		}
		if err := s.mailCode(ctx, tx, current, acc.Email); err != nil {
			return err
		}
		if err := s.mailCode(ctx, tx, next, address); err != nil {
			return err
		}
		if err := s.recordOwn(ctx, tx, "email.change_requested", acc.ID); err != nil {
			return err
		}
		return a.record(ctx, tx, true)
	})
	if err != nil {
		return v, err
	}
	return Verification{ID: current.ID, ExpiresAt: current.expiresAt}, nil
}

// ConfirmEmailChange moves the account to its new address, which the codes prove. Every session ends, the caller's too:
// tokens carry the address and the groups that come with it.
func (s *Service) ConfirmEmailChange(ctx context.Context, u auth.User, id uuid.UUID, currentDigits, newDigits string) error {
	return s.throttle.check(ctx, errBadVerification, func(tx pgx.Tx) (bool, error) {
		return s.changeEmail(ctx, tx, u.ID, id, currentDigits, newDigits)
	}, emailChangeBudget.of(u.ID.String()))
}

func (s *Service) changeEmail(ctx context.Context, tx pgx.Tx, user, id uuid.UUID, currentDigits, newDigits string) (right bool, err error) {
	// Lock the address before the account, in the order of registrations.
	address, err := q.NewAddressOf(ctx, tx, store.NewAddressOfParams{UserID: user, ID: id})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, pg.Fault(fmt.Errorf("look for a change of address: %w", err))
	}
	if err := q.LockAddress(ctx, tx, address); err != nil {
		return false, pg.Fault(err)
	}
	before, err := q.LockAccount(ctx, tx, user)
	if err != nil {
		return false, pg.Fault(err, pg.Absent(errAccountGone))
	}
	after, err := q.ChangeEmail(ctx, tx, store.ChangeEmailParams{
		UserID: user, ID: id, Now: s.now(),
		CurrentHashes: s.codeHashes(user, confirmOldAddress, currentDigits), NewHashes: s.codeHashes(user, confirmNewAddress, newDigits),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		if err := q.CountWrongChange(ctx, tx, store.CountWrongChangeParams{UserID: user, ID: id}); err != nil {
			return false, pg.Fault(fmt.Errorf("count wrong codes: %w", err))
		}
		return false, s.recordOwn(ctx, tx, "email.change_failed", user)
	}
	if err != nil {
		return false, pg.Fault(err, pg.On("account_email_key", errEmailTaken))
	}
	// The new address is proved: its unproved registrations and its invitation end, and so do codes mailed to the old one.
	err = errors.Join(q.DeleteRegistrations(ctx, tx, after.Email), q.DeleteInvitation(ctx, tx, after.Email), q.DeleteCodes(ctx, tx, user))
	if err != nil {
		return false, pg.Fault(fmt.Errorf("settle the new address: %w", err))
	}
	for to, n := range map[string]topic{before.Email: topicEmailLeft, after.Email: topicEmailNew} {
		if err := s.notify(ctx, tx, user, plainMail{To: to, Topic: n}); err != nil {
			return false, err
		}
	}
	if err := s.recordOwn(ctx, tx, "email.changed", user); err != nil {
		return false, err
	}
	_, err = s.revokeAccess(ctx, tx, user, uuid.Nil)
	return true, err
}
