package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/schema"
)

const (
	changesPerSecond = 100
	changesAtOnce    = 10  // in a transaction
	marked           = 200 // postings whose way into the index is timed
	markers          = 4   // at a time
)

// writer changes postings as the crawler does: as its role, in small transactions, and telling those who listen.
type writer struct {
	db     *pgxpool.Pool
	ids    []uuid.UUID // to be changed
	marked []uuid.UUID // to be left alone until they are marked
	n      int         // transactions so far
}

func newWriter(ctx context.Context, of *database) (*writer, error) {
	db, err := of.pool(ctx, schema.CrawlerRole, markers+2)
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(ctx, "SELECT id FROM crawler.job_post WHERE closed_at IS NULL ORDER BY md5(native_id) LIMIT 20000")
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	if len(ids) < 10*marked {
		return nil, fmt.Errorf("only %d open postings", len(ids))
	}
	return &writer{db: db, marked: ids[:marked+1], ids: ids[marked+1:]}, nil
}

// change changes ten postings: four titles, the skills of three; three close in one transaction and reopen in the next.
func (w *writer) change(ctx context.Context) error {
	some := func(kind, turn, n int) []uuid.UUID {
		share := len(w.ids) / 3 / n * n
		from := kind*share + turn*n%share
		return w.ids[from : from+n]
	}
	b := &pgx.Batch{}
	b.Queue(`UPDATE crawler.job_post SET title = CASE WHEN title LIKE '%, reworded' THEN left(title, -10) ELSE title || ', reworded' END WHERE id = ANY($1)`, some(0, w.n, 4))
	b.Queue(`UPDATE crawler.job_post SET skills = CASE WHEN 'Zig' = ANY(skills) THEN array_remove(skills, 'Zig') ELSE skills || '{Zig}' END WHERE id = ANY($1)`, some(1, w.n, 3))
	b.Queue(`UPDATE crawler.job_post SET closed_at = CASE WHEN closed_at IS NULL THEN now() END WHERE id = ANY($1)`, some(2, w.n/2, 3))
	b.Queue("SELECT pg_notify('crawler_changes', '')")
	w.n++
	return pgx.BeginFunc(ctx, w.db, func(tx pgx.Tx) error { return tx.SendBatch(ctx, b).Close() })
}

// during changes 100 postings a second while the work is done, and returns how many it really was.
func (w *writer) during(ctx context.Context, work func() error) (perSecond float64, err error) {
	stop, changed, begun := make(chan struct{}), 0, time.Now()
	var failed error
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(changesAtOnce * time.Second / changesPerSecond)
		defer tick.Stop()
		for failed == nil {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			failed = w.change(ctx)
			changed += changesAtOnce
		}
	})
	err = work()
	close(stop)
	wg.Wait()
	if err == nil {
		err = failed
	}
	return float64(changed) / time.Since(begun).Seconds(), err
}

// marker returns a word that occurs in no posting and begins no other marker.
func marker(n int) string {
	word := "qx"
	for range 4 {
		word += string("bcdfghjk"[n%8])
		n /= 8
	}
	return word + "xq"
}

// mark puts a marker into a title and returns how long it takes until the posting is found by it. The clock starts just
// before the commit is sent.
func (w *writer) mark(ctx context.Context, client *browser, n int) (time.Duration, error) {
	tx, err := w.db.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "UPDATE crawler.job_post SET title = title || ' ' || $2 WHERE id = $1", w.marked[n], marker(n)); err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, "SELECT pg_notify('crawler_changes', '')"); err != nil {
		return 0, err
	}
	begun := time.Now()
	if err := tx.Commit(ctx); err != nil {
		return 0, err
	}
	for {
		total, err := totalOf(ctx, client, url.Values{"keyword": {marker(n)}, "size": {"1"}})
		took := time.Since(begun)
		switch {
		case err != nil:
			return 0, err
		case total == 1:
			return took, nil
		case total > 1 || took > time.Minute:
			return 0, fmt.Errorf("%d postings with %s after %s", total, marker(n), took.Round(time.Second))
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// measureFreshness marks postings while others change and one caller asks for facets.
func (s *searchRun) measureFreshness(ctx context.Context, base string) error {
	client := newBrowser(base)
	defer client.close()
	var found sample
	_, err := s.writer.during(ctx, func() error {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		var mu sync.Mutex
		var wg sync.WaitGroup
		for m := range markers {
			wg.Go(func() {
				for n := m; n < marked && ctx.Err() == nil; n += markers {
					took, err := s.writer.mark(ctx, client, n)
					if err != nil {
						cancel(err)
						return
					}
					mu.Lock()
					found.latencies = append(found.latencies, took)
					mu.Unlock()
				}
			})
		}
		asking, rest := context.WithCancel(ctx)
		var caller sync.WaitGroup
		caller.Go(func() {
			for asking.Err() == nil {
				_, _, _ = ask(asking, base, s.paths(true), 1) // a failure shows in the other measurements
			}
		})
		wg.Wait()
		rest()
		caller.Wait()
		return context.Cause(ctx)
	})
	if err != nil {
		return err
	}
	slices.Sort(found.latencies)
	r := row{workload: "commit to searchable" + s.label(), ours: "p99 " + duration(found.at(0.99)), against: "bound " + duration(freshGoal),
		note: fmt.Sprintf("p50 %s, max %s of %d postings, with live writes and one caller of facets; found through the gateway, looked for every 10 ms", duration(found.at(0.5)), duration(found.at(1)), marked)}
	r.ratio, r.goal, r.held = atMost(float64(found.at(0.99))/float64(freshGoal), 1)
	s.add(r)
	return nil
}
