package feed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/index"
)

const (
	pollBatch = 1_000 // postings read by one statement of a poll
	// documentVersion is part of the identity of a snapshot: raise it when selectDocuments or document changes, so that
	// snapshots made before are not used.
	documentVersion = 3
)

// errAnotherDatabase means that the index was built from another database, or from a later state of this one.
var errAnotherDatabase = errors.New("the database is another one than before")

// unseen returns the condition that a stamp belongs to a transaction that the snapshot $1 could not see: one whose
// number was not given out then (xmax), or that was in progress then (xip). Stamps above the current xmax can only come
// from a restored dump; the load has read those rows, so they are not a change.
func unseen(stamp string) string {
	return strings.ReplaceAll(`(STAMP >= pg_snapshot_xmax($1::text::pg_snapshot) AND STAMP < pg_snapshot_xmax(pg_current_snapshot())
		OR STAMP = ANY(ARRAY(SELECT pg_snapshot_xip($1::text::pg_snapshot))))`, "STAMP", stamp)
}

var (
	// Postings of a renamed board are read again, because the name is part of their document. So are those that an
	// administrator corrected.
	changedSQL = `SELECT id FROM crawler.job_post WHERE ` + unseen("change_xid") + `
		UNION SELECT p.id FROM crawler.pull_target t JOIN crawler.job_post p ON p.target_id = t.id WHERE ` + unseen("t.name_xid") + `
		UNION SELECT post_id FROM job.fact_correction WHERE ` + unseen("change_xid")
	// An id that was deleted and inserted again is not gone.
	goneSQL = `SELECT DISTINCT id FROM crawler.job_post_deleted d WHERE ` + unseen("change_xid") + `
		AND NOT EXISTS (SELECT FROM crawler.job_post p WHERE p.id = d.id)`
	// A pull whose result is doubted confirms nothing. A board that was never confirmed has Go's zero time.
	boardsSQL = `SELECT id, coalesce(CASE WHEN doubted_pull IS NULL THEN last_success_at END, '0001-01-01 00:00+00')
		FROM crawler.pull_target`
)

// identitySQL identifies a database by the version of our documents, the cluster, the database in it, the timeline (the
// first 8 digits of a WAL file; new after a failover and after point-in-time recovery) and the files of the tables (new
// after TRUNCATE and restore). It fails on a standby. The last column reports whether transaction numbers went back: with
// synchronous_commit off, a server may lose transactions in a crash and give their numbers out again.
const identitySQL = `SELECT concat_ws('/', $2::int, (SELECT system_identifier FROM pg_control_system()),
		(SELECT oid FROM pg_database WHERE datname = current_database()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
		pg_relation_filenode('crawler.job_post'), pg_relation_filenode('crawler.job_post_location')),
	pg_current_snapshot()::text,
	$1 <> '' AND pg_snapshot_xmax(nullif($1, '')::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`

// at reads in one snapshot of the database. The session's time limits are too short for this, so they are raised.
// Sequential scans are off: PostgreSQL would guess that many rows are new and read the whole table.
func (f *Feed) at(ctx context.Context, since string, read func(tx pgx.Tx, identity, snapshot string, wentBack bool) error) error {
	o := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, f.o.DB, o, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SELECT set_config('statement_timeout', '5min', true), set_config('enable_seqscan', 'off', true),
			set_config('idle_in_transaction_session_timeout', '0', true)`)
		if err != nil {
			return err
		}
		var identity, snapshot string
		var wentBack bool
		if err := tx.QueryRow(ctx, identitySQL, since, documentVersion).Scan(&identity, &snapshot, &wentBack); err != nil {
			return fmt.Errorf("identify the database: %w", err)
		}
		return read(tx, identity, snapshot, wentBack)
	})
}

// poll applies what was committed since the last one. After that, then (may be nil) runs in the same transaction, where
// the database is exactly what the index holds.
func (f *Feed) poll(ctx context.Context, r *replica, then func(pgx.Tx) error) error {
	now := f.o.Now()
	var seen string
	err := f.at(ctx, r.seen, func(tx pgx.Tx, identity, snapshot string, wentBack bool) error {
		seen = snapshot
		switch {
		case wentBack:
			return fmt.Errorf("%w: its transaction numbers went back", errAnotherDatabase)
		case identity != r.identity:
			return fmt.Errorf("%w: %s was %s", errAnotherDatabase, identity, r.identity)
		}
		if err := f.apply(ctx, tx, r); err != nil || then == nil {
			return err
		}
		return then(tx)
	})
	if err != nil {
		return err
	}
	r.seen = seen // only now: a poll that failed is repeated from the old snapshot
	f.note(func(s *Status) { s.AppliedAt = now })
	return nil
}

func (f *Feed) apply(ctx context.Context, tx pgx.Tx, r *replica) error {
	changed, err := collect(ctx, tx, pgx.RowTo[uuid.UUID], changedSQL, r.seen)
	if err != nil {
		return fmt.Errorf("look for changed postings: %w", err)
	}
	gone, err := collect(ctx, tx, pgx.RowTo[uuid.UUID], goneSQL, r.seen)
	if err != nil {
		return fmt.Errorf("look for deleted postings: %w", err)
	}
	if err := f.confirm(ctx, tx, r, boardsSQL+" WHERE "+unseen("change_xid"), r.seen); err != nil {
		return err
	}
	if len(gone) > 0 {
		if err := f.put(r, nil, gone); err != nil {
			return err
		}
	}
	for ids := range slices.Chunk(changed, pollBatch) {
		docs, err := readDocuments(ctx, tx, documentSQL+"WHERE p.id = ANY($1)", ids)
		if err != nil {
			return err
		}
		if err := f.put(r, docs, nil); err != nil {
			return err
		}
	}
	return nil
}

func (f *Feed) put(r *replica, changed []index.Document, gone []uuid.UUID) error {
	if err := r.index.Apply(changed, gone); err != nil {
		return fmt.Errorf("apply %d changed and %d deleted postings: %w", len(changed), len(gone), err)
	}
	if f.dirty.Store(true); f.applied != nil {
		f.applied(r.index, changed, gone)
	}
	return nil
}

// confirm updates when boards were last read completely.
func (f *Feed) confirm(ctx context.Context, db querier, r *replica, sql string, args ...any) error {
	boards, err := collect(ctx, db, pgx.RowToStructByPos[index.Board], sql, args...)
	if err != nil {
		return fmt.Errorf("look for changed boards: %w", err)
	}
	if len(boards) > 0 {
		r.index.Confirm(boards)
	}
	return nil
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func collect[T any](ctx context.Context, db querier, read pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, read)
}
