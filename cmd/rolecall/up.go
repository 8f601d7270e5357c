package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"rolecall/internal/env"
)

type upCommand struct {
	Demo       bool `arg:"--demo" help:"add demo accounts and fictional employers, on this machine; starting without --demo deletes the accounts"`
	DemoPublic bool `arg:"--demo-public" help:"allow --demo where others can reach it"`
	strictness
}

func (upCommand) Description() string {
	return "Starts all services in one process and the crawler in a second one. Without DATABASE_URL it runs a private PostgreSQL\n" +
		"in the data folder. Missing secrets are generated once and stored there."
}

func (c *upCommand) run(ctx context.Context, sh shell) error {
	start := time.Now()
	sh.strict = c.Strict
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelWarn, LogFormat: "text", Metrics: upMetrics})
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.makeDataDir(); err != nil {
		return err
	}
	getenv, err := withGeneratedSecrets(p.shell.getenv, p.settings.DataDir)
	if err != nil {
		return err
	}
	var where addresses
	if err := env.Load(getenv, &where); err != nil {
		return err
	}
	open, err := where.listen(ctx, "identity", "jobs", "applications", "notifications", "gateway")
	if err != nil {
		return err
	}
	defer open.close()
	getenv = open.withClientURLs(getenv)
	var d *demo
	if c.Demo {
		if err := demoStaysHere(p.settings.PublicURL, open); err != nil && !c.DemoPublic {
			return err
		}
		if d, err = startDemo(ctx, p, getenv); err != nil {
			return err
		}
		getenv = d.withBoards(getenv)
	}

	if getenv, err = p.upDatabase(ctx, getenv); err != nil {
		return err
	}
	if err := p.migrate(ctx, getenv); err != nil {
		return err
	}
	p.backups = p.newKeeper()
	h, err := p.assemble(ctx, getenv, open, "identity", "jobs", "applications", "notifications", upCrawler, "gateway")
	if err != nil {
		return err
	}
	h.parts = append(h.parts, part{name: "backups", run: p.backups.Run})
	p.serveMetrics(ctx)
	return h.serve(ctx, func(ctx context.Context) error {
		if err := h.waitReady(ctx, 60*time.Second); err != nil {
			return err
		}
		if d != nil {
			if err := d.fill(ctx, p, getenv, open.url("gateway")); err != nil {
				return err
			}
		} else if err := endDemo(ctx, p, sh.out); err != nil {
			return err
		}
		printReady(sh.out, p, open, d, time.Since(start))
		return nil
	})
}

// upDatabase starts the embedded server or uses the configured one, and gives every service its own login.
func (p *platform) upDatabase(ctx context.Context, getenv func(string) string) (func(string) string, error) {
	if p.settings.Database.Set() {
		passwords, err := ensurePasswords(p.settings.DataDir)
		if err != nil {
			return nil, err
		}
		return withLogins(getenv, p.settings.Database, passwords)
	}
	db, err := startEmbedded(ctx, p)
	if err != nil {
		return nil, err
	}
	p.close = append(p.close, db.Stop)
	return p.createEmbeddedRoles(ctx, getenv, db.url)
}

// printReady prints where everything is.
func printReady(out io.Writer, p *platform, open listeners, d *demo, took time.Duration) {
	web := strings.Replace(open.url("gateway"), "127.0.0.1", "localhost", 1)
	fmt.Fprintf(out, "\nRolecall %s is ready (%.1f s).\n\n", version, took.Seconds())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, value string) { fmt.Fprintf(w, "  %s\t%s\n", name, value) }
	row("web app:", web)
	row("reference:", web+"/docs")
	if p.mailbox != nil {
		if token, err := p.mailbox.Token(); err == nil {
			row("mailbox:", web+"/mailbox#"+token+"  (no mail server is set: mail stays here)")
		}
	}
	if p.settings.Metrics != "" {
		row("metrics:", "http://"+p.settings.Metrics+"/metrics")
	}
	row("data:", p.settings.DataDir)
	_ = w.Flush()
	if d != nil {
		d.print(out)
	}
	fmt.Fprintf(out, "\nPress Ctrl-C to stop.\n")
}
