package main

import (
	"context"
	"errors"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

type usersCommand struct {
	List          *usersList          `arg:"subcommand:list" help:"list all accounts"`
	Show          *usersShow          `arg:"subcommand:show" help:"show one account"`
	ResetPassword *usersResetPassword `arg:"subcommand:reset-password" help:"give an account a random password, printed once"`
	ResetFactor   *usersResetFactor   `arg:"subcommand:reset-2fa" help:"turn two-factor off for somebody who lost it"`
	Verify        *usersVerify        `arg:"subcommand:verify" help:"confirm an address that no mail reaches"`
	Disable       *usersDisable       `arg:"subcommand:disable" help:"close an account; nothing is deleted"`
	Enable        *usersEnable        `arg:"subcommand:enable" help:"open a disabled account again"`
	Delete        *usersDelete        `arg:"subcommand:delete" help:"delete an account with everything in it"`
	Sessions      *usersSessions      `arg:"subcommand:sessions" help:"list where somebody is logged in, or end it"`
}

func (usersCommand) Description() string {
	return "Manages people's accounts. Each use is recorded as a security event; whatever changes something is mailed to\n" +
		"the account's owner, as soon as the platform runs."
}

func (*usersCommand) run(context.Context, shell) error {
	return usageError{errors.New("choose list, show, reset-password, reset-2fa, verify, disable, enable, delete or sessions")}
}

// account is the argument of the commands that are about one account.
type account struct {
	Email string `arg:"positional,required" placeholder:"EMAIL" help:"the account's address"`
}

// operatorUsers prepares a command about accounts.
func operatorUsers(ctx context.Context, sh shell) (*identity.Operator, func(), error) {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return nil, nil, err
	}
	o, err := p.usersOperator(ctx, getenv)
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return o, p.Close, nil
}

func (p *platform) usersOperator(ctx context.Context, getenv func(string) string) (*identity.Operator, error) {
	var cfg identityConfig
	if err := env.Load(getenv, &cfg); err != nil {
		return nil, err
	}
	db, err := p.pool(ctx, "users", cfg.Database, schema.IdentityRole)
	if err != nil {
		return nil, err
	}
	return identity.NewOperator(cfg.Config, identity.Deps{Log: p.log, Metrics: p.metrics, DB: db, Mail: p.sender, Now: time.Now})
}
