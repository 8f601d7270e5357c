package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

var (
	errBadCredentials = fault.New(fault.Unauthorized, "Invalid Credentials", "The address or the password is wrong.")
	errNotVerified    = fault.New(fault.Forbidden, "Email Not Verified", "Please verify your email address first: we have sent you a code.")
	errBadChallenge   = fault.New(fault.Invalid, "Two-Factor Challenge Invalid", "This login has expired or was finished already. Please log in again.")
	errLoginCode      = fault.New(fault.Unauthorized, "Invalid Totp Code", "The code is wrong or was used already.")
	errLoginOvertaken = fault.New(fault.Unauthorized, "Invalid Credentials", "The account was changed while you logged in. Please log in again.")
)

const challengeTokenSize = 32

// Login is what a login leads to: a token, or a challenge for the second step.
type Login struct {
	Account   store.Account
	Groups    []string
	Token     string
	ExpiresIn time.Duration
	Challenge string
	Passkey   bool // whether a passkey can answer the challenge
}

// Login checks a password. An address that nobody has costs the same work, and counts the same, as one that somebody
// has.
func (s *Service) Login(ctx context.Context, email, password string) (Login, error) {
	out, err := s.login(ctx, email, password)
	s.countLogin("password", out, err)
	s.attempted(ctx, "login", uuid.Nil, sameAddress(email), err)
	s.keepSessionsBounded(ctx, out, err)
	return out, err
}

func (s *Service) login(ctx context.Context, email, password string) (Login, error) {
	// A flood is turned away before it costs anything.
	if err := s.hasher.queue.Refusal(clientSubject(ctx), loggingIn); err != nil {
		return Login{}, err
	}
	address := sameAddress(email)
	claims, err := s.loginClaims(ctx, address)
	if err != nil {
		return Login{}, err
	}
	// With a long queue, check the throttle first. Waiting in a short one costs less than the check.
	if s.hasher.busy() {
		if err := s.throttle.look(ctx, claims...); err != nil {
			return Login{}, err
		}
	}
	var (
		y       *try
		acc     store.Account
		pending []store.Registration
		matched int // 0 is the account, above are the pending registrations
	)
	err = s.hasher.run(ctx, loggingIn, func() (err error) {
		// The account is read on the way, before the try is written: whoever changes it meanwhile is noticed at the end.
		stored := []string{s.hasher.decoy}
		var also pgx.Batch
		also.Queue(store.AccountByEmail, address).Query(func(rows pgx.Rows) error {
			found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.Account])
			if len(found) > 0 {
				acc, stored[0] = found[0], found[0].PasswordHash
			}
			return err
		})
		also.Queue(store.Registrations, address, s.now()).Query(func(rows pgx.Rows) (err error) {
			pending, err = pgx.CollectRows(rows, pgx.RowToStructByPos[store.Registration])
			return err
		})
		if y, err = s.throttle.enterWith(ctx, &also, claims); err != nil {
			return err
		}
		if acc.EmailVerifiedAt != nil {
			pending = nil // the address has its account; these end by themselves
		}
		if acc.ID == uuid.Nil && len(pending) > 0 { // one hash, as for any address
			stored[0] = pending[0].PasswordHash
		}
		for _, r := range pending {
			stored = append(stored, r.PasswordHash)
		}
		matched, err = s.hasher.matching(password, stored...)
		if matched == 0 && acc.DisabledAt != nil {
			matched = -1 // answered as a wrong password is: whoever stole it does not learn that it works
		}
		return err
	})
	if y != nil {
		defer y.close(ctx)
	}
	if err != nil {
		return Login{}, err
	}
	if acc.ID == uuid.Nil && matched == 0 {
		matched = 1 // what stood in for the account is the first registration
	}
	if matched > 0 {
		return Login{}, s.answerPending(ctx, y, pending[matched-1].ID)
	}
	out, err := s.answerPassword(ctx, y, acc, matched == 0)
	if err == nil {
		s.upgradePassword(ctx, acc, password)
	}
	return out, err
}

// answerPending is what the right password of a pending registration leads to: the way to its code. Codes are mailed to
// the registration of this network from now on.
func (s *Service) answerPending(ctx context.Context, y *try, registration uuid.UUID) error {
	_, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		return true, pg.Fault(q.ProveRegistration(ctx, tx, store.ProveRegistrationParams{ID: registration, Client: s.registrationClient(ctx)}))
	})
	if err != nil {
		return err
	}
	return errNotVerified
}

