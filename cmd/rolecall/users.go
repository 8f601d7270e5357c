package main

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

// usersCommand holds one entry per sub-command; each lives in a file of its own.
type usersCommand struct {
	Invite        *usersInvite        `arg:"subcommand:invite" help:"mail somebody an invitation to register"`
	List          *usersList          `arg:"subcommand:list" help:"list all accounts"`
	Show          *usersShow          `arg:"subcommand:show" help:"show one account"`
	ResetPassword *usersResetPassword `arg:"subcommand:reset-password" help:"give an account a random password, printed once"`
	ResetFactor   *usersResetFactor   `arg:"subcommand:reset-2fa" help:"turn two-factor off and remove passkeys, for somebody who lost them"`
	Verify        *usersVerify        `arg:"subcommand:verify" help:"confirm an address that no mail reaches"`
	Disable       *usersDisable       `arg:"subcommand:disable" help:"close an account; nothing is deleted"`
	Enable        *usersEnable        `arg:"subcommand:enable" help:"open a disabled account again"`
	Delete        *usersDelete        `arg:"subcommand:delete" help:"delete an account with everything in it"`
	Sessions      *usersSessions      `arg:"subcommand:sessions" help:"list where somebody is logged in, or end it"`
}

func (usersCommand) Description() string {
	return "Manages accounts and invitations. Each use is recorded as a security event; what changes an account is mailed to its\n" +
		"owner, as soon as the platform runs."
}

func (*usersCommand) run(context.Context, shell) error {
	return usageError{errors.New("choose what to do: rolecall users --help lists it")}
}

// users is what the sub-commands work with.
type users struct {
	platform *platform
	cfg      identity.Config
	db       *pgxpool.Pool
}

// operatorUsers opens identity's part of the database for an operator's command.
func operatorUsers(ctx context.Context, sh shell) (*users, func(), error) {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return nil, nil, err
	}
	var cfg identityConfig
	if err := env.Load(getenv, &cfg); err != nil {
		p.Close()
		return nil, nil, err
	}
	db, err := p.pool(ctx, "users", cfg.Database, schema.IdentityRole)
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return &users{platform: p, cfg: cfg.Config, db: db}, p.Close, nil
}
