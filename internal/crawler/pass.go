package crawler

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

const (
	finishTimeout = 10 * time.Second // time to write how a pass ended
	progressEvery = time.Second      // interval between two progress reports
)

// Report is the result of a pass for the log; the zero value means that there was nothing to do.
type Report struct {
	Kind    PassKind
	Summary string
}

// verdict is the result of a pass.
type verdict struct {
	failed  bool
	idle    bool // there was nothing to do
	summary string
	reason  string
	counts  []byte // added to the progress; nil if there are none
}

// Poll runs the oldest request of a kind that is queued or whose holder died.
func (w *Worker) Poll(ctx context.Context, kind PassKind) (Report, error) {
	waits, err := w.q.RequestWaits(ctx, w.db, string(kind))
	if err != nil {
		return Report{}, fmt.Errorf("look for requests: %w", pg.Fault(err))
	}
	if !waits {
		return Report{}, nil
	}
	return w.claimAndRun(ctx, kind, requested, 0)
}

// Scheduled runs a scheduled pass, unless one of the kind is running or another worker has already run the one of this
// time. A crawl takes half of the time to the next one at most, because requests are refused meanwhile.
func (w *Worker) Scheduled(ctx context.Context, kind PassKind) (Report, error) {
	return w.claimAndRun(ctx, kind, scheduled, w.halfway(kind))
}

// halfway returns half of the time to the next scheduled pass.
func (w *Worker) halfway(kind PassKind) time.Duration {
	schedule := w.cfg.CrawlCron
	if kind == EnrichmentPass {
		schedule = w.cfg.EnrichCron
	}
	now := w.now()
	return schedule.Next(now).Sub(now) / 2
}

func (w *Worker) claimAndRun(ctx context.Context, kind PassKind, by origin, within time.Duration) (Report, error) {
	h, err := w.claim(ctx, kind, by, within)
	if h == nil {
		return Report{}, err
	}
	if kind == CrawlPass && h.planned {
		h.until = w.now().Add(w.halfway(kind))
	}
	v, err := w.runKind(ctx, h)
	if errors.Is(err, errLeaseLost) {
		return Report{}, nil // already logged; another worker has the pass now
	}
	return Report{Kind: kind, Summary: v.summary}, err
}

// RunAhead runs a scheduled pass of a kind ahead of its time: a crawl also pulls the boards that are not due, and is not
// limited in time. It is listed like other scheduled passes. RunAhead returns an error while another pass of the kind runs.
func (w *Worker) RunAhead(ctx context.Context, kind PassKind) (Report, error) {
	h, err := w.claim(ctx, kind, scheduled, 0)
	if err != nil {
		return Report{}, err
	}
	if h == nil {
		return Report{}, errBusy
	}
	v, err := w.runKind(ctx, h)
	return Report{Kind: kind, Summary: v.summary}, err
}

// runKind runs a claimed pass that has a row in the control record.
func (w *Worker) runKind(ctx context.Context, h *lease) (verdict, error) {
	body := w.crawlBody
	if h.kind == EnrichmentPass {
		body = w.enrichBody
	}
	return w.run(ctx, h, func(ctx context.Context) (verdict, error) {
		return body(ctx, h, &progress{report: func(done, total int, note string) { w.reportProgress(ctx, h, done, total, note) }})
	})
}

// run runs a claimed pass: it renews the lease while body works, and writes how the pass ended unless the lease was lost.
func (w *Worker) run(ctx context.Context, h *lease, body func(context.Context) (verdict, error)) (verdict, error) {
	log := w.log.With("pass", h.kind, "holder", h.holder, "request_id", h.request)
	log.InfoContext(ctx, "pass started", "resumed", h.resumed)
	pass, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	stop := w.keepRenewing(pass, h, lost)
	v, err := protect(pass, body)
	stop()

	if errors.Is(err, errLeaseLost) || errors.Is(context.Cause(pass), errLeaseLost) {
		log.WarnContext(ctx, "pass dropped: its lease was lost")
		w.meters.lost.WithLabelValues(string(h.kind)).Inc()
		return verdict{}, errLeaseLost
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer cancel()
	if err != nil && ctx.Err() != nil {
		if err := w.release(last, h); err != nil {
			return verdict{}, fmt.Errorf("release the pass: %w", err)
		}
		log.InfoContext(last, "pass released for another worker")
		return verdict{}, context.Cause(ctx)
	}
	if err != nil {
		v = verdict{failed: true, reason: publicReason(err)}
	}
	if ferr := w.finish(last, h, v); ferr != nil {
		return verdict{}, errors.Join(err, fmt.Errorf("write how the pass ended: %w", ferr))
	}
	return v, err
}

// publicReason returns what administrators read about an internal error; the log has the details.
func publicReason(err error) string {
	if pg.Unavailable(err) {
		return "the database did not answer"
	}
	return "internal error; see the log of the crawler"
}

// protect turns a panic into an error, so that the request of the pass is finished.
func protect(ctx context.Context, body func(context.Context) (verdict, error)) (v verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return body(ctx)
}

// progress reports how far a pass is, at limited intervals.
type progress struct {
	report func(done, total int, note string)
	every  time.Duration // 0 means progressEvery, negative reports every step

	mu   sync.Mutex
	done int
	last time.Time
}

// step adds n to what is done and reports it.
func (p *progress) step(n, total int, note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if now := time.Now(); p.done >= total || now.Sub(p.last) >= cmp.Or(p.every, progressEvery) {
		p.last = now
		p.report(p.done, total, note)
	}
}

// reportProgress writes outside the transactions of the pass, so that readers see it immediately. Its failure does not fail
// the pass.
func (w *Worker) reportProgress(ctx context.Context, h *lease, done, total int, note string) {
	if h.request == uuid.Nil {
		return
	}
	doc, err := json.Marshal(map[string]any{"done": done, "total": total, "note": note})
	if err != nil {
		panic(err) // two numbers and a string
	}
	_, err = w.q.ReportProgress(ctx, w.db, store.ReportProgressParams{ID: h.request, Holder: h.holder, Progress: doc})
	if err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "progress not reported", "pass", h.kind, "error", err)
	}
}
