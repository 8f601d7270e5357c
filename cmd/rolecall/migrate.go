package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/schema"
)

type migrateCommand struct{}

func (migrateCommand) Description() string {
	return "Brings every schema of the database up to date and gives every board without a company its company.\n" +
		"Safe to run at any time, from several places at once."
}

func (*migrateCommand) run(ctx context.Context, sh shell) error {
	p, _, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := migrate(ctx, p.settings.Database.Reveal()); err != nil {
		return err
	}
	fmt.Fprintln(sh.out, "The database is up to date.")
	return nil
}

// migrate brings the schemas up to date and gives every board without a company its company: the initial load of
// companies needs the slug function, so SQL alone cannot do it.
func migrate(ctx context.Context, url string) error {
	if err := schema.Migrate(ctx, url); err != nil {
		return err
	}
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("load companies: %w", err)
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	for {
		// Boards that a crawler holds at this moment are passed; they are there in the next round.
		done, err := jobs.LoadCompanies(ctx, db, time.Now(), nil)
		if err != nil || done.Targets == 0 {
			return err
		}
	}
}
