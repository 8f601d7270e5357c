// Package seed fills a database with made-up postings for demos, tests and benchmarks.
//
// They are skewed like the real thing: a few huge employers and a long tail of small ones, most text in English and
// the rest in a dozen languages, long HTML, a third with pay, a tenth closed. The same seed gives the same postings.
package seed

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/jobs"
)

// Options say what to make.
type Options struct {
	Postings int
	Seed     uint64
	Now      time.Time             // the newest posting is this old; zero means the present
	Report   func(done, total int) // called now and then; nil means never
}

const (
	chunk   = 5_000 // postings made from one source of randomness and written by one COPY
	writers = 2
	// keepIndexes is up to how many postings it is quicker to keep the indexes than to make them again.
	keepIndexes = 5_000
)

// Run writes the postings and resolves their companies. The pool must be the owner's: indexes that are costly to keep
// up to date are dropped first and made again at the end.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) error {
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	w := newWorld(o)
	if err := w.copyTargets(ctx, pool); err != nil {
		return fmt.Errorf("seed pull targets: %w", err)
	}
	fill := func() error { return w.copyPostings(ctx, pool) }
	if o.Postings > keepIndexes {
		if err := withoutIndexes(ctx, pool, fill); err != nil {
			return err
		}
	} else if err := fill(); err != nil {
		return err
	}
	if _, err := jobs.LoadCompanies(ctx, pool, o.Now, nil); err != nil {
		return err
	}
	for _, sql := range []string{
		"VACUUM (ANALYZE) crawler.job_post", "VACUUM (ANALYZE) crawler.job_post_location", "ANALYZE crawler.pull_target", "ANALYZE job.company",
		"SELECT nextval('crawler.data_stamp')",
	} {
		if err := patiently(ctx, pool, sql); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) copyTargets(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.CopyFrom(ctx, pgx.Identifier{"crawler", "pull_target"},
		[]string{"id", "source_type", "token", "company_name", "company_logo_url", "last_success_at", "last_attempt_at"},
		pgx.CopyFromSlice(len(w.employers), func(i int) ([]any, error) {
			e := w.employers[i]
			return []any{e.id, e.source, e.token, e.name, e.logo, w.now, w.now}, nil
		}))
	return err
}

func (w *world) copyPostings(ctx context.Context, pool *pgxpool.Pool) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(writers)
	for from := 0; from < w.postings; from += chunk {
		work.Go(func() error {
			n := min(chunk, w.postings-from)
			if err := copyChunk(ctx, pool, w.make(from, n)); err != nil {
				return fmt.Errorf("seed postings from %d: %w", from, err)
			}
			w.progress(n)
			return nil
		})
	}
	return work.Wait()
}

func copyChunk(ctx context.Context, pool *pgxpool.Pool, list []posting) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"crawler", "job_post"}, postingColumns,
			pgx.CopyFromSlice(len(list), func(i int) ([]any, error) { return list[i].values(), nil }))
		if err != nil {
			return err
		}
		var places [][]any
		for i := range list {
			places = append(places, list[i].placeRows()...)
		}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"crawler", "job_post_location"},
			[]string{"post_id", "position", "city", "region", "country", "country_code", "is_primary"}, pgx.CopyFromRows(places))
		return err
	})
}

// withoutIndexes drops the indexes of the postings, does the work and makes them again. Their definitions wait in a
// table meanwhile: after a crash in the middle, the next run makes them again.
func withoutIndexes(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	for _, sql := range []string{
		"CREATE TABLE IF NOT EXISTS crawler.dropped_index (name text PRIMARY KEY, definition text NOT NULL)",
		`INSERT INTO crawler.dropped_index SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
			WHERE i.indrelid IN ('crawler.job_post'::regclass, 'crawler.job_post_location'::regclass)
			AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid) ON CONFLICT DO NOTHING`,
		`DO $$ DECLARE n text; BEGIN FOR n IN SELECT name FROM crawler.dropped_index LOOP EXECUTE 'DROP INDEX IF EXISTS ' || n; END LOOP; END $$`,
	} {
		if err := patiently(ctx, pool, sql); err != nil {
			return fmt.Errorf("drop indexes: %w", err)
		}
	}
	failed := work()
	rows, err := pool.Query(ctx, "SELECT definition FROM crawler.dropped_index ORDER BY definition LIKE '%USING gin%' DESC, name")
	if err != nil {
		return err
	}
	definitions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	making, inCtx := errgroup.WithContext(ctx)
	making.SetLimit(writers)
	for _, sql := range definitions {
		making.Go(func() error {
			return patiently(inCtx, pool, strings.Replace(sql, "INDEX ", "INDEX IF NOT EXISTS ", 1))
		})
	}
	if err := making.Wait(); err != nil {
		return fmt.Errorf("make indexes again: %w", err)
	}
	if err := patiently(ctx, pool, "DROP TABLE crawler.dropped_index"); err != nil {
		return err
	}
	return failed
}

// patiently runs a statement that may take minutes.
func patiently(ctx context.Context, pool *pgxpool.Pool, sql string) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET statement_timeout = 0; SET maintenance_work_mem = '512MB'"); err != nil {
		return err
	}
	if _, err = conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(strings.Fields(sql), " "), err)
	}
	_, err = conn.Exec(ctx, "RESET statement_timeout; RESET maintenance_work_mem")
	return err
}
