package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// BeginPasskeyLogin asks whoever is there to use a passkey of any account.
func (s *Service) BeginPasskeyLogin(ctx context.Context) (out ceremony, err error) {
	if s.passkeys == nil {
		return out, errPasskeysOff
	}
	y, err := s.throttle.enter(ctx, passkeyBeginBudget.of(clientSubject(ctx)))
	if err != nil {
		return out, err
	}
	defer y.close(ctx)
	_, err = y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		assertion, session, err := s.passkeys.BeginDiscoverableLogin()
		if err != nil {
			return false, err
		}
		out, err = s.begin(ctx, tx, toLogIn, nil, nil, assertion.Response, session)
		return true, err
	})
	return out, err
}

// FinishPasskeyLogin logs in whoever used their passkey.
func (s *Service) FinishPasskeyLogin(ctx context.Context, id uuid.UUID, answer []byte) (Login, error) {
	out, owner, err := s.finishPasskeyLogin(ctx, id, answer)
	s.countLogin("passkey", out, err)
	s.attempted(ctx, "passkey", owner, "", err)
	s.keepSessionsBounded(ctx, out, err)
	return out, err
}

// finishPasskeyLogin also returns whose passkey it was, if it is one.
func (s *Service) finishPasskeyLogin(ctx context.Context, id uuid.UUID, answer []byte) (out Login, owner uuid.UUID, err error) {
	if s.passkeys == nil {
		return out, owner, errPasskeysOff
	}
	y, err := s.throttle.enter(ctx, passkeyLoginBudget.of(clientSubject(ctx)))
	if err != nil {
		return out, owner, err
	}
	defer y.close(ctx)
	session, err := s.take(ctx, id, toLogIn, nil, nil)
	if err != nil {
		return out, owner, err
	}
	parsed, refusal := s.parseAssertion(answer)
	right, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if refusal != nil {
			return false, nil
		}
		refusal = errPasskeyRefused
		if owner, err = q.OwnerOfPasskey(ctx, tx, parsed.RawID); errors.Is(err, pgx.ErrNoRows) {
			return false, nil
		} else if err != nil {
			return false, pg.Fault(fmt.Errorf("find the passkey's owner: %w", err))
		}
		acc, err := q.LockAccount(ctx, tx, owner)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errPasskeyRefused))
		}
		if acc.DisabledAt != nil {
			return false, nil
		}
		if refusal, err = s.usePasskey(ctx, tx, acc, session, parsed); err != nil || refusal != nil {
			return false, err
		}
		if s.cfg.MustVerify && acc.EmailVerifiedAt == nil {
			refusal = errNotVerified
			return true, nil
		}
		out, err = s.logIn(ctx, tx, acc)
		return true, err
	})
	if err != nil {
		return Login{}, owner, err
	}
	if !right || refusal != nil {
		return Login{}, owner, refusal
	}
	return out, owner, nil
}

// canUsePasskey reports whether a passkey can take the place of a code.
func (s *Service) canUsePasskey(ctx context.Context, db store.DBTX, user uuid.UUID) (bool, error) {
	if s.passkeys == nil {
		return false, nil
	}
	has, err := q.HasPasskey(ctx, db, user)
	if err != nil {
		return false, pg.Fault(fmt.Errorf("look for passkeys: %w", err))
	}
	return has, nil
}

// BeginPasskeySecondFactor asks for a passkey of the account whose password was right.
func (s *Service) BeginPasskeySecondFactor(ctx context.Context, token string) (out ceremony, err error) {
	if s.passkeys == nil {
		return out, errPasskeysOff
	}
	challenge, err := s.challenge(ctx, token)
	if err != nil {
		return out, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		acc, err := q.LockAccount(ctx, tx, challenge.UserID)
		if err != nil {
			return pg.Fault(err, pg.Absent(errBadChallenge))
		}
		owner := passkeyOwner{acc: acc}
		if owner.keys, err = q.PasskeysOf(ctx, tx, acc.ID); err != nil {
			return pg.Fault(fmt.Errorf("list passkeys: %w", err))
		}
		if len(owner.WebAuthnCredentials()) == 0 {
			return errNoOwnPasskey
		}
		// One at a time for each challenge, so that rows do not pile up.
		if err := q.DeleteCeremoniesOf(ctx, tx, challenge.ID); err != nil {
			return pg.Fault(fmt.Errorf("end older ceremonies: %w", err))
		}
		assertion, session, err := s.passkeys.BeginLogin(owner)
		if err != nil {
			return err
		}
		out, err = s.begin(ctx, tx, asSecondFactor, &acc.ID, &challenge.ID, assertion.Response, session)
		return err
	})
	return out, err
}

