package identity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// VerifyEmail proves an address with a code. A wrong code costs the same statements and writes whether or not the address
// is known; only a matching code reaches the statement that decides.
func (s *Service) VerifyEmail(ctx context.Context, email, digits string, registration *uuid.UUID) (acc store.Account, err error) {
	defer hideTime(ctx, time.Now())
	address := sameAddress(email)
	// Only its owner has the id of a registration, so wrong codes without the id do not use up its budget.
	subject := address
	if registration != nil {
		subject = "registration " + registration.String()
	}
	a, err := s.throttle.enter(ctx, verifyEmailBudget.of(subject), clientBudget("verify-client", s.cfg.AddressLimit).of(clientSubject(ctx)))
	if err != nil {
		return acc, err
	}
	defer a.close(ctx)
	right, err := a.settle(ctx, func(tx pgx.Tx) (bool, error) {
		candidates, err := s.confirmable(ctx, tx, address, registration, s.registrationClient(ctx))
		if err != nil {
			return false, err
		}
		if registration == nil && s.admins[address] {
			// Otherwise the owner's code would make the maker of an unverified account an administrator.
			candidates = slices.DeleteFunc(candidates, func(r store.EmailCodesRow) bool { return r.Account && !r.Verified })
		}
		i := slices.IndexFunc(candidates, func(r store.EmailCodesRow) bool {
			return containsHash(s.codeHashes(r.ID, verifyEmail, digits), r.CodeHash)
		})
		if i < 0 {
			ids := make([]uuid.UUID, len(candidates))
			for n, r := range candidates {
				ids[n] = r.ID
			}
			return false, pg.Fault(q.CountWrongCode(ctx, tx, store.CountWrongCodeParams{Ids: ids, AttemptID: a.ids[0], Now: s.now()}))
		}
		var right bool
		if candidates[i].Account {
			acc, right, err = s.verifyAccount(ctx, tx, candidates[i].ID, digits)
		} else {
			acc, right, err = s.confirmRegistration(ctx, tx, address, candidates[i].ID, digits)
		}
		return right, err
	})
	if err == nil && !right {
		err = errBadVerification
	}
	return acc, err
}

// confirmable returns what a code for an address may be meant for: the registration with the id or, without an id, what
// was registered from the client's network, so that codes of other people's registrations of the address do not count
// there. If nothing was, it is everything.
func (s *Service) confirmable(ctx context.Context, tx pgx.Tx, address string, id *uuid.UUID, client []byte) ([]store.EmailCodesRow, error) {
	all, err := q.EmailCodes(ctx, tx, store.EmailCodesParams{Email: address, Now: s.now()})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list codes: %w", err))
	}
	if id != nil {
		return slices.DeleteFunc(all, func(r store.EmailCodesRow) bool { return r.ID != *id }), nil
	}
	own := slices.DeleteFunc(slices.Clone(all), func(r store.EmailCodesRow) bool { return !bytes.Equal(r.Client, client) })
	if len(own) == 0 {
		return all, nil
	}
	return own, nil
}

// verifyAccount proves the address of an account that exists already.
func (s *Service) verifyAccount(ctx context.Context, tx pgx.Tx, id uuid.UUID, digits string) (acc store.Account, right bool, err error) {
	if _, err := q.LockAccount(ctx, tx, id); err != nil {
		return acc, false, pg.Fault(err, pg.Absent(errBadVerification))
	}
	if right, err = s.tryCode(ctx, tx, id, verifyEmail, nil, digits); err != nil || !right {
		return acc, false, err
	}
	acc, err = s.markVerified(ctx, tx, id)
	return acc, true, err
}