// answerPassword is what a checked password leads to.
func (s *Service) answerPassword(ctx context.Context, y *try, acc store.Account, matched bool) (out Login, err error) {
	if matched {
		if out, done, err := s.logInAtOnce(ctx, y, acc); done || err != nil {
			return out, err
		}
	}
	right, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if !matched {
			return false, nil
		}
		out, err = s.afterPassword(ctx, tx, acc)
		return true, err
	})
	switch {
	case err != nil:
		return Login{}, err
	case !right:
		return Login{}, errBadCredentials
	case out.Account.ID == uuid.Nil:
		return Login{}, errNotVerified
	}
	return out, nil
}

// afterPassword is what a right password leads to; the zero login means that the address is not verified yet.
func (s *Service) afterPassword(ctx context.Context, tx pgx.Tx, seen store.Account) (Login, error) {
	acc, err := q.LockAccount(ctx, tx, seen.ID)
	if err != nil {
		return Login{}, pg.Fault(err, pg.Absent(errBadCredentials))
	}
	// The password was checked against what was read before the lock.
	if acc.SecurityVersion != seen.SecurityVersion {
		return Login{}, errLoginOvertaken
	}
	if s.cfg.MustVerify && acc.EmailVerifiedAt == nil {
		return Login{}, nil
	}
	if !acc.TwoFactorEnabled {
		return s.logIn(ctx, tx, acc)
	}
	token := make([]byte, challengeTokenSize)
	_, _ = rand.Read(token) // never fails
	id, err := uuid.NewV7()
	if err != nil {
		return Login{}, err
	}
	now := s.now()
	hash := sha256.Sum256(token)
	err = q.InsertChallenge(ctx, tx, store.InsertChallengeParams{
		ID: id, UserID: acc.ID, TokenHash: hash[:], ExpiresAt: now.Add(challengeLife), Now: now,
	})
	if err != nil {
		return Login{}, pg.Fault(fmt.Errorf("write a challenge: %w", err))
	}
	passkey, err := s.canUsePasskey(ctx, tx, acc.ID)
	return Login{Account: acc, Challenge: base64.RawURLEncoding.EncodeToString(token), Passkey: passkey}, err
}

// logIn starts a session in a transaction and signs its token.
func (s *Service) logIn(ctx context.Context, tx pgx.Tx, acc store.Account) (Login, error) {
	if acc.DisabledAt != nil {
		return Login{}, errBadCredentials // on whichever way it got here
	}
	key, err := s.signer.active(ctx, tx)
	if err != nil {
		return Login{}, err
	}
	session, err := s.newSession(ctx, acc.ID, s.now())
	if err != nil {
		return Login{}, err
	}
	err = q.InsertSession(ctx, tx, store.InsertSessionParams{
		ID: session.ID, UserID: acc.ID, Now: session.CreatedAt, ExpiresAt: session.ExpiresAt, UserAgent: session.UserAgent, Address: session.Address,
		Admin: s.isAdmin(acc),
	})
	if err != nil {
		return Login{}, pg.Fault(fmt.Errorf("start a session: %w", err))
	}
	if err := s.audit.Record(ctx, tx, s.loginEvent(ctx, acc)); err != nil {
		return Login{}, err
	}
	pg.AfterCommit(tx, func() { s.leaveDevice(ctx, acc) })
	return s.loggedIn(ctx, key, acc, session)
}

