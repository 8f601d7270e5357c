package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/jobs/seed"
)

type devCommand struct {
	Seed *seedCommand `arg:"subcommand:seed" help:"fill the database with generated postings"`
}

func (devCommand) Description() string { return "Tools for development and measurement." }

func (*devCommand) run(context.Context, shell) error {
	return usageError{errors.New("missing subcommand: rolecall dev seed --postings N")}
}

type seedCommand struct {
	Postings int    `arg:"--postings,required" help:"number of postings"`
	Seed     uint64 `arg:"--seed" default:"1" help:"the same seed generates the same postings"`
}

func (c *seedCommand) run(ctx context.Context, sh shell) error {
	if c.Postings < 1 {
		return usageError{errors.New("--postings must be at least 1")}
	}
	p, _, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	db, err := p.pool(ctx, "seed", env.Secret{}, "")
	if err != nil {
		return err
	}
	start := time.Now()
	bar := newProgress(sh.err)
	if err := seed.Run(ctx, db, seed.Options{Postings: c.Postings, Seed: c.Seed, Report: func(done, total int) {
		bar.show(done, total, "postings")
	}}); err != nil {
		bar.end()
		return err
	}
	bar.end()
	fmt.Fprintf(sh.out, "Added %d generated postings in %s.\n", c.Postings, time.Since(start).Round(100*time.Millisecond))
	return nil
}
