package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// Operator changes accounts as only the operator of the installation may. It needs no running service: sessions that it
// ends are refused everywhere within seconds, and mail goes out as soon as a service runs.
type Operator struct{ s *Service }

// NewOperator returns an operator. It does not touch the database.
func NewOperator(cfg Config, deps Deps) (*Operator, error) {
	s, err := New(cfg, deps)
	return &Operator{s: s}, err
}

// ErrNoAccount means that no account has the address.
var ErrNoAccount = errors.New("there is no account with this address")

// Profile is an account as an operator sees it.
type Profile struct {
	ID                        uuid.UUID
	FirstName, LastName       string
	Email                     string
	CreatedAt                 time.Time
	VerifiedAt, DisabledAt    *time.Time
	TwoFactor, Admin          bool
	Sessions, BackupCodesLeft int64
	Passkeys                  int64
}

func (o *Operator) profile(acc store.Account, sessions int64) Profile {
	return Profile{
		ID: acc.ID, FirstName: acc.FirstName, LastName: acc.LastName, Email: acc.Email,
		CreatedAt: acc.CreatedAt, VerifiedAt: acc.EmailVerifiedAt, DisabledAt: acc.DisabledAt,
		TwoFactor: acc.TwoFactorEnabled, Admin: o.s.isAdmin(acc), Sessions: sessions,
	}
}

// List returns all accounts, oldest first.
func (o *Operator) List(ctx context.Context) (out []Profile, err error) {
	err = pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		rows, err := q.ListAccounts(ctx, tx, o.s.now())
		if err != nil {
			return pg.Fault(fmt.Errorf("list accounts: %w", err))
		}
		for _, r := range rows {
			out = append(out, o.profile(r.Account, r.Sessions))
		}
		return o.record(ctx, tx, "account.listed", uuid.Nil)
	})
	return out, err
}

// Show returns one account.
func (o *Operator) Show(ctx context.Context, email string) (p Profile, err error) {
	_, err = o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		sessions, err := q.LiveSessions(ctx, tx, store.LiveSessionsParams{UserID: acc.ID, Now: o.s.now()})
		if err != nil {
			return effect{}, pg.Fault(err)
		}
		p = o.profile(acc, int64(len(sessions)))
		if p.Passkeys, err = q.CountPasskeys(ctx, tx, acc.ID); err != nil {
			return effect{}, pg.Fault(err)
		}
		p.BackupCodesLeft, err = q.BackupCodesLeft(ctx, tx, acc.ID)
		return effect{kind: "account.shown"}, pg.Fault(err)
	})
	return p, err
}

// Sessions lists the live sessions of an account.
func (o *Operator) Sessions(ctx context.Context, email string) (rows []store.Session, err error) {
	_, err = o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		rows, err = q.LiveSessions(ctx, tx, store.LiveSessionsParams{UserID: acc.ID, Now: o.s.now()})
		return effect{kind: "sessions.listed"}, pg.Fault(err)
	})
	return rows, err
}

// EndSessions logs an account out everywhere and returns how many sessions it ended.
func (o *Operator) EndSessions(ctx context.Context, email string) (ended int, err error) {
	_, err = o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		ended, err = o.s.revokeAccess(ctx, tx, acc.ID, uuid.Nil)
		return effect{kind: "sessions.all_ended", topic: topicOperatorSessions}, err
	})
	return ended, err
}

// ResetPassword gives an account a random password and ends its sessions.
func (o *Operator) ResetPassword(ctx context.Context, email string) (password string, err error) {
	password = newPassphrase()
	stored, err := o.s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	_, err = o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		return effect{kind: "password.reset", topic: topicOperatorPassword}, o.s.replacePassword(ctx, tx, acc, stored)
	})
	return password, err
}

// newPassphrase returns four groups of letters that are hard to confuse when read aloud: 99 bits.
func newPassphrase() string {
	groups := make([]string, 4)
	for i := range groups {
		groups[i] = randomLetters(5)
	}
	return strings.Join(groups, "-")
}

// ResetTwoFactor turns two-factor off and removes the passkeys, for a person who lost the device they are on: the password
// alone is enough to log in afterwards. It reports whether there was anything to remove.
func (o *Operator) ResetTwoFactor(ctx context.Context, email string) (bool, error) {
	return o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		passkeys, err := q.DeletePasskeys(ctx, tx, acc.ID)
		if err != nil {
			return effect{}, pg.Fault(fmt.Errorf("remove passkeys: %w", err))
		}
		if !acc.TwoFactorEnabled && passkeys == 0 {
			return effect{}, nil
		}
		if err := o.s.removeFactor(ctx, tx, acc.ID); err != nil {
			return effect{}, err
		}
		_, err = o.s.revokeAccess(ctx, tx, acc.ID, uuid.Nil)
		return effect{kind: "two_factor.reset", topic: topicOperatorFactor}, err
	})
}

