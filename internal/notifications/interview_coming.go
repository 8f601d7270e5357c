package notifications

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// comingReminder is an automatic reminder of a next step that is still to be sent.
type comingReminder struct {
	application uuid.UUID
	step        step
	offset      string
	at          time.Time
}

// ComingReminders lists the automatic reminders of a user's next steps that are still to be sent, soonest first. It also
// reports whether such reminders are on.
func (s *Service) ComingReminders(ctx context.Context, user uuid.UUID) (list []comingReminder, on bool, err error) {
	prefs, err := s.Preferences(ctx, user)
	if err != nil || !prefs.InterviewReminders || !s.cfg.Interview.Enabled {
		return nil, false, err
	}
	now := s.now()
	steps, err := s.nextSteps(ctx, user, now, now.Add(calendarAhead))
	if err != nil {
		return nil, false, err
	}
	ids := make([]uuid.UUID, len(steps))
	for i, n := range steps {
		ids[i] = n.ApplicationId
	}
	rows, err := s.q.LoggedInterviews(ctx, s.db, store.LoggedInterviewsParams{UserIds: []uuid.UUID{user}, ApplicationIds: ids})
	if err != nil {
		return nil, false, pg.Fault(fmt.Errorf("read interview log: %w", err))
	}
	for _, n := range steps {
		if n.NextStepLabel.Or("") == "" {
			continue // applications does not list it among the upcoming ones
		}
		st := newStep(applications.UpcomingNextStep{
			NextStepLabel: n.NextStepLabel.Value, JobTitle: n.JobTitle, CompanyName: n.CompanyName,
			NextStepDate: n.NextStepDate.Value, NextStepReminderAt: n.NextStepReminderAt,
		}, s.zone)
		for _, o := range offsets {
			sent := store.LoggedInterviewsRow{UserID: user, ApplicationID: n.ApplicationId, ReminderOffset: o.name}
			if at := st.Base.Add(-o.before); at.After(now) && !slices.Contains(rows, sent) {
				list = append(list, comingReminder{application: n.ApplicationId, step: st, offset: o.name, at: at})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b comingReminder) int { return a.at.Compare(b.at) })
	return list, true, nil
}
