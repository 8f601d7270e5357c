package applications

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/pg"
)

var (
	errNoApplication  = fault.New(fault.NotFound, "", "You have no such application.")
	errAlreadyTracked = fault.New(fault.Conflict, "", "You already track an application to this posting.")
	errTooMany        = fault.New(fault.Conflict, "Limit Reached", "You already track 20,000 applications. Delete some you no longer need.")
	errOneJob         = fault.New(fault.Invalid, "", "Give exactly one of jobPostId and jobDetails.").
				WithFields(fault.Field{Name: "jobPostId", Message: "or jobDetails must be given, not both"})
)

// Create starts tracking an application. A crawled posting is copied, so that the application outlives it.
func (s *Service) Create(ctx context.Context, user uuid.UUID, req *oas.CreateApplicationRequest) (store.DetailsRow, error) {
	now := s.now()
	status, err := parseStatus(req.Status.Or(string(oas.ApplicationStatusAPPLIED)))
	if err != nil {
		return store.DetailsRow{}, err
	}
	a, err := s.newRow(ctx, user, req, status, now)
	if err != nil {
		return store.DetailsRow{}, err
	}
	began := now
	if a.AppliedAt != nil && status != oas.ApplicationStatusSAVED {
		began = *a.AppliedAt
	}
	a.EndedAt = endOf(status, began)
	var out store.DetailsRow
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.roomForOne(ctx, tx, user); err != nil {
			return err
		}
		if err := s.insert(ctx, tx, a, began); err != nil {
			return err
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: a.ID, UserID: user})
		return err
	})
	return out, pg.Fault(pg.Wrap("create an application", err), pg.On("application_one_per_posting", errAlreadyTracked))
}

// insert writes a new application and the first row of its timeline.
func (s *Service) insert(ctx context.Context, tx pgx.Tx, a store.InsertApplicationParams, began time.Time) error {
	if err := s.q.InsertApplication(ctx, tx, a); err != nil {
		return err
	}
	_, err := s.q.AddMove(ctx, tx, store.AddMoveParams{ID: a.ID, UserID: a.UserID, Status: a.Status, OccurredAt: began})
	return err
}

// roomForOne refuses one more application than a user may have. The lock holds until the transaction ends.
func (s *Service) roomForOne(ctx context.Context, tx pgx.Tx, user uuid.UUID) error {
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
	return nil
}

// newRow builds the row of a new application. A crawled posting is read from job search.
func (s *Service) newRow(
	ctx context.Context, user uuid.UUID, req *oas.CreateApplicationRequest, status oas.ApplicationStatus, now time.Time,
) (store.InsertApplicationParams, error) {
	posting, crawled := req.JobPostId.Get()
	job, entered := req.JobDetails.Get()
	if crawled == entered {
		return store.InsertApplicationParams{}, errOneJob
	}
	step := req.NextStep.Value
	a := store.InsertApplicationParams{
		ID: uuid.Must(uuid.NewV7()), UserID: user, Status: string(status), Places: []string{}, Skills: []string{},
		Notes: patchText(req.Notes, nil), Contact: patchText(req.Contact, nil), PortalURL: patchText(req.PortalUrl, nil),
		NextStepLabel: patchText(step.Label, nil), NextStepDate: patchTime(oas.OptNilDateTime(step.Date), nil),
		NextStepReminderAt: patchTime(step.ReminderAt, nil), AppliedAt: patchTime(req.AppliedAt, nil),
		CreatedAt: now, UpdatedAt: now, LastActivityAt: now,
	}
	if a.AppliedAt == nil && status != oas.ApplicationStatusSAVED {
		a.AppliedAt = &now
	}
	if err := checkTimes(now, a.AppliedAt, a.NextStepDate, a.NextStepReminderAt); err != nil {
		return a, err
	}
	if entered {
		a.JobTitle, a.Company, a.URL, a.Location = tidy(job.Title), tidy(job.Company), patchText(job.URL, nil), patchText(job.Location, nil)
		return a, checkJob(a.JobTitle, a.Company)
	}
	p, err := s.posting(ctx, posting)
	if err != nil {
		return a, err
	}
	copyPosting(&a, p)
	return a, nil
}

// copyPosting copies what the user will need when the posting is gone. Titles, companies and locations are cut to the
// lengths that an import accepts, because boards may exceed them.
func copyPosting(a *store.InsertApplicationParams, p *jobs.JobPostResponse) {
	a.JobPostID = &p.ID
	a.JobTitle = cmp.Or(clip(tidy(p.Title), maxTitle), "Untitled posting")
	a.Company = cmp.Or(clip(tidy(p.Company.Name), maxCompany), "Unknown company")
	a.URL = nonEmpty(p.URL)
	if v, ok := p.Company.LogoUrl.Get(); ok {
		a.CompanyLogoURL = nonEmpty(v.String())
	}
	a.Description = nonEmpty(p.Description.Or(""))
	a.Skills = append(a.Skills, p.Skills...)
	a.Places = append(a.Places, placesOf(p.Locations, p.WorkplaceType)...)
	location := cmp.Or(tidy(p.Location.Or("")), strings.Join(a.Places, "; "))
	a.Location = nonEmpty(clip(location, maxLocation))
}

// Details returns one application with its timeline.
func (s *Service) Details(ctx context.Context, user, id uuid.UUID) (store.DetailsRow, error) {
	d, err := s.q.Details(ctx, s.db, store.DetailsParams{ID: id, UserID: user})
	return d, pg.Fault(pg.Wrap("read an application", err), pg.Absent(errNoApplication))
}

// List returns one page of the user's applications and the number of all that match.
func (s *Service) List(ctx context.Context, user uuid.UUID, f store.Filter) ([]store.Application, int64, error) {
	page, total, err := store.List(ctx, s.db, user, f)
	return page, total, pg.Fault(pg.Wrap("list applications", err))
}

// modify locks an application of the user, makes a change and returns the application as it is afterwards.
func (s *Service) modify(
	ctx context.Context, user, id uuid.UUID, doing string, change func(tx pgx.Tx, a store.Application) error,
) (store.DetailsRow, error) {
	var out store.DetailsRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockApplication(ctx, tx, store.LockApplicationParams{ID: id, UserID: user})
		if err != nil {
			return err
		}
		if err := change(tx, a); err != nil {
			return err
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: id, UserID: user})
		return err
	})
	return out, pg.Fault(pg.Wrap(doing, err), pg.Absent(errNoApplication))
}