// Verify confirms the address of an account, for a person whom mail does not reach. It reports whether that was new.
func (o *Operator) Verify(ctx context.Context, email string) (bool, error) {
	return o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		if acc.EmailVerifiedAt != nil {
			return effect{}, nil
		}
		_, err := q.VerifyEmail(ctx, tx, store.VerifyEmailParams{ID: acc.ID, Now: o.s.now()})
		return effect{kind: "account.verified", topic: topicOperatorVerified}, pg.Fault(err)
	})
}

// Disable closes an account without deleting anything: its sessions end, nobody can log in, and other services get no
// address to write to. It reports whether the account was enabled.
func (o *Operator) Disable(ctx context.Context, email string) (bool, error) {
	return o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		if acc.DisabledAt != nil {
			return effect{}, nil
		}
		now := o.s.now()
		if err := q.SetDisabled(ctx, tx, store.SetDisabledParams{ID: acc.ID, DisabledAt: &now, Now: now}); err != nil {
			return effect{}, pg.Fault(fmt.Errorf("disable: %w", err))
		}
		_, err := o.s.revokeAccess(ctx, tx, acc.ID, uuid.Nil)
		return effect{kind: "account.disabled", topic: topicOperatorDisabled}, err
	})
}

// Enable enables a disabled account again. It reports whether it was disabled.
func (o *Operator) Enable(ctx context.Context, email string) (bool, error) {
	return o.act(ctx, email, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		if acc.DisabledAt == nil {
			return effect{}, nil
		}
		err := q.SetDisabled(ctx, tx, store.SetDisabledParams{ID: acc.ID, Now: o.s.now()})
		return effect{kind: "account.enabled", topic: topicOperatorEnabled}, pg.Fault(err)
	})
}

// Delete deletes an account and everything in it, here and in the other services.
func (o *Operator) Delete(ctx context.Context, email string) error {
	_, err := o.act(ctx, email, q.LockAccountToDelete, func(tx pgx.Tx, acc store.Account) (effect, error) {
		return effect{kind: "account.deleted", topic: topicOperatorDeleted, gone: true}, o.s.erase(ctx, tx, acc, audit.Operator)
	})
	return err
}

// Invite has an invitation mailed, which replaces an earlier one to the same address.
func (o *Operator) Invite(ctx context.Context, email string) error {
	address, err := parseAddress(email)
	if err != nil {
		return fmt.Errorf("%q is %w", email, err)
	}
	now := o.s.now()
	token, hash := newOpaqueToken()
	return pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		acc, err := q.AccountByEmail(ctx, tx, address)
		if err == nil && acc.EmailVerifiedAt != nil {
			return errEmailTaken
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
		err = q.PutInvitation(ctx, tx, store.PutInvitationParams{Email: address, TokenHash: hash, Now: now, ExpiresAt: now.Add(invitationLife)})
		if err != nil {
			return pg.Fault(fmt.Errorf("write an invitation: %w", err))
		}
		if err := o.s.notify(ctx, tx, uuid.Nil, plainMail{To: address, Topic: topicInvitation, Invitation: token}); err != nil {
			return err
		}
		return o.record(ctx, tx, "invitation.sent", uuid.Nil)
	})
}

// effect is the result of an act. The zero effect changed nothing.
type effect struct {
	kind  string // of the audit event
	topic topic  // the mail to the owner, if anything changed
	gone  bool   // the account was deleted
}

// act does something to the account of an address, in one transaction with its audit event and its mail.
func (o *Operator) act(
	ctx context.Context, email string, lock accountLock, do func(pgx.Tx, store.Account) (effect, error),
) (changed bool, err error) {
	err = pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		acc, err := q.AccountByEmail(ctx, tx, sameAddress(email))
		if err == nil {
			acc, err = lock(ctx, tx, acc.ID)
		}
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoAccount
		}
		if err != nil {
			return pg.Fault(err)
		}
		e, err := do(tx, acc)
		if err != nil || e.kind == "" {
			return err
		}
		changed = true
		if e.topic != "" {
			owner := acc.ID
			if e.gone {
				owner = uuid.Nil
			}
			if err := o.s.notify(ctx, tx, owner, plainMail{To: acc.Email, Topic: e.topic, Language: acc.Language}); err != nil {
				return err
			}
		}
		if e.gone {
			return nil // the deletion recorded itself, without naming the account
		}
		return o.record(ctx, tx, e.kind, acc.ID)
	})
	return changed && err == nil, err
}

func (o *Operator) record(ctx context.Context, tx pgx.Tx, kind string, account uuid.UUID) error {
	return o.s.audit.Record(ctx, tx, audit.Event{Kind: kind, Account: account, Actor: audit.Operator})
}
