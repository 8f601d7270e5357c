package applications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

var (
	errImportRunning = fault.New(fault.Conflict, "Import Running",
		"Another import of yours is still running. Please wait until it has finished, then try again.")
	errImportsFull = fault.New(fault.Unavailable, "",
		"Many files are being imported right now. Please try again shortly.").WithRetryAfter(10 * time.Second)
)

// beginImport claims the import of the user, who may run one at a time on all replicas together, and waits for a slot of
// this process. The returned function releases both.
func (s *Service) beginImport(ctx context.Context, user uuid.UUID) (end func(), err error) {
	claim, now := uuid.New(), s.now()
	n, err := s.q.ClaimImport(ctx, s.db, store.ClaimImportParams{UserID: user, ID: claim, Until: now.Add(importLease), Now: now})
	if err != nil {
		return nil, pg.Fault(pg.Wrap("begin an import", err))
	}
	if n == 0 {
		return nil, errImportRunning
	}
	release := func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := s.q.EndImport(ctx, s.db, store.EndImportParams{UserID: user, ID: claim}); err != nil {
			s.log.WarnContext(ctx, "claim of an import not released", "user_id", user, "error", err)
		}
	}
	wait := time.NewTimer(s.importWait)
	defer wait.Stop()
	select {
	case s.imports <- struct{}{}:
		return func() { <-s.imports; release() }, nil
	case <-wait.C:
		err = errImportsFull
	case <-ctx.Done():
		err = ctx.Err()
	}
	release()
	return nil, err
}
