package seed_test

import (
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

const fingerprint = `SELECT md5(string_agg((to_jsonb(p) - 'change_xid')::text, '' ORDER BY id)) || md5((SELECT string_agg(to_jsonb(l)::text, '' ORDER BY post_id, position) FROM crawler.job_post_location l))
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

func TestPostingsAreSkewed(t *testing.T) {
	t.Parallel()
	reported := 0
	pool := run(t, seed.Options{Postings: 6_000, Seed: 3, Now: now, Report: func(done, _ int) { reported = max(reported, done) }})
	if reported != 6_000 {
		t.Errorf("%d postings reported, want 6000", reported)
	}
	for what, sql := range map[string]string{
		"number":                         "SELECT count(*) = 6000 FROM crawler.job_post",
		"a few huge employers":           "SELECT max(n) > 250 FROM (SELECT count(*) n FROM crawler.job_post GROUP BY target_id) x",
		"many small ones":                "SELECT count(*) FILTER (WHERE n <= 80) > count(*) / 2 FROM (SELECT count(*) n FROM crawler.job_post GROUP BY target_id) x",
		"several languages":              "SELECT count(DISTINCT l) >= 10 FROM crawler.job_post, unnest(languages) l",
		"long text":                      "SELECT max(length(description)) > 4000 AND avg(length(description)) > 1000 FROM crawler.job_post",
		"pay":                            "SELECT count(yearly_max) BETWEEN 1500 AND 2500 FROM crawler.job_post",
		"closed":                         "SELECT count(closed_at) BETWEEN 400 AND 800 FROM crawler.job_post",
		"places":                         "SELECT count(*) > 5500 FROM crawler.job_post_location",
		"companies that merge":           "SELECT (SELECT count(*) FROM job.company) < (SELECT count(*) FROM crawler.pull_target WHERE company_id IS NOT NULL)",
		"names without a slug":           "SELECT count(*) > 0 FROM crawler.pull_target WHERE company_id IS NULL",
		"nothing from the future":        "SELECT max(listed_at) <= '2026-03-02 12:00:00Z' FROM crawler.job_post",
		"some six skills":                "SELECT avg(cardinality(skills)) BETWEEN 5 AND 7 FROM crawler.job_post",
		"many skills":                    "SELECT count(DISTINCT s) > 1200 FROM crawler.job_post, unnest(skills) s",
		"many places":                    "SELECT count(DISTINCT city) > 1200 FROM crawler.job_post_location",
		"years of experience":            "SELECT count(experience_years_min) BETWEEN 1500 AND 2500 FROM crawler.job_post",
		"facts that no pass replaces":    "SELECT min(enrichment_version) > 1000000 FROM crawler.job_post",
		"some two hundred words":         "SELECT avg(cardinality(string_to_array(description, ' '))) BETWEEN 150 AND 250 FROM crawler.job_post",
		"skills of their canonical form": "SELECT bool_and(s = btrim(s)) FROM crawler.job_post, unnest(skills) s",
	} {
		if text(t, pool, "SELECT ("+sql+")::text") != "true" {
			t.Errorf("%s: not so", what)
		}
	}
}

// TestHarshVocabulary checks that in a harsh vocabulary every posting has its own words, and an index has nothing to
// share.
func TestHarshVocabulary(t *testing.T) {
	t.Parallel()
	harsh := run(t, seed.Options{Postings: 500, Seed: 1, Now: now, Vocabulary: 50_000})
	if text(t, harsh, "SELECT (count(DISTINCT w) BETWEEN 35000 AND 50000)::text FROM crawler.job_post, regexp_matches(description, '[[:alpha:]]{8}', 'g') w") != "true" {
		t.Error("the words are not drawn from the whole vocabulary")
	}
	if got := text(t, harsh, "SELECT count(*)::text FROM crawler.job_post WHERE description ~ '\\mthe\\M'"); got != "0" {
		t.Errorf("%s texts have words of a real language, want %s", got, "0")
	}
}
