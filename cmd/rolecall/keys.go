package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

type keysCommand struct {
	Rotate *rotateCommand `arg:"subcommand:rotate" help:"create a new signing key; the old one stays valid until its last token has expired"`
}

func (keysCommand) Description() string { return "Manages the keys that tokens are signed with." }

func (*keysCommand) run(context.Context, shell) error {
	return usageError{errors.New("missing subcommand: rolecall keys rotate")}
}

type rotateCommand struct {
	EndSessions bool `arg:"--end-sessions" help:"also log everybody out, for example after a break-in or a restore"`
}

func (rotateCommand) Description() string {
	return "Creates a new signing key. The old one stays valid until its last token has expired, unless --end-sessions logs everybody out."
}

func (c *rotateCommand) run(ctx context.Context, sh shell) error {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	var cfg identityConfig
	db, err := p.open(ctx, getenv, "keys", &cfg, &cfg.Database, schema.IdentityRole)
	if err != nil {
		return err
	}
	var id string
	err = p.recording(ctx, db, schema.Identity.Name, audit.Event{Kind: "signing_key.rotated"}, func(tx pgx.Tx) (err error) {
		id, err = identity.RotateKey(ctx, tx, cfg.Config, time.Now())
		return err
	})
	if err != nil {
		return err
	}
	if c.EndSessions {
		var n int64
		err := p.recording(ctx, db, schema.Identity.Name, audit.Event{Kind: "sessions.all_ended"}, func(tx pgx.Tx) (err error) {
			n, err = identity.EndAllSessions(ctx, tx, time.Now())
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Key %s is now the only valid one. %d sessions were ended: everybody has to log in again.\n", id, n)
		return nil
	}
	fmt.Fprintf(sh.out, "Key %s signs from now on. Nobody is logged out: older keys stay valid until their last token has expired.\n", id)
	return nil
}
