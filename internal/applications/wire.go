package applications

import (
	"time"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
)

// Translation of rows into the contract's answers. Times are sent in UTC, whatever the zone of the process.

// optional returns a pointer to a value that may be absent.
func optional[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

func wireAll[R, W any](rows []R, wire func(R) W) []W {
	out := make([]W, len(rows))
	for i, r := range rows {
		out[i] = wire(r)
	}
	return out
}

func wireApplication(a store.Application) oas.Application {
	out := oas.Application{
		ID:             a.ID,
		JobPostId:      oas.NilUUID{Null: true},
		Status:         oas.ApplicationStatus(a.Status),
		AppliedAt:      nilTime(a.AppliedAt),
		EndedAt:        nilTime(a.EndedAt),
		CreatedAt:      a.CreatedAt.UTC(),
		UpdatedAt:      a.UpdatedAt.UTC(),
		LastActivityAt: a.LastActivityAt.UTC(),
		Job: oas.ApplicationJob{
			Title: a.JobTitle, Company: a.Company, CompanyLogoUrl: nilText(a.CompanyLogoURL),
			Location: nilText(a.Location), URL: nilText(a.URL),
		},
		Notes:     nilText(a.Notes),
		NextStep:  oas.NilNextStep{Null: true},
		Contact:   nilText(a.Contact),
		PortalUrl: nilText(a.PortalURL),
		Tags:      append([]string{}, a.Tags...), ArchivedAt: nilTime(a.ArchivedAt),
	}
	if a.JobPostID != nil {
		out.JobPostId = oas.NewNilUUID(*a.JobPostID)
	}
	if a.NextStepLabel != nil || a.NextStepDate != nil || a.NextStepReminderAt != nil {
		out.NextStep = oas.NewNilNextStep(oas.NextStep{
			Label: nilText(a.NextStepLabel), Date: nilDate(a.NextStepDate), ReminderAt: nilTime(a.NextStepReminderAt),
		})
	}
	return out
}

func wireDetails(d store.DetailsRow) *oas.ApplicationDetails {
	a := wireApplication(d.Application)
	return &oas.ApplicationDetails{
		ID: a.ID, JobPostId: a.JobPostId, Status: a.Status, AppliedAt: a.AppliedAt, EndedAt: a.EndedAt, CreatedAt: a.CreatedAt,
		UpdatedAt: a.UpdatedAt, LastActivityAt: a.LastActivityAt, Job: a.Job, Notes: a.Notes, NextStep: a.NextStep,
		Contact: a.Contact, PortalUrl: a.PortalUrl, Tags: a.Tags, ArchivedAt: a.ArchivedAt,
		JobDescription: nilText(d.Application.Description),
		Ghosting:       d.Application.Ghosting,
		Timeline:       wireEvents(d),
	}
}

func wireEvents(d store.DetailsRow) []oas.TimelineEvent {
	out := make([]oas.TimelineEvent, len(d.Positions))
	for i, position := range d.Positions {
		out[i] = oas.TimelineEvent{
			Position: position, Status: oas.ApplicationStatus(d.Statuses[i]), OccurredAt: d.Moments[i].UTC(), Corrected: d.Corrections[i],
		}
	}
	return out
}

func wireTimeline(statuses []string, moments []time.Time) []oas.TimelineEntry {
	out := make([]oas.TimelineEntry, len(statuses))
	for i, status := range statuses {
		out[i] = oas.TimelineEntry{Status: oas.ApplicationStatus(status), OccurredAt: moments[i].UTC()}
	}
	return out
}

func wireExported(r store.ExportSomeRow) *oas.ExportedApplication {
	return &oas.ExportedApplication{
		Title: r.JobTitle, Company: r.Company, Location: nilText(r.Location), URL: nilText(r.URL),
		Status: oas.ApplicationStatus(r.Status), AppliedAt: nilTime(r.AppliedAt), EndedAt: nilTime(r.EndedAt),
		CreatedAt: r.CreatedAt.UTC(), LastActivityAt: r.LastActivityAt.UTC(), NextStepLabel: nilText(r.NextStepLabel),
		NextStepDate: nilDate(r.NextStepDate), NextStepReminderAt: nilTime(r.NextStepReminderAt), Contact: nilText(r.Contact),
		PortalUrl: nilText(r.PortalURL), Notes: nilText(r.Notes), Timeline: wireTimeline(r.Statuses, r.Moments),
	}
}

func wireCounts(c Counts) oas.StatusCounts {
	return oas.StatusCounts{
		SAVED: c[oas.ApplicationStatusSAVED], APPLIED: c[oas.ApplicationStatusAPPLIED],
		SCREENING: c[oas.ApplicationStatusSCREENING], INTERVIEW: c[oas.ApplicationStatusINTERVIEW],
		OFFER: c[oas.ApplicationStatusOFFER], ACCEPTED: c[oas.ApplicationStatusACCEPTED],
		REJECTED: c[oas.ApplicationStatusREJECTED], WITHDRAWN: c[oas.ApplicationStatusWITHDRAWN],
		GHOSTED: c[oas.ApplicationStatusGHOSTED],
	}
}

func wireStale(r store.StaleApplicationsRow, now time.Time) oas.StaleApplication {
	return oas.StaleApplication{
		ID: r.ID, UserId: r.UserID, JobTitle: r.JobTitle, Company: r.Company, CurrentStatus: oas.ApplicationStatus(r.Status),
		LastActivityAt: r.LastActivityAt.UTC(), DaysSinceLastActivity: int(now.Sub(r.LastActivityAt) / (24 * time.Hour)),
	}
}

func wireUpcoming(r store.UpcomingNextStepsRow) oas.UpcomingNextStep {
	return oas.UpcomingNextStep{
		UserId: r.UserID, ApplicationId: r.ID, JobTitle: r.JobTitle, NextStepLabel: *r.NextStepLabel, NextStepDate: *r.NextStepDate,
		NextStepReminderAt: nilTime(r.NextStepReminderAt), CompanyName: oas.NewNilString(r.Company),
		Status: oas.ApplicationStatus(r.Status),
	}
}

func wireUserStep(r store.UserNextStepsRow) oas.UserNextStep {
	return oas.UserNextStep{
		ApplicationId: r.ID, JobTitle: r.JobTitle, CompanyName: oas.NewNilString(r.Company), Location: nilText(r.Location),
		NextStepLabel: nilText(r.NextStepLabel), NextStepDate: nilDate(r.NextStepDate),
		NextStepReminderAt: nilTime(r.NextStepReminderAt), Status: oas.ApplicationStatus(r.Status), UpdatedAt: r.UpdatedAt.UTC(),
	}
}

func nilText(v *string) oas.NilString {
	if v == nil {
		return oas.NilString{Null: true}
	}
	return oas.NewNilString(*v)
}

func nilTime(v *time.Time) oas.NilDateTime {
	if v == nil {
		return oas.NilDateTime{Null: true}
	}
	return oas.NewNilDateTime(v.UTC())
}

func nilDate(v *time.Time) oas.NilDate {
	if v == nil {
		return oas.NilDate{Null: true}
	}
	return oas.NewNilDate(*v)
}
