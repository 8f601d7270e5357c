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
	errAlreadyEnabled  = fault.New(fault.Conflict, "", "Two-factor authentication is already enabled.")
	errNoPendingSetup  = fault.New(fault.Invalid, "No Pending Setup", "Please begin the setup of two-factor authentication first.")
	errFactorDisabled  = fault.New(fault.Invalid, "Two-Factor Not Enabled", "Two-factor authentication is not enabled.")
	errCodeNotProvided = errBadCode.Because(fmt.Errorf("no code was given"))
)

// factors says which codes a route takes.
type factors int

const (
	totpOnly  factors = iota
	anyFactor         // a backup code as well
)

// proof is a code that was looked at and not yet spent: a time step it belongs to, or the hash of a backup code that
// may or may not be there. The zero proof proves nothing.
type proof struct {
	step   int64
	backup []byte
}

func (p proof) empty() bool { return p.step == 0 && p.backup == nil }

// checkFactor is the one road to a second factor: the account's budget, then the code, then the effects of a right
// code with its outcome in one transaction. Effects spend the proof.
func (s *Service) checkFactor(ctx context.Context, user uuid.UUID, secret store.TotpSecret, code string, kinds factors, effects func(pgx.Tx, proof) (bool, error)) (right bool, err error) {
	defer func() { s.factorAttempted(ctx, user, right, err) }()
	own, err := s.factorClaim(ctx, user)
	if err != nil {
		return false, err
	}
	y, err := s.throttle.enter(ctx, own)
	if err != nil {
		return false, err
	}
	defer y.close(ctx)
	p, err := s.prove(ctx, secret, code, kinds)
	if err != nil {
		return false, err
	}
	return y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if p.empty() {
			return false, nil
		}
		return effects(tx, p)
	})
}

// prove looks at a code. It takes exactly six ASCII digits for a TOTP code and eight ASCII letters and digits for a
// backup code: no spelling of a code beside its own can be right, so none can slip past the count of its uses.
func (s *Service) prove(ctx context.Context, secret store.TotpSecret, code string, kinds factors) (proof, error) {
	switch {
	case isTOTP(code):
		key, err := s.openSecret(ctx, secret)
		if err != nil {
			return proof{}, err
		}
		step, _ := matchStep(key, code, s.now())
		return proof{step: step}, nil
	case isBackupCode(code) && kinds == anyFactor && secret.BackupSalt != nil:
		hash, err := s.hashBackupCode(ctx, secret, code)
		return proof{backup: hash}, err
	}
	return proof{}, nil
}

// spend uses up what a proof stands for and reports whether it was still unused; the caller holds the account's lock.
func (s *Service) spend(ctx context.Context, tx pgx.Tx, secret store.TotpSecret, p proof) (bool, error) {
	if p.backup != nil {
		n, err := q.ConsumeBackupCode(ctx, tx, store.ConsumeBackupCodeParams{SecretID: secret.ID, CodeHash: p.backup, Now: s.now()})
		if err != nil {
			return false, pg.Fault(fmt.Errorf("consume a backup code: %w", err))
		}
		if n == 0 {
			return false, nil
		}
		return true, s.audit.Record(ctx, tx, audit.Event{Kind: "backup_code.used", Account: secret.UserID, Actor: audit.User})
	}
	n, err := q.UseStep(ctx, tx, store.UseStepParams{SecretID: secret.ID, Step: p.step, Now: s.now()})
	if err != nil {
		// A setup that was begun again has replaced the secret.
		return false, pg.Fault(fmt.Errorf("use a step: %w", err), pg.On("used_totp_step_totp_secret_id_fkey", errRaced))
	}
	return n == 1, nil
}

// withFactor runs a change of the caller's account after a right code, in one transaction with spending it.
func (s *Service) withFactor(ctx context.Context, acc store.Account, code *string, kinds factors, change func(pgx.Tx) error) error {
	if code == nil {
		return errCodeNotProvided // no guess, so it does not count
	}
	secret, err := s.activeSecret(ctx, acc.ID)
	if err != nil {
		return pg.Fault(err, pg.Absent(errRaced))
	}
	right, err := s.checkFactor(ctx, acc.ID, secret, *code, kinds, func(tx pgx.Tx, p proof) (bool, error) {
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return false, err
		}
		if right, err := s.spend(ctx, tx, secret, p); err != nil || !right {
			return false, err
		}
		return true, change(tx)
	})
	if err != nil {
		return err
	}
	if !right {
		return errBadCode
	}
	return nil
}

// activeSecret is the verified secret of a user, or pgx.ErrNoRows.
func (s *Service) activeSecret(ctx context.Context, user uuid.UUID) (store.TotpSecret, error) {
	secret, err := q.SecretOf(ctx, s.db, user)
	if err == nil && !secret.Verified {
		err = pgx.ErrNoRows
	}
	return secret, err
}

