package crawler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/text"
	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

const (
	enrichBatch   = 200
	enrichRead    = 20            // postings whose texts are in memory at once
	enrichText    = text.MaxBytes // characters of a text that are read; the rules read no more
	enrichWorkers = 2
	enrichTries   = 3 // attempts after which a posting is left behind
	// A posting that a crawl is writing is waited for this often, this long.
	busyTries = 100
	busyPause = 50 * time.Millisecond
)

// EnrichSummary is what an enrichment did.
type EnrichSummary struct {
	Enriched, Unchanged, Failed int
	Asked                       int    // questions to the model
	ModelError                  string // why it was asked no more
}

// String is one line for the admin page and the terminal.
func (s EnrichSummary) String() string {
	if s.Enriched+s.Unchanged+s.Failed == 0 {
		return "nothing to do: no posting is pending"
	}
	line := fmt.Sprintf("%s enriched, %s unchanged, %s failed", count(s.Enriched, "posting"), number(s.Unchanged), number(s.Failed))
	if s.Asked > 0 {
		line += fmt.Sprintf("; %s to the model", count(s.Asked, "question"))
	}
	if s.ModelError != "" {
		line += "; the model was left alone: " + s.ModelError
	}
	return line
}

// EnrichOnce enriches all pending postings now. While another enrichment runs it refuses.
func (w *Worker) EnrichOnce(ctx context.Context, report func(done, total int, note string)) (EnrichSummary, error) {
	var sum EnrichSummary
	err := w.byHand(ctx, KindEnrichment, func(ctx context.Context, h *holding) (v verdict, err error) {
		sum, err = w.enrich(ctx, h, &progress{report: report, every: -1})
		return verdict{summary: sum.String()}, err
	})
	return sum, err
}

func (w *Worker) enrichBody(ctx context.Context, h *holding, p *progress) (verdict, error) {
	sum, err := w.enrich(ctx, h, p)
	return verdict{summary: sum.String()}, err
}

// enrichment is one pass.
type enrichment struct {
	*Worker
	h        *holding
	progress *progress
	total    int
	second   *secondOpinion

	mu     sync.Mutex
	sum    EnrichSummary
	failed []uuid.UUID // in this pass: the next one tries them again
}

func (w *Worker) enrich(ctx context.Context, h *holding, p *progress) (EnrichSummary, error) {
	pending, err := w.q.CountPending(ctx, w.db, enrich.Version)
	if err != nil {
		return EnrichSummary{}, fmt.Errorf("count pending postings: %w", err)
	}
	e := &enrichment{Worker: w, h: h, progress: p, total: int(pending), second: newSecondOpinion(w.llm, w.log)}
	p.step(0, e.total, "")
	if err := e.giveUp(ctx); err != nil {
		return EnrichSummary{}, err
	}
	workers, gctx := errgroup.WithContext(ctx)
	for range enrichWorkers {
		workers.Go(func() error { return e.untilDone(gctx) })
	}
	err = workers.Wait()
	if err == nil {
		err = e.suspects(ctx)
	}
	return e.summary(), err
}

func (e *enrichment) summary() EnrichSummary {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sum.Asked, e.sum.ModelError = e.second.spent()
	return e.sum
}

// giveUp leaves behind what was tried as often as allowed.
func (e *enrichment) giveUp(ctx context.Context) error {
	return e.fenced(ctx, e.h, func(tx pgx.Tx) error {
		n, err := e.q.GiveUpSpent(ctx, tx, store.GiveUpSpentParams{Version: enrich.Version, Tries: enrichTries})
		if err != nil {
			return fmt.Errorf("give up postings: %w", err)
		}
		e.count(EnrichSummary{Failed: int(n)})
		return nil
	})
}

