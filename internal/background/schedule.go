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
	// trigger is the expression without its days of the month (see days). It always works in UTC, on wall-clock times:
	// the library's own handling of zones skips an hour when the clocks go back.
	trigger *quartz.CronTrigger
	// days of the month on which to fire; empty when the trigger decides. The library turns 31 February into 3 March.
	days daySet
	// everyHour marks an expression whose hour is *, which means every hour that passes, not every hour of the day.
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
	// Validate the expression as written, then parse it again without the days that are handled here.
	if _, err := quartz.NewCronTrigger(expr); err != nil {
		return Schedule{}, trimPrefix(err)
	}
	s := Schedule{expr: strings.Join(fields, " "), loc: loc, everyHour: fields[2] == "*"}
	if s.days = parseDays(fields[3]); s.days != 0 {
		fields[3] = "*"
	}
	trigger, err := quartz.NewCronTrigger(strings.Join(fields, " "))
	if err != nil {
		return Schedule{}, trimPrefix(err)
	}
	s.trigger = trigger
	if s.nextWall(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Schedule{}, errNever
	}
	return s, nil
}

// trimPrefix drops the prefix of the library's errors.
func trimPrefix(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), quartz.ErrCronParse.Error()+": "))
}

// In returns the same expression in another time zone.
func (s Schedule) In(loc *time.Location) Schedule {
	s.loc = loc
	return s
}

// IsZero reports whether the schedule was never set.
func (s Schedule) IsZero() bool { return s.trigger == nil }

// String returns the expression.
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

// Next returns the first time after the given one at which the schedule fires, or the zero time when there is none.
//
// When the clocks go forward, a time that does not exist fires at the moment of the change. When they go back, a time
// that exists twice fires once, the first time. An expression with hour * fires in every hour that passes.
func (s Schedule) Next(after time.Time) time.Time {
	switch {
	case s.trigger == nil:
		return time.Time{}
	case s.loc == nil || s.loc == time.UTC:
		return s.nextWall(after.UTC())
	case s.everyHour:
		return s.nextHourly(after)
	default:
		return s.nextDaily(after)
	}
}

// nextHourly goes through the periods of constant offset, within which a zone behaves like UTC.
func (s Schedule) nextHourly(after time.Time) time.Time {
	for {
		_, end := after.In(s.loc).ZoneBounds()
		_, offset := after.In(s.loc).Zone()
		shift := time.Duration(offset) * time.Second
		next := s.nextWall(after.UTC().Add(shift))
		if next.IsZero() {
			return next
		}
		if next = next.Add(-shift); end.IsZero() || next.Before(end) {
			return next.In(s.loc)
		}
		// Continue with the new offset, starting with the moment of the change itself.
		if s.fires(end) {
			return end.In(s.loc)
		}
		after = end
	}
}

// fires reports whether the schedule fires at exactly t.
func (s Schedule) fires(t time.Time) bool {
	w := wall(t.In(s.loc))
	return s.nextWall(w.Add(-time.Second)).Equal(w)
}

func (s Schedule) nextDaily(after time.Time) time.Time {
	w := wall(after.In(s.loc))
	for {
		if w = s.nextWall(w); w.IsZero() {
			return w
		}
		if t := instant(w, s.loc); t.After(after) {
			return t
		}
	}
}

// wall returns the date and clock time of t, relabelled as UTC.
func wall(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// instant returns when a clock in loc first shows the wall time, or when it jumps over it.
func instant(wall time.Time, loc *time.Location) time.Time {
	// No zone is that far ahead of UTC, so the search starts before the wall time and passes a few changes at most.
	t := wall.Add(-36 * time.Hour)
	for {
		_, offset := t.In(loc).Zone()
		_, end := t.In(loc).ZoneBounds()
		at := wall.Add(-time.Duration(offset) * time.Second)
		if at.Before(t) {
			return t.In(loc) // jumped over
		}
		if end.IsZero() || at.Before(end) {
			return at.In(loc)
		}
		t = end
	}
}

// nextWall returns the next matching wall time, with the days of the month checked here.
func (s Schedule) nextWall(after time.Time) time.Time {
	// 29 February may be eight years away; only days of matching months are visited.
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
