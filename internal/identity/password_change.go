package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// errCurrentPassword is 422: on a route with a token, 401 is about the token only.
var errCurrentPassword = fault.New(fault.Unprocessable, "Invalid Credentials", "The current password is wrong.")

// ChangePassword replaces the password, after the current one and, if two-factor is on, a code. A guesser without the
// password never reaches the second factor.
func (s *Service) ChangePassword(ctx context.Context, u auth.User, current, next string, code *string) error {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return err
	}
	if err := checkNewPassword("newPassword", next, ownWords(acc.Email, acc.FirstName, acc.LastName)...); err != nil {
		return err
	}
	if err := s.checkPassword(ctx, acc, current); err != nil {
		return err
	}
	// Hash before the code is checked, so that no code is spent on a change that can still fail.
	stored, err := s.hasher.hash(ctx, next)
	if err != nil {
		return err
	}
	return s.withFactorIfOn(ctx, acc, code, func(tx pgx.Tx) error {
		if err := q.SetPassword(ctx, tx, store.SetPasswordParams{ID: acc.ID, PasswordHash: stored, Now: s.now()}); err != nil {
			return pg.Fault(fmt.Errorf("set the password: %w", err))
		}
		return s.credentialsChanged(ctx, tx, acc, u.SessionID, audit.Event{Kind: "password.changed"}, plainMail{Topic: topicPasswordChanged})
	})
}

// checkPassword compares the current password, under its own budget: guesses at the login page do not keep the owner of
// a session from changing it. Failures are recorded, whatever the change was: a thief of a session may be guessing.
func (s *Service) checkPassword(ctx context.Context, acc store.Account, password string) (err error) {
	defer func() { s.countAttempt(ctx, "password", acc.ID, "", err) }()
	budget := passwordBudget.of(acc.ID.String())
	if err := s.throttle.look(ctx, budget); err != nil {
		return err
	}
	var a *attempt
	var matched bool
	err = s.hasher.run(ctx, loggingIn, func() (err error) {
		if a, err = s.throttle.enter(ctx, budget); err != nil {
			return err
		}
		matched, err = s.hasher.matches(password, acc.PasswordHash)
		return err
	})
	if a != nil {
		defer a.close(ctx)
	}
	if err != nil {
		return err
	}
	right, err := a.settle(ctx, func(pgx.Tx) (bool, error) { return matched, nil })
	if err == nil && !right {
		err = errCurrentPassword
	}
	return err
}

// confirmed runs a change of the caller's account after the current password and, if two-factor is on, a code: a session
// alone is not enough for it.
func (s *Service) confirmed(ctx context.Context, acc store.Account, password string, code *string, change func(pgx.Tx) error) error {
	if err := s.checkPassword(ctx, acc, password); err != nil {
		return err
	}
	return s.withFactorIfOn(ctx, acc, code, change)
}

// upgradePassword hashes a password again if its hash was made at a lower cost than today's. Failing to do so is no reason to
// refuse a login.
func (s *Service) upgradePassword(ctx context.Context, acc store.Account, password string) {
	if !s.hasher.stale(acc.PasswordHash) {
		return
	}
	stored, err := s.hasher.hash(ctx, password)
	if err == nil {
		err = q.UpgradePassword(ctx, s.db, store.UpgradePasswordParams{ID: acc.ID, PasswordHash: stored, OldHash: acc.PasswordHash})
	}
	if err != nil {
		s.log.WarnContext(ctx, "password hash not upgraded", "user_id", acc.ID, "error", err)
	}
}
