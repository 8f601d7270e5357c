package feed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/jobs/index"
	"rolecall/internal/pgtest"
)

// TestChangesDuringTheLoad checks that changes during the load, before and after the position it has reached, are in
// the index when it is ready.
func TestChangesDuringTheLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 100 {
		w.post(w.owner, w.acme, fmt.Sprint("t", i))
	}
	f := w.follow()
	batches := 0
	f.applied = func(x *index.Index, changed []index.Document, gone []uuid.UUID) {
		f.record(x, changed, gone)
		if batches++; batches != 2 {
			return
		}
		if f.Ready() == nil {
			t.Error("ready in the middle of the load")
		}
		for _, end := range []string{"", "DESC"} {
			w.exec("DELETE FROM crawler.job_post WHERE id IN (SELECT id FROM crawler.job_post ORDER BY id " + end + " LIMIT 3)")
			w.exec("UPDATE crawler.job_post SET title = 'changed' WHERE id IN (SELECT id FROM crawler.job_post ORDER BY id " + end + " LIMIT 3)")
			w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE id IN (SELECT id FROM crawler.job_post ORDER BY id " + end + " LIMIT 5)")
		}
		w.exec("INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash) VALUES ('00000000-0000-0000-0000-000000000001', $1, 'x', 'behind', 'u', '')", w.acme)
		w.exec("UPDATE crawler.pull_target SET company_name = 'Renamed'")
	}
	f.sync()
	f.equal()
	if err := f.Ready(); err != nil {
		t.Error(err)
	}
	if s := f.Status(); !s.Ready || s.Loaded < 90 || s.Stats.Open+s.Stats.Closed != 95 || s.AppliedAt.IsZero() {
		t.Errorf("got %+v, want ready with 95 postings", s)
	}
}

// TestLoadGoesOnAfterAFailure checks that an interrupted load continues from its position.
func TestLoadGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 100 {
		w.post(w.owner, w.acme, fmt.Sprint("t", i))
	}
	f := w.follow()
	batches := 0
	f.applied = func(x *index.Index, changed []index.Document, gone []uuid.UUID) {
		f.record(x, changed, gone)
		if batches++; batches == 2 {
			w.exec("REVOKE SELECT ON crawler.job_post FROM rolecall_jobs")
		}
	}
	if err := f.Sync(t.Context()); err == nil || f.Index() != nil {
		t.Fatalf("loaded without a right to read: %v", err)
	}
	if err := f.Ready(); err == nil || !strings.Contains(err.Error(), "loading") {
		t.Errorf("got %v, want an error with %q", err, "loading")
	}
	w.exec("GRANT SELECT ON crawler.job_post TO rolecall_jobs")
	w.post(w.owner, w.acme, "meanwhile")
	read := f.reads()
	f.sync()
	f.equal()
	if again := f.reads(); read+again > 130 {
		t.Errorf("%d documents read before the failure and %d after it, of 101", read, again)
	}
}

func TestReadyReportsLoadProgress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 100 {
		w.post(w.owner, w.acme, fmt.Sprint("t", i))
	}
	w.exec("ANALYZE crawler.job_post")
	f := w.follow()
	var said []string
	f.applied = func(*index.Index, []index.Document, []uuid.UUID) { said = append(said, fmt.Sprint(f.Ready())) }
	f.sync()
	if len(said) < 4 || !strings.Contains(said[1], "the search index is loading: ") || !strings.HasSuffix(said[1], " %") {
		t.Errorf("got %q, want the progress of the load in percent", said)
	}
}

func TestFullIndexIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 30 {
		w.post(w.owner, w.acme, fmt.Sprint("t", i))
	}
	f := w.follow(func(o *Options) { o.Index.MaxPostings = 30 })
	f.run()
	f.until("ready", func() bool { return f.Ready() == nil })
	w.post(w.owner, w.acme, "one more")
	w.exec("SELECT pg_notify('crawler_changes', '')")
	f.until("full", func() bool { return f.Status().Problem != "" })
	f.until("the log", func() bool { return f.log.count("the search index is full") > 0 }) // written after the status
	if s := f.Status(); !s.Ready || !s.Full || !strings.Contains(s.Problem, "limit") || f.log.count("the search index is full") != 1 {
		t.Errorf("got %+v\n%s", s, f.log)
	}
	if err := f.Ready(); err != nil {
		t.Errorf("an index that is full answers from what it has: got %v", err)
	}
	late := w.follow(func(o *Options) { o.Index.MaxPostings = 30 })
	late.run()
	late.until("too small from the start", func() bool { return late.Status().Problem != "" })
	if err := late.Ready(); err == nil || !strings.Contains(err.Error(), "limit of 30 postings") {
		t.Errorf("got %v, want an error with %q", err, "limit of 30 postings")
	}
}

