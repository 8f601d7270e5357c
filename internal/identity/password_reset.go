package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// errTOTPRequired answers only a right emailed code, so it reveals nothing about the account to other people.
var errTOTPRequired = fault.New(fault.Unprocessable, "Totp Code Required",
	"Two-factor authentication is on: please also enter a code from your app or a backup code.")

// forgotRequest waits in the outbox until it is known whether the address has an account.
type forgotRequest struct {
	Address string  `json:"address"`
	Client  *string `json:"client"`
}

// ForgotPassword records the request. Whether there is an account to mail a code to is decided later, by mailResetCode in
// the background, so that the time of the response reveals nothing.
func (s *Service) ForgotPassword(ctx context.Context, email string) error {
	defer hideTime(ctx, time.Now())
	address := sameAddress(email)
	payload, err := json.Marshal(forgotRequest{Address: address, Client: clientAddress(ctx)})
	if err != nil {
		return err
	}
	claims, err := s.forgotClaims(ctx, address)
	if err != nil {
		return err
	}
	return s.throttle.spend(ctx, func(tx pgx.Tx) error {
		return s.box.Add(ctx, tx, outbox.Entry{Kind: kindForgot, DedupeKey: "forgot/" + uuid.NewString(), Payload: payload, Secret: true})
	}, claims...)
}

// mailResetCode makes a code, which replaces an earlier one, in the transaction that takes the request off the outbox.
func (s *Service) mailResetCode(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
	var r forgotRequest
	if err := json.Unmarshal(d.Payload, &r); err != nil {
		return fmt.Errorf("read a request for a reset: %w", err)
	}
	acc, err := q.LockAccountByEmail(ctx, tx, r.Address)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && acc.DisabledAt != nil {
		return nil
	}
	if err != nil {
		return pg.Fault(err)
	}
	c := s.newCode(acc.ID, resetPassword)
	err = q.PutResetCode(ctx, tx, store.PutResetCodeParams{UserID: acc.ID, ID: c.ID, CodeHash: c.hash, ExpiresAt: c.expiresAt, Now: s.now()})
	if err != nil {
		return pg.Fault(fmt.Errorf("write a reset code: %w", err))
	}
	if err := s.mailCode(ctx, tx, c, acc.Email); err != nil {
		return err
	}
	return s.audit.Record(ctx, tx, audit.Event{
		Kind: "password.reset_requested", Account: acc.ID, Actor: audit.Anonymous, Detail: map[string]any{"client": r.Client},
	})
}

// ResetPassword sets a new password with an emailed code and, if two-factor is on, a second factor, and ends every
// session. A wrong code costs the same statements and writes whether or not the address has an account. What else the
// account requires is said only after the right code, which stays valid until everything is right.
func (s *Service) ResetPassword(ctx context.Context, email, digits, next string, totp *string) error {
	defer hideTime(ctx, time.Now())
	address := sameAddress(email)
	err := s.resetPassword(ctx, address, digits, next, totp)
	switch {
	case errors.Is(err, errBadVerification):
		s.audit.Count(ctx, audit.Event{Kind: "password.reset_failed", Actor: audit.Anonymous}, address)
	case fault.Is(err, fault.RateLimited):
		s.audit.Count(ctx, audit.Event{Kind: "password.reset_throttled", Actor: audit.Anonymous}, address)
	}
	return err
}

func (s *Service) resetPassword(ctx context.Context, address, digits, next string, totp *string) error {
	if err := checkNewPassword("newPassword", next, address); err != nil {
		return err
	}
	claims, err := s.resetClaims(ctx, address)
	if err != nil {
		return err
	}
	a, err := s.throttle.enter(ctx, claims...)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	seen, err := q.ResetCode(ctx, s.db, store.ResetCodeParams{Email: address, Now: s.now()})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return pg.Fault(fmt.Errorf("look for a reset code: %w", err))
	}
	hashes := s.codeHashes(seen.UserID, resetPassword, digits)
	if !containsHash(hashes, seen.CodeHash) {
		return s.refuseReset(ctx, a, seen.UserID)
	}
	acc, err := q.AccountByID(ctx, s.db, seen.UserID)
	if err != nil {
		return pg.Fault(err, pg.Absent(errBadVerification))
	}
	if err := checkNewPassword("newPassword", next, ownWords(acc.Email, acc.FirstName, acc.LastName)...); err != nil {
		return err
	}
	if acc.TwoFactorEnabled && totp == nil {
		return errTOTPRequired
	}
	stored, err := s.hasher.hash(ctx, next)
	if err != nil {
		return err
	}
	return s.withFactorIfOn(ctx, acc, totp, func(tx pgx.Tx) error {
		n, err := q.UseResetCode(ctx, tx, store.UseResetCodeParams{UserID: acc.ID, Hashes: hashes, Now: s.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("use a reset code: %w", err))
		}
		if n == 0 {
			return errBadVerification // used, replaced or voided meanwhile
		}
		if err := s.replacePassword(ctx, tx, acc, stored); err != nil {
			return err
		}
		if err := s.notify(ctx, tx, acc.ID, plainMail{To: acc.Email, Topic: topicPasswordReset}); err != nil {
			return err
		}
		if err := s.recordOwn(ctx, tx, "password.reset", acc.ID); err != nil {
			return err
		}
		return a.record(ctx, tx, true)
	})
}

// refuseReset counts a wrong code.
func (s *Service) refuseReset(ctx context.Context, a *attempt, user uuid.UUID) error {
	_, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
		return false, pg.Fault(q.CountWrongReset(ctx, tx, store.CountWrongResetParams{UserID: user, AttemptID: a.ids[0]}))
	})
	if err != nil {
		return err
	}
	return errBadVerification
}

// replacePassword sets a password without the old one and ends every session. It also clears the failures of the old
// password, so that the owner can log in immediately.
func (s *Service) replacePassword(ctx context.Context, tx pgx.Tx, acc store.Account, stored string) error {
	if err := q.SetPassword(ctx, tx, store.SetPasswordParams{ID: acc.ID, PasswordHash: stored, Now: s.now()}); err != nil {
		return pg.Fault(fmt.Errorf("set the password: %w", err))
	}
	if err := s.throttle.forget(ctx, tx, loginBudget.of(acc.Email), passwordBudget.of(acc.ID.String())); err != nil {
		return err
	}
	_, err := s.revokeAccess(ctx, tx, acc.ID, uuid.Nil)
	return err
}
