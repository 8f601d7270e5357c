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

// registrationCode is a code of a registration, on its way into the table and the mail.
type registrationCode struct {
	id      uuid.UUID
	text    string
	hash    []byte
	expires time.Time
}

func (s *Service) newRegistrationCode(registration uuid.UUID) (registrationCode, error) {
	id, text, err := newCode()
	if err != nil {
		return registrationCode{}, err
	}
	return registrationCode{id: id, text: text, hash: s.codeHashes(registration, verifyEmail, text)[0], expires: s.now().Add(codeLife)}, nil
}

func (s *Service) mailRegistrationCode(ctx context.Context, tx pgx.Tx, registration uuid.UUID, to string, c registrationCode) error {
	payload, err := json.Marshal(codeMail{ID: c.id, User: registration, To: to, Action: verifyEmail, Code: c.text, Pending: true})
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, outbox.Entry{Kind: kindCode, DedupeKey: "code/" + c.id.String(), Owner: registration, Payload: payload, Secret: true})
}

// meant returns what a code for an address may be meant for. Without an id it is what came from the caller's own network:
// somebody else's code, mailed to the same address, does not count there. If nothing did, it is all there is.
func meant(all []store.EmailCodesRow, id *uuid.UUID, client []byte) []store.EmailCodesRow {
	if id != nil {
		return slices.DeleteFunc(all, func(r store.EmailCodesRow) bool { return r.ID != *id })
	}
	fromHere := func(r store.EmailCodesRow) bool { return bytes.Equal(r.Client, client) }
	if !slices.ContainsFunc(all, fromHere) {
		return all
	}
	return slices.DeleteFunc(all, func(r store.EmailCodesRow) bool { return !fromHere(r) })
}

// VerifyEmail proves an address. A wrong code costs the same statements and the same writes whether or not the address
// is known; only a code that looks right gets as far as the statement that decides.
func (s *Service) VerifyEmail(ctx context.Context, email, code string, registration *uuid.UUID) (store.Account, error) {
	defer level(ctx, time.Now())
	address := sameAddress(email)
	// Nobody but its owner knows the id of a registration, so wrong codes without it do not use up its budget.
	subject := address
	if registration != nil {
		subject = "registration " + registration.String()
	}
	y, err := s.throttle.admit(ctx, verifyEmailBudget.of(subject), verifyClientBudget(s.cfg.AddressLimit).of(clientSubject(ctx)))
	if err != nil {
		return store.Account{}, err
	}
	defer y.close(ctx)
	var acc store.Account
	var ended []uuid.UUID
	right, err := y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		all, err := q.EmailCodes(ctx, tx, store.EmailCodesParams{Email: address, Now: s.now()})
		if err != nil {
			return false, pg.Fault(fmt.Errorf("look at codes: %w", err))
		}
		if registration == nil && s.admins[address] {
			// Whoever made an unverified account on an administrator's address would become one by the real owner's code.
			all = slices.DeleteFunc(all, func(r store.EmailCodesRow) bool { return r.Account && !r.Verified })
		}
		all = meant(all, registration, s.registrationClient(ctx))
		i := slices.IndexFunc(all, func(r store.EmailCodesRow) bool {
			return contains(s.codeHashes(r.ID, verifyEmail, code), r.CodeHash)
		})
		if i < 0 {
			ids := make([]uuid.UUID, len(all))
			for n, r := range all {
				ids[n] = r.ID
			}
			return false, pg.Fault(q.CountWrongCode(ctx, tx, store.CountWrongCodeParams{Ids: ids, TryID: y.ids[0], Now: s.now()}))
		}
		var right bool
		if all[i].Account {
			acc, right, err = s.verifyAccount(ctx, tx, all[i].ID, code)
		} else {
			acc, ended, right, err = s.confirm(ctx, tx, address, all[i].ID, code)
		}
		return right, err
	})
	if err != nil {
		return store.Account{}, err
	}
	if !right {
		return store.Account{}, errBadVerification
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "email verified", "user_id", acc.ID)
	return acc, nil
}

// verifyAccount proves the address of an account that exists already.
func (s *Service) verifyAccount(ctx context.Context, tx pgx.Tx, id uuid.UUID, code string) (store.Account, bool, error) {
	if _, err := q.LockAccount(ctx, tx, id); err != nil {
		return store.Account{}, false, pg.Fault(err, pg.Absent(errBadVerification))
	}
	if right, err := s.tryCode(ctx, tx, id, verifyEmail, nil, code); err != nil || !right {
		return store.Account{}, false, err
	}
	acc, err := q.VerifyEmail(ctx, tx, store.VerifyEmailParams{ID: id, Now: s.now()})
	if err != nil {
		return store.Account{}, false, pg.Fault(err)
	}
	return acc, true, s.audit.Record(ctx, tx, audit.Event{Kind: "account.verified", Account: acc.ID, Actor: audit.User})
}

