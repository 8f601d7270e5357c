package jobs

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoFilter       = fault.New(fault.NotFound, "", "You have no such saved filter.")
	errTooManyFilters = fault.New(fault.Conflict, "Limit Reached", "You have 200 saved searches. Delete one to save another.")
	errTooManyJobs    = fault.New(fault.Conflict, "Limit Reached",
		"You have saved 10,000 jobs. Remove some you no longer need to save another.")
	errBlankFilterName = fault.InvalidField("name", "The name must not be blank.")
)

// SavedPosting is a posting that a user has saved.
type SavedPosting struct {
	store.SavedJobsRow
	Posting store.Posting
}

// SavedPostings lists a user's saved postings, last saved first.
func (s *Service) SavedPostings(ctx context.Context, user uuid.UUID, size, skip int64) ([]SavedPosting, error) {
	saved, err := s.q.SavedJobs(ctx, s.db, store.SavedJobsParams{UserID: user, Size: size, Skip: skip})
	if err != nil {
		return nil, pg.Fault(err)
	}
	return s.withPostings(ctx, saved)
}

// SavedSince lists the postings that a user saved after a time, first saved first.
func (s *Service) SavedSince(ctx context.Context, user uuid.UUID, after time.Time, size int64) ([]SavedPosting, error) {
	rows, err := s.q.SavedJobsAfter(ctx, s.db, store.SavedJobsAfterParams{UserID: user, After: after, Size: size})
	if err != nil {
		return nil, pg.Fault(err)
	}
	return s.withPostings(ctx, convert(rows, func(row store.SavedJobsAfterRow) store.SavedJobsRow { return store.SavedJobsRow(row) }))
}

func (s *Service) withPostings(ctx context.Context, saved []store.SavedJobsRow) ([]SavedPosting, error) {
	return joinPostings(ctx, s.db, saved, func(row store.SavedJobsRow) uuid.UUID { return row.JobID },
		func(row store.SavedJobsRow, p store.Posting) SavedPosting { return SavedPosting{row, p} })
}

// joinPostings joins rows with their postings, and leaves out those whose posting is gone. It reads from the primary: what was
// saved a moment ago must be among them.
func joinPostings[Row, Joined any](
	ctx context.Context, db pg.Conn, rows []Row, id func(Row) uuid.UUID, join func(Row, store.Posting) Joined,
) ([]Joined, error) {
	postings, err := store.Postings(ctx, db, convert(rows, id), false)
	if err != nil {
		return nil, pg.Fault(err)
	}
	byID := make(map[uuid.UUID]store.Posting, len(postings))
	for _, p := range postings {
		byID[p.ID] = p
	}
	list := make([]Joined, 0, len(rows))
	for _, row := range rows {
		if p, ok := byID[id(row)]; ok {
			list = append(list, join(row, p))
		}
	}
	return list, nil
}

// locked runs a function in a transaction. Callers that change the same things of one user take turns, so that what was counted
// is still true when a row is written.
func (s *Service) locked(ctx context.Context, things string, user uuid.UUID, run func(tx pgx.Tx) error) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockSaved(ctx, tx, things+" of "+user.String()); err != nil {
			return pg.Fault(err)
		}
		return run(tx)
	})
}

// SavePosting saves a posting for a user, up to the limit per user; saving it again changes nothing.
func (s *Service) SavePosting(ctx context.Context, user, posting uuid.UUID) error {
	return s.locked(ctx, "saved jobs", user, func(tx pgx.Tx) error {
		kept, err := s.q.SaveJob(ctx, tx, store.SaveJobParams{UserID: user, JobID: posting, Now: s.now(), Most: maxSavedJobs})
		if err == nil && !kept {
			return errTooManyJobs
		}
		return pg.Fault(err, pg.Absent(errNoPosting))
	})
}

// UnsavePosting removes a posting from the user's saved ones. It is no error if it is not among them.
func (s *Service) UnsavePosting(ctx context.Context, user, posting uuid.UUID) error {
	return pg.Fault(s.q.UnsaveJob(ctx, s.db, store.UnsaveJobParams{UserID: user, JobID: posting}))
}

// SaveFilter saves a filter, up to the limit per user.
func (s *Service) SaveFilter(ctx context.Context, user uuid.UUID, name string, filters []byte) (store.SavedFilterRow, error) {
	name, err := filterName(name)
	if err != nil {
		return store.SavedFilterRow{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return store.SavedFilterRow{}, err
	}
	var row store.InsertSavedFilterRow
	err = s.locked(ctx, "saved filters", user, func(tx pgx.Tx) error {
		row, err = s.q.InsertSavedFilter(ctx, tx, store.InsertSavedFilterParams{
			ID: id, UserID: user, Name: name, Filters: filters, Now: s.now(), Most: maxSavedFilters,
		})
		return pg.Fault(err, pg.Absent(errTooManyFilters))
	})
	return store.SavedFilterRow{ID: row.ID, Name: row.Name, Filters: row.Filters, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt}, err
}

// ChangeFilter renames a filter, replaces what it filters, or both; nil keeps what is there.
func (s *Service) ChangeFilter(ctx context.Context, user, id uuid.UUID, name *string, filters []byte) (store.SavedFilterRow, error) {
	if name != nil {
		trimmed, err := filterName(*name)
		if err != nil {
			return store.SavedFilterRow{}, err
		}
		name = &trimmed
	}
	_, err := s.q.UpdateSavedFilter(ctx, s.db, store.UpdateSavedFilterParams{ID: id, UserID: user, Name: name, Filters: filters, Now: s.now()})
	if err != nil {
		return store.SavedFilterRow{}, pg.Fault(err)
	}
	return s.savedFilter(ctx, user, id)
}

func (s *Service) savedFilter(ctx context.Context, user, id uuid.UUID) (store.SavedFilterRow, error) {
	row, err := s.q.SavedFilter(ctx, s.db, store.SavedFilterParams{ID: id, UserID: user})
	return row, pg.Fault(err, pg.Absent(errNoFilter))
}

// DeleteFilter deletes a filter.
func (s *Service) DeleteFilter(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteSavedFilter(ctx, s.db, store.DeleteSavedFilterParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoFilter
	}
	return pg.Fault(err)
}

// DeleteUser deletes everything that a user has saved, followed, corrected, hidden, seen and looked for. The crawler deletes
// what they looked for.
func (s *Service) DeleteUser(ctx context.Context, user uuid.UUID) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		for _, drop := range []func(context.Context, store.DBTX, uuid.UUID) error{
			s.q.DeleteSavedJobs, s.q.DeleteFollows, s.q.DeleteOwnCorrections, s.q.DeleteRules, s.q.DeleteSeen, s.q.DeleteVisit,
			s.q.DeleteSearchFeeds, s.q.DeleteAlerts, s.q.DeleteAlertHits, s.q.ForgetCorrector,
		} {
			if err := drop(ctx, tx, user); err != nil {
				return pg.Fault(err)
			}
		}
		if err := s.q.ForgetFinds(ctx, tx, store.ForgetFindsParams{ID: id, UserID: user, Now: s.now()}); err != nil {
			return pg.Fault(err)
		}
		return pg.Fault(s.q.DeleteSavedFilters(ctx, tx, user))
	})
}

func filterName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", errBlankFilterName
	}
	return name, nil
}
