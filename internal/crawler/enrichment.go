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
	enrichRead    = 20            // postings whose texts are read at once
	enrichText    = text.MaxBytes // characters of a text that are read
	enrichWorkers = 2
	enrichTries   = 3 // attempts after which a posting fails
	// Attempts and waits for postings that a crawl has locked.
	lockedTries = 100
	lockedPause = 50 * time.Millisecond
)

// EnrichSummary counts what an enrichment did.
type EnrichSummary struct {
	Enriched, Unchanged, Failed int
	Asked                       int    // questions to the model
	ModelError                  string // why the model was not asked further
}

// String returns one line for the admin page and the terminal.
func (s EnrichSummary) String() string {
	if s.Enriched+s.Unchanged+s.Failed == 0 {
		return "nothing to do: no posting is pending"
	}
	line := fmt.Sprintf("%s enriched, %s unchanged, %s failed", count(s.Enriched, "posting"), number(s.Unchanged), number(s.Failed))
	if s.Asked > 0 {
		line += fmt.Sprintf("; %s to the model", count(s.Asked, "question"))
	}
	if s.ModelError != "" {
		line += "; the model failed and was not asked further: " + s.ModelError
	}
	return line
}

// EnrichOnce enriches all pending postings now. It returns an error while another enrichment runs.
func (w *Worker) EnrichOnce(ctx context.Context, report func(done, total int, note string)) (EnrichSummary, error) {
	var sum EnrichSummary
	err := w.runManually(ctx, EnrichmentPass, func(ctx context.Context, h *lease) (v verdict, err error) {
		sum, err = w.enrich(ctx, h, &progress{report: report, every: -1})
		return verdict{summary: sum.String()}, err
	})
	return sum, err
}

func (w *Worker) enrichBody(ctx context.Context, h *lease, p *progress) (verdict, error) {
	sum, err := w.enrich(ctx, h, p)
	return verdict{summary: sum.String(), idle: sum == EnrichSummary{}}, err
}

// enrichment is one pass.
type enrichment struct {
	*Worker
	h        *lease
	progress *progress
	total    int
	second   *secondOpinion

	mu     sync.Mutex
	sum    EnrichSummary
	failed []uuid.UUID // postings that failed in this pass: the next one tries them again
}

func (w *Worker) enrich(ctx context.Context, h *lease, p *progress) (EnrichSummary, error) {
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
		workers.Go(func() error { return e.enrichPending(gctx) })
	}
	err = workers.Wait()
	if err == nil {
		err = e.retryUnfinished(ctx)
	}
	return e.summary(), err
}

func (e *enrichment) summary() EnrichSummary {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sum.Asked, e.sum.ModelError = e.second.spent()
	return e.sum
}

// giveUp fails the postings that had all their attempts.
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

// enrichPending enriches batch after batch: first new postings, then those that an older version of the rules enriched.
func (e *enrichment) enrichPending(ctx context.Context) error {
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

// retryUnfinished tries postings whose earlier attempt did not finish, one at a time and each once per pass.
func (e *enrichment) retryUnfinished(ctx context.Context) error {
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

// claim claims postings, unlike the method of Worker, which claims a pass.
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

// batch enriches claimed postings and writes the results. If it is stopped before the end, it takes the attempts back.
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
			rows[i].Description, rows[i].Board = "", nil // free the memory
		}
	}
	if err := e.write(ctx, done); err != nil {
		return err
	}
	e.progress.step(len(ids), e.total, "")
	return nil
}

// unclaim takes back attempts that did not finish.
func (e *enrichment) unclaim(ctx context.Context, ids []uuid.UUID) error {
	if errors.Is(context.Cause(ctx), errLeaseLost) {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer cancel()
	return e.fenced(ctx, e.h, func(tx pgx.Tx) error { return e.q.UnclaimPostings(ctx, tx, ids) })
}

// one applies the rules to a posting, and asks the model for facts that they did not find.
func (e *enrichment) one(ctx context.Context, r *store.PostingTextsRow) (out enriched) {
	out.old = r
	defer func() {
		if p := recover(); p != nil {
			out.err = fmt.Errorf("the rules failed: %v", p)
		}
	}()
	s, err := readStatement(r.Board)
	if err != nil {
		out.err = err
		return out
	}
	in := s.input(r.Title, r.CompanyName, r.Description)
	facts := e.derive(s, in)
	e.second.fill(ctx, in, &facts)
	out.row = makeFactRow(r.ID, r.ContentHash, s, facts)
	out.places = facts.Places
	out.moved = out.placesChanged()
	return out
}

// enrichesArrivals reports whether a crawl finds the facts of new and changed postings itself. A model is not asked meanwhile: its
// answers take too long.
func (w *Worker) enrichesArrivals() bool { return w.cfg.EnrichEnabled && w.llm == nil }

// enrichArrival adds the facts to a posting that is about to be written. If the rules fail, the posting is left to
// enrichment, which counts the attempts.
func (w *Worker) enrichArrival(ctx context.Context, company string, r *row, s statement) {
	defer func() {
		if p := recover(); p != nil {
			w.log.WarnContext(ctx, "the rules failed on a new posting", "url", r.URL, "error", p)
		}
	}()
	w.rules <- struct{}{}
	defer func() { <-w.rules }()
	facts := w.derive(s, s.input(r.Title, company, r.Description))
	if len(facts.Places) > 0 {
		r.Places, facts.Places = facts.Places, nil
	}
	r.Facts = &facts
}

// derive applies the rules to a posting. The years of experience that the board states win.
func (w *Worker) derive(s statement, in enrich.Input) enrich.Facts {
	facts := w.facts(in)
	if s.Experience != nil {
		facts.Experience, facts.Sources.Experience = s.Experience, enrich.Board
	}
	return facts
}

// write stores the facts of a batch. It waits for postings that a crawl has locked.
func (e *enrichment) write(ctx context.Context, batch []enriched) error {
	for try := 0; len(batch) > 0; try++ {
		left, err := e.writeFree(ctx, batch)
		refused := err != nil && !errors.Is(err, errLeaseLost) && !pg.Unavailable(err) && ctx.Err() == nil
		switch {
		case refused && len(batch) > 1: // write one by one, so that only the refused posting fails
			for i := range batch {
				if err := e.write(ctx, batch[i:i+1]); err != nil {
					return err
				}
			}
			return nil
		case refused && batch[0].err == nil:
			batch[0].err = fmt.Errorf("the database refused its facts: %w", err)
			continue
		case err != nil:
			return err
		}
		if batch = left; len(batch) == 0 {
			return nil
		}
		if !pause(ctx, lockedPause) {
			return context.Cause(ctx)
		}
		if try >= lockedTries {
			return errors.New("postings stay locked by another writer")
		}
	}
	return nil
}
