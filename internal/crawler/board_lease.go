package crawler

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/store"
)

// boardRequest is the kind of a lease on a request about one board. It is not a pass: it needs no lock, and any number of
// them run at a time.
const boardRequest PassKind = "board request"

func (w *Worker) renewBoard(ctx context.Context, h *lease) error {
	return owned(w.q.RenewBoardRequest(ctx, w.db, store.RenewBoardRequestParams{ID: h.board, Holder: h.holder, Lease: w.cfg.Lease}))
}

func (w *Worker) fenceBoard(ctx context.Context, tx pgx.Tx, h *lease) error {
	_, err := w.q.HoldBoardRequest(ctx, tx, store.HoldBoardRequestParams{ID: h.board, Holder: h.holder})
	if errors.Is(err, pgx.ErrNoRows) {
		return errLeaseLost
	}
	return err
}

func (w *Worker) finishBoard(ctx context.Context, h *lease, v verdict) error {
	status := "succeeded"
	if v.failed {
		status = "failed"
	}
	return owned(w.q.FinishBoardRequest(ctx, w.db, store.FinishBoardRequestParams{
		ID: h.board, Holder: h.holder, Status: status, ErrorReason: optional(v.reason),
	}))
}

func (w *Worker) releaseBoard(ctx context.Context, h *lease) error {
	return owned(w.q.ReleaseBoardRequest(ctx, w.db, store.ReleaseBoardRequestParams{ID: h.board, Holder: h.holder}))
}