// confirmRegistration makes a registration the account of its address.
func (s *Service) confirmRegistration(
	ctx context.Context, tx pgx.Tx, address string, id uuid.UUID, digits string,
) (acc store.Account, right bool, err error) {
	if err := q.LockAddress(ctx, tx, address); err != nil {
		return acc, false, pg.Fault(err)
	}
	r, err := q.TakeRegistration(ctx, tx, store.TakeRegistrationParams{ID: id, Hashes: s.codeHashes(id, verifyEmail, digits), Now: s.now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return acc, false, nil
	}
	if err != nil {
		return acc, false, pg.Fault(fmt.Errorf("take a registration: %w", err))
	}
	if acc, right, err = s.admit(ctx, tx, r); err != nil || !right {
		return acc, false, err
	}
	return acc, true, s.recordOwn(ctx, tx, "account.verified", acc.ID)
}

// admit makes a registration, which was taken from its table, the account of its address. It reports whether the address was
// free. The caller holds the address's lock.
func (s *Service) admit(ctx context.Context, tx pgx.Tx, r store.Registration) (acc store.Account, free bool, err error) {
	if free, err = s.freeAddress(ctx, tx, r.Email); err != nil || !free {
		return acc, false, err
	}
	now := s.now()
	acc, err = q.InsertAccount(ctx, tx, store.InsertAccountParams{
		ID: r.ID, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email, PasswordHash: r.PasswordHash,
		Language: r.Language, EmailVerifiedAt: &now, Now: r.CreatedAt,
	})
	if err != nil {
		return acc, false, pg.Fault(err, pg.On("account_email_key", errBadVerification))
	}
	return acc, true, s.settleAddress(ctx, tx, acc)
}

// freeAddress reports whether an address is free for the account of a confirmed registration. An account with a
// verified address keeps it, and so does every account if addresses need not be verified. An unverified account, which
// cannot be logged in to, is deleted.
func (s *Service) freeAddress(ctx context.Context, tx pgx.Tx, address string) (free bool, err error) {
	acc, err := q.AccountByEmail(ctx, tx, address)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	if err == nil {
		acc, err = q.LockAccountToDelete(ctx, tx, acc.ID)
	}
	if err != nil {
		return false, pg.Fault(fmt.Errorf("look for the address: %w", err))
	}
	if acc.EmailVerifiedAt != nil || !s.cfg.MustVerify {
		return false, nil
	}
	return true, s.erase(ctx, tx, acc, audit.Event{Actor: audit.Anonymous})
}

// resendRequest is a request for a new code as it waits in the outbox.
type resendRequest struct {
	Address      string     `json:"address"`
	Registration *uuid.UUID `json:"registration,omitempty"`
	Client       []byte     `json:"client,omitempty"`
}

// ResendVerification records the request. Whether there is a code to send is decided later, by resend in the background,
// so that the time of the response reveals nothing.
func (s *Service) ResendVerification(ctx context.Context, email string, registration *uuid.UUID) error {
	defer hideTime(ctx, time.Now())
	address := sameAddress(email)
	payload, err := json.Marshal(resendRequest{Address: address, Registration: registration, Client: s.registrationClient(ctx)})
	if err != nil {
		return err
	}
	return s.throttle.spend(ctx, func(tx pgx.Tx) error {
		return s.box.Add(ctx, tx, outbox.Entry{Kind: kindResend, DedupeKey: "resend/" + uuid.NewString(), Payload: payload, Secret: true})
	}, resendBudget.of(address), clientRequestBudget("resend-client", s.cfg.AddressLimit).of(clientSubject(ctx)), mailBudget.of(address))
}

// resend makes a new code, in the transaction that takes the request off the outbox.
func (s *Service) resend(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
	var r resendRequest
	if err := json.Unmarshal(d.Payload, &r); err != nil {
		return fmt.Errorf("read a resend request: %w", err)
	}
	candidates, err := s.confirmable(ctx, tx, r.Address, r.Registration, r.Client)
	if err != nil {
		return err
	}
	if len(candidates) == 0 || len(candidates) > 1 && !bytes.Equal(candidates[0].Client, r.Client) {
		return nil // none, or several from other networks: a code for the wrong one would confirm someone else's
	}
	// The ids begin with the time.
	newest := slices.MaxFunc(candidates, func(a, b store.EmailCodesRow) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	if newest.Account {
		acc, err := q.LockAccount(ctx, tx, newest.ID)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && acc.EmailVerifiedAt != nil {
			return nil
		}
		if err != nil {
			return pg.Fault(err)
		}
		_, err = s.mailVerification(ctx, tx, acc, verifyEmail)
		return err
	}
	c := s.newCode(newest.ID, verifyEmail)
	n, err := q.RenewRegistrationCode(ctx, tx, store.RenewRegistrationCodeParams{
		ID: newest.ID, CodeID: c.ID, CodeHash: c.hash, CodeExpiresAt: c.expiresAt, Now: s.now(),
	})
	if err != nil || n == 0 {
		return pg.Fault(err)
	}
	return s.mailCode(ctx, tx, c, r.Address)
}
