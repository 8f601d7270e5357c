package feed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/index"
	"rolecall/internal/schema"
)

// TestLateCommitIsNotLost commits the transaction that began first last. A feed that followed the greatest number would
// miss its rows.
func TestLateCommitIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	f.sync()

	first, second := w.begin(), w.begin()
	late := w.post(first, w.acme, "late")
	w.post(second, w.acme, "early")
	w.commit(second)
	f.sync()
	if got := f.titles(); got != "early" {
		t.Fatalf("before the late commit: %q, want %q", got, "early")
	}
	greatest := scan[string](w, "SELECT change_xid::text FROM crawler.job_post WHERE title = 'early'")

	w.commit(first)
	if n := scan[int](w, "SELECT count(*) FROM crawler.job_post WHERE change_xid > $1::text::xid8", greatest); n != 0 {
		t.Fatalf("a follower of the greatest number finds %d rows: the test shows nothing", n)
	}
	if late := scan[bool](w, "SELECT change_xid < $2::text::xid8 FROM crawler.job_post WHERE id = $1", late, greatest); !late {
		t.Fatal("the late row does not have the smaller number: the test shows nothing")
	}
	f.sync()
	if got := f.titles(); got != "early late" {
		t.Errorf("after the late commit: %q, want %q", got, "early late")
	}
	f.equal()
}

// TestSmallerNumberReplacesGreaterOne checks that a row may get a smaller number than it had: the older transaction
// writes it last.
func TestSmallerNumberReplacesGreaterOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	id := w.post(w.owner, w.acme, "first")
	old := w.begin()
	if _, err := old.Exec(t.Context(), "SELECT pg_current_xact_id()"); err != nil {
		t.Fatal(err)
	}
	w.exec("UPDATE crawler.job_post SET title = 'second' WHERE id = $1", id)
	f.sync()
	if _, err := old.Exec(t.Context(), "UPDATE crawler.job_post SET title = 'third' WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
	w.commit(old)
	f.sync()
	f.equal()
	if got := f.titles(); got != "third" {
		t.Errorf("got %q, want %q", got, "third")
	}
}

