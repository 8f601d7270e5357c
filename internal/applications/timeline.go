package applications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

var (
	errNoRow   = fault.New(fault.NotFound, "", "The timeline has no such row.")
	errOnlyRow = fault.New(fault.Conflict, "", "The timeline needs at least one row.")
)

// AddEvent enters a move that happened earlier.
func (s *Service) AddEvent(ctx context.Context, user, id uuid.UUID, req *oas.NewTimelineEvent) (store.DetailsRow, error) {
	now := s.now()
	status, err := parseStatus(req.Status)
	if err != nil {
		return store.DetailsRow{}, err
	}
	if err := checkOccurred(now, req.OccurredAt); err != nil {
		return store.DetailsRow{}, err
	}
	return s.modify(ctx, user, id, "enter a move", func(tx pgx.Tx, a store.Application) error {
		n, err := s.q.AddCorrection(ctx, tx, store.AddCorrectionParams{ID: id, UserID: user, Status: string(status), OccurredAt: req.OccurredAt})
		if err != nil {
			return err
		}
		if n > maxMoves {
			return errMovedEnough
		}
		return s.follow(ctx, tx, a, now)
	})
}

// CorrectEvent changes the status or the time of a row. The date of the application follows the row it was taken from.
func (s *Service) CorrectEvent(
	ctx context.Context, user, id uuid.UUID, position int32, req *oas.TimelineCorrection,
) (store.DetailsRow, error) {
	now := s.now()
	return s.correct(ctx, user, id, position, "correct a move", func(tx pgx.Tx, a store.Application, row store.TimelineRowRow) error {
		status, err := parseStatus(req.Status.Or(row.Status))
		if err != nil {
			return err
		}
		at := req.OccurredAt.Or(row.OccurredAt)
		if err := checkOccurred(now, at); err != nil {
			return err
		}
		if string(status) == row.Status && at.Equal(row.OccurredAt) {
			return nil
		}
		if a.AppliedAt != nil && a.AppliedAt.Equal(row.OccurredAt) {
			a.AppliedAt = &at
			if row.Status == string(oas.ApplicationStatusAPPLIED) && status != oas.ApplicationStatusAPPLIED {
				a.AppliedAt = nil // unless another row says when it was sent
			}
		}
		if status == oas.ApplicationStatusSAVED && neverSentWithout(row) {
			a.AppliedAt = nil
		}
		err = s.q.CorrectRow(ctx, tx, store.CorrectRowParams{ID: id, UserID: user, Position: position, Status: string(status), OccurredAt: at})
		if err != nil {
			return err
		}
		return s.follow(ctx, tx, a, now)
	})
}

// RemoveEvent takes a row out of the timeline.
func (s *Service) RemoveEvent(ctx context.Context, user, id uuid.UUID, position int32) (store.DetailsRow, error) {
	now := s.now()
	return s.correct(ctx, user, id, position, "remove a move", func(tx pgx.Tx, a store.Application, row store.TimelineRowRow) error {
		if row.Rows == 1 {
			return errOnlyRow
		}
		if neverSentWithout(row) {
			a.AppliedAt = nil
		}
		if err := s.q.RemoveRow(ctx, tx, store.RemoveRowParams{ID: id, UserID: user, Position: position}); err != nil {
			return err
		}
		return s.follow(ctx, tx, a, now)
	})
}

// neverSentWithout reports whether the row alone says that the application was sent.
func neverSentWithout(row store.TimelineRowRow) bool {
	return row.Status != string(oas.ApplicationStatusSAVED) && !row.OthersSent
}

// correct changes one row of a timeline under the lock of its application.
func (s *Service) correct(
	ctx context.Context, user, id uuid.UUID, position int32, doing string,
	change func(tx pgx.Tx, a store.Application, row store.TimelineRowRow) error,
) (store.DetailsRow, error) {
	return s.modify(ctx, user, id, doing, func(tx pgx.Tx, a store.Application) error {
		row, err := s.q.TimelineRow(ctx, tx, store.TimelineRowParams{ID: id, UserID: user, Position: position})
		if err != nil {
			return pg.Fault(err, pg.Absent(errNoRow))
		}
		return change(tx, a, row)
	})
}

func checkOccurred(now, at time.Time) error {
	if !plausible(at) {
		return fault.InvalidField("occurredAt", fmt.Sprintf("The date must be between the years %d and %d.", firstYear, lastYear))
	}
	if at.After(now.Add(futureTolerance)) {
		return fault.InvalidField("occurredAt", "The date must not be in the future.")
	}
	return nil
}
