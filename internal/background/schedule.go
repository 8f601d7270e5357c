package background

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/reugn/go-quartz/quartz"
)

// Schedule is a Quartz cron expression in a time zone. Its zero value never fires.
type Schedule struct {
	expr string
	loc  *time.Location
	// trigger knows the expression without its days of the month, see days. It always works in UTC, on wall-clock
	// readings: the library's own handling of zones skips an hour when the clocks go back.
	trigger *quartz.CronTrigger
	// days of the month on which to fire; empty when the trigger decides. The library turns 31 February into 3 March.
	days daySet
	// everyHour marks an expression whose hour is *: it means "each hour that passes", not "each hour on the dial".
	everyHour bool
}

var errNever = errors.New("it never fires")

// ParseCron reads a Quartz expression: second, minute, hour, day of month, month, day of week (1 is Sunday) and an
// optional year.
func ParseCron(expr string, loc *time.Location) (Schedule, error) {
	s, err := parse(expr, loc)
	if err != nil {
		return Schedule{}, fmt.Errorf("%q is not a Quartz cron expression such as \"0 0 8 ? * MON\": %w", expr, err)
	}
	return s, nil
}

func parse(expr string, loc *time.Location) (Schedule, error) {
	fields := strings.Fields(expr)
	if len(fields) < 6 || len(fields) > 7 {
		return Schedule{}, fmt.Errorf("it has %d fields instead of 6 or 7", len(fields))
	}
	if err := checkBounds(fields); err != nil {
		return Schedule{}, err
	}
	// Parsed as written for the library's judgement, then again without the days that are looked at here.
	if _, err := quartz.NewCronTrigger(expr); err != nil {
		return Schedule{}, plain(err)
	}
	s := Schedule{expr: strings.Join(fields, " "), loc: loc, everyHour: fields[2] == "*"}
	if s.days = parseDays(fields[3]); s.days != 0 {
		fields[3] = "*"
	}
	trigger, err := quartz.NewCronTrigger(strings.Join(fields, " "))
	if err != nil {
		return Schedule{}, plain(err)
	}
	s.trigger = trigger
	if s.nextReading(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Schedule{}, errNever
	}
	return s, nil
}

// plain drops the library's own preface.
func plain(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), quartz.ErrCronParse.Error()+": "))
}

// In is the same expression in another time zone.
func (s Schedule) In(loc *time.Location) Schedule {
	s.loc = loc
	return s
}

// IsZero tells a schedule that was never set.
func (s Schedule) IsZero() bool { return s.trigger == nil }

// String is the expression.
func (s Schedule) String() string { return s.expr }

// MarshalText writes the expression.
func (s Schedule) MarshalText() ([]byte, error) { return []byte(s.expr), nil }

// UnmarshalText reads an expression in UTC.
func (s *Schedule) UnmarshalText(text []byte) error {
	parsed, err := ParseCron(string(text), time.UTC)
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// Next is the first time after the given one at which the schedule fires, or the zero time when there is none.
//
// When the clocks go forward, a time that does not exist fires at the moment of the change. When they go back, a time
// that exists twice fires once, the first time. An expression with hour * fires in every hour that passes.
func (s Schedule) Next(after time.Time) time.Time {
	switch {
	case s.trigger == nil:
		return time.Time{}
	case s.loc == nil || s.loc == time.UTC:
		return s.nextReading(after.UTC())
	case s.everyHour:
		return s.nextElapsed(after)
	default:
		return s.nextOnDial(after)
	}
}

// nextElapsed walks through the stretches of constant offset, in each of which the zone is as harmless as UTC.
func (s Schedule) nextElapsed(after time.Time) time.Time {
	for {
		_, end := after.In(s.loc).ZoneBounds()
		_, offset := after.In(s.loc).Zone()
		shift := time.Duration(offset) * time.Second
		next := s.nextReading(after.UTC().Add(shift))
		if next.IsZero() {
			return next
		}
		if next = next.Add(-shift); end.IsZero() || next.Before(end) {
			return next.In(s.loc)
		}
		// The search goes on with the new offset; the moment of the change itself is a candidate.
		if s.fires(end) {
			return end.In(s.loc)
		}
		after = end
	}
}

// fires tells whether the schedule fires at exactly t, judged by the offset in force at t.
func (s Schedule) fires(t time.Time) bool {
	reading := wall(t.In(s.loc))
	return s.nextReading(reading.Add(-time.Second)).Equal(reading)
}

func (s Schedule) nextOnDial(after time.Time) time.Time {
	reading := wall(after.In(s.loc))
	for {
		if reading = s.nextReading(reading); reading.IsZero() {
			return reading
		}
		if t := instant(reading, s.loc); t.After(after) {
			return t
		}
	}
}

// wall reads the clock face of t as if it hung in UTC.
func wall(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// instant finds when a clock in loc first shows the reading, or when it jumps over it.
func instant(reading time.Time, loc *time.Location) time.Time {
	// A day earlier no reading of today has been reached, whatever the zone; from there at most a few changes follow.
	t := reading.Add(-36 * time.Hour)
	for {
		_, offset := t.In(loc).Zone()
		_, end := t.In(loc).ZoneBounds()
		at := reading.Add(-time.Duration(offset) * time.Second)
		if at.Before(t) {
			return t.In(loc) // jumped over
		}
		if end.IsZero() || at.Before(end) {
			return at.In(loc)
		}
		t = end
	}
}

// nextReading is the next match in UTC, with the days of the month filtered here.
func (s Schedule) nextReading(after time.Time) time.Time {
	// 29 February may be eight years away, and only days of matching months are visited.
	for range 9 * 366 {
		nanos, err := s.trigger.NextFireTime(after.UnixNano())
		if err != nil {
			return time.Time{}
		}
		next := time.Unix(0, nanos).UTC()
		if s.days == 0 || s.days.has(next.Day()) {
			return next
		}
		y, m, d := next.Date()
		after = time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC).Add(-time.Second)
	}
	return time.Time{}
}
