package applications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

// undoWindow is the time for which a move or a deletion can be undone.
const undoWindow = 10 * time.Minute

var (
	errNotUndoable = fault.New(fault.Conflict, "",
		"This move can no longer be undone: something else happened since, or it was made more than ten minutes ago.")
	errNotRestorable = fault.New(fault.NotFound, "",
		"This application cannot be brought back: it was never deleted, or was deleted more than ten minutes ago.")
)

// Undo takes the latest move of the user back, as if it had not been made.
func (s *Service) Undo(ctx context.Context, user, id uuid.UUID, position int32) (store.DetailsRow, error) {
	now := s.now()
	return s.modify(ctx, user, id, "undo a move", func(tx pgx.Tx, a store.Application) error {
		return s.undoMove(ctx, tx, a, position, now)
	})
}

func (s *Service) undoMove(ctx context.Context, tx pgx.Tx, a store.Application, position int32, now time.Time) error {
	move, err := s.q.UndoMove(ctx, tx, store.UndoMoveParams{ID: a.ID, UserID: a.UserID, Position: position, Since: now.Add(-undoWindow)})
	if errors.Is(err, pgx.ErrNoRows) {
		return errNotUndoable
	}
	if err != nil {
		return err
	}
	if move.SetApplied {
		a.AppliedAt = nil
	}
	if move.LeftRank.Valid {
		a.Rank = move.LeftRank
	}
	return s.follow(ctx, tx, a, now)
}

// follow gives an application the status of the latest row of its timeline.
func (s *Service) follow(ctx context.Context, tx pgx.Tx, a store.Application, now time.Time) error {
	latest, err := s.q.LatestMove(ctx, tx, store.LatestMoveParams{ID: a.ID, UserID: a.UserID})
	if err != nil {
		return err
	}
	status := oas.ApplicationStatus(latest.Status)
	if a.AppliedAt == nil && latest.Sent && status != oas.ApplicationStatusSAVED {
		a.AppliedAt = &latest.SentAt
	}
	return s.q.MoveApplication(ctx, tx, store.MoveApplicationParams{
		ID: a.ID, UserID: a.UserID, Status: latest.Status, EndedAt: endOf(status, latest.OccurredAt), AppliedAt: a.AppliedAt,
		Rank: a.Rank, At: now,
	})
}

// Restore brings back an application that the user deleted, with its timeline. The reminders were to be cancelled once the
// deletion could no longer be undone.
func (s *Service) Restore(ctx context.Context, user, id uuid.UUID) (store.DetailsRow, error) {
	now := s.now()
	var out store.DetailsRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		out, err = s.restore(ctx, tx, user, id, now)
		return err
	})
	return out, pg.Fault(pg.Wrap("restore an application", err), pg.Absent(errNotRestorable),
		pg.On("application_one_per_posting", errAlreadyTracked))
}

func (s *Service) restore(ctx context.Context, tx pgx.Tx, user, id uuid.UUID, now time.Time) (store.DetailsRow, error) {
	var out store.DetailsRow
	if err := s.roomForOne(ctx, tx, user); err != nil {
		return out, err
	}
	d, err := s.q.TakeDeleted(ctx, tx, store.TakeDeletedParams{ID: id, UserID: user, Since: now.Add(-undoWindow)})
	if err != nil {
		return out, err
	}
	if err := store.Restore(ctx, tx, d); err != nil {
		return out, err
	}
	if err := s.box.Withdraw(ctx, tx, d.CallKey); err != nil {
		return out, err
	}
	return s.q.Details(ctx, tx, store.DetailsParams{ID: id, UserID: user})
}