// untilDone takes batch after batch, first of what is new, then of what an older version of the rules enriched.
func (e *enrichment) untilDone(ctx context.Context) error {
	for {
		ids, err := e.claim(ctx, func(tx pgx.Tx) ([]uuid.UUID, error) {
			ids, err := e.q.ClaimFresh(ctx, tx, enrichBatch)
			if err != nil || len(ids) > 0 {
				return ids, err
			}
			return e.q.ClaimOutdated(ctx, tx, store.ClaimOutdatedParams{Version: enrich.Version, Most: enrichBatch})
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := e.batch(ctx, ids); err != nil {
			return err
		}
	}
}

// suspects are tried one at a time, each once in a pass.
func (e *enrichment) suspects(ctx context.Context) error {
	tried := append([]uuid.UUID{}, e.failed...)
	for {
		ids, err := e.claim(ctx, func(tx pgx.Tx) ([]uuid.UUID, error) {
			return e.q.ClaimSuspect(ctx, tx, store.ClaimSuspectParams{Tries: enrichTries, Tried: tried})
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		tried = append(tried, ids...)
		if err := e.batch(ctx, ids); err != nil {
			return err
		}
	}
}

// claim shadows the worker's: it claims postings, not a pass.
func (e *enrichment) claim(ctx context.Context, claim func(pgx.Tx) ([]uuid.UUID, error)) (ids []uuid.UUID, err error) {
	err = e.fenced(ctx, e.h, func(tx pgx.Tx) (err error) {
		ids, err = claim(tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim postings: %w", err)
	}
	return ids, nil
}

// batch enriches claimed postings and writes what came of it. When it is stopped before the end, wherever that is, its
// postings are as if it had not begun.
func (e *enrichment) batch(ctx context.Context, ids []uuid.UUID) error {
	err := e.enrichAll(ctx, ids)
	if err != nil && ctx.Err() != nil {
		return errors.Join(err, e.unclaim(ctx, ids))
	}
	return err
}

func (e *enrichment) enrichAll(ctx context.Context, ids []uuid.UUID) error {
	done := make([]enriched, 0, len(ids))
	for some := range slices.Chunk(ids, enrichRead) {
		rows, err := e.q.PostingTexts(ctx, e.db, store.PostingTextsParams{Longest: enrichText, Ids: some})
		if err != nil {
			return fmt.Errorf("read postings: %w", err)
		}
		for i := range rows {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			done = append(done, e.one(ctx, &rows[i]))
			rows[i].Description, rows[i].Board = "", nil // only its facts are still needed
		}
	}
	if err := e.write(ctx, done); err != nil {
		return err
	}
	e.progress.step(len(ids), e.total, "")
	return nil
}

// unclaim takes the attempt back: it was not made, or its end was not written.
func (e *enrichment) unclaim(ctx context.Context, ids []uuid.UUID) error {
	if errors.Is(context.Cause(ctx), errLost) {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	return e.fenced(ctx, e.h, func(tx pgx.Tx) error { return e.q.UnclaimPostings(ctx, tx, ids) })
}

// one applies the rules, and where they leave something open asks for a second opinion.
func (e *enrichment) one(ctx context.Context, r *store.PostingTextsRow) (out enriched) {
	out.old = r
	defer func() {
		if p := recover(); p != nil {
			out.err = fmt.Errorf("the rules gave up: %v", p)
		}
	}()
	in, err := inputOf(r)
	if err != nil {
		out.err = err
		return out
	}
	facts := e.facts(in)
	asked := e.second.fill(ctx, in, &facts)
	out.row, out.err = makeFactRow(r, facts, asked)
	out.places = facts.Places
	out.moved = out.better()
	return out
}

// write stores the facts of a batch. Postings that a crawl is writing are left for a moment and tried again.
func (e *enrichment) write(ctx context.Context, batch []enriched) error {
	for try := 0; len(batch) > 0; try++ {
		left, err := e.writeFree(ctx, batch)
		refused := err != nil && !errors.Is(err, errLost) && !pg.Unavailable(err) && ctx.Err() == nil
		switch {
		case refused && len(batch) > 1: // alone, the culprit takes no other with it
			for i := range batch {
				if err := e.write(ctx, batch[i:i+1]); err != nil {
					return err
				}
			}
			return nil
		case refused && batch[0].err == nil:
			batch[0].err = fmt.Errorf("its facts were refused: %w", err)
			continue
		case err != nil:
			return err
		}
		if batch = left; len(batch) == 0 {
			return nil
		}
		if !pause(ctx, busyPause) {
			return context.Cause(ctx)
		}
		if try >= busyTries {
			return errors.New("postings stay locked by another writer")
		}
	}
	return nil
}
