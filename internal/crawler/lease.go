package crawler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rolecall/internal/crawler/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

// deadHolders is how many workers may die over one request before it is given up.
const deadHolders = 3

var (
	// errLost ends a pass whose lease went to someone else. Nothing of it may be written any more.
	errLost = errors.New("the lease was lost")
	errBusy = fault.New(fault.Conflict, "", "A pass of this kind is running already; wait for its end, or for its lease to expire if its worker died.")
)

// occasion is why a pass is to run.
type occasion int

const (
	requested occasion = iota // only if someone asked for it
	scheduled                 // its time has come; a request that waits is answered with it
	byHand                    // a command; requests wait
)

// holding is the lock of a kind, held under a lease, with the request that the pass answers.
type holding struct {
	kind    string
	holder  string
	request uuid.UUID // nil when nobody asked
	resumed bool      // after a holder that did not end it
}

// claim takes the lock of a kind if it is free and there is a reason to. It returns nil when there is not. Within is how
// long ago a scheduled pass may have begun for this one to be the same.
func (w *Worker) claim(ctx context.Context, kind string, why occasion, within time.Duration) (*holding, error) {
	var h *holding
	err := pg.InTx(ctx, w.db, func(tx pgx.Tx) (err error) {
		h, err = w.take(ctx, tx, kind, why, within)
		return err
	})
	if locked, ok := errors.AsType[*pgconn.PgError](err); ok && locked.Code == "55P03" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("claim a pass: %w", pg.Fault(err))
	}
	return h, nil
}

func (w *Worker) take(ctx context.Context, tx pgx.Tx, kind string, why occasion, within time.Duration) (*holding, error) {
	// Every transaction that locks this row is short, unless its process was stopped in the middle.
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '2s'"); err != nil {
		return nil, err
	}
	lock, err := w.q.LockPass(ctx, tx, store.LockPassParams{Kind: kind, Within: within})
	if err != nil {
		return nil, err
	}
	req, err := w.q.LockOldestRequest(ctx, tx, kind)
	asked := !errors.Is(err, pgx.ErrNoRows)
	if err != nil && asked {
		return nil, err
	}
	running := asked && req.Status == "running"
	// The two leases are renewed together: where one ran out, its holder is dead to the other as well.
	orphaned := running && !req.Leased && equal(lock.LockedBy, req.LockedBy)
	if running && req.Leased || lock.Held && !orphaned {
		return nil, nil
	}
	if running && req.Attempts >= deadHolders {
		if err := w.bury(ctx, tx, kind, req); err != nil {
			return nil, err
		}
		asked = false
	}
	// Unique per claim, not only per process: a pass that hangs must not be taken for its own successor.
	h := &holding{kind: kind, holder: fmt.Sprintf("%s#%d", w.instance, w.claims.Add(1)), resumed: running || lock.LockedBy != nil}
	switch {
	case asked && why != byHand:
		h.request = req.ID
		if err := w.q.TakeRequest(ctx, tx, store.TakeRequestParams{ID: req.ID, Holder: &h.holder, Lease: w.cfg.Lease}); err != nil {
			return nil, err
		}
	case why == requested, why == scheduled && lock.Scheduled:
		return nil, nil
	}
	err = w.q.TakePass(ctx, tx, store.TakePassParams{Kind: kind, Holder: &h.holder, Lease: w.cfg.Lease, Scheduled: why == scheduled})
	return h, err
}

// bury ends a request that no holder survived.
func (w *Worker) bury(ctx context.Context, tx pgx.Tx, kind string, req store.LockOldestRequestRow) error {
	w.log.ErrorContext(ctx, "a request is given up: its holders died", "kind", kind, "request_id", req.ID, "holders", req.Attempts)
	if err := w.q.FailDeadRequest(ctx, tx, req.ID); err != nil {
		return err
	}
	if req.LockedBy == nil {
		return nil
	}
	_, err := w.q.FreePass(ctx, tx, store.FreePassParams{Kind: kind, Holder: *req.LockedBy})
	return err
}

func equal(a, b *string) bool { return a != nil && b != nil && *a == *b }

// keep renews the lease until stopped. When it is lost, or could not be renewed before it ran out, lost is called.
func (w *Worker) keep(ctx context.Context, h *holding, lost context.CancelCauseFunc) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		valid := time.Now().Add(w.cfg.Lease)
		wait := w.cfg.Lease / 3
		for pause(ctx, wait) {
			asked := time.Now()
			err := w.renew(ctx, h)
			switch {
			case err == nil:
				valid, wait = asked.Add(w.cfg.Lease), w.cfg.Lease/3
			case errors.Is(err, errLost), time.Now().After(valid):
				lost(errLost)
				return
			case ctx.Err() == nil:
				w.log.WarnContext(ctx, "the lease could not be renewed", "kind", h.kind, "left", time.Until(valid), "error", err)
				wait = w.cfg.Lease / 12
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

func (w *Worker) renew(ctx context.Context, h *holding) error {
	ctx, cancel := context.WithTimeout(ctx, w.cfg.Lease/3)
	defer cancel()
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.RenewPass(ctx, tx, store.RenewPassParams{Kind: h.kind, Holder: h.holder, Lease: w.cfg.Lease})
		if err == nil && n == 1 && h.request != uuid.Nil {
			n, err = w.q.RenewRequest(ctx, tx, store.RenewRequestParams{ID: h.request, Holder: h.holder, Lease: w.cfg.Lease})
		}
		return owned(n, err)
	})
}

// fence is the last statement of every transaction that writes something on behalf of a pass: it fails unless the pass
// is still this holder's, and keeps it so until the commit.
func (w *Worker) fence(ctx context.Context, tx pgx.Tx, h *holding) error {
	_, err := w.q.HoldPass(ctx, tx, store.HoldPassParams{Kind: h.kind, Holder: h.holder})
	if err == nil && h.request != uuid.Nil {
		_, err = w.q.HoldRequest(ctx, tx, store.HoldRequestParams{ID: h.request, Holder: h.holder})
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return errLost
	}
	return err
}

// fenced is a transaction that commits only while the pass is this holder's.
func (w *Worker) fenced(ctx context.Context, h *holding, write func(pgx.Tx) error) error {
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		if err := write(tx); err != nil {
			return err
		}
		return w.fence(ctx, tx, h)
	})
}

// finish writes how the pass ended and frees the lock.
func (w *Worker) finish(ctx context.Context, h *holding, v verdict) error {
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.FinishPass(ctx, tx, store.FinishPassParams{Kind: h.kind, Holder: h.holder, Succeeded: !v.failed})
		if err == nil && n == 1 && h.request != uuid.Nil {
			status := "succeeded"
			if v.failed {
				status = "failed"
			}
			n, err = w.q.FinishRequest(ctx, tx, store.FinishRequestParams{
				ID: h.request, Holder: h.holder, Status: status, ResultSummary: optional(v.summary), ErrorReason: optional(v.reason),
			})
		}
		return owned(n, err)
	})
}

// release gives the pass up in good order: whoever polls next takes it over.
func (w *Worker) release(ctx context.Context, h *holding) error {
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.FreePass(ctx, tx, store.FreePassParams{Kind: h.kind, Holder: h.holder})
		if err == nil && n == 1 && h.request != uuid.Nil {
			n, err = w.q.ReleaseRequest(ctx, tx, store.ReleaseRequestParams{ID: h.request, Holder: h.holder})
		}
		return owned(n, err)
	})
}

// owned turns a write that met no row into the loss of the lease.
func owned(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errLost
	}
	return err
}

// optional is nil for the empty string.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// pause waits and tells whether it was left alone to the end.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
