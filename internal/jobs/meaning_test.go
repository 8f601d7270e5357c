package jobs_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// asked counts how often the database is asked what words mean.
type asked struct{ times atomic.Int64 }

func (a *asked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.Contains(q.SQL, "websearch_to_tsquery") {
		a.times.Add(1)
	}
	return ctx
}

func (*asked) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// The database is asked once what words mean, whatever else is asked for beside them; where companies are named, whose
// boards come and go, and for a whole novel, it is asked each time.
func TestMeaningsAreAskedOnce(t *testing.T) {
	t.Parallel()
	counter := &asked{}
	w := newWorld(t)
	pool := w.readPool(func(o *pg.Options) { o.Tracer = counter })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = pool }))
	w.post(func(p *post) { p.Title = "Go Engineer" })
	w.post(func(p *post) { p.Title = "Nurse" })

	for _, c := range []struct {
		name  string
		of    func(i int) jobs.Filters
		times int64
		found int
	}{
		{"words", func(i int) jobs.Filters {
			return jobs.Filters{Keyword: "engineer", PostedWithin: time.Duration(i) * 1000 * time.Hour}
		}, 1, 1},
		{"other words", func(int) jobs.Filters { return jobs.Filters{Keyword: "nurse"} }, 1, 1},
		{"no words", func(int) jobs.Filters { return jobs.Filters{} }, 0, 2},
		{"a company", func(int) jobs.Filters { return jobs.Filters{Keyword: "engineer", Companies: []string{"Nobody"}} }, 3, 0},
		{"a novel", func(int) jobs.Filters { return jobs.Filters{Keyword: strings.Repeat("novel ", 100)} }, 3, 0},
	} {
		counter.times.Store(0)
		for i := range 3 {
			got, err := w.svc.Search(t.Context(), c.of(i), store.Newest, 20, 0)
			if err != nil || i == 0 && len(got.Postings) != c.found {
				t.Errorf("%s: found %d, %v, want %d", c.name, len(got.Postings), err, c.found)
			}
		}
		if n := counter.times.Load(); n != c.times {
			t.Errorf("%s: the database was asked %d times, want %d", c.name, n, c.times)
		}
	}
}