func TestRollbacksAndSavepoints(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	kept := w.post(w.owner, w.acme, "kept")
	f.sync()
	for name, sql := range map[string]string{
		"rolled back": "BEGIN; UPDATE crawler.job_post SET title = 'gone' WHERE id = 'KEPT'; DELETE FROM crawler.job_post; ROLLBACK",
		"inner rolled back": `BEGIN; SAVEPOINT a; UPDATE crawler.job_post SET title = 'gone' WHERE id = 'KEPT'; ROLLBACK TO a;
			UPDATE crawler.job_post SET skills = '{Go}' WHERE id = 'KEPT'; COMMIT`,
		"inner kept":        "BEGIN; SELECT 1; SAVEPOINT a; SAVEPOINT b; UPDATE crawler.job_post SET title = 'inner' WHERE id = 'KEPT'; RELEASE a; COMMIT",
		"deleted and saved": "BEGIN; SAVEPOINT a; DELETE FROM crawler.job_post WHERE id = 'KEPT'; ROLLBACK TO a; COMMIT",
		"place rolled back": "BEGIN; SAVEPOINT a; INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ('KEPT', 7, 'Rome'); ROLLBACK TO a; INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ('KEPT', 8, 'Oslo'); COMMIT",
	} {
		w.exec(strings.ReplaceAll(sql, "KEPT", kept.String()))
		f.sync()
		f.equal()
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestRandomTransactionsAreFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	f.sync()
	// Overtaken counts what a follower of the greatest number would have lost.
	var greatest uint64
	seen, overtaken := map[string]bool{}, 0
	look := func() {
		rows, err := w.owner.Query(t.Context(), "SELECT id::text || change_xid::text, change_xid::text::bigint FROM crawler.job_post")
		if err != nil {
			t.Error(err)
			return
		}
		next, before := greatest, greatest
		var version string
		var xid uint64
		_, err = pgx.ForEachRow(rows, []any{&version, &xid}, func() error {
			if !seen[version] && xid <= before {
				overtaken++
			}
			seen[version], next = true, max(next, xid)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		greatest = next
	}
	const writers, rounds = 6, 40
	var writing sync.WaitGroup
	for n := range writers {
		writing.Go(func() { w.scribble(rand.New(rand.NewPCG(7, uint64(n))), rounds) })
	}
	done := make(chan struct{})
	go func() {
		writing.Wait()
		close(done)
	}()
	for {
		look()
		if err := f.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-done:
			f.sync()
			f.equal()
			t.Logf("%d versions, %d of them overtaken", len(seen), overtaken)
			later := w.follow()
			later.sync()
			later.equal()
			return
		default:
		}
	}
}

// scribble writes transactions of random length and with random ends, several of which are open at a time.
func (w *world) scribble(r *rand.Rand, rounds int) {
	ctx := context.Background()
	pool := w.db.Pool("")
	var open []pgx.Tx
	end := func(i int) {
		tx := open[i]
		open = append(open[:i], open[i+1:]...)
		if r.IntN(5) == 0 {
			_ = tx.Rollback(ctx)
			return
		}
		_ = tx.Commit(ctx) // a failed transaction is rolled back
	}
	statements := []string{
		"UPDATE crawler.job_post SET title = gen_random_uuid() WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)",
		"UPDATE crawler.job_post SET closed_at = CASE WHEN closed_at IS NULL THEN now() END WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)",
		"UPDATE crawler.job_post SET last_seen_at = now() WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)",
		"INSERT INTO crawler.job_post_location (post_id, position, city) SELECT id, (random() * 30000)::int, 'Oslo' FROM (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED) p ON CONFLICT DO NOTHING",
		"DELETE FROM crawler.job_post_location WHERE post_id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)",
		"DELETE FROM crawler.job_post WHERE id = (SELECT id FROM crawler.job_post WHERE random() < 0.3 ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)",
		"UPDATE crawler.pull_target SET company_name = 'Name ' || random() WHERE id = (SELECT id FROM crawler.pull_target ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)",
		"INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash) SELECT gen_random_uuid(), id, gen_random_uuid(), 'new', 'u', '' FROM crawler.pull_target ORDER BY random() LIMIT 1",
	}
	frames := []string{"%s", "%s", "SAVEPOINT a; %s; ROLLBACK TO a", "SAVEPOINT a; %s; RELEASE a"}
	for range rounds {
		if len(open) < 3 {
			tx, err := pool.Begin(ctx)
			if err != nil {
				w.t.Error(err)
				return
			}
			open = append(open, tx)
		}
		for range 1 + r.IntN(4) {
			// A statement that is refused or waits for another transaction of ours ends in a rollback.
			sql := "SET LOCAL lock_timeout = '50ms'; " + fmt.Sprintf(frames[r.IntN(len(frames))], statements[min(r.IntN(len(statements)+4), len(statements)-1)]) // inserts more often
			_, _ = open[r.IntN(len(open))].Exec(ctx, sql)
		}
		if r.IntN(2) == 0 {
			end(r.IntN(len(open)))
		}
	}
	for len(open) > 0 {
		end(0)
	}
}

// TestLongTransactionCostsNothing checks that a transaction that stays open does not make every poll read the same rows
// again.
func TestLongTransactionCostsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	f.sync()
	long := w.begin()
	w.post(long, w.acme, "long")
	for i := range 30 {
		w.post(w.owner, w.acme, fmt.Sprint("short", i))
	}
	f.sync()
	if n := f.reads(); n != 30 {
		t.Errorf("%d documents read of 30, want 30", n)
	}
	for i := range 5 {
		w.post(w.owner, w.acme, fmt.Sprint("more", i))
		f.sync()
		if n := f.reads(); n != 1 {
			t.Errorf("%d documents read again, want 1", n-1)
		}
	}
	w.commit(long)
	f.sync()
	if n := f.reads(); n != 1 {
		t.Errorf("%d documents read at the end, want 1", n)
	}
	f.equal()
}

func TestEveryKindOfChangeIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	a, b := w.post(w.owner, w.acme, "a"), w.post(w.owner, w.birch, "b")
	f.sync()
	for _, step := range []struct {
		sql   string
		arg   uuid.UUID
		reads int
	}{
		{"UPDATE crawler.job_post SET closed_at = now() WHERE id = $1", a, 1},
		{"UPDATE crawler.job_post SET closed_at = NULL WHERE id = $1", a, 1},
		{"UPDATE crawler.job_post SET last_seen_at = now(), last_pull_id = gen_random_uuid() WHERE id = $1", a, 0},
		{"INSERT INTO crawler.job_post_location (post_id, position, city, country) VALUES ($1, 1, 'Oslo', 'Norway'), ($1, 0, 'Rome', NULL)", a, 1},
		{"UPDATE crawler.job_post_location SET region = 'East' WHERE post_id = $1", a, 1},
		{"DELETE FROM crawler.job_post_location WHERE post_id = $1 AND position = 0", a, 1},
		{"UPDATE crawler.pull_target SET company_name = 'Acme GmbH' WHERE id = $1", w.acme, 1},
		{"UPDATE crawler.pull_target SET last_success_at = now() WHERE id = $1", w.acme, 0},
		{"UPDATE crawler.job_post SET compensation_min = 10, compensation_max = 20, compensation_period = 'hour' WHERE id = $1", b, 1},
		{"UPDATE crawler.job_post SET compensation_currency = 'CHF' WHERE id = $1", b, 1},
		{"UPDATE crawler.job_post SET compensation_min_exact = 9.5, compensation_max_exact = 20.25 WHERE id = $1", b, 1},
		{"UPDATE crawler.job_post SET unconfirmed_since = '2026-03-01 10:00Z' WHERE id = $1", b, 1},
		{"UPDATE crawler.job_post SET unconfirmed_since = unconfirmed_since WHERE id = $1", b, 0},
		{"UPDATE crawler.job_post SET experience_years_min = 3, languages = '{de}', skills = '{Go}', requirements = '{Driving}' WHERE id = $1", b, 1},
		{"UPDATE crawler.job_post SET url = 'https://elsewhere.example' WHERE id = $1", b, 0},
		{"DELETE FROM crawler.job_post WHERE id = $1", a, 0},
		{"INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash) SELECT $1, id, 'again', 'again', 'u', '' FROM crawler.pull_target LIMIT 1", a, 1},
	} {
		f.reads()
		w.exec(step.sql, step.arg)
		f.sync()
		if got := f.reads(); got != step.reads {
			t.Errorf("%s: %d documents read, want %d", step.sql, got, step.reads)
		}
		f.equal()
	}
	doc := f.docs[f.Index()][b]
	if doc.PayMin != 19_760 || doc.PayMax != 42_120 || !doc.Unconfirmed.Equal(time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)) || doc.Currency != "CHF" || doc.YearsMin != 3 || doc.Text != "Text of b\nDriving" {
		t.Errorf("got %+v, want pay in CHF, 3 years, unconfirmed since 1 March", doc)
	}
}

