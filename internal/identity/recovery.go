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

// What a mailed code of recovery allows. These are no verification actions: the specification restricts those to three.
const (
	resetPassword  action = "password-reset"
	confirmCurrent action = "email-change-current"
	confirmNew     action = "email-change-new"
)

// Six digits are few: without the day's limit a guesser who waits out every quarter of an hour would have one chance in
// two thousand a day, with it one in fifty thousand.
var (
	forgotBudget = budget{purpose: "forgot", windows: []window{{limit: 5, period: quarter}, {limit: 20, period: day}}, spend: true}
	resetBudget  = budget{purpose: "reset", windows: []window{{limit: 5, period: quarter}, {limit: 20, period: day, strict: true}}}
)

// recoveryClients is the wider limit of one place over all addresses it asks about.
func recoveryClients(purpose string, limit int, spend bool) budget {
	return budget{purpose: purpose, windows: []window{{limit: limit, period: quarter}}, spend: spend, shared: true}
}

// errTOTPRequired answers a right mailed code alone, so it tells a stranger nothing.
var errTOTPRequired = fault.New(fault.Unprocessable, "Totp Code Required", "Two-factor authentication is on: please enter a code of your app or a backup code as well.")

// forgotRequest waits in the outbox until it is known whether the address has an account.
type forgotRequest struct {
	Address string  `json:"address"`
	Client  *string `json:"client"`
}

// ForgotPassword notes that someone asked. Whether there is an account to mail a code to is found out afterwards, in
// the background, so that the answer cannot tell: see mailResetCode.
func (s *Service) ForgotPassword(ctx context.Context, email string) error {
	defer level(ctx, time.Now())
	address := sameAddress(email)
	payload, err := json.Marshal(forgotRequest{Address: address, Client: clientAddress(ctx)})
	if err != nil {
		return err
	}
	y, err := s.throttle.admit(ctx, forgotBudget.of(address), recoveryClients("forgot-client", s.cfg.AddressLimit, true).of(clientSubject(ctx)), mailBudget.of(address))
	if err != nil {
		return err
	}
	defer y.close(ctx)
	_, err = y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		return true, s.box.Add(ctx, tx, outbox.Entry{Kind: kindForgot, DedupeKey: "forgot/" + uuid.NewString(), Payload: payload, Secret: true})
	})
	return err
}

// mailResetCode makes a code, which voids the one before it, in the transaction that takes the request off the outbox.
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
	id, code, err := newCode()
	if err != nil {
		return err
	}
	now := s.now()
	err = q.PutResetCode(ctx, tx, store.PutResetCodeParams{
		UserID: acc.ID, ID: id, CodeHash: s.codeHashes(acc.ID, resetPassword, code)[0], ExpiresAt: now.Add(codeLife), Now: now,
	})
	if err != nil {
		return pg.Fault(fmt.Errorf("write a reset code: %w", err))
	}
	if err := s.mailRecovery(ctx, tx, codeMail{ID: id, User: acc.ID, To: acc.Email, Action: resetPassword, Code: code}); err != nil {
		return err
	}
	return s.audit.Record(ctx, tx, audit.Event{Kind: "password.reset_requested", Account: acc.ID, Actor: audit.Anonymous, Detail: map[string]any{"client": r.Client}})
}

// ResetPassword sets a new password with a mailed code and, where there is one, the second factor, and ends every
// session. A wrong code costs the same statements and the same writes whether or not the address has an account; what
// else the account asks for is said to the holder of the right code alone, who keeps it until everything is right.
func (s *Service) ResetPassword(ctx context.Context, email, code, next string, totp *string) error {
	defer level(ctx, time.Now())
	address := sameAddress(email)
	err := s.resetPassword(ctx, address, code, next, totp)
	switch {
	case errors.Is(err, errBadVerification):
		s.audit.Count(ctx, audit.Event{Kind: "password.reset_failed", Actor: audit.Anonymous}, address)
	case fault.Is(err, fault.RateLimited):
		s.audit.Count(ctx, audit.Event{Kind: "password.reset_throttled", Actor: audit.Anonymous}, address)
	}
	return err
}

