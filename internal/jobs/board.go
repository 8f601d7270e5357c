package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoTarget       = fault.New(fault.NotFound, "", "There is no such board.")
	errBoardBusy      = fault.New(fault.Conflict, "Board Busy", "Another action on this board is under way. Please wait until it ends.")
	errBoardNotActive = fault.New(fault.Conflict, "Board Not Active", "This board is paused or gone. Resume it first.")
	errTooManyActions = fault.New(fault.Conflict, "Limit Reached",
		"20 actions on boards wait for the crawler. Please wait until some have ended.")
	boardActionsPassed = map[string]string{"pause": "paused", "resume": "resumed", "retry": "retried", "delete": "deleted"}
)

// Board is a board with its last pulls, newest first, and what was last asked of it, if anything.
type Board struct {
	Target store.Target
	Pulls  []store.PullsRow
	Action *store.NewestActionRow
}

// Targets lists boards.
func (s *Service) Targets(ctx context.Context, f store.TargetFilter, size, skip int64) ([]store.Target, int64, error) {
	list, total, err := store.Targets(ctx, s.db, s.now().UTC().Truncate(time.Hour), f, size, skip)
	return list, total, pg.Fault(err)
}

// TargetHealth counts the boards of each health under the filter, whatever health it has.
func (s *Service) TargetHealth(ctx context.Context, f store.TargetFilter) (map[string]int64, error) {
	list, err := store.TargetHealth(ctx, s.db, f)
	counts := make(map[string]int64, len(list))
	for _, c := range list {
		counts[c.Health] = c.Boards
	}
	return counts, pg.Fault(err)
}

func (s *Service) target(ctx context.Context, id uuid.UUID) (store.Target, error) {
	list, _, err := s.Targets(ctx, store.TargetFilter{ID: &id}, 1, 0)
	if err == nil && len(list) == 0 {
		err = errNoTarget
	}
	if err != nil {
		return store.Target{}, err
	}
	return list[0], nil
}

// Board returns a board with its last pulls.
func (s *Service) Board(ctx context.Context, id uuid.UUID, pulls int64) (b Board, err error) {
	if b.Target, err = s.target(ctx, id); err != nil {
		return Board{}, err
	}
	if b.Pulls, err = s.q.Pulls(ctx, s.db, store.PullsParams{TargetID: id, Size: pulls}); err != nil {
		return Board{}, pg.Fault(err)
	}
	action, err := s.q.NewestAction(ctx, s.db, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return b, nil
	}
	b.Action = &action
	return b, pg.Fault(err)
}

// ActOnBoard asks the crawler to pause, resume, pull or delete a board. What can refuse without a code is asked first, so
// that a backup code is not spent on a refusal; the database has the last word.
func (s *Service) ActOnBoard(ctx context.Context, user, id uuid.UUID, action, code string) (row store.InsertActionRow, err error) {
	if action == "retry" && !s.cfg.TriggerEnabled {
		return row, errTriggeringDisabled
	}
	t, err := s.target(ctx, id)
	switch {
	case err != nil:
		return row, err
	case t.PendingAction != nil:
		return row, errBoardBusy
	case action == "retry" && t.Status != "active":
		return row, errBoardNotActive
	}
	if action == "delete" {
		if err := s.verifySecondFactor(ctx, user, code); err != nil {
			return row, err
		}
	}
	request, err := uuid.NewV7()
	if err != nil {
		return row, err
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		row, err = s.q.InsertAction(ctx, tx, store.InsertActionParams{
			ID: request, Kind: action, UserID: user, Now: s.now(), TargetID: id, Most: maxBoardActions,
		})
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "board." + boardActionsPassed[action], Account: user, Actor: audit.Admin,
			Detail: map[string]any{"board": t.SourceType + "/" + t.Token}})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return row, errTooManyActions
	}
	return row, pg.Fault(err, pg.On("board_request_one_action", errBoardBusy))
}
