package applications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
)

var errSnapshot = fault.New(fault.Conflict, "", "The job details of a crawled posting are a snapshot and cannot be changed.")

// Patch is one field of a partial update: not set keeps the value, nil clears it.
type Patch[T any] struct {
	Set   bool
	Value *T
}

// over is the field after the change.
func (p Patch[T]) over(old *T) *T {
	if p.Set {
		return p.Value
	}
	return old
}

// Change is a partial update of an application.
type Change struct {
	Notes          Patch[string]
	Contact        Patch[string]
	PortalURL      Patch[string]
	AppliedAt      Patch[time.Time]
	StepLabel      Patch[string]
	StepDate       Patch[time.Time]
	StepReminderAt Patch[time.Time]

	// Job tells that details of the job are given; title and company are never cleared.
	Job      bool
	Title    Patch[string]
	Company  Patch[string]
	URL      Patch[string]
	Location Patch[string]
}

// apply is the row after the change. Every field of Change occurs here once.
func (c Change) apply(a store.Application) store.UpdateApplicationParams {
	return store.UpdateApplicationParams{
		ID:                 a.ID,
		UserID:             a.UserID,
		JobTitle:           tidy(*c.Title.over(&a.JobTitle)),
		Company:            tidy(*c.Company.over(&a.Company)),
		URL:                tidied(c.URL.over(a.URL)),
		Location:           tidied(c.Location.over(a.Location)),
		Notes:              tidied(c.Notes.over(a.Notes)),
		Contact:            tidied(c.Contact.over(a.Contact)),
		PortalURL:          tidied(c.PortalURL.over(a.PortalURL)),
		AppliedAt:          c.AppliedAt.over(a.AppliedAt),
		NextStepLabel:      tidied(c.StepLabel.over(a.NextStepLabel)),
		NextStepDate:       c.StepDate.over(a.NextStepDate),
		NextStepReminderAt: c.StepReminderAt.over(a.NextStepReminderAt),
	}
}

// Update changes what is given and keeps the rest.
func (s *Service) Update(ctx context.Context, user, id uuid.UUID, c Change) (store.DetailsRow, error) {
	now := s.now()
	if err := checkTimes(now, c.AppliedAt.Value, c.StepDate.Value, c.StepReminderAt.Value); err != nil {
		return store.DetailsRow{}, err
	}
	var out store.DetailsRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		a, err := s.q.LockApplication(ctx, tx, store.LockApplicationParams{ID: id, UserID: user})
		if err != nil {
			return err
		}
		if c.Job && a.JobPostID != nil {
			return errSnapshot
		}
		changed := c.apply(a)
		changed.At = now
		if err := checkJob(changed.JobTitle, changed.Company); err != nil {
			return err
		}
		if err := s.q.UpdateApplication(ctx, tx, changed); err != nil {
			return err
		}
		out, err = s.q.Details(ctx, tx, store.DetailsParams{ID: id, UserID: user})
		return err
	})
	return out, pg.Fault(wrap("change an application", err), pg.Absent(errNoApplication))
}
