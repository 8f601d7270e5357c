package main

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

// usersCommand holds one entry per sub-command; each lives in a file of its own.
type usersCommand struct {
	Invite *usersInvite `arg:"subcommand:invite" help:"mail somebody an invitation to register"`
}

func (usersCommand) Description() string { return "Manages accounts and invitations." }

func (*usersCommand) run(context.Context, shell) error {
	return usageError{errors.New("choose what to do: rolecall users --help lists it")}
}

// users is what the sub-commands work with.
type users struct {
	platform *platform
	cfg      identity.Config
	db       *pgxpool.Pool
	now      time.Time
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
	return &users{platform: p, cfg: cfg.Config, db: db, now: time.Now()}, p.Close, nil
}
