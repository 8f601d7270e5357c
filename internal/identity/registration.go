package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// A registration is pending until its own code proves the address. Several may be pending for one address, so that
// whoever registers first keeps nobody else from it; the first one confirmed becomes the account under the
// registration's id, and the others are gone. Where addresses need not be verified, the account exists at once.

// Who may register.
const (
	registrationOpen         = "open"
	registrationByInvitation = "invite"
	registrationClosed       = "closed"
)

// registrationRoom is how many registrations of one address are pending at most. A new one is never refused for want of
// room, or a stranger could keep the owner out by filling it.
const registrationRoom = 5

var (
	errRegistrationClosed = fault.New(fault.Forbidden, "Registration Closed", "This installation takes no new accounts. Ask whoever runs it.")
	errNotInvited         = fault.New(fault.Forbidden, "Invitation Required", "An account needs an invitation here. Open the link in your invitation; it is valid for seven days, for the invited address alone.")
)

// Register makes a registration, or an account where addresses need not be verified, and mails the code that proves the
// address. A registration is returned as the account that it will become.
func (s *Service) Register(ctx context.Context, n NewAccount, invitation string) (store.Account, error) {
	if s.cfg.Registration == registrationClosed {
		return store.Account{}, errRegistrationClosed
	}
	n, err := n.checked()
	if err != nil {
		return store.Account{}, err
	}
	if s.cfg.Registration == registrationByInvitation {
		if err := s.checkInvitation(ctx, n.Email, invitation); err != nil {
			return store.Account{}, err
		}
	}
	if err := s.hasher.queue.Refusal(clientSubject(ctx), registering); err != nil {
		return store.Account{}, err
	}
	// Everything here costs before anybody is known: the hash, the mail, and the answer whether an address is taken.
	network := networkSubject(ctx)
	err = s.throttle.spend(ctx, registerClientBudget(s.cfg.RegistrationLimit).of(network), registerBudget.of(network+" "+n.Email), mailBudget.of(n.Email))
	if err != nil {
		return store.Account{}, err
	}
	if err := s.refuseTaken(ctx, n.Email); err != nil {
		return store.Account{}, err
	}
	if s.cfg.MustVerify {
		return s.registerPending(ctx, n)
	}
	return s.registerLive(ctx, n)
}

// refuseTaken refuses an address that has an account, and lets the account's owner know, at most once a day. An account
// that nobody can log in to, because its address was never verified, takes no address.
func (s *Service) refuseTaken(ctx context.Context, email string) error {
	acc, err := q.AccountByEmail(ctx, s.db, email)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return pg.Fault(fmt.Errorf("look for the address: %w", err))
	case acc.EmailVerifiedAt == nil && s.cfg.MustVerify:
		return nil
	case acc.EmailVerifiedAt == nil:
		return errEmailTaken // nobody has proved that mail there reaches its owner
	}
	payload, err := json.Marshal(takenMail{To: acc.Email})
	if err != nil {
		return err
	}
	key := fmt.Sprintf("taken/%s/%s", acc.ID, s.now().UTC().Format(time.DateOnly))
	if err := s.box.Add(ctx, s.db, outbox.Entry{Kind: kindTaken, DedupeKey: key, Owner: acc.ID, Payload: payload, Secret: true}); err != nil {
		return err
	}
	return errEmailTaken
}

func (s *Service) registerLive(ctx context.Context, n NewAccount) (acc store.Account, err error) {
	stored, err := s.hasher.hashWith(ctx, registering, random(s.hasher.params.SaltLength), n.Password)
	if err != nil {
		return store.Account{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockAddress(ctx, tx, n.Email); err != nil {
			return pg.Fault(err)
		}
		if acc, err = insertAccount(ctx, tx, n, stored, nil, s.now()); err != nil {
			return err
		}
		if err := s.settleAddress(ctx, tx, acc); err != nil {
			return err
		}
		_, err := s.mailCode(ctx, tx, acc, verifyEmail)
		return err
	})
	if err != nil {
		return store.Account{}, err
	}
	s.log.InfoContext(ctx, "account registered", "user_id", acc.ID)
	return acc, nil
}

// settleAddress removes what an address no longer needs once it has an account.
func (s *Service) settleAddress(ctx context.Context, tx pgx.Tx, acc store.Account) error {
	if err := q.DeleteRegistrations(ctx, tx, acc.Email); err != nil {
		return pg.Fault(fmt.Errorf("drop other registrations: %w", err))
	}
	if err := q.DeleteInvitation(ctx, tx, acc.Email); err != nil {
		return pg.Fault(fmt.Errorf("use up the invitation: %w", err))
	}
	return s.audit.Record(ctx, tx, audit.Event{Kind: "account.registered", Account: acc.ID, Actor: audit.User, UserAgent: userAgent(ctx)})
}

func (s *Service) registerPending(ctx context.Context, n NewAccount) (store.Account, error) {
	stored, err := s.hasher.hashWith(ctx, registering, s.registrationSalt(n.Email), n.Password)
	if err != nil {
		return store.Account{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return store.Account{}, err
	}
	now := s.now()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockAddress(ctx, tx, n.Email); err != nil {
			return pg.Fault(err)
		}
		if err := q.CrowdOut(ctx, tx, store.CrowdOutParams{Email: n.Email, Room: registrationRoom - 1}); err != nil {
			return pg.Fault(fmt.Errorf("make room for a registration: %w", err))
		}
		code, err := s.newRegistrationCode(id)
		if err != nil {
			return err
		}
		err = q.InsertRegistration(ctx, tx, store.InsertRegistrationParams{
			ID: id, Email: n.Email, FirstName: n.FirstName, LastName: n.LastName, PasswordHash: stored, Client: s.registrationClient(ctx),
			CodeID: code.id, CodeHash: code.hash, CodeExpiresAt: code.expires, Now: now, ExpiresAt: now.Add(registrationLife),
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write a registration: %w", err))
		}
		return s.mailRegistrationCode(ctx, tx, id, n.Email, code)
	})
	if err != nil {
		return store.Account{}, err
	}
	s.log.InfoContext(ctx, "registration pending", "registration_id", id)
	return store.Account{ID: id, FirstName: n.FirstName, LastName: n.LastName, Email: n.Email, CreatedAt: now, UpdatedAt: now}, nil
}

// registrationSalt is the one salt of all registrations of an address, so that a login is checked against all of them
// by one hash and takes no longer than any other.
func (s *Service) registrationSalt(email string) []byte {
	mac := hmac.New(sha256.New, s.keyring.Derive("identity/registration-salt"))
	mac.Write([]byte(email))
	return mac.Sum(nil)[:s.hasher.params.SaltLength]
}

// registrationClient names the caller's network as the table knows it.
func (s *Service) registrationClient(ctx context.Context) []byte {
	return s.throttle.subject(registerBudget.of(networkSubject(ctx)))
}
