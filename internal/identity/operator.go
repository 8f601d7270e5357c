package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// Operator changes accounts as only the operator of the installation and its administrators may. It needs no running
// service: sessions that it ends are refused everywhere within seconds, and mail goes out as soon as a service runs.
// Its methods find an account by its address or its id.
type Operator struct {
	s     *Service
	admin uuid.UUID // the administrator who acts; uuid.Nil for a command of the operator
}

// NewOperator returns an operator. It does not touch the database.
func NewOperator(cfg Config, deps Deps) (*Operator, error) {
	s, err := New(cfg, deps)
	return &Operator{s: s}, err
}

// ErrNoAccount means that no account has the address or id.
var ErrNoAccount = errors.New("there is no account with this address")

// EndSessions logs an account out everywhere and returns how many sessions it ended.
func (o *Operator) EndSessions(ctx context.Context, account string) (ended int, err error) {
	_, err = o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		ended, err = o.s.revokeAccess(ctx, tx, acc.ID, uuid.Nil)
		return effect{kind: "sessions.all_ended", topic: topicOperatorSessions}, err
	})
	return ended, err
}

// ResetPassword gives an account a random password and ends its sessions. An administrator never gets the password: the
// mail explains to the owner how to choose one.
func (o *Operator) ResetPassword(ctx context.Context, account string) (password string, err error) {
	password = newPassphrase()
	stored, err := o.s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	_, err = o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		topic := topicOperatorPassword
		if o.admin != uuid.Nil {
			topic = topicAdminPassword
		}
		return effect{kind: "password.reset", topic: topic}, o.s.replacePassword(ctx, tx, acc, stored)
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
func (o *Operator) ResetTwoFactor(ctx context.Context, account string) (bool, error) {
	return o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
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

// Verify confirms the address of an account or of a pending registration, for a person whom mail does not reach. It reports
// whether that was new.
func (o *Operator) Verify(ctx context.Context, account string) (bool, error) {
	changed, err := o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		if acc.EmailVerifiedAt != nil {
			return effect{}, nil
		}
		_, err := q.VerifyEmail(ctx, tx, store.VerifyEmailParams{ID: acc.ID, Now: o.s.now()})
		return effect{kind: "account.verified", topic: topicOperatorVerified}, pg.Fault(err)
	})
	if errors.Is(err, ErrNoAccount) {
		err = o.admit(ctx, account)
		changed = err == nil
	}
	return changed, err
}

// Disable closes an account without deleting anything: its sessions end, no login succeeds, and other services get no
// address to write to. It reports whether the account was enabled.
func (o *Operator) Disable(ctx context.Context, account string) (bool, error) {
	return o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
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
func (o *Operator) Enable(ctx context.Context, account string) (bool, error) {
	return o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		if acc.DisabledAt == nil {
			return effect{}, nil
		}
		err := q.SetDisabled(ctx, tx, store.SetDisabledParams{ID: acc.ID, Now: o.s.now()})
		return effect{kind: "account.enabled", topic: topicOperatorEnabled}, pg.Fault(err)
	})
}

// Delete deletes an account and everything in it, here and in the other services.
func (o *Operator) Delete(ctx context.Context, account string) error {
	_, err := o.act(ctx, account, q.LockAccountToDelete, func(tx pgx.Tx, acc store.Account) (effect, error) {
		return effect{kind: "account.deleted", topic: topicOperatorDeleted, gone: true}, o.s.erase(ctx, tx, acc, o.event("", uuid.Nil))
	})
	return err
}

// effect is the result of an act. The zero effect changed nothing.
type effect struct {
	kind  string // kind of the audit event
	topic topic  // the mail to the owner, if anything changed
	gone  bool   // the account was deleted
}

// act does something to an account, in one transaction with its audit event and its mail.
func (o *Operator) act(
	ctx context.Context, account string, lock accountLock, do func(pgx.Tx, store.Account) (effect, error),
) (changed bool, err error) {
	err = pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		acc, err := o.lock(ctx, tx, account, lock)
		if err != nil {
			return err
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
		return o.s.audit.Record(ctx, tx, o.event(e.kind, acc.ID))
	})
	return changed && err == nil, err
}

// lock finds an account and locks it.
func (o *Operator) lock(ctx context.Context, tx pgx.Tx, account string, lock accountLock) (acc store.Account, err error) {
	id, err := uuid.Parse(account)
	if err != nil {
		acc, err = q.AccountByEmail(ctx, tx, sameAddress(account))
		id = acc.ID
	}
	if err == nil && o.admin != uuid.Nil {
		err = o.lockAdmin(ctx, tx, id)
	}
	if err == nil {
		acc, err = lock(ctx, tx, id)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return acc, ErrNoAccount
	}
	return acc, pg.Fault(err)
}

// lockAdmin makes sure that the caller is still an administrator: of two who disable each other at the same moment, one remains.
// It locks both accounts in one order, so that they do not wait for each other.
func (o *Operator) lockAdmin(ctx context.Context, tx pgx.Tx, account uuid.UUID) error {
	rows, err := q.LockAccounts(ctx, tx, []uuid.UUID{o.admin, account})
	if err != nil {
		return err
	}
	for _, acc := range rows {
		if acc.ID == o.admin && acc.DisabledAt == nil && o.s.isAdmin(acc) {
			return nil
		}
	}
	return errAccountGone
}

// event returns the event of an act. It names the administrator, if it was one.
func (o *Operator) event(kind string, account uuid.UUID) audit.Event {
	if o.admin == uuid.Nil {
		return audit.Event{Kind: kind, Account: account, Actor: audit.Operator}
	}
	return audit.Event{Kind: kind, Account: account, Actor: audit.Admin, Detail: map[string]any{detailAdmin: o.admin}}
}

// detailAdmin is the detail of an event with the id of the administrator whose act it was.
const detailAdmin = "by"
