package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// Verification identifies a code that was mailed.
type Verification struct {
	ID        uuid.UUID
	ExpiresAt time.Time
}

// RequestVerification mails a code for an action.
func (s *Service) RequestVerification(ctx context.Context, user uuid.UUID, a action) (v Verification, err error) {
	err = s.throttle.spend(ctx, func(tx pgx.Tx) error {
		acc, err := q.LockAccount(ctx, tx, user)
		if err != nil {
			return pg.Fault(err, pg.Absent(errAccountGone))
		}
		v, err = s.mailVerification(ctx, tx, acc, a)
		return err
	}, requestBudget.of(user.String()))
	return v, err
}

// mailVerification makes a code, which replaces an earlier one for the action, and has it mailed. The caller holds the
// account's lock.
func (s *Service) mailVerification(ctx context.Context, tx pgx.Tx, acc store.Account, a action) (Verification, error) {
	c := s.newCode(acc.ID, a)
	err := q.PutCode(ctx, tx, store.PutCodeParams{
		ID: c.ID, UserID: acc.ID, Action: string(a), CodeHash: c.hash, ExpiresAt: c.expiresAt, Now: s.now(),
	})
	if err != nil {
		return Verification{}, pg.Fault(fmt.Errorf("write a code: %w", err))
	}
	return Verification{ID: c.ID, ExpiresAt: c.expiresAt}, s.mailCode(ctx, tx, c, acc.Email)
}

// tryCode counts and decides one try of a verification code. A nil id means the user's code for the action, whichever
// it is.
func (s *Service) tryCode(ctx context.Context, tx pgx.Tx, user uuid.UUID, a action, id *uuid.UUID, digits string) (bool, error) {
	accepted, err := q.TryCode(ctx, tx, store.TryCodeParams{
		UserID: user, Action: string(a), ID: id, Hashes: s.codeHashes(user, a, digits), Now: s.now(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return accepted, pg.Fault(err)
}

// ConsumeVerification uses up a code of the caller.
func (s *Service) ConsumeVerification(ctx context.Context, u auth.User, id uuid.UUID, a action, digits string) error {
	return s.useCode(ctx, u.ID, id, a, digits, q.LockAccount, func(tx pgx.Tx, acc store.Account) error {
		if a != verifyEmail {
			return nil
		}
		_, err := s.markVerified(ctx, tx, acc.ID)
		return err
	})
}

func (s *Service) markVerified(ctx context.Context, tx pgx.Tx, user uuid.UUID) (store.Account, error) {
	acc, err := q.VerifyEmail(ctx, tx, store.VerifyEmailParams{ID: user, Now: s.now()})
	if err != nil {
		return store.Account{}, pg.Fault(err)
	}
	return acc, s.recordOwn(ctx, tx, "account.verified", user)
}

type accountLock func(context.Context, store.DBTX, uuid.UUID) (store.Account, error)

// useCode checks a verification code under the account's budget and runs its effects in the same transaction.
func (s *Service) useCode(
	ctx context.Context, user, id uuid.UUID, a action, digits string, lock accountLock, effects func(pgx.Tx, store.Account) error,
) error {
	return s.throttle.check(ctx, errBadVerification, func(tx pgx.Tx) (bool, error) {
		acc, err := lock(ctx, tx, user)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errAccountGone))
		}
		if right, err := s.tryCode(ctx, tx, user, a, &id, digits); err != nil || !right {
			return false, err
		}
		return true, effects(tx, acc)
	}, consumeBudget.of(user.String()))
}