// confirm makes a registration the account of its address.
func (s *Service) confirm(ctx context.Context, tx pgx.Tx, address string, id uuid.UUID, code string) (acc store.Account, ended []uuid.UUID, right bool, err error) {
	if err := q.LockAddress(ctx, tx, address); err != nil {
		return store.Account{}, nil, false, pg.Fault(err)
	}
	r, err := q.TakeRegistration(ctx, tx, store.TakeRegistrationParams{ID: id, Hashes: s.codeHashes(id, verifyEmail, code), Now: s.now()})
	if errors.Is(err, pgx.ErrNoRows) {
		return store.Account{}, nil, false, nil
	}
	if err != nil {
		return store.Account{}, nil, false, pg.Fault(fmt.Errorf("take a registration: %w", err))
	}
	if ended, right, err = s.makeWay(ctx, tx, address); err != nil || !right {
		return store.Account{}, nil, false, err
	}
	now := s.now()
	acc, err = q.InsertAccount(ctx, tx, store.InsertAccountParams{
		ID: r.ID, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email, PasswordHash: r.PasswordHash, EmailVerifiedAt: &now, Now: r.CreatedAt,
	})
	if err != nil {
		return store.Account{}, nil, false, pg.Fault(err, pg.On("account_email_key", errBadVerification))
	}
	if err := s.settleAddress(ctx, tx, acc); err != nil {
		return store.Account{}, nil, false, err
	}
	return acc, ended, true, s.audit.Record(ctx, tx, audit.Event{Kind: "account.verified", Account: acc.ID, Actor: audit.User})
}

// makeWay reports whether an address is free for the account of a confirmed registration. An account with a verified
// address stays, and so does every account where addresses need not be verified. Any other is one that nobody could log
// in to and whose maker never proved the address: it goes, as pending registrations do.
func (s *Service) makeWay(ctx context.Context, tx pgx.Tx, address string) (ended []uuid.UUID, free bool, err error) {
	acc, err := q.AccountByEmail(ctx, tx, address)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, true, nil
	}
	if err == nil {
		acc, err = q.LockAccountToDelete(ctx, tx, acc.ID)
	}
	if err != nil {
		return nil, false, pg.Fault(fmt.Errorf("look for the address: %w", err))
	}
	if acc.EmailVerifiedAt != nil || !s.cfg.MustVerify {
		return nil, false, nil
	}
	ended, err = s.erase(ctx, tx, acc, audit.Anonymous)
	return ended, true, err
}

// ResendVerification notes that someone asked. Whether there is anything to send is found out afterwards, in the
// background, so that the answer cannot tell: see resend.
func (s *Service) ResendVerification(ctx context.Context, email string, registration *uuid.UUID) error {
	defer level(ctx, time.Now())
	address := sameAddress(email)
	payload, err := json.Marshal(resendRequest{Address: address, Registration: registration, Client: s.registrationClient(ctx)})
	if err != nil {
		return err
	}
	y, err := s.throttle.admit(ctx, resendBudget.of(address), resendClientBudget(s.cfg.AddressLimit).of(clientSubject(ctx)), mailBudget.of(address))
	if err != nil {
		return err
	}
	defer y.close(ctx)
	_, err = y.settle(ctx, func(tx pgx.Tx) (bool, error) {
		return true, s.box.Add(ctx, tx, outbox.Entry{Kind: kindResend, DedupeKey: "resend/" + uuid.NewString(), Payload: payload, Secret: true})
	})
	return err
}

type resendRequest struct {
	Address      string     `json:"address"`
	Registration *uuid.UUID `json:"registration,omitempty"`
	Client       []byte     `json:"client,omitempty"`
}

// resend makes a new code in the transaction that takes the request off the outbox, so once.
func (s *Service) resend(ctx context.Context, tx pgx.Tx, d outbox.Delivery) error {
	var r resendRequest
	if err := json.Unmarshal(d.Payload, &r); err != nil {
		return fmt.Errorf("read a resend request: %w", err)
	}
	all, err := q.EmailCodes(ctx, tx, store.EmailCodesParams{Email: r.Address, Now: s.now()})
	if err != nil {
		return pg.Fault(fmt.Errorf("look at codes: %w", err))
	}
	all = meant(all, r.Registration, r.Client)
	if len(all) == 0 || len(all) > 1 && !bytes.Equal(all[0].Client, r.Client) {
		return nil // nothing, or nobody knows which: a code for the wrong one would confirm a stranger
	}
	newest := slices.MaxFunc(all, func(a, b store.EmailCodesRow) int { return bytes.Compare(a.ID[:], b.ID[:]) }) // the ids begin with the time
	if newest.Account {
		acc, err := q.LockAccount(ctx, tx, newest.ID)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && acc.EmailVerifiedAt != nil {
			return nil
		}
		if err != nil {
			return pg.Fault(err)
		}
		_, err = s.mailCode(ctx, tx, acc, verifyEmail)
		return err
	}
	code, err := s.newRegistrationCode(newest.ID)
	if err != nil {
		return err
	}
	n, err := q.RenewCode(ctx, tx, store.RenewCodeParams{ID: newest.ID, CodeID: code.id, CodeHash: code.hash, CodeExpiresAt: code.expires, Now: s.now()})
	if err != nil || n == 0 {
		return pg.Fault(err)
	}
	return s.mailRegistrationCode(ctx, tx, newest.ID, r.Address, code)
}
