// Package seed fills a database with made-up postings for demos, tests and benchmarks.
//
// They are skewed like the real thing: a few huge employers and a long tail of small ones, most text in English and
// the rest in a dozen languages, long HTML, a third with pay, a tenth closed. The same seed gives the same postings.
package seed

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/jobs"
)

// Options configures what to make.
type Options struct {
	Postings   int
	Seed       uint64
	Now        time.Time             // the newest posting is this old; zero means the present
	Vocabulary int                   // distinct words of the texts, all equally frequent; 0 writes in real languages, with 20,000 rare words
	Report     func(done, total int) // called now and then; nil means never
}

const (
	chunk   = 5_000 // postings made from one source of randomness and written by one COPY
	writers = 2
)

// Run writes the postings and resolves their companies. The pool must be the owner's.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) error {
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	w := newWorld(o)
	if err := w.copyTargets(ctx, pool); err != nil {
		return fmt.Errorf("seed pull targets: %w", err)
	}
	if err := w.copyPostings(ctx, pool); err != nil {
		return err
	}
	if _, err := jobs.LoadCompanies(ctx, pool, o.Now, nil); err != nil {
		return err
	}
	return tidy(ctx, pool)
}

// tidy brings the planner's statistics up to date. It may take minutes.
func tidy(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		for _, sql := range []string{"SET statement_timeout = 0", "VACUUM (ANALYZE) crawler.job_post", "VACUUM (ANALYZE) crawler.job_post_location",
			"ANALYZE crawler.pull_target", "ANALYZE job.company", "RESET statement_timeout", "SELECT pg_notify('crawler_changes', '')"} {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return fmt.Errorf("%s: %w", sql, err)
			}
		}
		return nil
	})
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

// hasty fits a transaction to made-up rows: they may take their time, may be lost in a crash, and refer to what is
// there, which only a superuser may leave unchecked.
const hasty = `SELECT set_config('statement_timeout', '0', true), set_config('synchronous_commit', 'off', true),
	CASE WHEN rolsuper THEN set_config('session_replication_role', 'replica', true) END FROM pg_roles WHERE rolname = current_user`

func copyChunk(ctx context.Context, pool *pgxpool.Pool, list []posting) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, hasty); err != nil {
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
