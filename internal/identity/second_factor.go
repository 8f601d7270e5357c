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
	errBadCode         = fault.New(fault.Unprocessable, "Invalid Totp Code", "The code is wrong or was used already.")
	errCodeNotProvided = errBadCode.Because(errors.New("no code was given"))
	errAlreadyEnabled  = fault.New(fault.Conflict, "", "Two-factor authentication is already enabled.")
	errNoPendingSetup  = fault.New(fault.Invalid, "No Pending Setup", "Please begin the setup of two-factor authentication first.")
	errFactorDisabled  = fault.New(fault.Invalid, "Two-Factor Not Enabled", "Two-factor authentication is not enabled.")
)

// factorCheck is one check of a second factor.
type factorCheck struct {
	user   uuid.UUID
	secret store.TotpSecret
	code   string
	backup bool // whether backup codes are accepted too
	// prepare, if set, runs after a right code and before the transaction, for work that no transaction should wait for.
	prepare func() error
}

// proof is a code that was checked and not yet spent: the time step of a TOTP code, or the hash of a backup code that may
// or may not be stored. The zero proof is a wrong code.
type proof struct {
	step   int64
	backup []byte
}

// checkFactor checks a second factor; there is no other way. It enters the account's budget, checks the code, and runs
// the effects of a right code, which spend the proof, in one transaction with its outcome. It returns errBadCode for a
// code that is wrong or was used before.
func (s *Service) checkFactor(ctx context.Context, c factorCheck, effects func(pgx.Tx, proof) (right bool, err error)) (err error) {
	defer func() { s.countAttempt(ctx, "two_factor", c.user, "", err) }()
	budget, err := s.factorClaim(ctx, c.user)
	if err != nil {
		return err
	}
	a, err := s.throttle.enter(ctx, budget)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	p, err := s.prove(ctx, c)
	if err != nil {
		return err
	}
	wrong := p.step == 0 && p.backup == nil
	if !wrong && c.prepare != nil {
		if err := c.prepare(); err != nil {
			return err
		}
	}
	right, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if wrong {
			return false, nil
		}
		return effects(tx, p)
	})
	if err == nil && !right {
		err = errBadCode
	}
	return err
}

// prove checks a code. It accepts exactly the spelling of a code, so that no other spelling gets around its single use.
func (s *Service) prove(ctx context.Context, c factorCheck) (proof, error) {
	switch {
	case totpForm.MatchString(c.code):
		key, err := s.openSecret(ctx, c.secret)
		if err != nil {
			return proof{}, err
		}
		step, _ := matchStep(key, c.code, s.now())
		return proof{step: step}, nil
	case c.backup && backupForm.MatchString(c.code) && c.secret.BackupSalt != nil:
		hash, err := s.hashBackupCode(ctx, c.secret, c.code)
		return proof{backup: hash}, err
	}
	return proof{}, nil
}

// spendProof uses up a proof and reports whether it was still unused. The caller holds the account's lock.
func (s *Service) spendProof(ctx context.Context, tx pgx.Tx, secret store.TotpSecret, p proof) (bool, error) {
	if p.backup != nil {
		n, err := q.ConsumeBackupCode(ctx, tx, store.ConsumeBackupCodeParams{SecretID: secret.ID, CodeHash: p.backup, Now: s.now()})
		if err != nil {
			return false, pg.Fault(fmt.Errorf("consume a backup code: %w", err))
		}
		if n == 0 {
			return false, nil
		}
		return true, s.recordOwn(ctx, tx, "backup_code.used", secret.UserID)
	}
	n, err := q.UseStep(ctx, tx, store.UseStepParams{SecretID: secret.ID, Step: p.step, Now: s.now()})
	if err != nil {
		// Another setup has replaced the secret.
		return false, pg.Fault(fmt.Errorf("use a step: %w", err), pg.On("used_totp_step_totp_secret_id_fkey", errRaced))
	}
	return n == 1, nil
}

// changeWithFactor runs a change of an account after a right code, in one transaction with spending it.
func (s *Service) changeWithFactor(ctx context.Context, acc store.Account, c factorCheck, change func(pgx.Tx) error) error {
	return s.checkFactor(ctx, c, func(tx pgx.Tx, p proof) (bool, error) {
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return false, err
		}
		if right, err := s.spendProof(ctx, tx, c.secret, p); err != nil || !right {
			return false, err
		}
		return true, change(tx)
	})
}

// withFactor runs a change of an account after a right TOTP or backup code.
func (s *Service) withFactor(ctx context.Context, acc store.Account, code *string, change func(pgx.Tx) error) error {
	if code == nil {
		return errCodeNotProvided // not a guess, so it does not count
	}
	secret, err := s.activeSecret(ctx, acc.ID)
	if err != nil {
		return pg.Fault(err, pg.Absent(errRaced))
	}
	return s.changeWithFactor(ctx, acc, factorCheck{user: acc.ID, secret: secret, code: *code, backup: true}, change)
}

// withFactorIfOn runs a change of an account, after a right code if two-factor is on.
func (s *Service) withFactorIfOn(ctx context.Context, acc store.Account, code *string, change func(pgx.Tx) error) error {
	if acc.TwoFactorEnabled {
		return s.withFactor(ctx, acc, code, change)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return err
		}
		return change(tx)
	})
}

