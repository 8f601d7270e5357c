package main

import (
	"context"
	"errors"

	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

// usersCommand is the `users` command.
type usersCommand struct {
	Invite        *usersInvite        `arg:"subcommand:invite" help:"invite somebody by mail"`
	List          *usersList          `arg:"subcommand:list" help:"list all accounts"`
	Show          *usersShow          `arg:"subcommand:show" help:"show one account"`
	ResetPassword *usersResetPassword `arg:"subcommand:reset-password" help:"set a random password and print it once"`
	ResetFactor   *usersResetFactor   `arg:"subcommand:reset-2fa" help:"turn two-factor off and remove passkeys, for a user who lost them"`
	Verify        *usersVerify        `arg:"subcommand:verify" help:"verify an address without mail"`
	Disable       *usersDisable       `arg:"subcommand:disable" help:"disable an account; nothing is deleted"`
	Enable        *usersEnable        `arg:"subcommand:enable" help:"enable a disabled account"`
	Delete        *usersDelete        `arg:"subcommand:delete" help:"delete an account and all its data"`
	Sessions      *usersSessions      `arg:"subcommand:sessions" help:"list or end the sessions of an account"`
}

func (usersCommand) Description() string {
	return "Manages accounts and invitations. Each use is recorded as a security event, and the owner of a changed account gets\n" +
		"a mail as soon as the platform runs."
}

func (*usersCommand) run(context.Context, shell) error {
	return usageError{errors.New("missing subcommand: see rolecall users --help")}
}

// onAccounts runs an operator's command on accounts.
func onAccounts(ctx context.Context, sh shell, act func(*identity.Operator) error) error {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	var cfg identityConfig
	db, err := p.open(ctx, getenv, "users", &cfg, &cfg.Database, schema.IdentityRole)
	if err != nil {
		return err
	}
	o, err := identity.NewOperator(cfg.Config, identity.Deps{Log: p.log, Metrics: p.metrics, DB: db})
	if err != nil {
		return err
	}
	return act(o)
}
