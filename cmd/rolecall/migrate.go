package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/jobs"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

type migrateCommand struct{}

func (migrateCommand) Description() string {
	return "Brings every schema of the database up to date, creates the login of every service whose database URL is set, and\n" +
		"assigns a company to every board without one. Safe to run at any time, from several places at once."
}

func (*migrateCommand) run(ctx context.Context, sh shell) error {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.migrate(ctx, getenv); err != nil {
		return err
	}
	fmt.Fprintln(sh.out, "The database is up to date.")
	return nil
}

// migrate brings the schemas up to date, enables the services' logins, and creates the companies of boards that have
// none. The latter needs the slug function, so SQL alone cannot do it.
func (p *platform) migrate(ctx context.Context, getenv func(string) string) error {
	var services logins
	if err := env.Load(getenv, &services); err != nil {
		return err
	}
	if !p.settings.Database.Set() {
		return errNoOwner
	}
	if err := checkOwner(ctx, p.settings.Database); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, p.settings.Database.Reveal()); err != nil {
		return err
	}
	if err := pg.EnableLogins(ctx, p.settings.Database, services.list()); err != nil {
		return err
	}
	db, err := pgx.Connect(ctx, p.settings.Database.Reveal())
	if err != nil {
		return fmt.Errorf("load companies: %w", err)
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	for {
		// Boards that a crawler has locked are skipped; the next round gets them.
		done, err := jobs.LoadCompanies(ctx, db, time.Now(), nil)
		if err != nil || done.Targets == 0 {
			return err
		}
	}
}
