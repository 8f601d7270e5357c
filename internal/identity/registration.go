package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/lang"
	"rolecall/internal/pg"
)

// A registration is pending until its own code proves the address. Several may be pending for one address, so registering
// somebody else's address first does not lock them out. The first one confirmed becomes the account, under the
// registration's id, and the others are deleted. If addresses need not be verified, the account exists immediately.

// maxRegistrations is the number of registrations of one address that may be pending. A new one displaces an old one:
// if it were refused, filling the limit would lock the owner out.
const maxRegistrations = 5

var (
	errRegistrationClosed = fault.New(fault.Forbidden, "Registration Closed",
		"This installation takes no new accounts. Please ask its operator.")
	errNotInvited = fault.New(fault.Forbidden, "Invitation Required",
		"You need an invitation to register here. Open the link in your invitation; it is valid for seven days, for the invited address only.")
)

// Register makes a registration, or an account if addresses need not be verified, and mails the code that proves the
// address. It returns a registration as the account that it will become.
func (s *Service) Register(ctx context.Context, n NewAccount, invitation string) (store.Account, error) {
	if s.cfg.Registration == registrationClosed {
		return store.Account{}, errRegistrationClosed
	}
	n, err := n.checked()
	if err != nil {
		return store.Account{}, err
	}
	if s.cfg.Registration == registrationInvite {
		if err := s.checkInvitation(ctx, n.Email, invitation); err != nil {
			return store.Account{}, err
		}
	}
	if err := s.hasher.queue.Refusal(clientSubject(ctx), registering); err != nil {
		return store.Account{}, err
	}
	// The caller is not authenticated yet, so every request counts: it costs a hash and a mail, and reveals whether an
	// address is taken.
	network := networkSubject(ctx)
	err = s.throttle.spend(ctx, func(pgx.Tx) error { return nil },
		registerClientBudget(s.cfg.RegistrationLimit).of(network), registerBudget.of(network+" "+n.Email), mailBudget.of(n.Email))
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

// checkInvitation admits the holder of the newest invitation to an address. It stays valid until there is an account.
func (s *Service) checkInvitation(ctx context.Context, email, token string) error {
	hash, ok := hashOpaqueToken(token)
	if !ok {
		return errNotInvited
	}
	invitation, err := q.InvitationTo(ctx, s.db, store.InvitationToParams{Email: email, Now: s.now()})
	if err != nil {
		return pg.Fault(err, pg.Absent(errNotInvited))
	}
	if subtle.ConstantTimeCompare(hash, invitation.TokenHash) != 1 {
		return errNotInvited
	}
	return nil
}

// refuseTaken refuses an address that has an account and notifies the account's owner, at most once a day. An account
// that cannot be logged in to, because its address was never verified, does not count.
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
		return errEmailTaken // mail to it may not reach its owner
	}
	key := fmt.Sprintf("registration/%s/%s", acc.ID, s.now().UTC().Format(time.DateOnly))
	if err := s.notifyOnce(ctx, s.db, key, acc.ID, plainMail{To: acc.Email, Topic: topicRegistration}); err != nil {
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
		_, err := s.mailVerification(ctx, tx, acc, verifyEmail)
		return err
	})
	return acc, err
}

// settleAddress deletes the pending registrations and the invitation of an address that now has an account, and queues
// the call that sends the account's language to notifications.
func (s *Service) settleAddress(ctx context.Context, tx pgx.Tx, acc store.Account) error {
	if err := q.DeleteRegistrations(ctx, tx, acc.Email); err != nil {
		return pg.Fault(fmt.Errorf("delete other registrations: %w", err))
	}
	if err := q.DeleteInvitation(ctx, tx, acc.Email); err != nil {
		return pg.Fault(fmt.Errorf("delete the invitation: %w", err))
	}
	if l := lang.Language(acc.Language); l != lang.English {
		if err := s.tellLanguage(ctx, tx, acc.ID, l); err != nil {
			return err
		}
	}
	return s.recordOwn(ctx, tx, "account.registered", acc.ID)
}

func (s *Service) registerPending(ctx context.Context, n NewAccount) (store.Account, error) {
	stored, err := s.hasher.hashWith(ctx, registering, s.registrationSalt(n.Email), n.Password)
	if err != nil {
		return store.Account{}, err
	}
	id, now := uuid.Must(uuid.NewV7()), s.now()
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockAddress(ctx, tx, n.Email); err != nil {
			return pg.Fault(err)
		}
		if err := q.CrowdOut(ctx, tx, store.CrowdOutParams{Email: n.Email, Room: maxRegistrations - 1}); err != nil {
			return pg.Fault(fmt.Errorf("make room for a registration: %w", err))
		}
		c := s.newCode(id, verifyEmail)
		err := q.InsertRegistration(ctx, tx, store.InsertRegistrationParams{
			ID: id, Email: n.Email, FirstName: n.FirstName, LastName: n.LastName, PasswordHash: stored,
			Language: n.Language.Code(), Client: s.registrationClient(ctx),
			CodeID: c.ID, CodeHash: c.hash, CodeExpiresAt: c.expiresAt, Now: now, ExpiresAt: now.Add(registrationLife),
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write a registration: %w", err))
		}
		return s.mailCode(ctx, tx, c, n.Email)
	})
	if err != nil {
		return store.Account{}, err
	}
	s.log.InfoContext(ctx, "registration pending", "registration_id", id)
	return store.Account{
		ID: id, FirstName: n.FirstName, LastName: n.LastName, Email: n.Email, Language: n.Language.Code(), CreatedAt: now, UpdatedAt: now,
	}, nil
}

// registrationSalt returns the salt that all registrations of an address share, so that one hash compares a login with all
// of them and the login takes no longer than any other.
func (s *Service) registrationSalt(email string) []byte {
	mac := hmac.New(sha256.New, s.keyring.Derive("identity/registration-salt"))
	mac.Write([]byte(email))
	return mac.Sum(nil)[:s.hasher.params.SaltLength]
}

// registrationClient returns the client's network as the table stores it.
func (s *Service) registrationClient(ctx context.Context) []byte {
	return s.throttle.subject(registerBudget.of(networkSubject(ctx)))
}
