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

// BeginPasskeyLogin requests a passkey of any account.
func (s *Service) BeginPasskeyLogin(ctx context.Context) (out ceremony, err error) {
	if s.passkeys == nil {
		return out, errPasskeysOff
	}
	err = s.throttle.spend(ctx, func(tx pgx.Tx) error {
		assertion, session, err := s.passkeys.BeginDiscoverableLogin()
		if err != nil {
			return err
		}
		out, err = s.beginCeremony(ctx, tx, forLogin, nil, nil, assertion.Response, session)
		return err
	}, passkeyBeginBudget.of(clientSubject(ctx)))
	return out, err
}

// FinishPasskeyLogin logs in with an authenticator's answer.
func (s *Service) FinishPasskeyLogin(ctx context.Context, id uuid.UUID, answer []byte) (Login, error) {
	out, owner, err := s.finishPasskeyLogin(ctx, id, answer)
	s.countAttempt(ctx, "passkey", owner, "", err)
	s.afterLogin(ctx, "passkey", out, err)
	return out, err
}

// finishPasskeyLogin also returns the owner of the passkey, if it is known.
func (s *Service) finishPasskeyLogin(ctx context.Context, id uuid.UUID, answer []byte) (out Login, owner uuid.UUID, err error) {
	if s.passkeys == nil {
		return out, owner, errPasskeysOff
	}
	a, err := s.throttle.enter(ctx, passkeyLoginBudget.of(clientSubject(ctx)))
	if err != nil {
		return out, owner, err
	}
	defer a.close(ctx)
	session, err := s.takeCeremony(ctx, id, forLogin, nil, nil)
	if err != nil {
		return out, owner, err
	}
	parsed, refusal := parseAssertion(answer)
	right, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
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

// canUsePasskey reports whether the user has a passkey that can replace a code.
func (s *Service) canUsePasskey(ctx context.Context, db store.DBTX, user uuid.UUID) (bool, error) {
	if s.passkeys == nil {
		return false, nil
	}
	has, err := q.HasPasskey(ctx, db, user)
	return has, pg.Fault(pg.Wrap("look for passkeys", err))
}

// BeginPasskeySecondFactor requests a passkey of the account whose password was right.
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
		// One at a time for each challenge, so that rows do not accumulate.
		if err := q.DeleteCeremoniesOf(ctx, tx, challenge.ID); err != nil {
			return pg.Fault(fmt.Errorf("end older ceremonies: %w", err))
		}
		assertion, session, err := s.passkeys.BeginLogin(owner)
		if err != nil {
			return err
		}
		out, err = s.beginCeremony(ctx, tx, forSecondFactor, &acc.ID, &challenge.ID, assertion.Response, session)
		return err
	})
	return out, err
}

// FinishPasskeySecondFactor finishes a login with a passkey in place of a code, under the same budget as codes.
func (s *Service) FinishPasskeySecondFactor(ctx context.Context, token string, id uuid.UUID, answer []byte) (Login, error) {
	out, err := s.finishPasskeySecondFactor(ctx, token, id, answer)
	s.afterLogin(ctx, "second_factor", out, err)
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
	defer func() { s.countAttempt(ctx, "passkey", challenge.UserID, "", err) }()
	budget, err := s.factorClaim(ctx, challenge.UserID)
	if err != nil {
		return out, err
	}
	a, err := s.throttle.enter(ctx, budget)
	if err != nil {
		return out, err
	}
	defer a.close(ctx)
	session, err := s.takeCeremony(ctx, id, forSecondFactor, &challenge.UserID, &challenge.ID)
	if err != nil {
		return out, err
	}
	parsed, refusal := parseAssertion(answer)
	right, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
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
		out, err = s.finishChallenge(ctx, tx, challenge, acc)
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

// parseAssertion reads the answer of an authenticator. What cannot be read is refused like any other wrong answer.
func parseAssertion(answer []byte) (*protocol.ParsedCredentialAssertionData, *fault.Fault) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	return parsed, nil
}

// usePasskey checks an answer against its ceremony and the account's passkeys, and records the use. The caller holds the
// account's lock. A nil refusal means that the answer is right.
func (s *Service) usePasskey(
	ctx context.Context, tx pgx.Tx, acc store.Account, session webauthn.SessionData, answer *protocol.ParsedCredentialAssertionData,
) (refusal *fault.Fault, err error) {
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
	// Of two copies of a key, one has the lower counter. Which is the owner's is unknown, so neither is accepted any more.
	if used.Authenticator.CloneWarning {
		if err := q.SuspectPasskey(ctx, tx, store.SuspectPasskeyParams{ID: key.ID, Now: now}); err != nil {
			return nil, pg.Fault(fmt.Errorf("suspect a passkey: %w", err))
		}
		if err := s.audit.Record(ctx, tx, passkeyEvent("passkey.suspect", key, audit.Anonymous)); err != nil {
			return nil, err
		}
		n := plainMail{To: acc.Email, Topic: topicPasskeySuspect, Passkey: key.Name}
		return errPasskeyRefused.Because(errors.New("its counter went back")), s.notify(ctx, tx, acc.ID, n)
	}
	err = q.UsePasskey(ctx, tx, store.UsePasskeyParams{
		ID: key.ID, SignCount: int64(used.Authenticator.SignCount), BackedUp: used.Flags.BackupState, Now: now,
	})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("record the use of a passkey: %w", err))
	}
	return nil, s.audit.Record(ctx, tx, passkeyEvent("passkey.used", key, audit.User))
}
