package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

var (
	errBadChallenge = fault.New(fault.Invalid, "Two-Factor Challenge Invalid",
		"This login has expired or was finished already. Please log in again.")
	errLoginCode = fault.New(fault.Unauthorized, "Invalid Totp Code", "The code is wrong or was used already.")
)

// newChallenge requires the second factor after a right password.
func (s *Service) newChallenge(ctx context.Context, tx pgx.Tx, acc store.Account) (Login, error) {
	now := s.now()
	token, hash := newOpaqueToken()
	err := q.InsertChallenge(ctx, tx, store.InsertChallengeParams{
		ID: uuid.Must(uuid.NewV7()), UserID: acc.ID, TokenHash: hash, ExpiresAt: now.Add(challengeLife), Now: now,
	})
	if err != nil {
		return Login{}, pg.Fault(fmt.Errorf("write a challenge: %w", err))
	}
	passkey, err := s.canUsePasskey(ctx, tx, acc.ID)
	return Login{Account: acc, Challenge: token, Passkey: passkey}, err
}

// challenge returns the challenge of a token, if it can still be answered.
func (s *Service) challenge(ctx context.Context, token string) (store.Challenge, error) {
	hash, ok := hashOpaqueToken(token)
	if !ok {
		return store.Challenge{}, errBadChallenge
	}
	challenge, err := q.UsableChallenge(ctx, s.db, store.UsableChallengeParams{TokenHash: hash, Now: s.now()})
	return challenge, pg.Fault(err, pg.Absent(errBadChallenge))
}

// finishChallenge uses up a challenge and logs in.
func (s *Service) finishChallenge(ctx context.Context, tx pgx.Tx, challenge store.Challenge, acc store.Account) (Login, error) {
	n, err := q.ConsumeChallenge(ctx, tx, store.ConsumeChallengeParams{ID: challenge.ID, Now: s.now()})
	if err != nil {
		return Login{}, pg.Fault(fmt.Errorf("consume a challenge: %w", err))
	}
	if n == 0 {
		return Login{}, errBadChallenge // the code is not spent
	}
	return s.logIn(ctx, tx, acc)
}

// LoginTwoFactor finishes a login with a code. Spending the code, the challenge and the new session are one transaction.
func (s *Service) LoginTwoFactor(ctx context.Context, token, code string) (Login, error) {
	out, err := s.loginTwoFactor(ctx, token, code)
	s.afterLogin(ctx, "second_factor", out, err)
	return out, err
}

func (s *Service) loginTwoFactor(ctx context.Context, token, code string) (out Login, err error) {
	challenge, err := s.challenge(ctx, token)
	if err != nil {
		return Login{}, err
	}
	secret, err := s.activeSecret(ctx, challenge.UserID)
	if err != nil {
		return Login{}, pg.Fault(err, pg.Absent(errBadChallenge))
	}
	check := factorCheck{user: challenge.UserID, secret: secret, code: code, backup: true}
	err = s.checkFactor(ctx, check, func(tx pgx.Tx, p proof) (bool, error) {
		acc, err := q.LockAccount(ctx, tx, challenge.UserID)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errBadChallenge))
		}
		if right, err := s.spendProof(ctx, tx, secret, p); err != nil || !right {
			return false, err
		}
		out, err = s.finishChallenge(ctx, tx, challenge, acc)
		return true, err
	})
	if errors.Is(err, errBadCode) {
		err = errLoginCode
	}
	if err != nil {
		return Login{}, err
	}
	return out, nil
}
