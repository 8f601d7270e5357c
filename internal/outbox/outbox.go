// Package outbox delivers what a committed transaction has to cause outside the database: mail and calls to other
// services.
//
// A row is added in the caller's transaction and delivered by a worker, at least once:
//
//	                       ┌────────────── lease ended (worker died) ─────────────┐
//	                       ▼                                                      │
//	Add ──► waiting ──claim, under a lease──► leased ──delivered──► delivered     │
//	           ▲                                │ │ └──refused, or too old──► given up
//	           └──────failed: later again───────┘ └───────────────────────────────┘
//
// A kill at any instant loses nothing. A delivery repeats only when the worker dies, or loses the database, between the
// success of the handler and the commit of the result, so handlers pass the dedupe key on (as a Message-ID, as an
// idempotent call). Every write of a worker is conditional on its lease. Delivered and given-up rows keep their key but
// not their payload, and do not change until they are pruned.
//
// Rows are delivered oldest first, but while other owners have rows due, one owner gets at most a quarter of a batch.
//
// The clocks of the processes must agree to within Margin.
package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"rolecall/internal/pg"
	"rolecall/internal/seal"
)

// Entry is something to be delivered.
type Entry struct {
	// Kind chooses the handler.
	Kind string
	// DedupeKey identifies the entry: a second entry with the same key is ignored, even after delivery.
	DedupeKey string
	// Owner is the user whose share of a batch the row counts against; rows without an owner share one.
	Owner   uuid.UUID
	Payload []byte
	// Secret encrypts the payload in the table.
	Secret bool
	// DueAt is when to deliver; zero means now.
	DueAt time.Time
}

// Box is the outbox of one schema.
type Box struct {
	schema string
	keys   *seal.Keyring
	now    func() time.Time
}

// Option configures a box.
type Option func(*Box)

// WithKeys sets the keys for secret payloads.
func WithKeys(keys *seal.Keyring) Option { return func(b *Box) { b.keys = keys } }

// WithClock replaces time.Now.
func WithClock(now func() time.Time) Option { return func(b *Box) { b.now = now } }

// New returns the box of a schema that has the table of schema.sql.
func New(schema string, options ...Option) *Box {
	b := &Box{schema: schema, now: time.Now}
	for _, o := range options {
		o(b)
	}
	return b
}

// sql inserts the table's name into a statement.
func (b *Box) sql(statement string) string {
	return strings.ReplaceAll(statement, "{{outbox}}", pgx.Identifier{b.schema, "outbox"}.Sanitize())
}

// Add writes an entry in the caller's transaction.
func (b *Box) Add(ctx context.Context, tx pg.Conn, e Entry) error {
	_, err := b.AddBatch(ctx, tx, []Entry{e})
	return err
}

// insertChunk bounds the arrays of one statement.
const insertChunk = 1000

const insert = `
INSERT INTO {{outbox}} (id, kind, dedupe_key, owner, payload, sealed, created_at, due_at, next_attempt_at)
SELECT id, kind, dedupe_key, owner, payload, sealed, $8, due_at, due_at
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bytea[], $6::boolean[], $7::timestamptz[])
  AS e (id, kind, dedupe_key, owner, payload, sealed, due_at)
ON CONFLICT (dedupe_key) DO NOTHING`

// AddBatch writes entries in the caller's transaction and returns how many were new.
func (b *Box) AddBatch(ctx context.Context, tx pg.Conn, entries []Entry) (added int64, err error) {
	// Sorted, so that two transactions with common keys cannot deadlock.
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(x, y Entry) int { return cmp.Compare(x.DedupeKey, y.DedupeKey) })
	now := b.now()
	for chunk := range slices.Chunk(entries, insertChunk) {
		args, err := b.columns(chunk, now)
		if err != nil {
			return added, err
		}
		tag, err := tx.Exec(ctx, b.sql(insert), args...)
		if err != nil {
			return added, pg.Fault(fmt.Errorf("add to outbox: %w", err))
		}
		added += tag.RowsAffected()
	}
	return added, nil
}

func (b *Box) columns(entries []Entry, now time.Time) ([]any, error) {
	n := len(entries)
	ids, owners := make([]uuid.UUID, n), make([]pgtype.UUID, n)
	kinds, keys := make([]string, n), make([]string, n)
	payloads, sealed, due := make([][]byte, n), make([]bool, n), make([]time.Time, n)
	for i, e := range entries {
		if e.Kind == "" || e.DedupeKey == "" {
			return nil, errors.New("add to outbox: an entry needs a kind and a dedupe key")
		}
		id := uuid.Must(uuid.NewV7())
		payload := e.Payload
		if e.Secret {
			if b.keys == nil {
				return nil, errors.New("add to outbox: a secret payload needs keys to be sealed with")
			}
			payload = b.keys.Seal(payload, id[:])
		}
		ids[i], kinds[i], keys[i], payloads[i], sealed[i] = id, e.Kind, e.DedupeKey, payload, e.Secret
		owners[i] = pgtype.UUID{Bytes: e.Owner, Valid: e.Owner != uuid.Nil}
		if due[i] = e.DueAt; e.DueAt.IsZero() {
			due[i] = now
		}
	}
	return []any{ids, kinds, keys, owners, payloads, sealed, due, now}, nil
}

// errBeingDelivered means that an entry was delivered or is about to be.
var errBeingDelivered = errors.New("withdraw from outbox: the entry is being delivered")

// Withdraw deletes an entry that is not due yet.
func (b *Box) Withdraw(ctx context.Context, tx pg.Conn, dedupeKey string) error {
	tag, err := tx.Exec(ctx, b.sql(`DELETE FROM {{outbox}} WHERE dedupe_key = $1 AND attempts = 0 AND locked_by IS NULL`), dedupeKey)
	if err != nil {
		return pg.Fault(fmt.Errorf("withdraw from outbox: %w", err))
	}
	if tag.RowsAffected() == 0 {
		return errBeingDelivered
	}
	return nil
}

// Forget deletes the undelivered rows of an owner. A row that is being delivered may still arrive.
func (b *Box) Forget(ctx context.Context, tx pg.Conn, owner uuid.UUID) error {
	_, err := tx.Exec(ctx, b.sql(`DELETE FROM {{outbox}} WHERE owner = $1 AND delivered_at IS NULL AND given_up_at IS NULL`), owner)
	return pg.Fault(pg.Wrap("forget in outbox", err))
}
