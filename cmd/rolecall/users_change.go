package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"rolecall/internal/identity"
)

// account is the argument of commands on one account.
type account struct {
	Email string `arg:"positional,required" placeholder:"EMAIL" help:"the account's address or id"`
}

// failed adds the account's address to an error.
func (a account) failed(err error) error { return fmt.Errorf("%s: %w", a.Email, err) }

// change runs an operation and prints whether it changed anything.
func (a account) change(ctx context.Context, sh shell, act func(*identity.Operator) (bool, error), did, already string) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		changed, err := act(o)
		if err != nil {
			return a.failed(err)
		}
		if !changed {
			did = already
		}
		fmt.Fprintf(sh.out, did+"\n", a.Email)
		return nil
	})
}

type usersResetPassword struct{ account }

func (usersResetPassword) Description() string {
	return "Sets a random password and prints it once: give it to the owner of the account, who should change it after logging in.\n" +
		"Every session ends. Two-factor stays on; see reset-2fa."
}

func (c *usersResetPassword) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		password, err := o.ResetPassword(ctx, c.Email)
		if err != nil {
			return c.failed(err)
		}
		fmt.Fprintf(sh.out, "The password of %s is now: %s\nIt is shown only once. All sessions were ended.\n", c.Email, password)
		return nil
	})
}

type usersResetFactor struct{ account }

func (usersResetFactor) Description() string {
	return "Turns two-factor off and removes all passkeys, for somebody who lost the phone and the backup codes. Make sure that\n" +
		"the request comes from them: afterwards the password alone is enough to log in. Every session ends."
}

func (c *usersResetFactor) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, func(o *identity.Operator) (bool, error) { return o.ResetTwoFactor(ctx, c.Email) },
		"Two-factor of %s is off, and passkeys are removed. All sessions were ended.",
		"Two-factor of %s was off already, and there are no passkeys.")
}

type usersVerify struct{ account }

func (usersVerify) Description() string {
	return "Confirms an address that mail does not reach. Make sure that it belongs to whoever registered it: an address in\n" +
		"AUTH_ADMIN_EMAILS becomes an administrator."
}

func (c *usersVerify) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, func(o *identity.Operator) (bool, error) { return o.Verify(ctx, c.Email) },
		"%s is confirmed.", "%s was confirmed already.")
}

type usersDisable struct{ account }

func (usersDisable) Description() string {
	return "Disables an account; nothing is deleted. Until `users enable` its sessions are ended, its password is refused like a\n" +
		"wrong one and cannot be reset, and no reminders or digests are mailed."
}

func (c *usersDisable) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, func(o *identity.Operator) (bool, error) { return o.Disable(ctx, c.Email) },
		"%s is disabled. All sessions were ended.", "%s was disabled already.")
}

type usersEnable struct{ account }

func (usersEnable) Description() string { return "Enables a disabled account." }

func (c *usersEnable) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, func(o *identity.Operator) (bool, error) { return o.Enable(ctx, c.Email) },
		"%s is enabled again.", "%s was not disabled.")
}

type usersDelete struct {
	account
	Yes bool `arg:"--yes,-y" help:"do not ask"`
}

func (usersDelete) Description() string {
	return "Deletes an account with everything in it, in every service. This cannot be undone; `users disable` can."
}

var errNotConfirmed = errors.New("nothing was deleted: type the address to confirm, or use --yes")

func (c *usersDelete) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		p, _, err := o.Show(ctx, c.Email)
		if err != nil {
			return c.failed(err)
		}
		if !c.Yes {
			fmt.Fprintf(sh.err, "This deletes the account of %s %s (%s) with all applications, reminders and saved jobs, permanently.\nType the "+
				"address to confirm: ", p.FirstName, p.LastName, p.Email)
			if answer, err := readLine(sh); err != nil || !strings.EqualFold(answer, p.Email) {
				return c.failed(errNotConfirmed)
			}
		}
		if err := o.Delete(ctx, p.Email); err != nil {
			return c.failed(err)
		}
		fmt.Fprintf(sh.out, "Deleted %s. The other services delete its data when the platform runs.\n", p.Email)
		return nil
	})
}

// readLine reads an answer, or returns "" without input.
func readLine(sh shell) (string, error) {
	if sh.in == nil {
		return "", errNotConfirmed
	}
	line, err := bufio.NewReader(sh.in).ReadString('\n')
	if line != "" {
		err = nil
	}
	return strings.TrimSpace(line), err
}
