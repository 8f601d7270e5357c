package jobs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs"
	"rolecall/internal/pg"
)

// TestUntitled asks for a word that is in texts alone: titles are searched for it once, and again after a write.
func TestUntitled(t *testing.T) {
	t.Parallel()
	rec := &recorder{}
	w := newWorld(t)
	recorded := w.readPool(func(o *pg.Options) { o.Tracer = rec })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = recorded }))
	newer := w.post(func(p *post) { p.Description = "<p>a welder</p>" })
	older := w.post(func(p *post) { p.Description, p.FirstSeen = "<p>a welder</p>", now.Add(-2*time.Hour) })
	ask := func(query string, want ...uuid.UUID) (titles int) {
		t.Helper()
		if diff := cmp.Diff(w.ids("sort=relevance&keyword=welder&"+query), want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
		for _, q := range rec.take() {
			titles += strings.Count(q.SQL, "ts_rank") * min(1, strings.Count(q.SQL, "apart(p.title)"))
		}
		return titles
	}
	if n := ask("size=1", newer); n != 1 {
		t.Errorf("titles were searched %d times, want once", n)
	}
	if n := ask("size=1&page=1", older); n != 0 {
		t.Errorf("titles were searched %d times for the next page, want none", n)
	}
	titled := w.post(func(p *post) { p.Title, p.FirstSeen = "Welder", now.Add(-3*time.Hour) })
	if n := ask("size=2", titled, newer); n != 1 {
		t.Errorf("titles were searched %d times after a write, want once", n)
	}
	if n := ask("size=2&page=1", older); n != 1 {
		t.Errorf("titles were searched %d times where one has the word, want once", n)
	}
}
