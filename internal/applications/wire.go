package applications

import (
	"time"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/wire"
)

// Translation of rows into the contract's answers. Times are sent in UTC, whatever the zone of the process.

func wireApplication(a store.Application) oas.Application {
	out := oas.Application{
		ID:             a.ID,
		JobPostId:      wire.Null(a.JobPostID),
		Status:         oas.ApplicationStatus(a.Status),
		AppliedAt:      wire.NullTime(a.AppliedAt),
		EndedAt:        wire.NullTime(a.EndedAt),
		CreatedAt:      a.CreatedAt.UTC(),
		UpdatedAt:      a.UpdatedAt.UTC(),
		LastActivityAt: a.LastActivityAt.UTC(),
		Job: oas.ApplicationJob{
			Title: a.JobTitle, Company: a.Company, CompanyLogoUrl: wire.Null(a.CompanyLogoURL),
			Location: wire.Null(a.Location), URL: wire.Null(a.URL),
		},
		Notes:     wire.Null(a.Notes),
		NextStep:  oas.NilNextStep{Null: true},
		Contact:   wire.Null(a.Contact),
		PortalUrl: wire.Null(a.PortalURL),
		Tags:      append([]string{}, a.Tags...), ArchivedAt: wire.NullTime(a.ArchivedAt),
	}
	if a.NextStepLabel != nil || a.NextStepDate != nil || a.NextStepReminderAt != nil {
		out.NextStep = oas.NewNilNextStep(oas.NextStep{
			Label: wire.Null(a.NextStepLabel), Date: wire.Null(a.NextStepDate), ReminderAt: wire.NullTime(a.NextStepReminderAt),
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
		JobDescription: wire.Null(d.Application.Description),
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
		Title: r.JobTitle, Company: r.Company, Location: wire.Null(r.Location), URL: wire.Null(r.URL),
		Status: oas.ApplicationStatus(r.Status), AppliedAt: wire.NullTime(r.AppliedAt), EndedAt: wire.NullTime(r.EndedAt),
		CreatedAt: r.CreatedAt.UTC(), LastActivityAt: r.LastActivityAt.UTC(), NextStepLabel: wire.Null(r.NextStepLabel),
		NextStepDate: wire.Null(r.NextStepDate), NextStepReminderAt: wire.NullTime(r.NextStepReminderAt), Contact: wire.Null(r.Contact),
		PortalUrl: wire.Null(r.PortalURL), Notes: wire.Null(r.Notes), Timeline: wireTimeline(r.Statuses, r.Moments),
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
		NextStepReminderAt: wire.NullTime(r.NextStepReminderAt), CompanyName: oas.NewNilString(r.Company),
		Status: oas.ApplicationStatus(r.Status),
	}
}

func wireUserStep(r store.UserNextStepsRow) oas.UserNextStep {
	return oas.UserNextStep{
		ApplicationId: r.ID, JobTitle: r.JobTitle, CompanyName: oas.NewNilString(r.Company), Location: wire.Null(r.Location),
		NextStepLabel: wire.Null(r.NextStepLabel), NextStepDate: wire.Null(r.NextStepDate),
		NextStepReminderAt: wire.NullTime(r.NextStepReminderAt), Status: oas.ApplicationStatus(r.Status), UpdatedAt: r.UpdatedAt.UTC(),
	}
}
