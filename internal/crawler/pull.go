package crawler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

var errBoardTimeout = errors.New("the board took longer than allowed")

// outcome is the result of a pull before it is written.
type outcome struct {
	id     uuid.UUID // id of the pull
	at     time.Time // start of the pull
	took   time.Duration
	result source.Result
	err    error // why the board could not be read
	intake *intake
	usage  *source.Usage
	doubt  string // why postings that are missing are not closed yet
	gone   bool   // the board is no longer pulled

	withoutFacts bool // the facts are left to enrichment
}

// remark returns a note for the operator about the pull, or "".
func (o *outcome) remark() string {
	text := o.doubt
	switch {
	case o.err != nil && o.gone:
		text = explain(o.err) + "; the board is gone and its postings are closed"
	case o.err != nil:
		text = explain(o.err)
	case o.result.Outcome == source.Partial:
		text = o.result.Reason
	}
	return source.Shorten(text, source.MaxReason)
}

// pull reads a board, writes the result and returns what it cost. It returns an error only if that is internal or the
// pass ends.
func (w *Worker) pull(ctx context.Context, h *lease, pass uuid.UUID, t store.DueTargetsRow) (*source.Usage, error) {
	o, err := w.read(ctx, t)
	if err != nil {
		return nil, err
	}
	defer o.intake.close()
	err = w.write(ctx, h, pass, t, o)
	refused := err != nil && !pg.Unavailable(err) && !errors.Is(err, errLeaseLost) && ctx.Err() == nil
	if refused && o.intake.enrich != nil && o.intake.spool.rows > 0 {
		// Perhaps the database refuses a fact; enrichment then fails only the posting that it belongs to.
		w.log.WarnContext(ctx, "board refused, written again without facts", "board", label(t.SourceType, t.Token), "error", err)
		o.withoutFacts, o.doubt = true, ""
		err = w.write(ctx, h, pass, t, o)
	}
	if err == nil || ctx.Err() != nil || errors.Is(err, errLeaseLost) {
		return o.usage, err
	}
	// A board that cannot be stored fails alone, unless not even that can be written.
	w.log.ErrorContext(ctx, "board not stored", "board", label(t.SourceType, t.Token), "error", err)
	failed := &outcome{id: o.id, at: o.at, took: o.took, usage: o.usage, err: errors.New("its postings could not be stored")}
	if again := w.write(ctx, h, pass, t, failed); again != nil {
		return nil, fmt.Errorf("store %s: %w", label(t.SourceType, t.Token), errors.Join(again, err))
	}
	return o.usage, nil
}

// read pulls the board. Its new and changed postings go to a temporary file.
func (w *Worker) read(ctx context.Context, t store.DueTargetsRow) (*outcome, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	at := w.now()
	o := &outcome{id: id, at: at, usage: &source.Usage{}, intake: newIntake(at, func(after string, most int32) ([]store.OpenPostingsRow, error) {
		return w.q.OpenPostings(ctx, w.db, store.OpenPostingsParams{TargetID: t.ID, After: after, Most: most})
	})}
	o.intake.addresses = func() ([]store.OpenAddressesRow, error) { return w.q.OpenAddresses(ctx, w.db, t.ID) }
	if w.enrichesArrivals() {
		o.intake.enrich = func(r *row, s statement) { w.enrichArrival(ctx, t.CompanyName, r, s) }
	}
	if t.LastAttemptAt != nil {
		o.intake.before = *t.LastAttemptAt
	}
	began := time.Now()
	board := source.Board{Token: t.Token, BaseURL: w.cfg.BaseURL.of(t.SourceType), Known: o.intake.knows,
		Open: o.intake.has, IDOf: o.intake.idOf, Memory: o.intake.memory, Usage: o.usage}
	if t.Etag != nil {
		board.Validator = *t.Etag
	}
	bounded, cancel := context.WithTimeoutCause(ctx, w.cfg.Fetch.BoardTimeout, errBoardTimeout)
	defer cancel()
	src, err := w.source(t.SourceType)
	if o.err = err; err == nil {
		o.result, o.err = source.Pull(bounded, src, w.fetcher, board, o.intake.take)
	}
	o.took = time.Since(began)
	// A board without postings has not read the stored ones yet, and may close some.
	if o.result.Outcome == source.Complete {
		if err := o.intake.load(); err != nil {
			o.result, o.err = source.Result{Status: o.result.Status}, err
		}
	}
	if ctx.Err() != nil {
		o.intake.close()
		return nil, context.Cause(ctx)
	}
	if o.intake.fault != nil {
		o.intake.close()
		return nil, o.intake.fault
	}
	if o.err != nil && bounded.Err() != nil {
		o.err = fmt.Errorf("%w (%s)", errBoardTimeout, w.cfg.Fetch.BoardTimeout)
	}
	return o, nil
}

// label returns the name of a board for people.
func label(family, token string) string { return family + "/" + token }
