package crawler

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/store"
)

// pullsKept is the time for which the log of pulls and of scheduled passes is kept.
const pullsKept = 180 * 24 * time.Hour

// CrawlOnce pulls every active board now, regardless of back-off, and reports its progress. It returns an error while
// another crawl runs.
func (w *Worker) CrawlOnce(ctx context.Context, report func(done, total int, note string)) (CrawlSummary, error) {
	var sum CrawlSummary
	err := w.runManually(ctx, CrawlPass, func(ctx context.Context, h *lease) (v verdict, err error) {
		sum, err = w.crawl(ctx, h, true, &progress{report: report, every: -1})
		return sum.verdict(), err
	})
	return sum, err
}

// runManually runs a pass for a command.
func (w *Worker) runManually(ctx context.Context, kind PassKind, body func(context.Context, *lease) (verdict, error)) error {
	h, err := w.claim(ctx, kind, manual, 0)
	if err != nil {
		return err
	}
	if h == nil {
		return errBusy
	}
	_, err = w.run(ctx, h, func(ctx context.Context) (verdict, error) { return body(ctx, h) })
	return err
}

func (w *Worker) crawlBody(ctx context.Context, h *lease, p *progress) (verdict, error) {
	sum, err := w.crawl(ctx, h, false, p)
	return sum.verdict(), err
}

// crawl pulls boards: a scheduled pass pulls the boards that are due, a requested one all of them; unless ignoreBackoff, both
// leave out those that back off. A pass that was taken over continues where its last holder stopped.
func (w *Worker) crawl(ctx context.Context, h *lease, ignoreBackoff bool, p *progress) (CrawlSummary, error) {
	pass := h.request
	if pass == uuid.Nil {
		var err error
		if pass, err = uuid.NewV7(); err != nil {
			return CrawlSummary{}, err
		}
	}
	if err := w.countFollowers(ctx, h); err != nil {
		return CrawlSummary{}, err
	}
	now := w.now()
	due, err := w.q.DueTargets(ctx, w.db, store.DueTargetsParams{
		Early: !h.bounded(), IgnoreBackoff: ignoreBackoff, Now: now, PassID: pass,
	})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("find the boards that are due: %w", err)
	}
	var waiting []time.Time
	if !ignoreBackoff {
		if waiting, err = w.q.WaitingTargets(ctx, w.db, store.WaitingTargetsParams{Now: now, PassID: pass}); err != nil {
			return CrawlSummary{}, fmt.Errorf("count the boards that back off: %w", err)
		}
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
		if _, err := w.q.TrimPulls(ctx, tx, w.now().Add(-pullsKept)); err != nil {
			return err
		}
		if err := w.q.TrimScheduled(ctx, tx, w.now().Add(-pullsKept)); err != nil {
			return err
		}
		return w.q.TrimUsage(ctx, tx, w.now().Add(-usageKept))
	})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("trim the log of pulls and passes: %w", err)
	}
	sum, err := w.summarise(ctx, pass)
	if len(waiting) > 0 {
		sum.Waiting, sum.WaitingUntil = len(waiting), waiting[0]
	}
	return sum, err
}

// pullAll pulls boards concurrently. It stops at the first internal error; a fault of a board concerns only that board.
// A scheduled pass leaves boards for the next one when its time is over and when the host's budget is used up.
func (w *Worker) pullAll(ctx context.Context, h *lease, pass uuid.UUID, due []store.DueTargetsRow, done func(store.DueTargetsRow)) error {
	hosts, err := w.hourlyBudget(ctx)
	if err != nil {
		return err
	}
	if !h.bounded() {
		hosts.limit = 0
	}
	pulls, ctx := errgroup.WithContext(ctx)
	pulls.SetLimit(w.cfg.Fetch.Concurrency)
	for _, t := range due {
		pulls.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if h.bounded() && !w.now().Before(h.until) {
				return nil
			}
			host, requests := w.hostOf(t), max(int(t.Requests), 1)
			if !hosts.take(host, requests) {
				return nil
			}
			used, err := w.pull(ctx, h, pass, t)
			if err != nil {
				return err
			}
			hosts.settle(host, requests, used)
			done(t)
			return nil
		})
	}
	return pulls.Wait()
}
