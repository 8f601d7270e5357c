package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/schema"
)

type backupCommand struct {
	File  string `arg:"positional,required" help:"file to write; - is standard output"`
	Force bool   `arg:"--force" help:"overwrite an existing file"`
}

func (backupCommand) Description() string {
	return "Writes all data of the platform to one file, from one snapshot, while the platform runs. It does not contain the\n" +
		"secrets that the platform is started with: keep a copy of them elsewhere."
}

func (c *backupCommand) run(ctx context.Context, sh shell) error {
	p, _, err := operator(ctx, sh)
	if err != nil {
		return err
	}
	defer p.Close()
	if !p.settings.Database.Set() {
		return errNoOwner
	}
	o, end := p.backupOptions(sh)
	start := time.Now()
	if c.File == "-" {
		if f, ok := sh.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			return usageError{errors.New("refusing to write a backup to a terminal: redirect it to a file or a program")}
		}
		s, err := backup.Write(ctx, sh.out, o)
		end()
		if err != nil {
			return wholeOrFailed(err)
		}
		printSummary(sh.err, "Backed up", s, start)
		return nil
	}
	s, err := backup.WriteFile(ctx, c.File, c.Force, o)
	end()
	if errors.Is(err, backup.ErrExists) {
		return fmt.Errorf("%w: choose another file, or overwrite it with --force", err)
	}
	if err != nil {
		return wholeOrFailed(err)
	}
	printSummary(sh.out, "Backed up", s, start)
	fmt.Fprintf(sh.out, "It is in %s. It does not contain the secrets that the platform is started with (TOTP_ENCRYPTION_KEY and its\n"+
		"older keys, PLATFORM_INTERNAL_SERVICE_KEY, PLATFORM_SMTP_URL)%s: keep a copy of them elsewhere.\n", c.File, p.secretsNote())
	return nil
}

type restoreCommand struct {
	File    string `arg:"positional,required" help:"backup file; - is standard input"`
	Replace bool   `arg:"--replace" help:"delete the existing data first"`
}

func (restoreCommand) Description() string {
	return "Restores a backup, completely or not at all, and migrates it to this version. The platform must be stopped. The\n" +
		"file is verified before anything is changed."
}

func (c *restoreCommand) run(ctx context.Context, sh shell) error {
	file, done, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer done()
	whole, err := backup.Open(file, backup.Options{Schemas: schema.All()})
	if err != nil {
		return fmt.Errorf("%s: %w; nothing was changed", c.File, err)
	}
	p, getenv, err := operator(ctx, sh, makingDatabase)
	if err != nil {
		return err
	}
	defer p.Close()
	if !p.settings.Database.Set() {
		return errNoOwner
	}
	o, end := p.backupOptions(sh)
	start := time.Now()
	s, err := whole.Restore(ctx, c.Replace, o)
	end()
	switch {
	case errors.Is(err, backup.ErrNotEmpty):
		return fmt.Errorf("%w: --replace deletes them and restores the backup of %s", err, whole.TakenAt.Format(time.RFC3339))
	case errors.Is(err, backup.ErrRunning):
		return fmt.Errorf("%w: stop it first, then restore; nothing was changed", err)
	case err != nil:
		return errors.Join(wholeOrFailed(err), errors.New("nothing was changed"))
	}
	if err := p.migrate(ctx, getenv); err != nil {
		return fmt.Errorf("the backup is restored, but bringing it up to date failed: %w; run `rolecall migrate`", err)
	}
	printSummary(sh.out, "Restored", s, start)
	if len(s.Skipped) > 0 {
		fmt.Fprintf(sh.out, "Not restored, because no migration creates them: %s.\n", strings.Join(s.Skipped, ", "))
	}
	pool, err := p.pool(ctx, "restored", env.Secret{}, "")
	if err != nil {
		return err
	}
	afterRestore(ctx, sh, pool, getenv, s)
	return nil
}

// open returns the backup as a file that can be read twice: to verify it and to restore it.
func (c *restoreCommand) open(ctx context.Context) (*os.File, func(), error) {
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, nil, err
		}
		return f, func() { _ = f.Close() }, nil
	}
	f, err := os.CreateTemp("", "rolecall-restore-*")
	if err != nil {
		return nil, nil, err
	}
	_ = os.Remove(f.Name()) // the file exists until it is closed
	done := func() { _ = f.Close() }
	if _, err := io.Copy(f, &untilDone{ctx, os.Stdin}); err != nil {
		done()
		return nil, nil, fmt.Errorf("read standard input: %w", err)
	}
	return f, done, nil
}

// untilDone is a reader that fails once the context has ended.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

func (p *platform) backupOptions(sh shell) (backup.Options, func()) {
	bar := newProgress(sh.err)
	return backup.Options{
		Database: p.settings.Database, Schemas: schema.All(), Build: version, Now: time.Now,
		Progress: func(s backup.Step) {
			bar.show(s.Done, s.Tables, fmt.Sprintf("tables, %.1f MB %s", float64(s.Bytes)/1e6, s.Table))
		},
	}, bar.end
}

func printSummary(out io.Writer, did string, s backup.Summary, begun time.Time) {
	fmt.Fprintf(out, "%s %d rows in %d tables, as of %s, in %.1f s.\n",
		did, s.Rows, s.Tables, s.TakenAt.Format(time.RFC3339), time.Since(begun).Seconds())
}

// wholeOrFailed says that a backup or a restore was interrupted, instead of where.
func wholeOrFailed(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	return err
}
