package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

var errNoInvitation = fault.New(fault.NotFound, "", "There is no invitation to this address.")

// Invite mails an invitation, which replaces an earlier one to the same address. It is in the language of the inviting
// administrator, because the reader's is not known.
func (o *Operator) Invite(ctx context.Context, email string) (store.ListInvitationsRow, error) {
	address, err := parseAddress(email)
	if err != nil {
		return store.ListInvitationsRow{}, fmt.Errorf("%q is %w", email, err)
	}
	now := o.s.now()
	invitation := store.ListInvitationsRow{Email: address, CreatedAt: now, ExpiresAt: now.Add(invitationLife)}
	token, hash := newOpaqueToken()
	language, err := o.s.languageOf(ctx, o.admin, "")
	if err != nil {
		return store.ListInvitationsRow{}, err
	}
	return invitation, pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		acc, err := q.AccountByEmail(ctx, tx, address)
		if err == nil && acc.EmailVerifiedAt != nil {
			return errEmailTaken
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
		err = q.PutInvitation(ctx, tx, store.PutInvitationParams{
			Email: address, TokenHash: hash, Now: now, ExpiresAt: invitation.ExpiresAt,
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write an invitation: %w", err))
		}
		letter := plainMail{To: address, Topic: topicInvitation, Invitation: token, Language: string(language)}
		if err := o.s.notify(ctx, tx, uuid.Nil, letter); err != nil {
			return err
		}
		return o.s.audit.Record(ctx, tx, o.event("invitation.sent", o.admin))
	})
}

// Invitations lists the invitations that can still be used, newest first.
func (o *Operator) Invitations(ctx context.Context) ([]store.ListInvitationsRow, error) {
	rows, err := q.ListInvitations(ctx, o.s.db, o.s.now())
	return rows, pg.Fault(err)
}

// Withdraw makes the invitation to an address useless.
func (o *Operator) Withdraw(ctx context.Context, email string) error {
	return pg.InTx(ctx, o.s.db, func(tx pgx.Tx) error {
		n, err := q.WithdrawInvitation(ctx, tx, store.WithdrawInvitationParams{Email: sameAddress(email), Now: o.s.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("withdraw an invitation: %w", err))
		}
		if n == 0 {
			return errNoInvitation
		}
		return o.s.audit.Record(ctx, tx, o.event("invitation.withdrawn", o.admin))
	})
}
