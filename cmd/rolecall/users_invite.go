package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

type usersInvite struct {
	Email string `arg:"positional,required" help:"the address to invite"`
}

func (usersInvite) Description() string {
	return "Mails an invitation to register, valid for seven days and for that address alone. A new one replaces an earlier one.\n" +
		"It is needed where auth.registration is invite. The running platform sends the mail."
}

func (c *usersInvite) run(ctx context.Context, sh shell) error {
	u, done, err := operatorUsers(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	err = u.platform.recording(ctx, u.db, schema.Identity.Name, audit.Event{Kind: "invitation.sent"}, func(tx pgx.Tx) error {
		return identity.Invite(ctx, tx, u.cfg, c.Email, u.now)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "Invited %s. The running platform mails the link; it is valid for seven days.\n", c.Email)
	return nil
}
