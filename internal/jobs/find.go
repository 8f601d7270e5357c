package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errAddingClosed   = fault.New(fault.Forbidden, "Adding Closed", "Only administrators add employers here. Please ask one of them.")
	errFindInProgress = fault.New(fault.Conflict, "Find In Progress", "You are looking for an employer already. Please wait until that ends.")
	errFindsUsed      = fault.New(fault.RateLimited, "", "You have looked for as many employers as you may in 24 hours.")
	errNoFind         = fault.New(fault.NotFound, "", "You have no such find, or it did not find such a board.")
	errAlreadyAdded   = fault.New(fault.Conflict, "Already Added", "This board is being added, or was added already.")
)

// day is the time over which finds are counted.
const day = 24 * time.Hour

// FindStep is a page or a family that the crawler asked, as the crawler writes it.
type FindStep struct {
	Place   string  `json:"place"`
	Token   *string `json:"token"`
	Outcome string  `json:"outcome"`
	Note    *string `json:"note"`
}

// FoundBoard is a board that the crawler found, as the crawler writes it, and what became of it.
type FoundBoard struct {
	Family   string   `json:"family"`
	Token    string   `json:"token"`
	Name     string   `json:"name"`
	Site     *string  `json:"site"`
	Logo     *string  `json:"logo"`
	Postings int      `json:"postings"`
	More     bool     `json:"more"`
	Titles   []string `json:"titles"`
	By       string   `json:"by"`

	State    string     `json:"-"` // state as in the contract
	Employer *uuid.UUID `json:"-"` // nil unless it is a pull target
	Open     *int64     `json:"-"` // postings that can be searched; nil unless it is a pull target
	Reason   *string    `json:"-"`
}

// Find is a search for the board of an employer.
type Find struct {
	store.FindRow
	Steps  []FindStep
	Boards []FoundBoard
}

// mayAdd reports whether the user may find boards and add them.
func (s *Service) mayAdd(user auth.User) bool { return s.cfg.Targets.Open || user.In(auth.GroupAdmin) }

// FindAllowance returns how many finds the user may still start.
func (s *Service) FindAllowance(ctx context.Context, user auth.User) (left int, err error) {
	now := s.now()
	use, err := s.q.FindsUsed(ctx, s.db, store.FindsUsedParams{UserID: user.ID, Now: now, Since: now.Add(-day)})
	return max(s.cfg.Targets.FindsPerDay-int(use.Used), 0), pg.Fault(err)
}

// StartFind queues a search for a board. The database decides: two requests of a user may come at once.
func (s *Service) StartFind(ctx context.Context, user auth.User, query string) (Find, error) {
	if !s.mayAdd(user) {
		return Find{}, errAddingClosed
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Find{}, err
	}
	now := s.now()
	_, err = s.q.InsertFind(ctx, s.db, store.InsertFindParams{ID: id, UserID: user.ID, Now: now, Since: now.Add(-day), Query: query,
		PerDay: int64(s.cfg.Targets.FindsPerDay)})
	if errors.Is(err, pgx.ErrNoRows) {
		use, err := s.q.FindsUsed(ctx, s.db, store.FindsUsedParams{UserID: user.ID, Now: now, Since: now.Add(-day)})
		if err != nil {
			return Find{}, pg.Fault(err)
		}
		return Find{}, errFindsUsed.WithRetryAfter(use.Oldest.Add(day).Sub(now))
	}
	if err != nil {
		return Find{}, pg.Fault(err, pg.On("board_request_one_find", errFindInProgress))
	}
	return s.Find(ctx, user.ID, id)
}

// Find returns a user's find with what became of its boards.
func (s *Service) Find(ctx context.Context, user, id uuid.UUID) (Find, error) {
	row, err := s.q.Find(ctx, s.db, store.FindParams{ID: id, UserID: user})
	if err != nil {
		return Find{}, pg.Fault(err, pg.Absent(errNoFind))
	}
	f := Find{FindRow: row}
	if err := json.Unmarshal(row.Steps, &f.Steps); err != nil {
		return Find{}, fmt.Errorf("read the steps of find %s: %w", id, err)
	}
	if row.Found == nil {
		return f, nil
	}
	if err := json.Unmarshal(row.Found, &f.Boards); err != nil {
		return Find{}, fmt.Errorf("read the boards of find %s: %w", id, err)
	}
	return f, s.followBoards(ctx, &f)
}

// followBoards sets what became of the boards.
func (s *Service) followBoards(ctx context.Context, f *Find) error {
	var of store.KnownBoardsParams
	for _, b := range f.Boards {
		of.SourceTypes, of.Tokens = append(of.SourceTypes, b.Family), append(of.Tokens, b.Token)
	}
	known, err := s.q.KnownBoards(ctx, s.db, of)
	if err != nil {
		return pg.Fault(err)
	}
	additions, err := s.q.Additions(ctx, s.db, &f.ID)
	if err != nil {
		return pg.Fault(err)
	}
	for i := range f.Boards {
		b := &f.Boards[i]
		b.State = "new"
		for _, k := range known {
			if k.SourceType == b.Family && k.Token == b.Token {
				b.State, b.Name, b.Employer, b.Open = "known", k.CompanyName, &k.EmployerID, &k.OpenPostings
			}
		}
	}
	states := map[string]string{"queued": "adding", "running": "adding", "succeeded": "added", "failed": "failed"}
	for _, a := range additions {
		if b := &f.Boards[*a.Choice]; b.State != "known" || a.Status != "failed" {
			b.State, b.Reason = states[a.Status], a.ErrorReason
		}
	}
	return nil
}

// AddFound queues the addition of a board that a find brought.
func (s *Service) AddFound(ctx context.Context, user auth.User, findID uuid.UUID, choice int32) (Find, error) {
	f, err := s.Find(ctx, user.ID, findID)
	if err != nil {
		return Find{}, err
	}
	if !s.mayAdd(user) { // no longer: the find was allowed
		return Find{}, errAddingClosed
	}
	if int(choice) >= len(f.Boards) || f.Status != "succeeded" {
		return Find{}, errNoFind
	}
	b := f.Boards[choice]
	if b.State != "new" && b.State != "failed" {
		return Find{}, errAlreadyAdded
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Find{}, err
	}
	actor := audit.User
	if user.In(auth.GroupAdmin) {
		actor = audit.Admin
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		add := store.InsertAdditionParams{ID: id, UserID: user.ID, Now: s.now(), FindID: &findID, Choice: &choice}
		if err := s.q.InsertAddition(ctx, tx, add); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "board.added", Account: user.ID, Actor: actor,
			Detail: map[string]any{"board": b.Family + "/" + b.Token}})
	})
	if err != nil {
		return Find{}, pg.Fault(err, pg.On("board_request_one_add", errAlreadyAdded))
	}
	return s.Find(ctx, user.ID, findID)
}
