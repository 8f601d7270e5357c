package jobs_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs"
	"rolecall/internal/schema"
)

// inOrder returns an id that sorts by its number.
func inOrder(n int) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], uint64(n))
	return id
}

// TestNamesWithoutASlugAreSkipped puts many of them before the one board that can be resolved, in batches of two.
func TestNamesWithoutASlugAreSkipped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *jobs.Config, _ *jobs.Deps) { c.Resolve.BatchSize = 2 })
	w.company("already", "Already") // else the first run would load all at once
	for i := range 9 {
		w.board(func(b *board) { b.ID, b.Name = inOrder(i+1), strings.Repeat("東", i+1) })
	}
	w.board(func(b *board) { b.ID, b.Name = inOrder(100), "Ørn A/S" })
	if got, want := w.resolve(), (jobs.Resolved{Targets: 1, Companies: 1, Nameless: 9}); got != want {
		t.Errorf("first run: %+v, want %+v", got, want)
	}
	if got, want := w.resolve(), (jobs.Resolved{Nameless: 9}); got != want {
		t.Errorf("second run: %+v, want %+v", got, want)
	}
	if lines := w.log.all(); len(lines) != 9 {
		t.Errorf("%d warnings after two runs, want one for each of 9 boards: %s", len(lines), lines)
	}
}

// TestResolveDoesNotWaitForTheCrawler holds a board as the crawler does while it writes one: the run passes it, and the
// next run takes it.
func TestResolveDoesNotWaitForTheCrawler(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	held := w.board(func(b *board) { b.Name = "Held" })
	w.board(func(b *board) { b.Name = "Free" })
	tx, err := w.db.Pool(schema.CrawlerRole).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := tx.Exec(t.Context(), "UPDATE crawler.pull_target SET last_attempt_at = now() WHERE id = $1", held); err != nil {
		t.Fatal(err)
	}
	if got, want := w.resolve(), (jobs.Resolved{Targets: 1, Companies: 1}); got != want {
		t.Errorf("while it is held: %+v, want %+v", got, want)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := w.resolve(), (jobs.Resolved{Targets: 1, Companies: 1}); got != want {
		t.Errorf("afterwards: %+v, want %+v", got, want)
	}
}

// TestCrawlerDoesNotWaitForResolve checks that postings are written while a run holds their boards.
func TestCrawlerDoesNotWaitForResolve(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	tx, err := w.db.Pool(schema.JobsRole).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := jobs.LoadCompanies(t.Context(), tx, now, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := w.db.Pool(schema.CrawlerRole).Exec(ctx, `INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash)
		VALUES (gen_random_uuid(), $1, '1', 'Engineer', 'https://boards.example.org/1', '\x00')`, b); err != nil {
		t.Errorf("a posting could not be written meanwhile: %v", err)
	}
}

// TestEditsSurviveRuns edits companies while two replicas resolve boards that name them, over and over.
func TestEditsSurviveRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const companies = 12
	for i := range companies {
		w.company(fmt.Sprintf("employer-%d", i), fmt.Sprint("Employer ", i))
	}
	admin, other := w.admin(), w.service()
	var wg sync.WaitGroup
	for _, svc := range []*jobs.Service{w.svc, other} {
		wg.Go(func() {
			for range 5 {
				if _, err := svc.ResolveCompanies(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range companies {
		w.board(func(b *board) {
			b.Name, b.Logo = fmt.Sprintf("EMPLOYER %d, Inc.", i), new("https://logos.example.org/board.svg")
		})
		admin.Do(http.MethodPut, fmt.Sprintf("/jobs/admin/companies/employer-%d", i),
			object{"name": fmt.Sprint("By hand ", i), "description": "By hand."}).Want(http.StatusOK)
	}
	wg.Wait()
	w.resolve()
	if got := scan[int](w, `SELECT count(*) FROM job.company WHERE manually_edited AND source = 'manual' AND name LIKE 'By hand %'
		AND description = 'By hand.' AND logo_url IS NULL`); got != companies {
		t.Errorf("%d of %d edits survived", got, companies)
	}
	if got := scan[string](w, `SELECT count(*) || ' ' || (SELECT count(*) FROM crawler.pull_target WHERE company_id IS NOT NULL)
		FROM job.company`); got != "12 12" {
		t.Errorf("companies and resolved boards: %s, want 12 12", got)
	}
}

// TestCompanyMadeMeanwhileIsTaken makes and edits the company in another transaction, between the look-up and the
// insert of a run: the run waits, finds it, changes nothing about it, and assigns it.
func TestCompanyMadeMeanwhileIsTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	target := w.board(func(b *board) { b.Name, b.Logo = "Foo Widgets, Inc.", new("https://logos.example.org/board.svg") })
	tx, err := w.owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	id := uuid.Must(uuid.NewV7())
	if _, err := tx.Exec(t.Context(), `INSERT INTO job.company (id, slug, name, source, manually_edited)
		VALUES ($1, 'foo-widgets', 'By hand', 'manual', true)`, id); err != nil {
		t.Fatal(err)
	}
	done := make(chan jobs.Resolved)
	go func() {
		run, err := w.svc.ResolveCompanies(context.Background())
		if err != nil {
			t.Error(err)
		}
		done <- run
	}()
	for scan[int](w, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		if t.Context().Err() != nil {
			t.Fatal("the run never came to its insert")
		}
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := <-done, (jobs.Resolved{Targets: 1}); got != want {
		t.Errorf("run: %+v, want %+v", got, want)
	}
	got := scan[string](w, "SELECT concat_ws(' ', c.name, c.source, c.logo_url IS NULL) FROM job.company c "+
		"JOIN crawler.pull_target t ON t.company_id = c.id WHERE t.id = $1 AND c.id = $2", target, id)
	if got != "By hand manual t" {
		t.Errorf("company: %s, want %s", got, "By hand manual t")
	}
}

// TestFirstLogoIsTaken has three boards of one employer: the first logo that there is becomes the company's.
func TestFirstLogoIsTaken(t *testing.T) {
	t.Parallel()
	for name, already := range map[string]bool{"load": false, "batch": true} {
		w := newWorld(t)
		if already {
			w.company("already", "Already")
		}
		for i, logo := range []*string{nil, new("https://logos.example.org/first.svg"), new("https://logos.example.org/second.svg")} {
			w.board(func(b *board) { b.ID, b.Logo = inOrder(i+1), logo })
		}
		w.resolve()
		if got := scan[string](w, "SELECT logo_url FROM job.company WHERE slug = 'foo-widgets'"); got != "https://logos.example.org/first.svg" {
			t.Errorf("%s: the logo is %s, want %s", name, got, "https://logos.example.org/first.svg")
		}
	}
}
