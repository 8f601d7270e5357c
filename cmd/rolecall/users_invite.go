package main

import (
	"context"
	"fmt"

	"rolecall/internal/identity"
)

type usersInvite struct {
	Email string `arg:"positional,required" help:"the address to invite"`
}

func (usersInvite) Description() string {
	return "Mails an invitation to register, valid for seven days and for that address alone. A new one replaces an earlier one.\n" +
		"It is needed where auth.registration is invite. The running platform sends the mail."
}

func (c *usersInvite) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		if _, err := o.Invite(ctx, c.Email); err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Invited %s. The running platform mails the link; it is valid for seven days.\n", c.Email)
		return nil
	})
}
