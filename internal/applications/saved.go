package applications

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// takeOverSize is the number of saved jobs that one call takes over.
const takeOverSize = 200

// TakeOverSaved makes SAVED applications of what the user saved in job search since the last time.
func (s *Service) TakeOverSaved(ctx context.Context, user uuid.UUID) (*oas.SavedJobsTakenOver, error) {
	since, err := s.q.SavedUntil(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(pg.Wrap("read which saved jobs were taken over", err))
	}
	list, err := s.jobs.ListUserSavedJobs(ctx, jobs.ListUserSavedJobsParams{
		UserId: user, After: jobs.NewOptDateTime(since), Size: jobs.NewOptInt64(takeOverSize),
	})
	if err != nil {
		return nil, peer.Fault("Job search", err)
	}
	if len(list.Items) == 0 {
		return &oas.SavedJobsTakenOver{}, nil
	}
	rows, err := s.savedRows(ctx, user, list.Items)
	if err != nil {
		return nil, err
	}
	until := list.Items[len(list.Items)-1].SavedAt
	added := 0
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		added, err = s.insertSaved(ctx, tx, user, rows, until)
		return err
	})
	if err != nil {
		return nil, pg.Fault(pg.Wrap("take over saved jobs", err))
	}
	return &oas.SavedJobsTakenOver{Added: added, More: len(list.Items) >= takeOverSize && until.After(since)}, nil
}

// savedRows builds the applications for those saved jobs that the user does not track yet.
func (s *Service) savedRows(ctx context.Context, user uuid.UUID, saved []jobs.SavedJob) ([]store.InsertApplicationParams, error) {
	savedAt := make(map[uuid.UUID]time.Time, len(saved))
	ids := make([]uuid.UUID, len(saved))
	for i, j := range saved {
		ids[i], savedAt[j.Job.ID] = j.Job.ID, j.SavedAt
	}
	ids, err := s.q.Untracked(ctx, s.db, store.UntrackedParams{UserID: user, Postings: ids})
	if err != nil {
		return nil, pg.Fault(pg.Wrap("look for saved jobs without an application", err))
	}
	rows := make([]store.InsertApplicationParams, 0, len(ids))
	for _, id := range ids {
		req := &oas.CreateApplicationRequest{JobPostId: oas.NewOptNilUUID(id)}
		row, err := s.newRow(ctx, user, req, oas.ApplicationStatusSAVED, savedAt[id])
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// insertSaved inserts those rows whose postings the user still does not track: another request may have been faster.
func (s *Service) insertSaved(
	ctx context.Context, tx pgx.Tx, user uuid.UUID, rows []store.InsertApplicationParams, until time.Time,
) (int, error) {
	if err := s.q.LockUser(ctx, tx, user); err != nil {
		return 0, err
	}
	postings := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		postings[i] = *row.JobPostID
	}
	postings, err := s.q.Untracked(ctx, tx, store.UntrackedParams{UserID: user, Postings: postings})
	if err != nil {
		return 0, err
	}
	rows = slices.DeleteFunc(rows, func(r store.InsertApplicationParams) bool { return !slices.Contains(postings, *r.JobPostID) })
	n, err := s.q.CountApplications(ctx, tx, user)
	if err != nil {
		return 0, err
	}
	if int(n)+len(rows) > maxApplications {
		return 0, errTooMany
	}
	for _, row := range rows {
		if err := s.insert(ctx, tx, row, row.CreatedAt); err != nil {
			return 0, err
		}
	}
	return len(rows), s.q.SetSavedUntil(ctx, tx, store.SetSavedUntilParams{UserID: user, SavedUntil: &until})
}
