package jobs_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

// TestAnswersAreRememberedUntilTheDataMoves changes everything that a list shows. The first replica answers what the
// second one changes.
func TestAnswersAreRememberedUntilTheDataMoves(t *testing.T) {
	t.Parallel()
	clock := now
	var mu sync.Mutex
	w := newWorld(t, func(_ *jobs.Config, d *jobs.Deps) {
		d.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return clock }
	})
	board := w.board(func(b *board) { b.Name = "Foo Widgets" })
	id := w.post(func(p *post) { p.Board, p.Title = board, "First" })
	other := *w
	other.serve(w.service())

	list := func(query string) oas.JobPage {
		w.search(query) // whatever is remembered now was made after the last change
		return w.search(query)
	}
	title := func() string { return list("size=5").Content[0].Title }
	if got := title(); got != "First" {
		t.Fatalf("got %q", got)
	}
	w.unnoticed("UPDATE crawler.job_post SET title = 'Second' WHERE id = $1", id)
	if got := title(); got != "First" {
		t.Errorf("without a new stamp: got %q, want the remembered one", got)
	}
	if got := list("size=6").Content[0].Title; got != "Second" {
		t.Errorf("another query: got %q", got)
	}
	w.stamp()
	if got := title(); got != "Second" {
		t.Errorf("with a new stamp: got %q", got)
	}

	company := func() string { return list("size=5").Content[0].Company.Name }
	if got := company(); got != "Foo Widgets" {
		t.Errorf("unresolved: got %q", got)
	}
	other.resolve()
	if got := list("size=5").Content[0].Company.Slug.Value; got != "foo-widgets" {
		t.Errorf("resolved: got slug %q", got)
	}
	other.admin().Do(http.MethodPut, "/jobs/admin/companies/foo-widgets", map[string]any{"name": "Bar Widgets"}).Want(http.StatusOK)
	if got := company(); got != "Bar Widgets" {
		t.Errorf("edited: got %q", got)
	}

	// A new posting and a closed one move the page and its total.
	w.post(func(p *post) { p.Board, p.Title, p.PostedAt = board, "Third", &now })
	if page := list("size=5"); page.Content[0].Title != "Third" || page.TotalElements != 2 {
		t.Errorf("a new posting: got %q of %d", page.Content[0].Title, page.TotalElements)
	}
	w.exec("UPDATE crawler.job_post SET closed_at = $2 WHERE id = $1", id, now)
	if page := list("size=5"); len(page.Content) != 1 || page.TotalElements != 1 {
		t.Errorf("a closed posting: got %d of %d", len(page.Content), page.TotalElements)
	}

	w.unnoticed("UPDATE crawler.job_post SET title = 'Fourth' WHERE closed_at IS NULL")
	mu.Lock()
	clock = clock.Add(time.Minute)
	mu.Unlock()
	if got := title(); got != "Fourth" {
		t.Errorf("after the time limit: got %q", got)
	}
}

func TestOnlyGoodListsAreRemembered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(nil)
	for range 2 {
		w.Do(http.MethodGet, "/jobs?size=0", nil).WantError(http.StatusBadRequest, "Validation Error")
		w.Do(http.MethodPost, "/jobs?size=5", nil).WantError(http.StatusMethodNotAllowed, "Method Not Allowed")
		w.Do(http.MethodGet, "/jobs?size=5", nil).Want(http.StatusOK)
	}
	first, again := w.Do(http.MethodGet, "/jobs?size=5", nil), w.Do(http.MethodGet, "/jobs?size=5", nil)
	for _, name := range []string{"Content-Type", "Content-Length"} {
		if got, want := again.Header.Get(name), first.Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