// FinishPasskeySecondFactor finishes a login with a passkey in place of a code, under the same budget.
func (s *Service) FinishPasskeySecondFactor(ctx context.Context, token string, id uuid.UUID, answer []byte) (Login, error) {
	out, err := s.finishPasskeySecondFactor(ctx, token, id, answer)
	s.countLogin("second_factor", out, err)
	s.keepSessionsBounded(ctx, out, err)
	return out, err
}

func (s *Service) finishPasskeySecondFactor(ctx context.Context, token string, id uuid.UUID, answer []byte) (out Login, err error) {
	if s.passkeys == nil {
		return out, errPasskeysOff
	}
	challenge, err := s.challenge(ctx, token)
	if err != nil {
		return out, err
	}
	defer func() { s.attempted(ctx, "passkey", challenge.UserID, "", err) }()
	y, err := s.throttle.enter(ctx, secondFactorBudget.of(challenge.UserID.String()))
	if err != nil {
		return out, err
	}
	defer y.close(ctx)
	session, err := s.take(ctx, id, asSecondFactor, &challenge.UserID, &challenge.ID)
	if err != nil {
		return out, err
	}
	parsed, refusal := s.parseAssertion(answer)
	right, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if refusal != nil {
			return false, nil
		}
		acc, err := q.LockAccount(ctx, tx, challenge.UserID)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errBadChallenge))
		}
		if refusal, err = s.usePasskey(ctx, tx, acc, session, parsed); err != nil || refusal != nil {
			return false, err
		}
		n, err := q.ConsumeChallenge(ctx, tx, store.ConsumeChallengeParams{ID: challenge.ID, Now: s.now()})
		if err != nil {
			return false, pg.Fault(fmt.Errorf("consume a challenge: %w", err))
		}
		if n == 0 {
			return false, errBadChallenge
		}
		out, err = s.logIn(ctx, tx, acc)
		return true, err
	})
	if err != nil {
		return Login{}, err
	}
	if !right {
		return Login{}, refusal
	}
	return out, nil
}

// parseAssertion reads the answer of an authenticator; what cannot be read is refused like any other wrong answer.
func (s *Service) parseAssertion(answer []byte) (*protocol.ParsedCredentialAssertionData, *fault.Fault) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	return parsed, nil
}

// usePasskey checks an answer against its ceremony and the account's passkeys, and notes that the passkey was used. The
// caller holds the account's lock. A nil refusal means that the answer is right.
func (s *Service) usePasskey(ctx context.Context, tx pgx.Tx, acc store.Account, session webauthn.SessionData, answer *protocol.ParsedCredentialAssertionData) (refusal *fault.Fault, err error) {
	owner := passkeyOwner{acc: acc}
	if owner.keys, err = q.PasskeysOf(ctx, tx, acc.ID); err != nil {
		return nil, pg.Fault(fmt.Errorf("list passkeys: %w", err))
	}
	var used *webauthn.Credential
	var wrong error
	if session.UserID == nil {
		itself := func(_, _ []byte) (webauthn.User, error) { return owner, nil }
		_, used, wrong = s.passkeys.ValidatePasskeyLogin(itself, session, answer)
	} else {
		used, wrong = s.passkeys.ValidateLogin(owner, session, answer)
	}
	if wrong != nil {
		return s.passkeys.refusal(answer.Response.CollectedClientData, errPasskeyRefused).Because(wrong), nil
	}
	if acc.DisabledAt != nil {
		return errPasskeyRefused.Because(errors.New("the account is disabled")), nil
	}
	key := owner.keys[slices.IndexFunc(owner.keys, func(k store.Passkey) bool { return string(k.CredentialID) == string(used.ID) })]
	now := s.now()
	// Of two copies of a key, the one that lags behind shows itself here. Which of them is the owner's nobody can tell,
	// so neither is let in any more.
	if used.Authenticator.CloneWarning {
		if err := q.SuspectPasskey(ctx, tx, store.SuspectPasskeyParams{ID: key.ID, Now: now}); err != nil {
			return nil, pg.Fault(fmt.Errorf("suspect a passkey: %w", err))
		}
		if err := s.recordPasskey(ctx, tx, key, audit.Anonymous, passkeySuspect); err != nil {
			return nil, err
		}
		return errPasskeyRefused.Because(errors.New("its counter went back")), s.notifyPasskey(ctx, tx, acc, key, passkeySuspect)
	}
	err = q.UsePasskey(ctx, tx, store.UsePasskeyParams{ID: key.ID, SignCount: int64(used.Authenticator.SignCount), BackedUp: used.Flags.BackupState, Now: now})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("note the use of a passkey: %w", err))
	}
	return nil, s.recordPasskey(ctx, tx, key, audit.User, passkeyUsed)
}
