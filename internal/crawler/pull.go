package crawler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

var errBoardTimeout = errors.New("the board took longer than it is given")

// outcome is what a pull brought, before it is written.
type outcome struct {
	id     uuid.UUID // of the pull
	at     time.Time // when it began: what it saw was true then
	took   time.Duration
	result source.Result
	err    error // a fault of the board, or of reading it
	intake *intake
	doubt  string // why its closings are not believed yet
	gone   bool   // the board is given up
}

// remark is what is to be said about the pull, if anything. Boards have a say in it, so it is bounded.
func (o *outcome) remark() string { return source.Shorten(o.words(), source.MaxReason) }

func (o *outcome) words() string {
	switch {
	case o.err != nil && o.gone:
		return explain(o.err) + "; the board is gone and its postings are closed"
	case o.err != nil:
		return explain(o.err)
	case o.result.Outcome == source.Partial:
		return o.result.Reason
	}
	return o.doubt
}

// pull reads a board and writes what it brought. Its error is a fault of our own, or the end of the pass.
func (w *Worker) pull(ctx context.Context, h *holding, pass uuid.UUID, t store.DueTargetsRow) error {
	o, err := w.read(ctx, t)
	if err != nil {
		return err
	}
	defer o.intake.close()
	err = w.write(ctx, h, pass, t, o)
	if err == nil || ctx.Err() != nil || errors.Is(err, errLost) {
		return err
	}
	// What cannot be stored is this board's failure, unless not even that can be written.
	w.log.ErrorContext(ctx, "a board could not be stored", "board", label(t.SourceType, t.Token), "error", err)
	failed := &outcome{id: o.id, at: o.at, took: o.took, err: errors.New("its postings could not be stored")}
	if again := w.write(ctx, h, pass, t, failed); again != nil {
		return fmt.Errorf("store %s: %w", label(t.SourceType, t.Token), errors.Join(again, err))
	}
	return nil
}

// read pulls the board into memory, or into a file when it is large.
func (w *Worker) read(ctx context.Context, t store.DueTargetsRow) (*outcome, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	at := w.now()
	o := &outcome{id: id, at: at, intake: newIntake(at, func(after string, most int32) ([]store.OpenPostingsRow, error) {
		return w.q.OpenPostings(ctx, w.db, store.OpenPostingsParams{TargetID: t.ID, After: after, Most: most})
	})}
	began := time.Now()
	board := source.Board{Token: t.Token, BaseURL: w.cfg.BaseURL.Of(t.SourceType), Validator: validator(t.Etag), Known: o.intake.knows, Held: o.intake.held}
	bounded, cancel := context.WithTimeoutCause(ctx, w.cfg.Fetch.BoardTimeout, errBoardTimeout)
	defer cancel()
	if src, ok := w.sources.Lookup(t.SourceType); ok {
		o.result, o.err = source.Pull(bounded, src, w.fetcher, board, o.intake.take)
	} else {
		o.err = source.Errorf(source.Refused, "this build does not know boards of kind %q", t.SourceType)
	}
	o.took = time.Since(began)
	// A board without postings has compared none, and may have to close some.
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

// A validator is stored with the version of what was made of the document: after a change there, every board is read
// in full once.
func validator(stored *string) string {
	version := fmt.Sprintf("%d;", writeVersion)
	if stored == nil || len(*stored) < len(version) || (*stored)[:len(version)] != version {
		return ""
	}
	return (*stored)[len(version):]
}

func storedValidator(v string) *string {
	if v == "" {
		return nil
	}
	v = fmt.Sprintf("%d;%s", writeVersion, v)
	return &v
}

// label names a board to a person.
func label(kind, token string) string { return kind + "/" + token }
