package main

import (
	"context"
	"io"
	"log/slog"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// openLogs returns the log and the log of security events. Both write to the same stream in the same format; the level
// applies only to the first.
func openLogs(out io.Writer, format logFormat, level slog.Level) (log, events *slog.Logger) {
	options := &slog.HandlerOptions{Level: slog.Level(math.MinInt)}
	var all slog.Handler = slog.NewJSONHandler(out, options)
	if format == "text" {
		all = slog.NewTextHandler(out, options)
	}
	return slog.New(&atLeast{Handler: all, level: level}), slog.New(all)
}

// atLeast drops records below the level.
type atLeast struct {
	slog.Handler
	level slog.Level
}

func (h *atLeast) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h *atLeast) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &atLeast{Handler: h.Handler.WithAttrs(attrs), level: h.level}
}

func (h *atLeast) WithGroup(name string) slog.Handler {
	return &atLeast{Handler: h.Handler.WithGroup(name), level: h.level}
}

// events is the record of a schema's security events.
func (p *platform) events(schemaName string) *audit.Log {
	return audit.New(schemaName, p.audit, time.Now)
}

// recording runs an operator's action and records it in the same transaction.
func (p *platform) recording(ctx context.Context, db pg.Conn, schemaName string, e audit.Event, act func(pgx.Tx) error) error {
	e.Actor = audit.Operator
	return pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if err := act(tx); err != nil {
			return err
		}
		return p.events(schemaName).Record(ctx, tx, e)
	})
}

// recordBoards records what an operator did to the boards. The crawler has no record of events, so they go to job
// search's, after the action. A failure is only logged, because the action is done.
func (p *platform) recordBoards(ctx context.Context, getenv func(string) string, kind string, detail map[string]any) {
	err := func() error {
		var cfg struct {
			Database env.Secret `key:"job.database-url"`
		}
		db, err := p.open(ctx, getenv, "events", &cfg, &cfg.Database, schema.JobsRole)
		if err != nil {
			return err
		}
		return p.events(schema.Jobs.Name).Record(ctx, db, audit.Event{Kind: kind, Actor: audit.Operator, Detail: detail})
	}()
	if err != nil {
		p.log.Warn("the action was done but not recorded", "kind", kind, "error", err)
	}
}
