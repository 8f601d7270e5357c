package applications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

var (
	errMovedEnough = fault.New(fault.Conflict, "Limit Reached", "This application has been moved 1,000 times already.")
	errNotGhosted  = fault.New(fault.Conflict, "", "Only an application that is marked as ghosted can be reopened.")
	errUnknown     = fault.New(fault.NotFound, "", "There is no such application.")
	errTerminal    = fault.New(fault.Conflict, "", "The application has already ended.")
	errActed       = fault.New(fault.Conflict, "", "The user has acted on the application meanwhile.")
)

// Move takes an application to another status on behalf of its owner. Moving to the present status changes nothing
// and leaves no row in the timeline.
func (s *Service) Move(ctx context.Context, user, id uuid.UUID, to Status) (store.DetailsRow, error) {
	now := s.now()
	var out store.DetailsRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockApplication(ctx, tx, store.LockApplicationParams{ID: id, UserID: user})
		if err != nil {
			return err
		}
		if Status(a.Status) != to {
			if err := s.move(ctx, tx, a, to, now); err != nil {
				return err
			}
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: id, UserID: user})
		return err
	})
	return out, pg.Fault(wrap("move an application", err), pg.Absent(errNoApplication))
}

// Reopen takes a ghosted application back to the status before. The timeline keeps what happened.
func (s *Service) Reopen(ctx context.Context, user, id uuid.UUID) (store.DetailsRow, error) {
	now := s.now()
	var out store.DetailsRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockApplication(ctx, tx, store.LockApplicationParams{ID: id, UserID: user})
		if err != nil {
			return err
		}
		if Status(a.Status) != Ghosted {
			return errNotGhosted
		}
		before, err := s.q.StatusBeforeGhosted(ctx, tx, store.StatusBeforeGhostedParams{ID: id, UserID: user})
		if errors.Is(err, pgx.ErrNoRows) {
			before, err = string(Applied), nil
		}
		if err != nil {
			return err
		}
		if err := s.move(ctx, tx, a, Status(before), now); err != nil {
			return err
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: id, UserID: user})
		return err
	})
	return out, pg.Fault(wrap("reopen an application", err), pg.Absent(errNoApplication))
}

func (s *Service) move(ctx context.Context, tx pgx.Tx, a store.Application, to Status, now time.Time) error {
	applied := a.AppliedAt
	if applied == nil && Status(a.Status) == Saved {
		applied = &now
	}
	err := s.q.MoveApplication(ctx, tx, store.MoveApplicationParams{
		ID: a.ID, UserID: a.UserID, Status: string(to), EndedAt: endOf(to, now), AppliedAt: applied, At: now,
	})
	if err != nil {
		return err
	}
	n, err := s.q.AddMove(ctx, tx, store.AddMoveParams{ID: a.ID, UserID: a.UserID, Status: string(to), OccurredAt: now})
	if err != nil {
		return err
	}
	if n > maxMoves {
		return errMovedEnough
	}
	return nil
}

func endOf(s Status, at time.Time) *time.Time {
	if s.Terminal() {
		return &at
	}
	return nil
}

// Advance is a move that a service asks for.
type Advance struct {
	To Status
	// IfInactiveSince, when set, refuses the move if the user acted after it.
	IfInactiveSince *time.Time
	// OperationID, when set, lets a repeat after a lost answer be recognised.
	OperationID *uuid.UUID
}

// Advanced is what a service's move did.
type Advanced struct {
	UserID   uuid.UUID
	Previous Status
	New      Status
}

// Advance moves an open application on behalf of a service. It is not an act of the user: the activity stays.
func (s *Service) Advance(ctx context.Context, id uuid.UUID, in Advance) (Advanced, error) {
	now := s.now()
	var out Advanced
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockForService(ctx, tx, id)
		if err != nil {
			return err
		}
		out = Advanced{UserID: a.UserID, Previous: Status(a.Status), New: in.To}
		if in.OperationID != nil {
			done, err := s.q.MoveOfOperation(ctx, tx, store.MoveOfOperationParams{ID: id, OperationID: in.OperationID})
			if err == nil {
				out.Previous, out.New = Status(done.Previous), Status(done.Status)
				return nil
			}
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
		}
		return s.advance(ctx, tx, id, out, in, now)
	})
	return out, pg.Fault(wrap("advance an application", err), pg.Absent(errUnknown))
}

func (s *Service) advance(ctx context.Context, tx pgx.Tx, id uuid.UUID, a Advanced, in Advance, now time.Time) error {
	if a.Previous.Terminal() {
		return errTerminal
	}
	if a.Previous == in.To {
		return nil // nothing happened, so the timeline says nothing
	}
	n, err := s.q.MoveForService(ctx, tx, store.MoveForServiceParams{
		ID: id, Status: string(in.To), EndedAt: endOf(in.To, now), At: now, IfInactiveSince: in.IfInactiveSince,
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return errActed
	}
	_, err = s.q.AddMove(ctx, tx, store.AddMoveParams{
		ID: id, UserID: a.UserID, Status: string(in.To), OccurredAt: now, OperationID: in.OperationID,
	})
	return err
}
