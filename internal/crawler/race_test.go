package crawler

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// pollers starts n workers that poll continuously until stop is called.
func (w *world) pollers(n int, change ...func(*Config)) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	var group errgroup.Group
	for range n {
		worker := w.worker(change...)
		for _, kind := range []PassKind{CrawlPass, EnrichmentPass} {
			group.Go(func() error {
				for pause(ctx, 5*time.Millisecond) {
					if _, err := worker.Poll(ctx, kind); err != nil && ctx.Err() == nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return func() {
		cancel()
		if err := group.Wait(); err != nil {
			w.t.Error(err)
		}
	}
}

func TestManyWorkersRunEveryRequestOnce(t *testing.T) {
	t.Parallel()
	const requests = 200
	for _, workers := range []int{2, 5} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, employer("greenhouse", "acorn", 4), employer("lever", "birch", 3))
			stop := w.pollers(workers)
			for i := range requests {
				if i%10 == 0 {
					w.boards.Add("lever", "birch", 1)
				}
				id := w.request(CrawlPass)
				w.eventually("the end of a request", func() bool { return w.trigger(id).Status == "succeeded" })
				if got := w.trigger(id); got.Attempts != 1 {
					t.Fatalf("request %d: %+v", i, got)
				}
				if i%50 == 0 {
					id := w.request(EnrichmentPass)
					w.eventually("the end of an enrichment", func() bool { return w.trigger(id).Status == "succeeded" })
				}
			}
			stop()
			if n := value[int](w, "SELECT count(*) FROM crawler.pull_log"); n != 2*requests {
				t.Errorf("%d pulls, want two for each of %d requests", n, requests)
			}
			// 4 + 3 at the start, one more with every tenth request
			if w.closed() != 0 || w.open() != 7+requests/10 {
				t.Errorf("%d closed, %d open", w.closed(), w.open())
			}
		})
	}
}

func TestOnlyOneOfParallelClaimsSucceeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.request(CrawlPass)
	claims := make(chan *lease, 8)
	var group errgroup.Group
	for range 8 {
		worker := w.worker()
		group.Go(func() error {
			l, err := worker.claim(t.Context(), CrawlPass, requested, 0)
			if l != nil {
				claims <- l
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(claims) != 1 {
		t.Errorf("%d workers claimed the request, want 1", len(claims))
	}
}
