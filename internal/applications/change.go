package applications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/wire"
)

var errSnapshot = fault.New(fault.Conflict, "", "The job details were copied from a posting and cannot be changed.")

// Update changes the given fields and keeps the others.
func (s *Service) Update(ctx context.Context, user, id uuid.UUID, req *oas.UpdateApplicationRequest) (store.DetailsRow, error) {
	now, step := s.now(), req.NextStep.Value
	date := patchTime(oas.OptNilDateTime(step.Date), nil)
	if err := checkTimes(now, patchTime(req.AppliedAt, nil), date, patchTime(step.ReminderAt, nil)); err != nil {
		return store.DetailsRow{}, err
	}
	return s.modify(ctx, user, id, "change an application", func(tx pgx.Tx, a store.Application) error {
		if a.JobPostID != nil && req.JobDetails.Value != (oas.JobDetailsChange{}) {
			return errSnapshot
		}
		row, err := changed(a, req, now)
		if err != nil {
			return err
		}
		if err := checkJob(row.JobTitle, row.Company); err != nil {
			return err
		}
		return s.q.UpdateApplication(ctx, tx, row)
	})
}

// changed returns the row after the change. An absent property keeps its value, null clears it.
func changed(a store.Application, req *oas.UpdateApplicationRequest, now time.Time) (store.UpdateApplicationParams, error) {
	job, step := req.JobDetails.Value, nextStepChange(req)
	tags, archived := a.Tags, a.ArchivedAt
	var err error
	if req.Tags != nil {
		tags, err = tidyTags(req.Tags)
	}
	if v, ok := req.Archived.Get(); ok && v != (archived != nil) {
		archived = wire.Optional(now, v)
	}
	return store.UpdateApplicationParams{
		ID:                 a.ID,
		UserID:             a.UserID,
		At:                 now,
		JobTitle:           tidy(job.Title.Or(a.JobTitle)),
		Company:            tidy(job.Company.Or(a.Company)),
		URL:                patchText(job.URL, a.URL),
		Location:           patchText(job.Location, a.Location),
		Notes:              patchText(req.Notes, a.Notes),
		Contact:            patchText(req.Contact, a.Contact),
		PortalURL:          patchText(req.PortalUrl, a.PortalURL),
		AppliedAt:          patchTime(req.AppliedAt, a.AppliedAt),
		NextStepLabel:      patchText(step.Label, a.NextStepLabel),
		NextStepDate:       patchTime(oas.OptNilDateTime(step.Date), a.NextStepDate),
		NextStepReminderAt: patchTime(step.ReminderAt, a.NextStepReminderAt),
		Ghosting:           req.Ghosting.Or(a.Ghosting),
		Tags:               tags,
		ArchivedAt:         archived,
	}, err
}

// nextStepChange returns the changes to the next step; null clears every part of it.
func nextStepChange(req *oas.UpdateApplicationRequest) oas.NextStepChange {
	if !req.NextStep.Null {
		return req.NextStep.Value
	}
	return oas.NextStepChange{
		Label:      oas.OptNilString{Set: true, Null: true},
		Date:       oas.OptNilDate{Set: true, Null: true},
		ReminderAt: oas.OptNilDateTime{Set: true, Null: true},
	}
}

// patchText returns a text after a partial update; a blank text counts as none.
func patchText(v oas.OptNilString, old *string) *string {
	if !v.Set {
		return old
	}
	return nonEmpty(v.Or(""))
}

// patchTime returns a time after a partial update.
func patchTime(v oas.OptNilDateTime, old *time.Time) *time.Time {
	switch {
	case !v.Set:
		return old
	case v.Null:
		return nil
	}
	return &v.Value
}
