package identity

import (
	"context"
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
	errLoginOvertaken = fault.New(fault.Unauthorized, "Invalid Credentials",
		"The account was changed while you logged in. Please log in again.")
)

// Login is the result of a login: a token, or a challenge for the second step.
type Login struct {
	Account   store.Account
	Token     string
	ExpiresIn time.Duration
	Challenge string
	Passkey   bool // whether a passkey can answer the challenge
}

// Login checks a password. An unknown address costs the same work, and counts the same, as a known one.
func (s *Service) Login(ctx context.Context, email, password string) (Login, error) {
	out, err := s.login(ctx, email, password)
	s.countAttempt(ctx, "login", uuid.Nil, sameAddress(email), err)
	s.afterLogin(ctx, "password", out, err)
	return out, err
}

func (s *Service) login(ctx context.Context, email, password string) (Login, error) {
	// Refuse a flood before it costs anything.
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
		a     *attempt
		found loginCandidates
		match int
	)
	err = s.hasher.run(ctx, loggingIn, func() (err error) {
		if a, err = s.throttle.enter(ctx, claims...); err != nil {
			return err
		}
		if found, err = s.loginCandidates(ctx, address); err != nil {
			return err
		}
		match, err = s.hasher.matching(password, found.hashes...)
		return err
	})
	if a != nil {
		defer a.close(ctx)
	}
	if err != nil {
		return Login{}, err
	}
	if r := found.registration(match); r != nil {
		return Login{}, s.answerPending(ctx, a, r.ID)
	}
	// A disabled account is answered like a wrong password, so that a thief does not find out that the password is
	// right.
	right := match == 0 && found.account.ID != uuid.Nil && found.account.DisabledAt == nil
	out, err := s.answerPassword(ctx, a, found.account, right)
	if err == nil {
		s.upgradePassword(ctx, found.account, password)
	}
	return out, err
}

// loginCandidates are the passwords that a login for an address is compared with.
type loginCandidates struct {
	account store.Account // zero if there is none
	pending []store.Registration
	hashes  []string // the account's first, then the registrations'
}

func (s *Service) loginCandidates(ctx context.Context, address string) (c loginCandidates, err error) {
	c.account, err = q.AccountByEmail(ctx, s.db, address)
	if err == nil {
		c.hashes = append(c.hashes, c.account.PasswordHash)
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return c, pg.Fault(fmt.Errorf("look for the address: %w", err))
	}
	if c.pending, err = q.Registrations(ctx, s.db, store.RegistrationsParams{Email: address, Now: s.now()}); err != nil {
		return c, pg.Fault(fmt.Errorf("list registrations: %w", err))
	}
	if c.account.EmailVerifiedAt != nil {
		c.pending = nil // the address has its account
	}
	for _, r := range c.pending {
		c.hashes = append(c.hashes, r.PasswordHash)
	}
	if len(c.hashes) == 0 {
		c.hashes = []string{s.hasher.decoy} // an unknown address takes as long as any other
	}
	return c, nil
}

// registration returns the registration whose hash has the index, or nil.
func (c loginCandidates) registration(index int) *store.Registration {
	if c.account.ID != uuid.Nil {
		index--
	}
	if index < 0 || index >= len(c.pending) {
		return nil
	}
	return &c.pending[index]
}

// answerPending answers the right password of a pending registration, whose codes are mailed for this network from now
// on.
func (s *Service) answerPending(ctx context.Context, a *attempt, registration uuid.UUID) error {
	_, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
		params := store.SetRegistrationClientParams{ID: registration, Client: s.registrationClient(ctx)}
		return true, pg.Fault(q.SetRegistrationClient(ctx, tx, params))
	})
	if err != nil {
		return err
	}
	return errNotVerified
}

// answerPassword answers a checked password.
func (s *Service) answerPassword(ctx context.Context, a *attempt, acc store.Account, matched bool) (out Login, err error) {
	verified := true
	right, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
		if !matched {
			return false, nil
		}
		out, verified, err = s.afterPassword(ctx, tx, acc)
		return true, err
	})
	switch {
	case err != nil:
		return Login{}, err
	case !right:
		return Login{}, errBadCredentials
	case !verified:
		return Login{}, errNotVerified
	}
	return out, nil
}

// afterPassword logs in with a right password, or requires the second factor.
func (s *Service) afterPassword(ctx context.Context, tx pgx.Tx, seen store.Account) (out Login, verified bool, err error) {
	acc, err := q.LockAccount(ctx, tx, seen.ID)
	if err != nil {
		return Login{}, false, pg.Fault(err, pg.Absent(errBadCredentials))
	}
	// The password was compared with what was read before the lock.
	if acc.SecurityVersion != seen.SecurityVersion {
		return Login{}, false, errLoginOvertaken
	}
	if s.cfg.MustVerify && acc.EmailVerifiedAt == nil {
		return Login{}, false, nil
	}
	if acc.TwoFactorEnabled {
		out, err = s.newChallenge(ctx, tx, acc)
	} else {
		out, err = s.logIn(ctx, tx, acc)
	}
	return out, true, err
}

// logIn starts a session and signs its token.
func (s *Service) logIn(ctx context.Context, tx pgx.Tx, acc store.Account) (Login, error) {
	if acc.DisabledAt != nil {
		return Login{}, errBadCredentials
	}
	key, err := s.signer.active(ctx, tx)
	if err != nil {
		return Login{}, err
	}
	session, err := s.startSession(ctx, tx, acc)
	if err != nil {
		return Login{}, err
	}
	if err := s.audit.Record(ctx, tx, s.loginEvent(ctx, acc)); err != nil {
		return Login{}, err
	}
	pg.AfterCommit(tx, func() { s.setDevice(ctx, acc) })
	token, err := s.signer.sign(key, acc, s.groups(acc), session.ID, session.Now, session.ExpiresAt)
	if err != nil {
		return Login{}, fmt.Errorf("sign a token: %w", err)
	}
	return Login{Account: acc, Token: token, ExpiresIn: s.cfg.Auth.TokenLife()}, nil
}

// afterLogin counts a login and ends sessions beyond the limit. If that fails the token is valid all the same, and the
// next login tries again.
func (s *Service) afterLogin(ctx context.Context, step string, out Login, err error) {
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
	s.meters.logins.WithLabelValues(step, outcome).Inc()
	if out.Token == "" {
		return
	}
	if err := s.endSurplus(ctx, out.Account.ID); err != nil {
		s.log.WarnContext(ctx, "old sessions not ended", "user_id", out.Account.ID, "error", err)
	}
}