// TestAnotherDatabaseRebuilds checks that the old index answers until the new one is ready.
func TestAnotherDatabaseRebuilds(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(w *world, f *follower){
		"truncated": func(w *world, _ *follower) { w.exec("TRUNCATE crawler.job_post CASCADE") },
		"rewritten": func(w *world, _ *follower) { w.exec("VACUUM FULL crawler.job_post") },
		"crashed":   func(_ *world, f *follower) { f.live.seen = "1000000000000:1000000000000:" }, // numbers run backwards
		"timeline":  func(_ *world, f *follower) { f.live.identity += "0" },
		"no places": func(w *world, _ *follower) { w.exec("TRUNCATE crawler.job_post_location") },
		"made again": func(w *world, _ *follower) {
			w.exec("CREATE TABLE crawler.x AS TABLE crawler.job_post; TRUNCATE crawler.job_post CASCADE; DROP TABLE crawler.x")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for i := range 30 {
				id := w.post(w.owner, w.acme, fmt.Sprint("t", i))
				w.exec("INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 0, 'Oslo')", id)
			}
			f := w.follow()
			f.sync()
			old := f.Index()
			change(w, f)
			w.post(w.owner, w.acme, "new")
			answered := true
			f.applied = func(x *index.Index, changed []index.Document, gone []uuid.UUID) {
				f.record(x, changed, gone)
				answered = answered && f.Index() == old && f.Ready() == nil
			}
			f.sync()
			f.equal()
			if f.Index() == old || !answered || f.Status().Rebuilds != 1 {
				t.Errorf("not rebuilt beside the old index: %+v", f.Status())
			}
			if f.log.count("the search index is rebuilt") != 1 {
				t.Errorf("the log says:\n%s", f.log)
			}
			f.sync()
			if f.Status().Rebuilds != 1 {
				t.Error("rebuilt again")
			}
		})
	}
}

func TestComparisonStopsWaitingWithItsContext(t *testing.T) {
	t.Parallel()
	f := New(Options{})
	f.busy <- struct{}{} // a load is under way
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if result, err := f.Compare(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v, want %v", result, err, context.Canceled)
	}
}

func TestComparison(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 30 {
		w.post(w.owner, []uuid.UUID{w.acme, w.birch}[i%2], fmt.Sprint("t", i))
	}
	w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE title IN ('t1', 't2', 't3')")
	f := w.follow()
	compare := func() string {
		t.Helper()
		result, err := f.Compare(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s := f.Status(); s.Comparison != result || s.ComparedAt.IsZero() {
			t.Errorf("got %+v, want the comparison %q", s, result)
		}
		return result
	}
	if got := compare(); got != "27 open and 3 closed postings on 2 boards, the same in the index" {
		t.Errorf("got %q, want %q", got, "27 open and 3 closed postings on 2 boards, the same in the index")
	}
	// Changes that bypass the triggers.
	for name, sql := range map[string]string{
		"deleted": "DELETE FROM crawler.job_post WHERE title = 't5'",
		"closed":  "UPDATE crawler.job_post SET closed_at = now() WHERE title = 't7'",
		"moved":   "UPDATE crawler.job_post SET target_id = '" + w.birch.String() + "' WHERE title = 't8'",
	} {
		before := f.Status().Rebuilds
		w.exec("BEGIN; ALTER TABLE crawler.job_post DISABLE TRIGGER USER; " + sql + "; ALTER TABLE crawler.job_post ENABLE TRIGGER USER; COMMIT")
		if got := compare(); strings.Contains(got, "the same") || f.Status().Rebuilds != before+1 {
			t.Errorf("%s: got %q, %d rebuilds, want a difference and 1 rebuild", name, got, f.Status().Rebuilds-before)
		}
		f.equal()
		if got := compare(); !strings.Contains(got, "the same") {
			t.Errorf("%s: still %q", name, got)
		}
	}
	if n := f.log.count("differs from the database"); n != 3 {
		t.Errorf("said %d times, want 3", n)
	}
}

// TestDatabaseAway checks that the index keeps its data while the database is away, and then follows again.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t)
	w := worldIn(t, db.Database)
	w.post(w.owner, w.acme, "a")
	f := w.follow()
	f.run()
	f.until("ready", func() bool { return f.Ready() == nil })
	db.Stop()
	f.wakeUp()
	f.until("a problem", func() bool { return f.Status().Problem != "" })
	if f.Ready() != nil || f.Index().Stats().Open != 1 {
		t.Error("the index was given up")
	}
	db.Start()
	w.owner.Reset() // its connections are broken
	w.post(w.owner, w.acme, "b")
	f.wakeUp() // the feed may have looked before, and the next poll is an hour away
	f.until("the new posting", func() bool { return f.titles() == "a b" })
	f.until("no problem", func() bool { return f.Status().Problem == "" })
	f.until("the log", func() bool { return f.log.count("follows the database again") > 0 }) // written after the status
	if n := f.log.count("the search index does not follow the database"); n != 1 || f.log.count("follows the database again") != 1 {
		t.Errorf("the log says:\n%s", f.log)
	}
}
