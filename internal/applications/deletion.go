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
	deletionBatch    = 1000
	deleteAllTimeout = 20 * time.Second
)

var errCodeSpent = fault.New(fault.Unavailable, "",
	"The code was accepted, but nothing could be deleted. Please request a new code and try again.")

// Delete removes one application and its timeline. Both can be restored for a while; then its reminders are cancelled.
// A reminder that is due before that finds no application and is cancelled too.
func (s *Service) Delete(ctx context.Context, user, id uuid.UUID) error {
	now := s.now()
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockApplication(ctx, tx, store.LockApplicationParams{ID: id, UserID: user})
		if err != nil {
			return err
		}
		return s.remove(ctx, tx, a, now)
	})
	return pg.Fault(pg.Wrap("delete an application", err), pg.Absent(errNoApplication))
}

// remove deletes an application that the transaction has locked.
func (s *Service) remove(ctx context.Context, tx pgx.Tx, a store.Application, now time.Time) error {
	keys, err := s.announceDeleted(ctx, tx, a.UserID, []uuid.UUID{a.ID}, now.Add(undoWindow))
	if err != nil {
		return err
	}
	return s.q.DeleteApplication(ctx, tx, store.DeleteApplicationParams{ID: a.ID, UserID: a.UserID, At: now, CallKey: keys[0]})
}

// DeleteAll removes all applications of a user once identity has accepted the emailed code.
//
// A code works only once, so it is spent only after the database has answered. From then on the deletion continues even
// if the caller disconnects, and an outage of the database is retried. A process that is killed after spending the code
// leaves the applications untouched; the user requests a new code.
func (s *Service) DeleteAll(ctx context.Context, user, verification uuid.UUID, code string) error {
	if _, err := s.q.HasApplications(ctx, s.db, user); err != nil {
		return pg.Fault(pg.Wrap("check the database before deleting all applications", err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteAllTimeout)
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
			// Otherwise saved jobs that were not taken over yet would appear on the empty board.
			if err := s.q.SetSavedUntil(ctx, tx, store.SetSavedUntilParams{UserID: user, SavedUntil: new(s.now())}); err != nil {
				return err
			}
			if err := s.q.DropDeleted(ctx, tx, user); err != nil {
				return err
			}
			_, err = s.announceDeleted(ctx, tx, user, ids, s.now())
			return err
		})
		if err != nil && !pg.Unavailable(err) {
			return struct{}{}, backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(deleteAllTimeout))
	if err = pg.Fault(pg.Wrap("delete all applications", err)); fault.Is(err, fault.Unavailable) {
		return errCodeSpent.Because(err)
	}
	return err
}

// Forget removes all data of a user, in batches that each lock few rows. It can be repeated; a user without data is no
// error.
func (s *Service) Forget(ctx context.Context, user uuid.UUID) error {
	for {
		n, err := s.q.DeleteSome(ctx, s.db, store.DeleteSomeParams{UserID: user, Batch: deletionBatch})
		if err != nil {
			return pg.Fault(pg.Wrap("delete a user's applications", err))
		}
		if n > 0 {
			continue
		}
		for _, table := range []string{"import_run", "deleted", "bulk", "view", "setting"} {
			_, err := s.db.Exec(ctx, "DELETE FROM "+pgx.Identifier{"applications", table}.Sanitize()+" WHERE user_id = $1", user)
			if err != nil {
				return pg.Fault(pg.Wrap("forget a user in "+table, err))
			}
		}
		// A parallel call may have deleted this batch and left others.
		left, err := s.q.HasApplications(ctx, s.db, user)
		if err != nil || !left {
			return pg.Fault(pg.Wrap("look for a user's applications", err))
		}
	}
}