// logInAtOnce does all of what mostly follows a right password, in one statement. It tells whether it did, or else
// nothing: the account has changed meanwhile or asks for more than a password, or another key signs now.
func (s *Service) logInAtOnce(ctx context.Context, y *try, seen store.Account) (out Login, done bool, err error) {
	key := s.signer.last()
	if key.id == "" || seen.TwoFactorEnabled || s.cfg.MustVerify && seen.EmailVerifiedAt == nil {
		return Login{}, false, nil
	}
	session, err := s.newSession(ctx, seen.ID, s.now())
	if err != nil {
		return Login{}, false, err
	}
	event := s.loginEvent(ctx, seen)
	recorded, err := s.audit.Prepare(ctx, event)
	if err != nil {
		return Login{}, false, err
	}
	_, forgiven := y.outcome(true)
	row, err := q.LogIn(ctx, s.db, store.LogInParams{
		UserID: seen.ID, SecurityVersion: seen.SecurityVersion, SigningKey: key.id,
		ID: session.ID, Now: session.CreatedAt, ExpiresAt: session.ExpiresAt, UserAgent: session.UserAgent, Address: session.Address,
		Tries: forgiven.Ids, Purposes: forgiven.Purposes, Subjects: forgiven.Subjects,
		Admin: s.isAdmin(seen), Kind: recorded.Kind, Actor: recorded.Actor, RequestID: recorded.RequestID, Detail: recorded.Detail,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Login{}, false, nil
	}
	if err != nil {
		return Login{}, false, pg.Fault(fmt.Errorf("log in: %w", err))
	}
	y.settled = true
	s.audit.Written(ctx, event)
	s.leaveDevice(ctx, store.Account(row))
	out, err = s.loggedIn(ctx, key, store.Account(row), session)
	return out, true, err
}

// loggedIn signs the token of a session that was started.
func (s *Service) loggedIn(ctx context.Context, key signingKey, acc store.Account, session store.Session) (Login, error) {
	groups := s.groups(acc)
	token, err := s.signer.sign(key, acc, groups, session.ID, session.CreatedAt, session.ExpiresAt)
	if err != nil {
		return Login{}, fmt.Errorf("sign a token: %w", err)
	}
	s.log.InfoContext(ctx, "logged in", "user_id", acc.ID, "session_id", session.ID)
	return Login{Account: acc, Groups: groups, Token: token, ExpiresIn: s.cfg.Auth.TokenLife()}, nil
}

// LoginTwoFactor finishes a login. The code is looked at first and spent last: the step or the backup code, the
// challenge and the new session are one transaction.
func (s *Service) LoginTwoFactor(ctx context.Context, token, code string) (Login, error) {
	out, err := s.loginTwoFactor(ctx, token, code)
	s.countLogin("second_factor", out, err)
	s.keepSessionsBounded(ctx, out, err)
	return out, err
}

func (s *Service) loginTwoFactor(ctx context.Context, token, code string) (Login, error) {
	challenge, err := s.challenge(ctx, token)
	if err != nil {
		return Login{}, err
	}
	secret, err := s.activeSecret(ctx, challenge.UserID)
	if err != nil {
		return Login{}, pg.Fault(err, pg.Absent(errBadChallenge))
	}
	var out Login
	right, err := s.checkFactor(ctx, challenge.UserID, secret, code, anyFactor, func(tx pgx.Tx, p proof) (bool, error) {
		acc, err := q.LockAccount(ctx, tx, challenge.UserID)
		if err != nil {
			return false, pg.Fault(err, pg.Absent(errBadChallenge))
		}
		if right, err := s.spend(ctx, tx, secret, p); err != nil || !right {
			return false, err
		}
		n, err := q.ConsumeChallenge(ctx, tx, store.ConsumeChallengeParams{ID: challenge.ID, Now: s.now()})
		if err != nil {
			return false, pg.Fault(fmt.Errorf("consume a challenge: %w", err))
		}
		if n == 0 {
			return false, errBadChallenge // and nothing is spent
		}
		out, err = s.logIn(ctx, tx, acc)
		return true, err
	})
	if err != nil {
		return Login{}, err
	}
	if !right {
		return Login{}, errLoginCode
	}
	return out, nil
}

// challenge finds the challenge of a token, if it can still be answered.
func (s *Service) challenge(ctx context.Context, token string) (store.Challenge, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != challengeTokenSize {
		return store.Challenge{}, errBadChallenge
	}
	hash := sha256.Sum256(raw)
	challenge, err := q.UsableChallenge(ctx, s.db, store.UsableChallengeParams{TokenHash: hash[:], Now: s.now()})
	return challenge, pg.Fault(err, pg.Absent(errBadChallenge))
}

func (s *Service) countLogin(step string, out Login, err error) {
	outcome := "error"
	switch {
	case err == nil && out.Challenge != "":
		outcome = "challenge"
	case err == nil:
		outcome = "success"
	case fault.Is(err, fault.RateLimited):
		outcome = "throttled"
	case fault.Is(err, fault.Unauthorized), fault.Is(err, fault.Invalid):
		outcome = "refused"
	case fault.Is(err, fault.Forbidden):
		outcome = "unverified"
	case fault.Is(err, fault.Unavailable):
		outcome = "busy"
	}
	s.counted.logins.WithLabelValues(step, outcome).Inc()
}