func TestUnknownValuesAreEmpty(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	id := w.post(w.owner, w.acme, "a")
	w.exec("UPDATE crawler.job_post SET compensation_min = 10, compensation_currency = 'CHF', description = '' WHERE id = $1", id) // no period
	f.sync()
	doc := f.docs[f.Index()][id]
	doc.Listed = doc.Listed.UTC()
	if doc.PayMin != 0 || doc.PayMax != 0 || doc.Currency != "" || doc.YearsMin != -1 || doc.Workplace != "" || len(doc.Places) != 0 || strings.TrimSpace(doc.Text) != "" || doc.Company != "Acme" {
		t.Errorf("got %+v, want no pay, years, places or text", doc)
	}
}

// TestRenameMeetsConcurrentInsert checks that a posting that is inserted while its board is renamed gets the new name,
// in whatever order they commit.
func TestRenameMeetsConcurrentInsert(t *testing.T) {
	t.Parallel()
	for _, renameFirst := range []bool{true, false} {
		w := newWorld(t)
		f := w.follow()
		w.post(w.owner, w.acme, "there")
		f.sync()
		insert, rename := w.begin(), w.begin()
		w.post(insert, w.acme, "new")
		if _, err := rename.Exec(t.Context(), "UPDATE crawler.pull_target SET company_name = 'Renamed' WHERE id = $1", w.acme); err != nil {
			t.Fatal(err)
		}
		order := []pgx.Tx{insert, rename}
		if renameFirst {
			order = []pgx.Tx{rename, insert}
		}
		for _, tx := range order {
			f.sync()
			w.commit(tx)
		}
		f.sync()
		f.equal()
		for _, d := range f.docs[f.Index()] {
			if d.Company != "Renamed" {
				t.Errorf("%s is of %s, want %s", d.Title, d.Company, "Renamed")
			}
		}
	}
}

