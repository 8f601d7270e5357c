package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// errSeveralRegistrations: they may be of different people, so only the operator can decide which is the owner's.
var errSeveralRegistrations = errors.New("several registrations are pending for this address: verify one of them on the page Users")

// admit makes a pending registration an account without its code.
func (o *Operator) admit(ctx context.Context, account string) error {
	return pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		r, err := o.pending(ctx, tx, account)
		if err != nil {
			return err
		}
		if err := q.LockAddress(ctx, tx, r.Email); err != nil {
			return pg.Fault(err)
		}
		if o.admin != uuid.Nil {
			if err := o.lockAdmin(ctx, tx, o.admin); err != nil {
				return pg.Fault(err)
			}
		}
		if r, err = q.TakePending(ctx, tx, store.TakePendingParams{ID: r.ID, Now: o.s.now()}); errors.Is(err, pgx.ErrNoRows) {
			return ErrNoAccount // confirmed, replaced or expired meanwhile
		} else if err != nil {
			return pg.Fault(fmt.Errorf("take a registration: %w", err))
		}
		acc, free, err := o.s.admit(ctx, tx, r)
		if err != nil {
			return err
		}
		if !free {
			return errEmailTaken
		}
		if err := o.s.notify(ctx, tx, acc.ID, plainMail{To: acc.Email, Topic: topicOperatorVerified}); err != nil {
			return err
		}
		return o.s.audit.Record(ctx, tx, o.event("account.verified", acc.ID))
	})
}

// pending returns the pending registration with an id, or the only one of an address.
func (o *Operator) pending(ctx context.Context, tx pgx.Tx, account string) (r store.Registration, err error) {
	if id, err := uuid.Parse(account); err == nil {
		r, err = q.PendingRegistration(ctx, tx, store.PendingRegistrationParams{ID: id, Now: o.s.now()})
		if errors.Is(err, pgx.ErrNoRows) {
			return r, ErrNoAccount
		}
		return r, pg.Fault(err)
	}
	list, err := q.Registrations(ctx, tx, store.RegistrationsParams{Email: sameAddress(account), Now: o.s.now()})
	switch {
	case err != nil:
		return r, pg.Fault(err)
	case len(list) == 0:
		return r, ErrNoAccount
	case len(list) > 1:
		return r, errSeveralRegistrations
	}
	return list[0], nil
}
