package jobs_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// gate lets statements on postings pass one after the other is told to.
type gate struct {
	came, pass chan struct{}
}

func (g *gate) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.Contains(q.SQL, "job_post") {
		g.came <- struct{}{}
		<-g.pass
	}
	return ctx
}

func (*gate) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TestSearchIsShared has many ask the same while the first is being answered: one answer does for all, even when the one
// who asked first has left.
func TestSearchIsShared(t *testing.T) {
	t.Parallel()
	g := &gate{came: make(chan struct{}), pass: make(chan struct{})}
	w := newWorld(t)
	gated := w.readPool(func(o *pg.Options) { o.Tracer = g })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = gated }))
	id := w.post(nil)

	const others = 7 // beside the first
	var wg sync.WaitGroup
	search := func(ctx context.Context) {
		wg.Go(func() {
			result, err := w.svc.Search(ctx, jobs.Filters{}, store.Newest, 20, 0)
			if err != nil || len(result.Postings) != 1 || result.Postings[0].ID != id {
				t.Errorf("%v, %v, want the posting", result, err)
			}
		})
	}
	leaving, leave := context.WithCancel(t.Context())
	search(leaving)
	<-g.came
	leave()
	for range others {
		search(t.Context())
	}
	for waiting("WaitGroup).Wait", "singleflight", "TestSearchIsShared") < others { // for the first, not only about to
		runtime.Gosched()
	}
	g.pass <- struct{}{}
	wg.Wait()

	// The next one asks for itself.
	search(t.Context())
	<-g.came
	g.pass <- struct{}{}
	wg.Wait()
}

// waiting counts the goroutines that have all these words in their stacks.
func waiting(words ...string) (n int) {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
next:
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		for _, word := range words {
			if !strings.Contains(stack, word) {
				continue next
			}
		}
		n++
	}
	return n
}
