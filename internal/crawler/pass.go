package crawler

import (
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
	// lastWords is how long the end of a pass may take to be written.
	lastWords = 10 * time.Second
	// progressEvery keeps reports of progress from becoming work of their own.
	progressEvery = time.Second
)

// Report is a pass as the log shows it; the zero value means that there was nothing to do.
type Report struct {
	Kind    string
	Summary string
}

// verdict is how a pass ended.
type verdict struct {
	failed  bool
	summary string
	reason  string
}

// Poll runs the oldest request of a kind, if one waits or its holder died.
func (w *Worker) Poll(ctx context.Context, kind string) (Report, error) {
	waits, err := w.q.RequestWaits(ctx, w.db, kind)
	if err != nil {
		return Report{}, fmt.Errorf("look for requests: %w", pg.Fault(err))
	}
	if !waits {
		return Report{}, nil
	}
	return w.claimAndRun(ctx, kind, requested, 0)
}

// Scheduled runs a pass because its time has come, unless one of its kind runs already or another worker has just run
// the one of this time.
func (w *Worker) Scheduled(ctx context.Context, kind string) (Report, error) {
	schedule := w.cfg.CrawlCron
	if kind == KindEnrichment {
		schedule = w.cfg.EnrichCron
	}
	now := time.Now()
	return w.claimAndRun(ctx, kind, scheduled, schedule.Next(now).Sub(now)/2)
}

func (w *Worker) claimAndRun(ctx context.Context, kind string, why occasion, within time.Duration) (Report, error) {
	h, err := w.claim(ctx, kind, why, within)
	if h == nil {
		return Report{}, err
	}
	body := w.crawlBody
	if kind == KindEnrichment {
		body = w.enrichBody
	}
	v, err := w.run(ctx, h, func(ctx context.Context) (verdict, error) {
		return body(ctx, h, &progress{report: func(done, total int, note string) { w.reportProgress(ctx, h, done, total, note) }})
	})
	if errors.Is(err, errLost) {
		return Report{}, nil // said in the log, and someone else's business now
	}
	return Report{Kind: kind, Summary: v.summary}, err
}

// run is a pass from its claim to its last words: it keeps the lease while the body works, and writes how it ended
// unless the lease was lost.
func (w *Worker) run(ctx context.Context, h *holding, body func(context.Context) (verdict, error)) (verdict, error) {
	log := w.log.With("kind", h.kind, "holder", h.holder, "request_id", h.request)
	log.InfoContext(ctx, "pass begins", "resumed", h.resumed)
	pass, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	stop := w.keep(pass, h, lost)
	v, err := protect(pass, body)
	stop()

	if errors.Is(err, errLost) || errors.Is(context.Cause(pass), errLost) {
		log.WarnContext(ctx, "pass dropped: its lease was lost")
		w.meters.lost.WithLabelValues(h.kind).Inc()
		return verdict{}, errLost
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	if err != nil && ctx.Err() != nil {
		if err := w.release(last, h); err != nil {
			return verdict{}, fmt.Errorf("give the pass up: %w", err)
		}
		log.InfoContext(last, "pass given up for another worker")
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

// publicReason is what an administrator reads of a fault of our own; the log has the rest.
func publicReason(err error) string {
	if pg.Unavailable(err) {
		return "the database did not answer"
	}
	return "internal error; the log of the crawler says more"
}

// protect keeps a panic in a pass from leaving its request behind.
func protect(ctx context.Context, body func(context.Context) (verdict, error)) (v verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return body(ctx)
}

// progress tells how far a pass is, not more often than is useful.
type progress struct {
	report func(done, total int, note string)
	every  time.Duration // 0 means progressEvery, negative means always

	mu   sync.Mutex
	done int
	last time.Time
}

// step counts and reports.
func (p *progress) step(n, total int, note string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	every := p.every
	if every == 0 {
		every = progressEvery
	}
	if now := time.Now(); p.done >= total || now.Sub(p.last) >= every {
		p.last = now
		p.report(p.done, total, note)
	}
}

// reportProgress is a transaction of its own, so that it is seen while the pass goes on. It is not worth a failed pass.
func (w *Worker) reportProgress(ctx context.Context, h *holding, done, total int, note string) {
	if h.request == uuid.Nil {
		return
	}
	doc, err := json.Marshal(map[string]any{"done": done, "total": total, "note": note})
	if err != nil {
		panic(err) // two numbers and a string
	}
	if _, err := w.q.ReportProgress(ctx, w.db, store.ReportProgressParams{ID: h.request, Holder: h.holder, Progress: doc}); err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "progress not reported", "kind", h.kind, "error", err)
	}
}
