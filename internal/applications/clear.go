package applications

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

const (
	clearBatch   = 1000
	clearTimeout = 20 * time.Second
)

var errCodeSpent = fault.New(fault.Unavailable, "", "The code was accepted, but nothing could be deleted. Please request a new code and try again.")

// DeleteAll removes all applications of a user once identity has accepted the emailed code.
//
// The code can be spent only once, and only identity knows whether it was. So: look whether the deletion can succeed,
// spend the code, delete in one transaction. From the moment the code is sent off nothing depends on the caller's patience
// any more, and an outage of the database is waited out. A process that is killed in that instant leaves everything as it
// was: the user asks for a new code.
func (s *Service) DeleteAll(ctx context.Context, user, verification uuid.UUID, code string) error {
	if _, err := s.q.HasApplications(ctx, s.db, user); err != nil {
		return pg.Fault(wrap("look before deleting all applications", err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), clearTimeout)
	defer cancel()
	if err := s.consumeVerification(ctx, verification, code); err != nil {
		return err
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			ids, err := s.q.DeleteAll(ctx, tx, user)
			if err != nil {
				return err
			}
			return s.announceDeleted(ctx, tx, user, ids)
		})
		if err != nil && !pg.Unavailable(err) {
			return struct{}{}, backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(clearTimeout))
	if err = pg.Fault(wrap("delete all applications", err)); fault.Is(err, fault.Unavailable) {
		return errCodeSpent.Because(err)
	}
	return err
}

// Forget removes everything of a user, in batches that lock little at a time. A user without data is no error, so the
// call may be repeated until it is answered.
func (s *Service) Forget(ctx context.Context, user uuid.UUID) error {
	for {
		n, err := s.q.DeleteSome(ctx, s.db, store.DeleteSomeParams{UserID: user, Batch: clearBatch})
		if err != nil {
			return pg.Fault(wrap("delete a user's applications", err))
		}
		if n > 0 {
			continue
		}
		if err := s.q.DropImports(ctx, s.db, store.DropImportsParams{UserID: &user}); err != nil {
			return pg.Fault(wrap("forget a user's import", err))
		}
		// A parallel call may have taken this batch; its next ones are ours as well.
		left, err := s.q.HasApplications(ctx, s.db, user)
		if err != nil || !left {
			return pg.Fault(wrap("look for a user's applications", err))
		}
	}
}