// Setup is a new secret, shown once.
type Setup struct{ URI, Key string }

// SetupTwoFactor makes a secret that waits to be verified.
func (s *Service) SetupTwoFactor(ctx context.Context, u auth.User) (Setup, error) {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return Setup{}, err
	}
	if acc.TwoFactorEnabled {
		return Setup{}, errAlreadyEnabled
	}
	key := newTOTPKey()
	id, err := uuid.NewV7()
	if err != nil {
		return Setup{}, err
	}
	n, err := q.PutPendingSecret(ctx, s.db, store.PutPendingSecretParams{
		ID: id, UserID: acc.ID, EncryptedSecret: s.keyring.Seal(key, acc.ID[:]), Now: s.now(),
	})
	if err != nil {
		return Setup{}, pg.Fault(err, pg.On("totp_secret_user_id_fkey", errAccountGone))
	}
	if n == 0 {
		return Setup{}, errAlreadyEnabled
	}
	return Setup{URI: otpauthURI(s.cfg.TOTPIssuer, acc.Email, key), Key: setupKey(key)}, nil
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
	var ended []uuid.UUID
	set, right, err := s.checkTOTPForSet(ctx, acc, secret, code, func(tx pgx.Tx, set backupSet) error {
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
		if err := s.storeBackupSet(ctx, tx, secret.ID, set); err != nil {
			return err
		}
		ended, err = s.secureBecause(ctx, tx, "two_factor.enabled", acc.ID, u.SessionID)
		return err
	})
	if err != nil {
		return nil, s.overtaken(ctx, u, err, true, errAlreadyEnabled)
	}
	if !right {
		return nil, errBadCode
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "two-factor enabled", "user_id", acc.ID, "sessions_ended", len(ended))
	return set.codes, nil
}

// DisableTwoFactor removes the secret and its backup codes.
func (s *Service) DisableTwoFactor(ctx context.Context, u auth.User, code string) error {
	acc, err := s.enrolled(ctx, u)
	if err != nil {
		return err
	}
	var ended []uuid.UUID
	err = s.withFactor(ctx, acc, &code, anyFactor, func(tx pgx.Tx) error {
		if err := q.DeleteSecret(ctx, tx, acc.ID); err != nil {
			return pg.Fault(fmt.Errorf("delete the secret: %w", err))
		}
		if err := q.SetTwoFactor(ctx, tx, store.SetTwoFactorParams{ID: acc.ID, Enabled: false, Now: s.now()}); err != nil {
			return pg.Fault(fmt.Errorf("disable two-factor: %w", err))
		}
		ended, err = s.secureBecause(ctx, tx, "two_factor.disabled", acc.ID, u.SessionID)
		return err
	})
	if err != nil {
		return s.overtaken(ctx, u, err, false, errFactorDisabled)
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "two-factor disabled", "user_id", acc.ID, "sessions_ended", len(ended))
	return nil
}

// overtaken gives a change that lost against another of the same kind the answer it would get now.
func (s *Service) overtaken(ctx context.Context, u auth.User, err error, enabled bool, now *fault.Fault) error {
	if !errors.Is(err, errRaced) {
		return err
	}
	if acc, readErr := s.Account(ctx, u.ID); readErr == nil && acc.TwoFactorEnabled == enabled {
		return now
	}
	return err
}

// enrolled is the caller's account if it has two-factor on.
func (s *Service) enrolled(ctx context.Context, u auth.User) (store.Account, error) {
	acc, err := s.Account(ctx, u.ID)
	if err == nil && !acc.TwoFactorEnabled {
		err = errFactorDisabled
	}
	return acc, err
}

// HasTwoFactor tells another service whether a user has two-factor on.
func (s *Service) HasTwoFactor(ctx context.Context, user uuid.UUID) (bool, error) {
	acc, err := q.AccountByID(ctx, s.db, user)
	return acc.TwoFactorEnabled, pg.Fault(err, pg.Absent(errNoUser))
}

// VerifyTwoFactor checks a user's code for another service. A right TOTP code has no effect, a right backup code is
// consumed; a user without two-factor is not enrolled, which is no failure.
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
	right, err := s.checkFactor(ctx, user, secret, *code, anyFactor, func(tx pgx.Tx, p proof) (bool, error) {
		if _, err := q.LockAccount(ctx, tx, user); err != nil {
			return false, pg.Fault(err, pg.Absent(errNoUser))
		}
		if p.backup == nil {
			return true, nil
		}
		return s.spend(ctx, tx, secret, p)
	})
	if err == nil && !right {
		err = errBadCode
	}
	return true, err
}
