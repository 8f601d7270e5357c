package jobs_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/jobs"
	"rolecall/internal/pg"
)

// TestPostingsAreReadTogether has many ask for postings while as many are being read as may be: one more read is enough
// for all of them, and each gets his own, or hears that there is none.
func TestPostingsAreReadTogether(t *testing.T) {
	t.Parallel()
	g := &gate{came: make(chan struct{}), pass: make(chan struct{})}
	w := newWorld(t)
	gated := w.readPool(func(o *pg.Options) { o.Tracer = g })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = gated }))

	var wg sync.WaitGroup
	ask := func(id uuid.UUID, there bool) {
		wg.Go(func() {
			p, err := w.svc.Posting(t.Context(), id)
			switch {
			case there && (err != nil || p.ID != id || p.Description == ""):
				t.Errorf("asked for %s, got %s, %v", id, p.ID, err)
			case !there && !fault.Is(err, fault.NotFound):
				t.Errorf("there is no %s, got %s, %v", id, p.ID, err)
			}
		})
	}
	most := max(runtime.GOMAXPROCS(0), 2)
	for range most {
		ask(w.post(nil), true)
		<-g.came
	}
	const others = 7
	for range others - 1 {
		ask(w.post(nil), true)
	}
	ask(uuid.New(), false)
	for waiting("[select", "turns[", "TestPostingsAreReadTogether") < others { // not only about to
		runtime.Gosched()
	}
	for range most {
		g.pass <- struct{}{}
	}
	<-g.came
	g.pass <- struct{}{}
	wg.Wait()
}
