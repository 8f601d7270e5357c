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

// maxDeadHolders is the number of workers that may die with a request before it fails.
const maxDeadHolders = 3

var (
	// errLeaseLost ends a pass whose lease another worker has. It must not write any more.
	errLeaseLost = errors.New("the lease was lost")
	errBusy      = fault.New(fault.Conflict, "",
		"A pass of this kind is running already. Wait until it ends or, if its worker died, until its lease expires.")
)

// origin is the trigger of a pass.
type origin int

const (
	requested origin = iota // a request of an administrator
	scheduled               // the schedule; the pass also answers a queued request
	manual                  // a command; requests stay queued
)

// lease is the right to run a pass: the lock of its kind, and the request that it answers.
type lease struct {
	kind    PassKind
	holder  string
	request uuid.UUID // nil if a command runs the pass
	planned bool      // the schedule started the pass
	resumed bool      // an earlier holder did not finish the pass
	until   time.Time // time at which a scheduled crawl stops starting pulls; else zero
	board   uuid.UUID // a request about one board, instead of a pass
}

// bounded reports whether the pass only pulls boards that are due, and for a limited time.
func (h *lease) bounded() bool { return !h.until.IsZero() }

// claim takes the lock of a kind. It returns nil if the lock is held or there is no reason to run: no request, or a
// scheduled pass that started within the given time.
func (w *Worker) claim(ctx context.Context, kind PassKind, by origin, within time.Duration) (*lease, error) {
	var h *lease
	err := pg.InTx(ctx, w.db, func(tx pgx.Tx) (err error) {
		h, err = w.take(ctx, tx, kind, by, within)
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

func (w *Worker) take(ctx context.Context, tx pgx.Tx, kind PassKind, by origin, within time.Duration) (*lease, error) {
	// Transactions that lock this row are short, unless their process was suspended.
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '2s'"); err != nil {
		return nil, err
	}
	lock, err := w.q.LockPass(ctx, tx, store.LockPassParams{Kind: string(kind), Within: within})
	if err != nil {
		return nil, err
	}
	req, err := w.q.LockOldestRequest(ctx, tx, string(kind))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	asked := err == nil
	running := asked && req.Status == "running"
	if running && req.Leased {
		return nil, nil // its holder is at work
	}
	// Both leases are renewed together: if that of the request expired, the holder of the lock is dead too.
	if orphaned := running && equal(lock.LockedBy, req.LockedBy); lock.Held && !orphaned {
		return nil, nil
	}
	if running && req.Attempts >= maxDeadHolders {
		if err := w.failDead(ctx, tx, kind, req); err != nil {
			return nil, err
		}
		asked = false
	}
	// The holder is unique per claim, not only per process: a pass that hangs is not its own successor.
	h := &lease{kind: kind, holder: fmt.Sprintf("%s#%d", w.instance, w.claims.Add(1)), resumed: running || lock.LockedBy != nil}
	switch {
	case asked && by != manual:
		h.request, h.planned = req.ID, req.RequestedBy == nil
		if err := w.q.TakeRequest(ctx, tx, store.TakeRequestParams{ID: req.ID, Holder: &h.holder, Lease: w.cfg.Lease}); err != nil {
			return nil, err
		}
	case by == requested, by == scheduled && lock.Scheduled:
		return nil, nil
	case by == scheduled:
		if err := w.insertScheduled(ctx, tx, h); err != nil {
			return nil, err
		}
	}
	planned := by == scheduled || h.planned
	err = w.q.TakePass(ctx, tx, store.TakePassParams{Kind: string(kind), Holder: &h.holder, Lease: w.cfg.Lease, Scheduled: planned})
	return h, err
}

// insertScheduled gives a pass on schedule its row in the control record.
func (w *Worker) insertScheduled(ctx context.Context, tx pgx.Tx, h *lease) (err error) {
	if h.request, err = uuid.NewV7(); err != nil {
		return err
	}
	h.planned = true
	return w.q.InsertScheduled(ctx, tx, store.InsertScheduledParams{
		ID: h.request, Kind: string(h.kind), Holder: &h.holder, Lease: w.cfg.Lease,
	})
}

// failDead fails a request whose holders all died.
func (w *Worker) failDead(ctx context.Context, tx pgx.Tx, kind PassKind, req store.LockOldestRequestRow) error {
	w.log.ErrorContext(ctx, "request failed: its holders died", "pass", kind, "request_id", req.ID, "holders", req.Attempts)
	if err := w.q.FailDeadRequest(ctx, tx, req.ID); err != nil {
		return err
	}
	if req.LockedBy == nil {
		return nil
	}
	_, err := w.q.FreePass(ctx, tx, store.FreePassParams{Kind: string(kind), Holder: *req.LockedBy})
	return err
}

func equal(a, b *string) bool { return a != nil && b != nil && *a == *b }

// keepRenewing renews the lease until stopped. It calls lost if the lease is lost or expires.
func (w *Worker) keepRenewing(ctx context.Context, h *lease, lost context.CancelCauseFunc) (stop func()) {
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
			case errors.Is(err, errLeaseLost), time.Now().After(valid):
				lost(errLeaseLost)
				return
			case ctx.Err() == nil:
				w.log.WarnContext(ctx, "lease not renewed", "pass", h.kind, "left", time.Until(valid), "error", err)
				wait = w.cfg.Lease / 12
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

func (w *Worker) renew(ctx context.Context, h *lease) error {
	ctx, cancel := context.WithTimeout(ctx, w.cfg.Lease/3)
	defer cancel()
	if h.board != uuid.Nil {
		return w.renewBoard(ctx, h)
	}
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.RenewPass(ctx, tx, store.RenewPassParams{Kind: string(h.kind), Holder: h.holder, Lease: w.cfg.Lease})
		if err == nil && n == 1 && h.request != uuid.Nil {
			n, err = w.q.RenewRequest(ctx, tx, store.RenewRequestParams{ID: h.request, Holder: h.holder, Lease: w.cfg.Lease})
		}
		return owned(n, err)
	})
}

// fence runs the last statement of every transaction of a pass: it fails unless the lease is still this holder's, and
// keeps it until the commit.
func (w *Worker) fence(ctx context.Context, tx pgx.Tx, h *lease) error {
	if h.board != uuid.Nil {
		return w.fenceBoard(ctx, tx, h)
	}
	_, err := w.q.HoldPass(ctx, tx, store.HoldPassParams{Kind: string(h.kind), Holder: h.holder})
	if err == nil && h.request != uuid.Nil {
		_, err = w.q.HoldRequest(ctx, tx, store.HoldRequestParams{ID: h.request, Holder: h.holder})
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return errLeaseLost
	}
	return err
}

// fenced runs a transaction that commits only if the lease is still this holder's.
func (w *Worker) fenced(ctx context.Context, h *lease, write func(pgx.Tx) error) error {
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		if err := write(tx); err != nil {
			return err
		}
		return w.fence(ctx, tx, h)
	})
}