// TestConfirmations checks that a pull in doubt confirms nothing.
func TestConfirmations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	w.post(w.owner, w.acme, "a")
	w.exec("UPDATE crawler.pull_target SET last_success_at = '2026-03-02 09:00Z' WHERE id = $1", w.acme)
	f.sync()
	since := func() int {
		return f.Index().Search(&index.Query{ConfirmedSince: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)}, index.Newest, 0, 1).Total
	}
	if since() != 1 {
		t.Error("not confirmed after the load")
	}
	for sql, want := range map[string]int{"doubted_pull = gen_random_uuid()": 0, "doubted_pull = NULL": 1, "last_success_at = '2026-03-01'": 0} {
		w.exec("UPDATE crawler.pull_target SET last_success_at = '2026-03-02 09:00Z', doubted_pull = NULL")
		w.exec("UPDATE crawler.pull_target SET " + sql)
		f.sync()
		if got := since(); got != want {
			t.Errorf("%s: %d confirmed, want %d", sql, got, want)
		}
	}
}

// TestForeignStampsAreNotReadAgain checks that rows from another cluster, whose numbers may not have been given out
// yet, are no change.
func TestForeignStampsAreNotReadAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 5 {
		w.post(w.owner, w.acme, "a")
	}
	w.exec("UPDATE crawler.job_post SET change_xid = '1000000000000'")
	w.exec("UPDATE crawler.pull_target SET change_xid = '1000000000000', name_xid = '1000000000000'")
	f := w.follow()
	f.sync()
	f.equal()
	f.reads()
	f.sync()
	if n := f.reads(); n != 0 {
		t.Errorf("%d documents read again, want 0", n)
	}
	w.exec("UPDATE crawler.job_post SET title = 'b'")
	f.sync()
	f.equal()
}

// TestPollUsesTheIndexes checks that a poll uses the indexes on stamps, whatever the statistics.
func TestPollUsesTheIndexes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash)
		SELECT gen_random_uuid(), $1, n, 'title', 'u', '' FROM generate_series(1, 5000) n`, w.acme)
	w.exec("INSERT INTO crawler.job_post_deleted SELECT gen_random_uuid() FROM generate_series(1, 5000)")
	w.exec("ANALYZE crawler.job_post")
	f := w.follow(func(o *Options) { o.DB = w.db.Pool(schema.JobsRole) })
	for name, sql := range map[string]string{"changed": changedSQL, "gone": goneSQL, "boards": boardsSQL + " WHERE " + unseen("change_xid")} {
		err := f.at(t.Context(), "", func(tx pgx.Tx, _, snapshot string, _ bool) error {
			plan, err := collect(t.Context(), tx, pgx.RowTo[string], "EXPLAIN "+sql, snapshot)
			if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || !strings.Contains(text, "Index Cond: (") || strings.Contains(text, "Filter: ((change_xid") {
				t.Errorf("%s:\n%s", name, text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestCorrectionsAreFollowed checks that a correction is followed like a change of the posting, even if committed late,
// and that a load reads it.
func TestCorrectionsAreFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	id := w.post(w.owner, w.acme, "Sailmaker")
	f.sync()
	late := w.begin()
	if _, err := late.Exec(t.Context(), `INSERT INTO job.fact_correction (post_id, facts) VALUES ($1, '{"skills": ["Sewing"]}')`, id); err != nil {
		t.Fatal(err)
	}
	w.post(w.owner, w.acme, "Rigger")
	f.sync()
	w.commit(late)
	f.sync()
	f.equal()
	found := func(f *follower) int {
		return f.Index().Search(&index.Query{Skills: []string{"Sewing"}}, index.Newest, 0, 10).Total
	}
	if n := found(f); n != 1 {
		t.Errorf("%d postings have the corrected skill, want 1", n)
	}
	fresh := w.follow()
	fresh.sync()
	if n := found(fresh); n != 1 {
		t.Errorf("%d after a load, want 1", n)
	}
	w.exec("UPDATE job.fact_correction SET facts = '{}', change_xid = pg_current_xact_id()")
	f.sync()
	f.equal()
	if n := found(f); n != 0 {
		t.Errorf("%d after the withdrawal, want 0", n)
	}
}
