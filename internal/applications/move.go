package applications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
	"rolecall/internal/wire"
)

var (
	errMovedEnough = fault.New(fault.Conflict, "Limit Reached", "The status of this application has been changed 1,000 times already.")
	errNotGhosted  = fault.New(fault.Conflict, "", "Only an application that is marked as ghosted can be reopened.")
	errUnknown     = fault.New(fault.NotFound, "", "There is no such application.")
	errTerminal    = fault.New(fault.Conflict, "", "The application has already ended.")
	errNotInColumn = fault.New(fault.Conflict, "", "The application to put it below is not in that status.")
	errUserActed   = fault.New(fault.Conflict, "", "The user has acted on the application in the meantime.")
)

// Move takes an application of the user to another status, below another card or on top of the column. Moving to the present
// status leaves no row in the timeline and does not count as activity; only the card is put in its place, if one is given.
func (s *Service) Move(
	ctx context.Context, user, id uuid.UUID, to oas.ApplicationStatus, after oas.OptNilUUID,
) (store.DetailsRow, error) {
	now := s.now()
	return s.modify(ctx, user, id, "move an application", func(tx pgx.Tx, a store.Application) error {
		if a.Status == string(to) && !after.Set {
			return nil
		}
		rank, err := s.rank(ctx, tx, a, to, after)
		if err != nil {
			return err
		}
		if a.Status == string(to) {
			return s.q.PlaceApplication(ctx, tx, store.PlaceApplicationParams{ID: id, UserID: user, Rank: rank})
		}
		_, err = s.move(ctx, tx, a, to, rank, now)
		return err
	})
}

// rank returns the rank of a card that is put below another one of a column, or on top.
func (s *Service) rank(
	ctx context.Context, tx pgx.Tx, a store.Application, to oas.ApplicationStatus, after oas.OptNilUUID,
) (pgtype.Numeric, error) {
	above, ok := after.Get()
	if !ok {
		return s.q.TopRank(ctx, tx, a.UserID)
	}
	rank, err := s.q.RankBelow(ctx, tx, store.RankBelowParams{After: above, UserID: a.UserID, Status: string(to), Moving: a.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		return rank, errNotInColumn
	}
	return rank, err
}

// Reopen takes a ghosted application back to the status it had before. The timeline keeps both moves.
func (s *Service) Reopen(ctx context.Context, user, id uuid.UUID) (store.DetailsRow, error) {
	now := s.now()
	return s.modify(ctx, user, id, "reopen an application", func(tx pgx.Tx, a store.Application) error {
		if a.Status != string(oas.ApplicationStatusGHOSTED) {
			return errNotGhosted
		}
		before, err := s.q.StatusBeforeGhosted(ctx, tx, store.StatusBeforeGhostedParams{ID: id, UserID: user})
		if errors.Is(err, pgx.ErrNoRows) {
			before, err = string(oas.ApplicationStatusAPPLIED), nil
		}
		if err != nil {
			return err
		}
		rank, err := s.q.TopRank(ctx, tx, user)
		if err != nil {
			return err
		}
		_, err = s.move(ctx, tx, a, oas.ApplicationStatus(before), rank, now)
		return err
	})
}

// move changes the status and returns the position of the new row in the timeline.
func (s *Service) move(
	ctx context.Context, tx pgx.Tx, a store.Application, to oas.ApplicationStatus, rank pgtype.Numeric, now time.Time,
) (int32, error) {
	// Only a move to APPLIED tells when an application was sent. One that skipped APPLIED was sent before it was answered: now
	// would be wrong.
	applied := a.AppliedAt
	if applied == nil && to == oas.ApplicationStatusAPPLIED {
		applied = &now
	}
	err := s.q.MoveApplication(ctx, tx, store.MoveApplicationParams{
		ID: a.ID, UserID: a.UserID, Status: string(to), EndedAt: endOf(to, now), AppliedAt: applied, Rank: rank, At: now,
	})
	if err != nil {
		return 0, err
	}
	n, err := s.q.AddMove(ctx, tx, store.AddMoveParams{
		ID: a.ID, UserID: a.UserID, Status: string(to), OccurredAt: now, MovedAt: &now, SetApplied: a.AppliedAt == nil && applied != nil,
		LeftRank: a.Rank,
	})
	if err == nil && n > maxMoves {
		err = errMovedEnough
	}
	return n, err
}

func endOf(s oas.ApplicationStatus, at time.Time) *time.Time {
	if terminal(s) {
		return &at
	}
	return nil
}

// Advance moves an open application on behalf of another service. It is not an act of the user, so the time of the last
// activity stays. IfInactiveSince refuses the move if the user acted after that time; OperationId recognises the repeat of
// a call whose answer was lost.
func (s *Service) Advance(ctx context.Context, id uuid.UUID, req *oas.SetApplicationStatusRequest) (*oas.StatusChange, error) {
	to, err := parseStatus(req.Status)
	if err != nil {
		return nil, err
	}
	now, out := s.now(), &oas.StatusChange{ID: id, NewStatus: to}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockForService(ctx, tx, id)
		if err != nil {
			return err
		}
		out.UserId, out.PreviousStatus = a.UserID, oas.ApplicationStatus(a.Status)
		if operation, ok := req.OperationId.Get(); ok {
			done, err := s.q.MoveOfOperation(ctx, tx, store.MoveOfOperationParams{ID: id, OperationID: &operation})
			if err == nil {
				out.PreviousStatus, out.NewStatus = oas.ApplicationStatus(done.Previous), oas.ApplicationStatus(done.Status)
				return nil
			}
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
		}
		return s.advance(ctx, tx, *out, req, now)
	})
	return out, pg.Fault(pg.Wrap("advance an application", err), pg.Absent(errUnknown))
}

func (s *Service) advance(ctx context.Context, tx pgx.Tx, c oas.StatusChange, req *oas.SetApplicationStatusRequest, now time.Time) error {
	if terminal(c.PreviousStatus) {
		return errTerminal
	}
	if c.PreviousStatus == c.NewStatus {
		return nil
	}
	n, err := s.q.MoveForService(ctx, tx, store.MoveForServiceParams{
		ID: c.ID, Status: string(c.NewStatus), EndedAt: endOf(c.NewStatus, now), At: now,
		IfInactiveSince: wire.Optional(req.IfInactiveSince.Get()),
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return errUserActed
	}
	_, err = s.q.AddMove(ctx, tx, store.AddMoveParams{
		ID: c.ID, UserID: c.UserId, Status: string(c.NewStatus), OccurredAt: now, OperationID: wire.Optional(req.OperationId.Get()),
	})
	return err
}
