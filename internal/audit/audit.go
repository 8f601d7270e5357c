// Package audit records security events: logins, failures, changes of a password or a second factor, what
// administrators and operators do. An event is a row in the service's own schema, written in the transaction of the act
// it records, and a line in the log that no log level hides.
package audit

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

//go:embed schema.sql
var ddl string

// DDL returns the table of a schema as its migration creates it.
func DDL(schema string) string { return strings.ReplaceAll(ddl, "{{schema}}", schema) }

// Actor is who did something.
type Actor string

// The actors of events.
const (
	User      Actor = "user"      // the account's owner, as far as the login proves it
	Admin     Actor = "admin"     // an administrator, on somebody else's data or on the platform
	Operator  Actor = "operator"  // a rolecall command
	Internal  Actor = "service"   // another service with the service key
	Anonymous Actor = "anonymous" // nobody logged in
)

// Event is one thing that happened. It never carries a secret, a code or a whole address of somebody unknown.
type Event struct {
	// Kind names it in two parts or more: "login.failed", "two_factor.enabled".
	Kind string
	// Account is whose account it is about; zero if there is none.
	Account uuid.UUID
	Actor   Actor
	// UserAgent is the client's program; address and request id come from the context.
	UserAgent *string
	// Detail is what else an administrator needs to know: small, flat, no secrets.
	Detail map[string]any
}

// Log is the audit record of one schema.
type Log struct {
	schema string
	log    *slog.Logger
	now    func() time.Time
}

// New returns the record of a schema. Events are also written to log.
func New(schema string, log *slog.Logger, now func() time.Time) *Log {
	return &Log{schema: schema, log: log, now: now}
}

const insert = `INSERT INTO %s (at, kind, account_id, actor, address, user_agent, request_id, detail)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

// Record writes an event in the caller's transaction.
func (l *Log) Record(ctx context.Context, tx pg.Conn, e Event) error {
	detail, err := json.Marshal(e.Detail)
	if err != nil {
		return fmt.Errorf("detail of %s: %w", e.Kind, err)
	}
	if e.Detail == nil {
		detail = []byte("{}")
	}
	var address *string
	if a := httpd.ClientAddress(ctx); a.IsValid() {
		text := a.WithZone("").String()
		address = &text
	}
	var account *uuid.UUID
	if e.Account != uuid.Nil {
		account = &e.Account
	}
	var request *string
	if id := httpd.RequestID(ctx); id != "" {
		request = &id
	}
	table := pgx.Identifier{l.schema, "audit_event"}.Sanitize()
	if _, err := tx.Exec(ctx, fmt.Sprintf(insert, table), l.now(), e.Kind, account, string(e.Actor), address, e.UserAgent, request, detail); err != nil {
		return pg.Fault(fmt.Errorf("record %s: %w", e.Kind, err))
	}
	l.log.InfoContext(ctx, "audit", "kind", e.Kind, "account_id", account, "actor", e.Actor, "address", address, "detail", string(detail))
	return nil
}
