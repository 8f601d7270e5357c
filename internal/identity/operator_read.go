package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// Profile is an account for an operator, or a registration that waits for its code.
type Profile struct {
	ID                        uuid.UUID
	Pending                   bool // a registration; only names, address and CreatedAt are set
	FirstName, LastName       string
	Email                     string
	CreatedAt                 time.Time
	VerifiedAt, DisabledAt    *time.Time
	LastLoginAt               *time.Time // as far as security events are kept
	TwoFactor, Admin          bool
	Sessions, BackupCodesLeft int64
	Passkeys                  int64
}

// profiles adds to people what is known of them elsewhere.
func (o *Operator) profiles(ctx context.Context, db store.DBTX, people []store.Person) ([]Profile, error) {
	ids := make([]uuid.UUID, len(people))
	for i, person := range people {
		ids[i] = person.ID
	}
	counts, err := q.AccessCounts(ctx, db, store.AccessCountsParams{Ids: ids, Now: o.s.now()})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("count sessions and passkeys: %w", err))
	}
	logins, err := q.LastLogins(ctx, db, ids)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("find the last logins: %w", err))
	}
	of := make(map[uuid.UUID]store.AccessCountsRow, len(ids))
	for _, c := range counts {
		of[c.ID] = c
	}
	last := make(map[uuid.UUID]*time.Time, len(ids))
	for _, l := range logins {
		last[l.AccountID] = &l.At
	}
	out := make([]Profile, len(people))
	for i, person := range people {
		acc := person.Account
		out[i] = Profile{
			ID: acc.ID, Pending: person.Pending, FirstName: acc.FirstName, LastName: acc.LastName, Email: acc.Email,
			CreatedAt: acc.CreatedAt, VerifiedAt: acc.EmailVerifiedAt, DisabledAt: acc.DisabledAt, LastLoginAt: last[acc.ID],
			TwoFactor: acc.TwoFactorEnabled, Admin: o.s.isAdmin(acc), Sessions: of[acc.ID].Sessions, Passkeys: of[acc.ID].Passkeys,
		}
	}
	return out, nil
}

// List returns all accounts, oldest first.
func (o *Operator) List(ctx context.Context) (out []Profile, err error) {
	err = pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		accounts, err := q.ListAccounts(ctx, tx)
		if err != nil {
			return pg.Fault(fmt.Errorf("list accounts: %w", err))
		}
		people := make([]store.Person, len(accounts))
		for i, acc := range accounts {
			people[i].Account = acc
		}
		if out, err = o.profiles(ctx, tx, people); err != nil {
			return err
		}
		return o.s.audit.Record(ctx, tx, o.event("account.listed", uuid.Nil))
	})
	return out, err
}

// Show returns one account with its live sessions.
func (o *Operator) Show(ctx context.Context, account string) (p Profile, sessions []store.Session, err error) {
	_, err = o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		p, sessions, err = o.describe(ctx, tx, acc)
		return effect{kind: "account.shown"}, err
	})
	return p, sessions, err
}

// describe returns all that is known of an account.
func (o *Operator) describe(ctx context.Context, tx store.DBTX, acc store.Account) (Profile, []store.Session, error) {
	list, err := o.profiles(ctx, tx, []store.Person{{Account: acc}})
	if err != nil {
		return Profile{}, nil, err
	}
	p := list[0]
	if p.BackupCodesLeft, err = q.BackupCodesLeft(ctx, tx, acc.ID); err != nil {
		return p, nil, pg.Fault(err)
	}
	sessions, err := q.LiveSessions(ctx, tx, store.LiveSessionsParams{UserID: acc.ID, Now: o.s.now()})
	return p, sessions, pg.Fault(err)
}

// Find returns a page of accounts and pending registrations, newest first, and how many there are. It is counted, not recorded
// one by one: an administrator who types a name asks several times.
func (o *Operator) Find(ctx context.Context, filter store.PersonFilter) (page []Profile, total int64, err error) {
	filter.Now = o.s.now()
	people, total, err := store.FindPeople(ctx, o.s.db, filter)
	if err != nil {
		return nil, 0, err
	}
	page, err = o.profiles(ctx, o.s.db, people)
	o.countListed(ctx)
	return page, total, err
}

// Pending returns the pending registration with an id.
func (o *Operator) Pending(ctx context.Context, id uuid.UUID) (Profile, error) {
	r, err := q.PendingRegistration(ctx, o.s.db, store.PendingRegistrationParams{ID: id, Now: o.s.now()})
	if err != nil {
		return Profile{}, pg.Fault(err, pg.Absent(errNoUser))
	}
	o.countListed(ctx)
	return Profile{ID: r.ID, Pending: true, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email, CreatedAt: r.CreatedAt}, nil
}

func (o *Operator) countListed(ctx context.Context) {
	o.s.audit.Count(ctx, audit.Event{Kind: "account.listed", Account: o.admin, Actor: audit.Admin}, "")
}

// Sessions lists the live sessions of an account.
func (o *Operator) Sessions(ctx context.Context, account string) (rows []store.Session, err error) {
	_, err = o.act(ctx, account, q.LockAccount, func(tx pgx.Tx, acc store.Account) (effect, error) {
		rows, err = q.LiveSessions(ctx, tx, store.LiveSessionsParams{UserID: acc.ID, Now: o.s.now()})
		return effect{kind: "sessions.listed"}, pg.Fault(err)
	})
	return rows, err
}
