package notifications

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// A reminder that repeats keeps the date and time that a clock showed for its first occurrence. The others are counted from
// there, so that neither a change of the clocks nor a short month shifts those after it.

// clockTime returns the date and time that a clock in the zone shows, as a time in UTC.
func clockTime(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// instantOf returns when a clock in the zone shows a date and time. Of two such instants it is the first; a time that is
// skipped when clocks go forward is taken as if they had not, so 02:30 becomes 03:30.
func instantOf(clock time.Time, zone *time.Location) time.Time {
	const day = 24 * time.Hour
	at := func(near time.Time) time.Time { return clock.Add(near.Sub(clockTime(near, zone))) }
	before, after := at(clock.Add(-day)), at(clock.Add(day)) // the zone's offsets on both sides of a change
	if !clockTime(before, zone).Equal(clock) && clockTime(after, zone).Equal(clock) {
		return after
	}
	return before
}

// occurrence returns the clock time of the nth repeat of a reminder.
func occurrence(repeat oas.ReminderRepeat, from time.Time, n int) time.Time {
	switch repeat {
	case oas.ReminderRepeatDAILY:
		return from.AddDate(0, 0, n)
	case oas.ReminderRepeatWEEKLY:
		return from.AddDate(0, 0, 7*n)
	case oas.ReminderRepeatMONTHLY:
	}
	first := from.AddDate(0, 0, 1-from.Day()).AddDate(0, n, 0)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(from.Day(), last)-1)
}

// nextRepeat returns the first repeat after a time.
func nextRepeat(repeat oas.ReminderRepeat, from time.Time, zone *time.Location, after time.Time) time.Time {
	for n := 1; ; n++ {
		if t := instantOf(occurrence(repeat, from, n), zone); t.After(after) {
			return t
		}
	}
}

// moveRepeating lets the scheduled reminders of a user that repeat keep their clock time in a new zone. Others stay: they
// were set for an instant.
func (s *Service) moveRepeating(ctx context.Context, tx pgx.Tx, user uuid.UUID, from, to *time.Location) error {
	now := s.now()
	list, err := s.q.LockRepeating(ctx, tx, store.LockRepeatingParams{UserID: user, Now: now})
	if err != nil {
		return pg.Fault(fmt.Errorf("read repeating reminders: %w", err))
	}
	move := store.MoveRemindersParams{UserID: user, Now: now}
	for _, r := range list {
		at := instantOf(clockTime(r.TriggerAtUtc, from), to)
		if !at.After(now) {
			at = nextRepeat(oas.ReminderRepeat(*r.Repeat), *r.RepeatFrom, to, now)
		}
		if !at.Equal(r.TriggerAtUtc) {
			move.Ids, move.Times = append(move.Ids, r.ID), append(move.Times, at)
		}
	}
	if len(move.Ids) == 0 {
		return nil
	}
	return pg.Fault(s.q.MoveReminders(ctx, tx, move))
}
