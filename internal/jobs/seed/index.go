package seed

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// The two locks by which the seeder and the keeper of the indexes wait for each other.
const (
	lockLoading = 0x5eed_0001 // held by the seeder while it writes
	lockDropped = 0x5eed_0002 // held by the keeper until the indexes are away
)

// keep is the work of the keeper. It is one statement: the server goes on with it when the seeder is killed, and the
// seeder's lock is free then. Only when the server itself dies does it stay undone; the definitions wait in a table,
// and the next run begins by making what is missing.
var keep = fmt.Sprintf(`DO $$ DECLARE dropped record; BEGIN
	CREATE TABLE IF NOT EXISTS crawler.dropped_index (name text PRIMARY KEY, definition text NOT NULL);
	INSERT INTO crawler.dropped_index SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
		WHERE i.indrelid IN ('crawler.job_post'::regclass, 'crawler.job_post_location'::regclass)
		AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid) ON CONFLICT DO NOTHING;
	FOR dropped IN SELECT * FROM crawler.dropped_index LOOP EXECUTE 'DROP INDEX IF EXISTS ' || dropped.name; END LOOP;
	ALTER TABLE crawler.job_post SET (autovacuum_enabled = off); -- it would look through the growing table time and again
	COMMIT;
	PERFORM pg_advisory_unlock(%d);
	PERFORM pg_advisory_lock(%d);
	COMMIT;
	FOR dropped IN SELECT * FROM crawler.dropped_index LOOP EXECUTE replace(dropped.definition, ' INDEX ', ' INDEX IF NOT EXISTS '); END LOOP;
	ALTER TABLE crawler.job_post RESET (autovacuum_enabled);
	DROP TABLE crawler.dropped_index;
END $$`, lockDropped, lockLoading)

// withoutIndexes drops the indexes of the postings, does the work and makes them again, whatever becomes of the work.
func withoutIndexes(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	own, err := locked(ctx, pool, lockLoading)
	if err != nil {
		return err
	}
	defer own.Release()
	keeper, err := locked(ctx, pool, lockDropped)
	if err != nil {
		return errors.Join(err, unlock(ctx, own))
	}
	kept, failed := make(chan struct{}), error(nil)
	go func() {
		defer keeper.Release()
		if _, err := keeper.Exec(context.WithoutCancel(ctx), keep); err != nil {
			failed = fmt.Errorf("drop the indexes and make them again: %w", err)
		}
		close(kept)
		_ = unlock(ctx, keeper)
	}()
	err = func() error {
		if _, err := own.Exec(ctx, "SELECT pg_advisory_lock($1)", lockDropped); err != nil {
			return err
		}
		select {
		case <-kept:
			return nil // it failed before there was anything to do
		default:
		}
		if err := work(); err != nil {
			return err
		}
		return makeIndexes(ctx, pool)
	}()
	err = errors.Join(err, unlock(ctx, own))
	<-kept
	return errors.Join(err, failed)
}

// makeIndexes makes the indexes several at a time, where the keeper would make them one by one; the dearest first.
func makeIndexes(ctx context.Context, pool *pgxpool.Pool) error {
	rows, err := pool.Query(ctx, `SELECT replace(definition, ' INDEX ', ' INDEX IF NOT EXISTS ') FROM crawler.dropped_index
		ORDER BY name = 'crawler.job_post_open_search' DESC, definition LIKE '%USING gin%' DESC, name`)
	if err != nil {
		return err
	}
	definitions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	return inParallel(ctx, pool, definitions)
}

// locked gives a patient connection that holds the lock.
func locked(ctx context.Context, pool *pgxpool.Pool, lock int) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err = conn.Exec(ctx, patient); err == nil {
		_, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lock)
	}
	if err != nil {
		conn.Release()
		return nil, err
	}
	return conn, nil
}

// unlock frees the locks of a connection, if need be by ending it.
func unlock(ctx context.Context, conn *pgxpool.Conn) error {
	_, err := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock_all(); "+impatient)
	if err != nil {
		return errors.Join(err, conn.Conn().Close(context.WithoutCancel(ctx)))
	}
	return nil
}

const (
	patient   = "SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'"
	impatient = "RESET statement_timeout; RESET synchronous_commit; RESET maintenance_work_mem"
)

// inParallel runs statements that may take minutes.
func inParallel(ctx context.Context, pool *pgxpool.Pool, statements []string) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(writers)
	for _, sql := range statements {
		work.Go(func() error {
			conn, err := pool.Acquire(ctx)
			if err != nil {
				return err
			}
			defer conn.Release()
			if _, err := conn.Exec(ctx, patient); err != nil {
				return err
			}
			if _, err = conn.Exec(ctx, sql); err != nil {
				return fmt.Errorf("%s: %w", strings.Join(strings.Fields(sql), " "), err)
			}
			_, err = conn.Exec(ctx, impatient)
			return err
		})
	}
	return work.Wait()
}
