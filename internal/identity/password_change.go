package identity

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// errCurrentPassword is 422: on a route with a token, 401 speaks of the token alone.
var errCurrentPassword = fault.New(fault.Unprocessable, "Invalid Credentials", "The current password is wrong.")

// ChangePassword replaces the password, after the current one and, where there is one, the second factor. A guesser
// without the password never gets as far as the second factor.
func (s *Service) ChangePassword(ctx context.Context, u auth.User, current, next string, code *string) error {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return err
	}
	if err := checkPassword("newPassword", next, acc.Email, acc.FirstName, acc.LastName, acc.FirstName+acc.LastName); err != nil {
		return err
	}
	if err := s.checkPassword(ctx, acc, current); err != nil {
		s.attempted(ctx, "password", acc.ID, "", err)
		return err
	}
	// The new hash is made before the second factor is asked, so that a code is spent on nothing that can still fail.
	stored, err := s.hasher.hash(ctx, next)
	if err != nil {
		return err
	}
	var ended []uuid.UUID
	change := func(tx pgx.Tx) error {
		if err := q.SetPassword(ctx, tx, store.SetPasswordParams{ID: acc.ID, PasswordHash: stored, Now: s.now()}); err != nil {
			return pg.Fault(fmt.Errorf("set the password: %w", err))
		}
		var err error
		ended, err = s.secureBecause(ctx, tx, "password.changed", acc.ID, u.SessionID)
		return err
	}
	if acc.TwoFactorEnabled {
		err = s.withFactor(ctx, acc, code, anyFactor, change)
	} else {
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			if err := lockUnchanged(ctx, tx, acc); err != nil {
				return err
			}
			return change(tx)
		})
	}
	if err != nil {
		return err
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "password changed", "user_id", acc.ID, "sessions_ended", len(ended))
	return nil
}

// checkPassword compares the current password, under a budget of its own: guesses at the login page do not keep the
// owner of a session from changing it.
func (s *Service) checkPassword(ctx context.Context, acc store.Account, password string) error {
	own := passwordBudget.of(acc.ID.String())
	if err := s.throttle.look(ctx, own); err != nil {
		return err
	}
	var y *try
	var matched bool
	err := s.hasher.run(ctx, loggingIn, func() (err error) {
		if y, err = s.throttle.enter(ctx, own); err != nil {
			return err
		}
		matched, err = s.hasher.matches(password, acc.PasswordHash)
		return err
	})
	if y != nil {
		defer y.close(ctx)
	}
	if err != nil {
		return err
	}
	right, err := y.settle(ctx, func(pgx.Tx) (bool, error) { return matched, nil })
	if err != nil {
		return err
	}
	if !right {
		return errCurrentPassword
	}
	return nil
}

// upgradePassword hashes a password again when today's cost is higher than that of its hash. Failing to is no reason
// to refuse a login.
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
