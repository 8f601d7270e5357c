package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"rolecall/internal/env"
)

type serveCommand struct {
	Service string `arg:"positional,required" help:"identity, jobs, applications, notifications or gateway"`
	strictness
}

func (serveCommand) Description() string {
	return "Starts one service. It needs its own database URL (the gateway does not), the service key and its own secrets."
}

func (c *serveCommand) run(ctx context.Context, sh shell) error {
	if _, address := (addresses{"-", "-", "-", "-", "-"}).of(c.Service); address == "" {
		return usageError{fmt.Errorf("there is no service %q: choose identity, jobs, applications, notifications or gateway", c.Service)}
	}
	sh.strict = c.Strict
	return serveParts(ctx, sh, c.Service)
}

// serveParts runs parts with what is configured; unlike `up` it generates no secrets.
func serveParts(ctx context.Context, sh shell, names ...string) error {
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelInfo, LogFormat: "json"})
	if err != nil {
		return err
	}
	defer p.Close()
	if p.settings.Database.Set() {
		p.log.Warn("DATABASE_URL is set: it has the owner's login, which a service should not know")
	}
	var where addresses
	if err := env.Load(p.shell.getenv, &where); err != nil {
		return err
	}
	h, err := p.assemble(ctx, p.shell.getenv, nil, names...)
	if err != nil {
		return err
	}
	if err := h.checkSchema(ctx); err != nil {
		return err
	}
	if h.listeners, err = where.listen(ctx, names...); err != nil {
		return err
	}
	defer h.listeners.close()
	p.serveMetrics(ctx)
	for name, ln := range h.listeners {
		p.log.Info("listening", "part", name, "address", ln.Addr().String(), "version", version)
	}
	return h.serve(ctx, nil)
}

// assemble creates the named parts and reports the faults of all of them at once.
func (p *platform) assemble(ctx context.Context, getenv func(string) string, open listeners, names ...string) (*host, error) {
	h := &host{log: p.log, drain: p.settings.Drain, listeners: open}
	var faults []string
	for _, name := range names {
		made, err := makers[name](ctx, p, getenv)
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !slices.Contains(faults, line) {
					faults = append(faults, line)
				}
			}
			continue
		}
		made.name = name
		h.parts = append(h.parts, made)
	}
	if len(faults) > 0 {
		return nil, errors.New(strings.Join(faults, "\n"))
	}
	return h, nil
}