// finish writes how the pass ended and releases the lock.
func (w *Worker) finish(ctx context.Context, h *lease, v verdict) error {
	if h.board != uuid.Nil {
		return w.finishBoard(ctx, h, v)
	}
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.FinishPass(ctx, tx, store.FinishPassParams{Kind: string(h.kind), Holder: h.holder, Succeeded: !v.failed})
		if err == nil && n == 1 && h.request != uuid.Nil {
			n, err = w.finishRequest(ctx, tx, h, v)
		}
		return owned(n, err)
	})
}

func (w *Worker) finishRequest(ctx context.Context, tx pgx.Tx, h *lease, v verdict) (int64, error) {
	if h.planned && v.idle {
		return w.q.DeleteIdle(ctx, tx, store.DeleteIdleParams{ID: h.request, Holder: h.holder})
	}
	status := "succeeded"
	if v.failed {
		status = "failed"
	}
	return w.q.FinishRequest(ctx, tx, store.FinishRequestParams{
		ID: h.request, Holder: h.holder, Status: status, ResultSummary: optional(v.summary), ErrorReason: optional(v.reason),
		Counts: v.counts,
	})
}

// release gives up the lease, so that the next worker that polls takes the pass over.
func (w *Worker) release(ctx context.Context, h *lease) error {
	if h.board != uuid.Nil {
		return w.releaseBoard(ctx, h)
	}
	return pg.InTx(ctx, w.db, func(tx pgx.Tx) error {
		n, err := w.q.FreePass(ctx, tx, store.FreePassParams{Kind: string(h.kind), Holder: h.holder})
		if err == nil && n == 1 && h.request != uuid.Nil {
			n, err = w.q.ReleaseRequest(ctx, tx, store.ReleaseRequestParams{ID: h.request, Holder: h.holder})
		}
		return owned(n, err)
	})
}

// owned returns errLeaseLost if a statement on the lease found no row.
func owned(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errLeaseLost
	}
	return err
}

// optional returns nil for the empty string.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// pause waits and reports whether it waited to the end.
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
