// Package audit records security events: logins, failures, changes of a password or a second factor, and what
// administrators and operators do.
//
// An event is a row in the service's own schema and a log line that no level hides. Record writes the row in the
// transaction of the action and the line after its commit, so neither reports something that did not happen. Events that
// anyone can cause without logging in go through Count instead, which bounds the number of rows.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

// Config is the part of a service's configuration for its events.
type Config struct {
	Keep time.Duration `key:"audit.keep" default:"8760h" help:"how long security events are kept; a year"`
}

// leastKeep is long enough to see what happened overnight.
const leastKeep = 24 * time.Hour

// Validate refuses a time that is too short to be useful.
func (c Config) Validate() error {
	if c.Keep < leastKeep {
		return errors.New("audit.keep must be at least 24h")
	}
	return nil
}

// Actor is the role in which a caller did something.
type Actor string

// The actors of events.
const (
	User      Actor = "user"      // the account's owner, according to the login
	Admin     Actor = "admin"     // an administrator, on another user's data or on the platform
	Operator  Actor = "operator"  // a rolecall command, or the configuration of a start
	Anonymous Actor = "anonymous" // no user logged in
)

// Event is a security event. It never contains a secret, a code or the email address of a person without an account.
type Event struct {
	// Kind names it in two parts or more: "login.failed", "two_factor.enabled".
	Kind string
	// Account is whose account it is about, or whose act it was if it is about the platform; zero if there is none.
	Account uuid.UUID
	Actor   Actor
	// Detail has further facts for administrators: small, flat, no secrets.
	Detail map[string]any
	// Unnamed leaves the account out of the row, for an account of which nothing may stay. The log line names it.
	Unnamed bool
}

// Log is the audit record of one schema.
type Log struct {
	table pgx.Identifier
	log   *slog.Logger
	now   func() time.Time
	keep  time.Duration
	agent func(context.Context) *string
	find  Finder
	tally tally
}

// Option configures a Log.
type Option func(*Log)

// WithAgent sets the function that returns the user agent of a context.
func WithAgent(agent func(context.Context) *string) Option { return func(l *Log) { l.agent = agent } }

// WithKeep makes Sweep remove events of that age.
func WithKeep(keep time.Duration) Option { return func(l *Log) { l.keep = keep } }

// New returns the audit record of a schema. Events are also written to log, which should not filter by level.
func New(schema string, log *slog.Logger, now func() time.Time, options ...Option) *Log {
	l := &Log{table: pgx.Identifier{schema, "audit_event"}, log: log, now: now}
	for _, set := range options {
		set(l)
	}
	return l
}

// Record writes an event in the caller's transaction. The log line is written after the commit of pg.InTx.
func (l *Log) Record(ctx context.Context, tx pg.Conn, e Event) error {
	r, err := l.row(ctx, e)
	if err == nil {
		err = l.insert(ctx, tx, []row{r})
	}
	if err != nil {
		return fmt.Errorf("record %s: %w", e.Kind, err)
	}
	pg.AfterCommit(tx, func() { l.write(ctx, r) })
	return nil
}

// row is an event in the table's form.
type row struct {
	at      time.Time
	kind    string
	account uuid.UUID // account id for the log
	stored  *uuid.UUID
	actor   string
	address *string
	agent   *string
	request *string
	detail  []byte
}

func (l *Log) row(ctx context.Context, e Event) (row, error) {
	r := row{at: l.now(), kind: e.Kind, account: e.Account, actor: string(e.Actor), detail: []byte("{}")}
	if e.Detail != nil {
		var err error
		if r.detail, err = json.Marshal(e.Detail); err != nil {
			return r, fmt.Errorf("detail: %w", err)
		}
	}
	if l.agent != nil {
		r.agent = l.agent(ctx)
	}
	if a := httpd.ClientAddress(ctx); a.IsValid() {
		text := a.WithZone("").String()
		r.address = &text
	}
	if id := httpd.RequestID(ctx); id != "" {
		r.request = &id
	}
	if e.Account != uuid.Nil && !e.Unnamed {
		r.stored = &e.Account
	}
	return r, nil
}

func (l *Log) insert(ctx context.Context, db pg.Conn, rows []row) error {
	for _, r := range rows {
		if _, err := db.Exec(ctx, "INSERT INTO "+l.table.Sanitize()+` (at, kind, account_id, actor, address, user_agent, request_id, detail)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, r.at, r.kind, r.stored, r.actor, r.address, r.agent, r.request, r.detail); err != nil {
			return pg.Fault(err)
		}
	}
	return nil
}

// write writes the event to the log.
func (l *Log) write(ctx context.Context, r row) {
	attrs := []slog.Attr{slog.Bool("audit", true), slog.String("kind", r.kind), slog.String("actor", r.actor)}
	if r.account != uuid.Nil {
		attrs = append(attrs, slog.String("account_id", r.account.String()))
	}
	add := func(name string, value *string) {
		if value != nil {
			attrs = append(attrs, slog.String(name, *value))
		}
	}
	add("address", r.address)
	add("user_agent", r.agent)
	add("request_id", r.request)
	if len(r.detail) > 2 {
		attrs = append(attrs, slog.String("detail", string(r.detail)))
	}
	l.log.LogAttrs(ctx, slog.LevelInfo, "security event", attrs...)
}