// activeSecret returns the verified secret of a user, or pgx.ErrNoRows.
func (s *Service) activeSecret(ctx context.Context, user uuid.UUID) (store.TotpSecret, error) {
	secret, err := q.SecretOf(ctx, s.db, user)
	if err == nil && !secret.Verified {
		err = pgx.ErrNoRows
	}
	return secret, err
}

// EnableTwoFactor verifies the pending secret with its first code and returns the backup codes.
func (s *Service) EnableTwoFactor(ctx context.Context, u auth.User, code string) ([]string, error) {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if acc.TwoFactorEnabled {
		return nil, errAlreadyEnabled
	}
	secret, err := q.SecretOf(ctx, s.db, acc.ID)
	if err != nil {
		return nil, pg.Fault(err, pg.Absent(errNoPendingSetup))
	}
	codes, err := s.withNewBackupCodes(ctx, acc, secret, code, func(tx pgx.Tx) error {
		n, err := q.VerifySecret(ctx, tx, store.VerifySecretParams{ID: secret.ID, Now: s.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("verify the secret: %w", err))
		}
		if n == 0 {
			return errRaced // replaced by another setup, or verified by another request
		}
		if err := q.SetTwoFactor(ctx, tx, store.SetTwoFactorParams{ID: acc.ID, Enabled: true, Now: s.now()}); err != nil {
			return pg.Fault(fmt.Errorf("enable two-factor: %w", err))
		}
		return s.credentialsChanged(ctx, tx, acc, u.SessionID, audit.Event{Kind: "two_factor.enabled"}, plainMail{Topic: topicTwoFactorOn})
	})
	return codes, s.answerRace(ctx, u, err, true, errAlreadyEnabled)
}

// DisableTwoFactor removes the secret and its backup codes.
func (s *Service) DisableTwoFactor(ctx context.Context, u auth.User, code string) error {
	acc, err := s.accountWithFactor(ctx, u)
	if err != nil {
		return err
	}
	err = s.withFactor(ctx, acc, &code, func(tx pgx.Tx) error {
		if err := s.removeFactor(ctx, tx, acc.ID); err != nil {
			return err
		}
		return s.credentialsChanged(ctx, tx, acc, u.SessionID, audit.Event{Kind: "two_factor.disabled"}, plainMail{Topic: topicTwoFactorOff})
	})
	return s.answerRace(ctx, u, err, false, errFactorDisabled)
}

func (s *Service) removeFactor(ctx context.Context, tx pgx.Tx, user uuid.UUID) error {
	if err := q.DeleteSecret(ctx, tx, user); err != nil {
		return pg.Fault(fmt.Errorf("delete the secret: %w", err))
	}
	if err := q.SetTwoFactor(ctx, tx, store.SetTwoFactorParams{ID: user, Enabled: false, Now: s.now()}); err != nil {
		return pg.Fault(fmt.Errorf("disable two-factor: %w", err))
	}
	return nil
}

// answerRace replaces errRaced by the answer that the loser of two equal changes would get now.
func (s *Service) answerRace(ctx context.Context, u auth.User, err error, enabled bool, now *fault.Fault) error {
	if !errors.Is(err, errRaced) {
		return err
	}
	if acc, readErr := s.Account(ctx, u.ID); readErr == nil && acc.TwoFactorEnabled == enabled {
		return now
	}
	return err
}

// accountWithFactor returns the caller's account if two-factor is on.
func (s *Service) accountWithFactor(ctx context.Context, u auth.User) (store.Account, error) {
	acc, err := s.Account(ctx, u.ID)
	if err == nil && !acc.TwoFactorEnabled {
		err = errFactorDisabled
	}
	return acc, err
}

// HasTwoFactor reports to another service whether a user has two-factor on.
func (s *Service) HasTwoFactor(ctx context.Context, user uuid.UUID) (bool, error) {
	acc, err := q.AccountByID(ctx, s.db, user)
	return acc.TwoFactorEnabled, pg.Fault(err, pg.Absent(errNoUser))
}

// VerifyTwoFactor checks a user's code for another service. A right TOTP code has no effect, a right backup code is
// consumed. A user without two-factor is not enrolled, which is not a failure.
func (s *Service) VerifyTwoFactor(ctx context.Context, user uuid.UUID, code *string) (enrolled bool, err error) {
	enrolled, err = s.HasTwoFactor(ctx, user)
	if err != nil || !enrolled {
		return false, err
	}
	if code == nil {
		return true, errCodeNotProvided
	}
	secret, err := s.activeSecret(ctx, user)
	if err != nil {
		return true, pg.Fault(err, pg.Absent(errRaced))
	}
	check := factorCheck{user: user, secret: secret, code: *code, backup: true}
	return true, s.checkFactor(ctx, check, func(tx pgx.Tx, p proof) (bool, error) {
		if _, err := q.LockAccount(ctx, tx, user); err != nil {
			return false, pg.Fault(err, pg.Absent(errNoUser))
		}
		if p.backup == nil {
			return true, nil
		}
		return s.spendProof(ctx, tx, secret, p)
	})
}
