package crawler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/store"
)

// pullsKept is how long the log of pulls reaches back.
const pullsKept = 180 * 24 * time.Hour

// CrawlOnce pulls every active board now, whatever back-off says, and tells how far it is. While another crawl runs it
// refuses.
func (w *Worker) CrawlOnce(ctx context.Context, report func(done, total int, note string)) (CrawlSummary, error) {
	var sum CrawlSummary
	err := w.byHand(ctx, KindCrawl, func(ctx context.Context, h *holding) (v verdict, err error) {
		sum, err = w.crawl(ctx, h, true, &progress{report: report, every: -1})
		return sum.verdict(), err
	})
	return sum, err
}

// byHand runs a pass for a command.
func (w *Worker) byHand(ctx context.Context, kind string, body func(context.Context, *holding) (verdict, error)) error {
	h, err := w.claim(ctx, kind, byHand, 0)
	if err != nil {
		return err
	}
	if h == nil {
		return errBusy
	}
	_, err = w.run(ctx, h, func(ctx context.Context) (verdict, error) { return body(ctx, h) })
	return err
}

func (w *Worker) crawlBody(ctx context.Context, h *holding, p *progress) (verdict, error) {
	sum, err := w.crawl(ctx, h, false, p)
	return sum.verdict(), err
}

// crawl pulls the boards that are due. A pass that was taken over goes on where its last holder stopped.
func (w *Worker) crawl(ctx context.Context, h *holding, ignoreBackoff bool, p *progress) (CrawlSummary, error) {
	pass := h.request
	if pass == uuid.Nil {
		var err error
		if pass, err = uuid.NewV7(); err != nil {
			return CrawlSummary{}, err
		}
	}
	due, err := w.q.DueTargets(ctx, w.db, store.DueTargetsParams{IgnoreBackoff: ignoreBackoff, Now: w.now(), PassID: pass})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("find the boards that are due: %w", err)
	}
	before, err := w.q.PassTotals(ctx, w.db, pass)
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("count the boards done: %w", err)
	}
	total := int(before.Boards) + len(due)
	p.step(int(before.Boards), total, "")
	if err := w.pullAll(ctx, h, pass, due, func(t store.DueTargetsRow) { p.step(1, total, label(t.SourceType, t.Token)) }); err != nil {
		return CrawlSummary{}, err
	}
	err = w.fenced(ctx, h, func(tx pgx.Tx) error {
		_, err := w.q.TrimPulls(ctx, tx, w.now().Add(-pullsKept))
		return err
	})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("trim the log of pulls: %w", err)
	}
	return w.summarise(ctx, pass)
}

// pullAll pulls boards side by side. It ends with the first fault of our own; what is wrong with a board stays with it.
func (w *Worker) pullAll(ctx context.Context, h *holding, pass uuid.UUID, due []store.DueTargetsRow, done func(store.DueTargetsRow)) error {
	queue := newFairQueue(due)
	workers, ctx := errgroup.WithContext(ctx)
	for range min(w.cfg.Fetch.Concurrency, len(due)) {
		workers.Go(func() error {
			for {
				t, ok := queue.next()
				if !ok {
					return nil
				}
				err := context.Cause(ctx)
				if err == nil {
					err = w.pull(ctx, h, pass, t)
				}
				queue.done(t)
				if err != nil {
					return err
				}
				done(t)
			}
		})
	}
	err := workers.Wait()
	if errors.Is(err, errLost) {
		return errLost
	}
	return err
}
