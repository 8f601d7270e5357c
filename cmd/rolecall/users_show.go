package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"rolecall/internal/identity"
)

type usersList struct{}

func (usersList) Description() string { return "Lists all accounts, oldest first." }

func (*usersList) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		list, err := o.List(ctx)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			fmt.Fprintln(sh.out, "There are no accounts yet.")
			return nil
		}
		table := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "EMAIL\tNAME\tSTATE\tTWO-FACTOR\tSESSIONS\tCREATED")
		for _, p := range list {
			fmt.Fprintf(table, "%s\t%s %s\t%s\t%s\t%d\t%s\n",
				p.Email, p.FirstName, p.LastName, stateOf(p), onOff(p.TwoFactor), p.Sessions, moment(&p.CreatedAt))
		}
		return table.Flush()
	})
}

// stateOf returns the most important state of an account.
func stateOf(p identity.Profile) string {
	switch {
	case p.DisabledAt != nil:
		return "disabled"
	case p.VerifiedAt == nil:
		return "unverified"
	case p.Admin:
		return "admin"
	}
	return "active"
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func moment(t *time.Time) string {
	if t == nil {
		return "no"
	}
	return t.UTC().Format(time.RFC3339)
}

type usersShow struct{ account }

func (usersShow) Description() string {
	return "Shows one account: its state, two-factor and sessions."
}

func (c *usersShow) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		p, _, err := o.Show(ctx, c.Email)
		if err != nil {
			return c.failed(err)
		}
		factor := onOff(p.TwoFactor)
		if p.TwoFactor {
			factor += fmt.Sprintf(", %d backup codes left", p.BackupCodesLeft)
		}
		admin := "no"
		if p.Admin {
			admin = "yes, by AUTH_ADMIN_EMAILS"
		}
		table := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
		for _, row := range [][2]string{
			{"email", p.Email}, {"name", p.FirstName + " " + p.LastName}, {"id", p.ID.String()}, {"created", moment(&p.CreatedAt)},
			{"verified", moment(p.VerifiedAt)},
			{"disabled", moment(p.DisabledAt)}, {"admin", admin}, {"two-factor", factor}, {"passkeys", fmt.Sprint(p.Passkeys)},
			{"sessions", fmt.Sprint(p.Sessions)},
		} {
			fmt.Fprintf(table, "%s\t%s\n", row[0], row[1])
		}
		return table.Flush()
	})
}

type usersSessions struct {
	account
	End bool `arg:"--end" help:"log the account out everywhere"`
}

func (usersSessions) Description() string {
	return "Lists where somebody is logged in. --end ends all sessions: within 10 seconds every service refuses their tokens."
}

func (c *usersSessions) run(ctx context.Context, sh shell) error {
	return onAccounts(ctx, sh, func(o *identity.Operator) error {
		if c.End {
			n, err := o.EndSessions(ctx, c.Email)
			if err != nil {
				return c.failed(err)
			}
			fmt.Fprintf(sh.out, "Ended %d sessions of %s.\n", n, c.Email)
			return nil
		}
		rows, err := o.Sessions(ctx, c.Email)
		if err != nil {
			return c.failed(err)
		}
		if len(rows) == 0 {
			fmt.Fprintf(sh.out, "%s is not logged in anywhere.\n", c.Email)
			return nil
		}
		table := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "SINCE\tLAST USED\tADDRESS\tPROGRAM")
		for _, s := range rows {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", moment(&s.CreatedAt), moment(&s.LastUsedAt), orDash(s.Address), orDash(s.UserAgent))
		}
		return table.Flush()
	})
}

func orDash(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}
