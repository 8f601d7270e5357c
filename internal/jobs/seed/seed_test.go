package seed_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/jobs/seed"
	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var now = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func run(t *testing.T, o seed.Options) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.DB(t).Pool("")
	if err := seed.Run(t.Context(), pool, o); err != nil {
		t.Fatal(err)
	}
	return pool
}

func text(t *testing.T, pool *pgxpool.Pool, sql string) (got string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&got); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return got
}

const fingerprint = `SELECT md5(string_agg(to_jsonb(p)::text, '' ORDER BY id)) || md5((SELECT string_agg(to_jsonb(l)::text, '' ORDER BY post_id, position) FROM crawler.job_post_location l))
	FROM crawler.job_post p`

func TestSameSeedSamePostings(t *testing.T) {
	t.Parallel()
	a, b, c := run(t, seed.Options{Postings: 300, Seed: 1, Now: now}), run(t, seed.Options{Postings: 300, Seed: 1, Now: now}), run(t, seed.Options{Postings: 300, Seed: 2, Now: now})
	if text(t, a, fingerprint) != text(t, b, fingerprint) {
		t.Error("the same seed made other postings")
	}
	if text(t, a, fingerprint) == text(t, c, fingerprint) {
		t.Error("another seed made the same postings")
	}
}

// TestLikeReality looks at the skew, and sees that the indexes are back.
func TestLikeReality(t *testing.T) {
	t.Parallel()
	reported := 0
	indexes := "SELECT string_agg(indexdef, E'\\n' ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'crawler'"
	before := text(t, pgtest.DB(t).Pool(""), indexes)
	pool := run(t, seed.Options{Postings: 6_000, Seed: 3, Now: now, Report: func(done, _ int) { reported = max(reported, done) }})
	if after := text(t, pool, indexes); after != before {
		t.Errorf("indexes before:\n%s\nafter:\n%s", before, after)
	}
	if reported != 6_000 {
		t.Errorf("%d postings reported", reported)
	}
	for what, sql := range map[string]string{
		"number":                         "SELECT count(*) = 6000 FROM crawler.job_post",
		"a few huge employers":           "SELECT max(n) > 250 FROM (SELECT count(*) n FROM crawler.job_post GROUP BY target_id) x",
		"many small ones":                "SELECT count(*) FILTER (WHERE n <= 50) > count(*) / 2 FROM (SELECT count(*) n FROM crawler.job_post GROUP BY target_id) x",
		"several languages":              "SELECT count(DISTINCT l) >= 10 FROM crawler.job_post, unnest(languages) l",
		"long text":                      "SELECT max(length(description)) > 4000 AND avg(length(description)) > 1000 FROM crawler.job_post",
		"pay":                            "SELECT count(yearly_max) BETWEEN 1500 AND 2500 FROM crawler.job_post",
		"closed":                         "SELECT count(closed_at) BETWEEN 400 AND 800 FROM crawler.job_post",
		"places":                         "SELECT count(*) > 5500 FROM crawler.job_post_location",
		"names of places":                "SELECT bool_and(place_names = crawler.names_of_places(id)) AND count(*) FILTER (WHERE place_names <> '{}') > 5500 FROM crawler.job_post",
		"companies that merge":           "SELECT (SELECT count(*) FROM job.company) < (SELECT count(*) FROM crawler.pull_target WHERE company_id IS NOT NULL)",
		"names without a slug":           "SELECT count(*) > 0 FROM crawler.pull_target WHERE company_id IS NULL",
		"nothing from the future":        "SELECT max(listed_at) <= '2026-03-02 12:00:00Z' FROM crawler.job_post",
		"a stamp":                        "SELECT last_value = 1 AND is_called FROM crawler.data_stamp",
		"skills of their canonical form": "SELECT bool_and(s = btrim(s)) FROM crawler.job_post, unnest(skills) s",
	} {
		if text(t, pool, "SELECT ("+sql+")::text") != "true" {
			t.Errorf("%s: not so", what)
		}
	}
}

// TestIndexesSurviveFailure breaks a run off in the middle, by its caller and by a connection that goes away.
func TestIndexesSurviveFailure(t *testing.T) {
	t.Parallel()
	indexes := "SELECT string_agg(indexdef, E'\\n' ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'crawler'"
	for name, breakOff := range map[string]func(pool *pgxpool.Pool, cancel func()) error{
		"cancelled": func(_ *pgxpool.Pool, cancel func()) error { cancel(); return nil },
		"killed": func(pool *pgxpool.Pool, _ func()) error {
			// All connections of the seeder but that of the keeper, as when its process dies.
			_, err := pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND query NOT LIKE 'DO %'`)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.DB(t)
			pool, watcher := db.Pool(""), db.Pool("")
			before := text(t, watcher, indexes)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var once sync.Once
			var during string
			err := seed.Run(ctx, pool, seed.Options{Postings: 20_000, Seed: 3, Now: now, Report: func(int, int) {
				once.Do(func() {
					during = text(t, watcher, indexes)
					if err := breakOff(watcher, cancel); err != nil {
						t.Error(err)
					}
				})
			}})
			if err == nil || during == before {
				t.Fatalf("it was not broken off without indexes: %v", err)
			}
			if after := text(t, watcher, indexes); after != before {
				t.Errorf("indexes before:\n%s\nafter:\n%s", before, after)
			}
			if got := text(t, watcher, "SELECT (to_regclass('crawler.dropped_index') IS NULL)::text"); got != "true" {
				t.Error("the definitions are still put aside")
			}
		})
	}
}
