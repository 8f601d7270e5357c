package notifications

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// alertGap is the minimum time between two alert messages to a user for searches that alert immediately. A crawl finds
// postings for minutes, and each would otherwise be a separate message.
const alertGap = 10 * time.Minute

// alertPlan decides when hits are reported to a user.
type alertPlan struct {
	store.AlertSettings
	userFormat
	last time.Time // time of the last message to the user, if that was within alertGap
}

// due returns the time at which to report a hit that is found at a time.
func (p alertPlan) due(rhythm jobs.AlertRhythm, now time.Time) time.Time {
	switch rhythm {
	case jobs.AlertRhythmDAILY:
		return p.afterQuiet(p.nextHour(now, func(time.Weekday) bool { return true }))
	case jobs.AlertRhythmWEEKLY:
		return p.afterQuiet(p.nextHour(now, func(d time.Weekday) bool { return d == weekdayOf(oas.Weekday(p.Weekday)) }))
	case jobs.AlertRhythmATONCE:
	}
	if free := p.last.Add(alertGap); !p.last.IsZero() && free.After(now) {
		now = free
	}
	return p.afterQuiet(now)
}

// nextHour returns when the user's clock next shows the hour of their alerts on one of the days. An hour that is skipped when
// clocks go forward is the hour after it.
func (p alertPlan) nextHour(now time.Time, on func(time.Weekday) bool) time.Time {
	y, m, d := clockTime(now, p.zone).Date()
	for ; ; d++ {
		clock := time.Date(y, m, d, int(p.Hour), 0, 0, 0, time.UTC)
		if at := instantOf(clock, p.zone); on(clock.Weekday()) && !at.Before(now) {
			return at
		}
	}
}

// afterQuiet returns the time itself, or the end of the quiet hours that it is in. Clocks that go forward may skip the end.
func (p alertPlan) afterQuiet(t time.Time) time.Time {
	if !p.quiet(t) {
		return t
	}
	y, m, d := clockTime(t, p.zone).Date()
	for ; ; d++ {
		if end := instantOf(time.Date(y, m, d, int(*p.QuietUntil), 0, 0, 0, time.UTC), p.zone); end.After(t) && !p.quiet(end) {
			return end
		}
	}
}

// quiet reports whether a time is in the quiet hours.
func (p alertPlan) quiet(t time.Time) bool {
	if p.QuietFrom == nil || p.QuietUntil == nil {
		return false
	}
	from, until, hour := int(*p.QuietFrom), int(*p.QuietUntil), t.In(p.zone).Hour()
	if from < until {
		return from <= hour && hour < until
	}
	return from <= hour || hour < until
}

// weekdayOf returns the day that a name of the contract means.
func weekdayOf(name oas.Weekday) time.Weekday {
	// The contract begins with Monday, Go with Sunday.
	return time.Weekday((slices.Index(name.AllValues(), name) + 1) % 7)
}

// alertPlans returns a function that gives the plan of each of the users.
func (s *Service) alertPlans(ctx context.Context, users []uuid.UUID) (func(uuid.UUID) alertPlan, error) {
	settings, err := s.alertSettingsOf(ctx, users)
	if err != nil {
		return nil, err
	}
	formats, err := s.formatsFor(ctx, users)
	if err != nil {
		return nil, err
	}
	rows, err := s.q.LastTold(ctx, s.db, store.LastToldParams{UserIds: users, Since: s.now().Add(-alertGap)})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read last alerts: %w", err))
	}
	last := map[uuid.UUID]time.Time{}
	for _, row := range rows {
		last[row.UserID] = row.ToldAt
	}
	return func(user uuid.UUID) alertPlan { return alertPlan{settings(user), formats(user), last[user]} }, nil
}

// replanAlerts gives the hits of a user that wait new times, by the settings and the time zone that are stored now.
func (s *Service) replanAlerts(ctx context.Context, user uuid.UUID) error {
	plans, err := s.alertPlans(ctx, []uuid.UUID{user})
	if err != nil {
		return err
	}
	plan, now := plans(user), s.now()
	return pg.Fault(s.q.ReplanHits(ctx, s.db, store.ReplanHitsParams{
		UserID: user, AtOnce: plan.due(jobs.AlertRhythmATONCE, now),
		Daily: plan.due(jobs.AlertRhythmDAILY, now), Weekly: plan.due(jobs.AlertRhythmWEEKLY, now),
	}))
}
