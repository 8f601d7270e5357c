package main

import (
	"context"
	"fmt"

	"rolecall/internal/schema"
)

type migrateCommand struct{}

func (migrateCommand) Description() string {
	return "Brings every schema of the database up to date. Safe to run at any time, from several places at once."
}

func (*migrateCommand) run(ctx context.Context, sh shell) error {
	p, _, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := schema.Migrate(ctx, p.settings.Database.Reveal()); err != nil {
		return err
	}
	fmt.Fprintln(sh.out, "The database is up to date.")
	return nil
}
