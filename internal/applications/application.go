package applications

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/pg"
)

const (
	// Characters, as the contract has them for what is entered by hand.
	maxTitle    = 300
	maxCompany  = 200
	maxLocation = 200 // as job search takes it, because digests search for it
)

var (
	errNoApplication = fault.New(fault.NotFound, "", "You have no such application.")
	errAlreadyThere  = fault.New(fault.Conflict, "", "You already track an application to this posting.")
	errTooMany       = fault.New(fault.Conflict, "Limit Reached", "You already track 20,000 applications. Delete some you no longer need.")
	errOneJob        = fault.New(fault.Invalid, "", "Give exactly one of jobPostId and jobDetails.").
				WithFields(fault.Field{Name: "jobPostId", Message: "or jobDetails must be given, not both"})
)

// NewApplication is what a user says when starting to track one.
type NewApplication struct {
	JobPostID *uuid.UUID
	Job       *Job
	Status    Status
	AppliedAt *time.Time
	Notes     *string
	Contact   *string
	PortalURL *string
	NextStep  NextStep
}

// Job is a job that was not crawled.
type Job struct {
	Title    string
	Company  string
	URL      *string
	Location *string
}

// NextStep is what happens next; all parts nil is none.
type NextStep struct {
	Label      *string
	Date       *time.Time
	ReminderAt *time.Time
}

// Create starts tracking an application. A crawled posting is copied, so that the application outlives it.
func (s *Service) Create(ctx context.Context, user uuid.UUID, in NewApplication) (store.DetailsRow, error) {
	now := s.now()
	a, err := s.newRow(ctx, user, in, now)
	if err != nil {
		return store.DetailsRow{}, err
	}
	began := now
	if in.AppliedAt != nil && in.Status != Saved {
		began = *in.AppliedAt
	}
	if in.Status.Terminal() {
		a.EndedAt = &began
	}
	var out store.DetailsRow
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockUser(ctx, tx, user); err != nil {
			return err
		}
		n, err := s.q.CountApplications(ctx, tx, user)
		if err != nil {
			return err
		}
		if n >= maxApplications {
			return errTooMany
		}
		if err := s.q.InsertApplication(ctx, tx, a); err != nil {
			return err
		}
		if _, err := s.q.AddMove(ctx, tx, store.AddMoveParams{ID: a.ID, UserID: user, Status: a.Status, OccurredAt: began}); err != nil {
			return err
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: a.ID, UserID: user})
		return err
	})
	return out, pg.Fault(wrap("create an application", err), pg.On("application_one_per_posting", errAlreadyThere))
}

// newRow is the application to be, its posting read from job search.
func (s *Service) newRow(ctx context.Context, user uuid.UUID, in NewApplication, now time.Time) (store.InsertApplicationParams, error) {
	if (in.JobPostID == nil) == (in.Job == nil) {
		return store.InsertApplicationParams{}, errOneJob
	}
	applied := in.AppliedAt
	if applied == nil && in.Status != Saved {
		applied = &now
	}
	a := store.InsertApplicationParams{
		ID: uuid.Must(uuid.NewV7()), UserID: user, Status: string(in.Status), Places: []string{}, Skills: []string{},
		Notes: tidied(in.Notes), Contact: tidied(in.Contact), PortalURL: tidied(in.PortalURL),
		NextStepLabel: tidied(in.NextStep.Label), NextStepDate: in.NextStep.Date, NextStepReminderAt: in.NextStep.ReminderAt,
		AppliedAt: applied, CreatedAt: now, UpdatedAt: now, LastActivityAt: now,
	}
	if err := checkTimes(now, applied, in.NextStep.Date, in.NextStep.ReminderAt); err != nil {
		return a, err
	}
	if in.Job != nil {
		a.JobTitle, a.Company, a.URL, a.Location = tidy(in.Job.Title), tidy(in.Job.Company), tidied(in.Job.URL), tidied(in.Job.Location)
		return a, checkJob(a.JobTitle, a.Company)
	}
	p, err := s.posting(ctx, *in.JobPostID)
	if err != nil {
		return a, err
	}
	snapshot(&a, p)
	return a, nil
}

// snapshot copies what the user will want to know when the posting is gone, at the lengths that an import takes back:
// boards may be wordier than people.
func snapshot(a *store.InsertApplicationParams, p *jobs.JobPostResponse) {
	a.JobPostID = &p.ID
	a.JobTitle = cmp.Or(clipped(tidy(p.Title), maxTitle), "Untitled posting")
	a.Company = cmp.Or(clipped(tidy(p.Company.Name), maxCompany), "Unknown company")
	a.URL = filled(p.URL)
	if v, ok := p.Company.LogoUrl.Get(); ok {
		a.CompanyLogoURL = filled(v.String())
	}
	if v, ok := p.Description.Get(); ok {
		a.Description = filled(v)
	}
	if p.Skills != nil {
		a.Skills = p.Skills
	}
	a.Places = append(a.Places, placesOf(p.Locations, p.WorkplaceType)...)
	if v, ok := p.Location.Get(); ok {
		a.Location = filled(v)
	}
	if a.Location == nil {
		a.Location = filled(strings.Join(a.Places, "; "))
	}
	if a.Location != nil {
		a.Location = new(clipped(*a.Location, maxLocation))
	}
}

// Details is one application with its timeline.
func (s *Service) Details(ctx context.Context, user, id uuid.UUID) (store.DetailsRow, error) {
	d, err := s.q.Details(ctx, s.db, store.DetailsParams{ID: id, UserID: user})
	return d, pg.Fault(wrap("read an application", err), pg.Absent(errNoApplication))
}

// List is one page of the user's applications and how many there are in all.
func (s *Service) List(ctx context.Context, user uuid.UUID, f store.Filter) ([]store.Application, int64, error) {
	page, total, err := store.List(ctx, s.db, user, f)
	return page, total, pg.Fault(wrap("list applications", err))
}

// Delete removes one application and its timeline, and has its reminders cancelled.
func (s *Service) Delete(ctx context.Context, user, id uuid.UUID) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		n, err := s.q.DeleteApplication(ctx, tx, store.DeleteApplicationParams{ID: id, UserID: user})
		switch {
		case err != nil:
			return err
		case n == 0:
			return errNoApplication
		}
		return s.announceDeleted(ctx, tx, user, []uuid.UUID{id})
	})
	return pg.Fault(wrap("delete an application", err))
}

// wrap says what was being done; nil stays nil.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
