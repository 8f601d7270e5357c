package crawler

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

// Actions of administrators on a board, here and in crawler.board_request.
const (
	Pause  = "pause"  // not pulled until it is resumed; its postings stay as they are
	Resume = "resume" // a board that is paused, gone or backing off is pulled again
	Retry  = "retry"  // pulled now
	Delete = "delete" // its postings are closed; no longer listed or pulled until it is added again
)

// errNotActive is the error of a command that pulls a board that cannot be pulled.
var errNotActive = errors.New("this board is paused or gone: resume it first")

// ChangeTarget pauses, resumes or deletes a board.
func (w *Worker) ChangeTarget(ctx context.Context, action, family, token string) error {
	id, err := w.targetID(ctx, family, token)
	if err != nil {
		return err
	}
	return pg.Fault(pg.InTx(ctx, w.db, func(tx pgx.Tx) error { return w.change(ctx, tx, action, id) }))
}

func (w *Worker) targetID(ctx context.Context, family, token string) (uuid.UUID, error) {
	token, err := w.sources.Token(family, token)
	if err != nil {
		return uuid.Nil, err
	}
	id, err := w.q.TargetID(ctx, w.db, store.TargetIDParams{SourceType: family, Token: token})
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, ErrUnknown
	}
	return id, pg.Fault(err)
}

func (w *Worker) change(ctx context.Context, tx pgx.Tx, action string, id uuid.UUID) error {
	var n int64
	var err error
	switch action {
	case Pause:
		n, err = w.q.PauseTarget(ctx, tx, store.PauseTargetParams{ID: id, Now: w.now()})
	case Resume:
		n, err = w.q.ResumeTarget(ctx, tx, store.ResumeTargetParams{ID: id, Now: w.now()})
	case Delete:
		n, err = w.deleteTarget(ctx, tx, id)
	default:
		return fmt.Errorf("%q cannot be done with a board", action)
	}
	if err == nil && n == 0 {
		err = ErrUnknown
	}
	return err
}

// deleteTarget closes the postings of a board and marks it as deleted. The row stays: postings that users saved belong to
// it. A running pull no longer writes anything.
func (w *Worker) deleteTarget(ctx context.Context, tx pgx.Tx, id uuid.UUID) (int64, error) {
	n, err := w.q.DeleteTarget(ctx, tx, store.DeleteTargetParams{ID: id, Now: w.now()})
	if err != nil || n == 0 {
		return n, err
	}
	open, err := w.q.OpenPostingIDs(ctx, tx, id)
	if err != nil {
		return 0, fmt.Errorf("read the postings of a board: %w", err)
	}
	for some := range slices.Chunk(open, closeRows) {
		if _, err := w.q.ClosePostings(ctx, tx, store.ClosePostingsParams{TargetID: id, Ids: some, Now: w.now()}); err != nil {
			return 0, fmt.Errorf("close the postings of a board: %w", err)
		}
	}
	return n, w.notify(ctx, tx)
}

// act does what an administrator asked for. A board that another one deleted meanwhile is not an internal error.
func (w *Worker) act(ctx context.Context, h *lease, action string, id uuid.UUID) (verdict, error) {
	if action == Retry {
		t, err := w.q.TargetToPull(ctx, w.db, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return verdict{failed: true, reason: errNotActive.Error()}, nil
		}
		if err != nil {
			return verdict{}, fmt.Errorf("read a board: %w", err)
		}
		return w.pullNow(ctx, h, store.DueTargetsRow(t), label(t.SourceType, t.Token)+" pulled: ")
	}
	err := w.fenced(ctx, h, func(tx pgx.Tx) error { return w.change(ctx, tx, action, id) })
	if errors.Is(err, ErrUnknown) {
		return verdict{failed: true, reason: err.Error()}, nil
	}
	if err != nil {
		return verdict{}, fmt.Errorf("%s a board: %w", action, err)
	}
	w.log.InfoContext(ctx, "board changed", "action", action, "target_id", id)
	return verdict{summary: "board " + id.String() + ": " + action}, nil
}