func (s *Service) resetPassword(ctx context.Context, address, code, next string, totp *string) error {
	if err := checkPassword("newPassword", next, address); err != nil {
		return err
	}
	y, err := s.throttle.admit(ctx, resetBudget.of(address), recoveryClients("reset-client", s.cfg.AddressLimit, false).of(clientSubject(ctx)))
	if err != nil {
		return err
	}
	defer y.close(ctx)
	seen, err := q.ResetCode(ctx, s.db, store.ResetCodeParams{Email: address, Now: s.now()})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return pg.Fault(fmt.Errorf("look at a reset code: %w", err))
	}
	if !contains(s.codeHashes(seen.UserID, resetPassword, code), seen.CodeHash) {
		return s.refuseReset(ctx, y, seen.UserID)
	}
	acc, err := q.AccountByID(ctx, s.db, seen.UserID)
	if err != nil {
		return pg.Fault(err, pg.Absent(errBadVerification))
	}
	if err := checkPassword("newPassword", next, acc.Email, acc.FirstName, acc.LastName, acc.FirstName+acc.LastName); err != nil {
		return err
	}
	if acc.TwoFactorEnabled && totp == nil {
		return errTOTPRequired
	}
	stored, err := s.hasher.hash(ctx, next)
	if err != nil {
		return err
	}
	var ended []uuid.UUID
	err = s.withFactorIfOn(ctx, acc, totp, func(tx pgx.Tx) error {
		n, err := q.UseResetCode(ctx, tx, store.UseResetCodeParams{UserID: acc.ID, Hashes: s.codeHashes(acc.ID, resetPassword, code), Now: s.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("use a reset code: %w", err))
		}
		if n == 0 {
			return errBadVerification // used, replaced or voided meanwhile
		}
		if ended, err = s.replacePassword(ctx, tx, acc, stored); err != nil {
			return err
		}
		if err := s.notify(ctx, tx, acc.ID, acc.Email, noticePasswordReset); err != nil {
			return err
		}
		if err := s.audit.Record(ctx, tx, audit.Event{Kind: "password.reset", Account: acc.ID, Actor: audit.User}); err != nil {
			return err
		}
		return y.record(ctx, tx, true)
	})
	if err != nil {
		return err
	}
	y.settled = true
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "password reset", "user_id", acc.ID, "sessions_ended", len(ended))
	return nil
}

// refuseReset counts a wrong code.
func (s *Service) refuseReset(ctx context.Context, y *try, user uuid.UUID) error {
	_, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		err := q.CountWrongReset(ctx, tx, store.CountWrongResetParams{UserID: user, TryID: y.ids[0]})
		return false, pg.Fault(err)
	})
	if err != nil {
		return err
	}
	return errBadVerification
}

// replacePassword sets a password without asking for the old one, ends every session, and lets its owner log in at once
// although the old one was tried too often.
func (s *Service) replacePassword(ctx context.Context, tx pgx.Tx, acc store.Account, stored string) ([]uuid.UUID, error) {
	if err := q.SetPassword(ctx, tx, store.SetPasswordParams{ID: acc.ID, PasswordHash: stored, Now: s.now()}); err != nil {
		return nil, pg.Fault(fmt.Errorf("set the password: %w", err))
	}
	for _, c := range []claim{loginBudget.of(acc.Email), passwordBudget.of(acc.ID.String())} {
		if err := q.DeleteTries(ctx, tx, store.DeleteTriesParams{Purpose: c.purpose, Subject: s.throttle.subject(c)}); err != nil {
			return nil, pg.Fault(fmt.Errorf("forget tries: %w", err))
		}
	}
	return s.secure(ctx, tx, acc.ID, uuid.Nil, s.now())
}

// withFactorIfOn runs a change of an account, after a right code of its second factor if it has one.
func (s *Service) withFactorIfOn(ctx context.Context, acc store.Account, code *string, change func(pgx.Tx) error) error {
	if acc.TwoFactorEnabled {
		return s.withFactor(ctx, acc, code, anyFactor, change)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return err
		}
		return change(tx)
	})
}
