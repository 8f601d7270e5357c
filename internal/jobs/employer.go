package jobs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoEmployer     = fault.New(fault.NotFound, "", "There is no such employer.")
	errTooManyFollows = fault.New(fault.Conflict, "Limit Reached",
		"You follow 1,000 employers. Stop following some to follow another.")
)

// Employers finds employers by a part of their name, for one user.
func (s *Service) Employers(
	ctx context.Context, user uuid.UUID, text string, following bool, size, skip int64,
) ([]store.Employer, int64, error) {
	// From the primary: what was followed a moment ago must be shown as followed.
	list, total, err := store.Employers(ctx, s.db,
		store.EmployerFilter{User: user, Text: text, Following: following, UnconfirmedBefore: s.since(maxUnconfirmed)}, size, skip)
	return list, total, pg.Fault(err)
}

// FollowedBoards lists the boards of all employers that a user follows.
func (s *Service) FollowedBoards(ctx context.Context, user uuid.UUID) ([]store.FollowedBoardsRow, error) {
	list, err := s.q.FollowedBoards(ctx, s.db, user)
	return list, pg.Fault(err)
}

// Follow lets a user follow an employer, up to the limit per user; following it again changes
// nothing. The crawler counts followers itself, at the start of each crawl.
func (s *Service) Follow(ctx context.Context, user, employer uuid.UUID) error {
	return s.locked(ctx, "follows", user, func(tx pgx.Tx) error {
		kept, err := s.q.Follow(ctx, tx, store.FollowParams{UserID: user, EmployerID: employer, Now: s.now(), Most: maxFollows})
		if err == nil && !kept {
			return errTooManyFollows
		}
		return pg.Fault(err, pg.Absent(errNoEmployer))
	})
}

// Unfollow ends it for all boards of the employer.
func (s *Service) Unfollow(ctx context.Context, user, employer uuid.UUID) error {
	return pg.Fault(s.q.Unfollow(ctx, s.db, store.UnfollowParams{UserID: user, EmployerID: employer}))
}
