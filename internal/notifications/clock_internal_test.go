package notifications

import (
	"testing"
	"time"

	"rolecall/internal/clocktest"
	"rolecall/internal/lang"
)

// zone loads a time zone.
func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestStartOfDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ zone, day, want string }{
		{"UTC", "2026-05-27", "2026-05-27T00:00:00Z"},
		{"Europe/Madrid", "2026-05-27", "2026-05-26T22:00:00Z"},
		{"Europe/Madrid", "2026-03-29", "2026-03-28T23:00:00Z"}, // clocks go forward at 02:00
		{"Europe/Madrid", "2026-03-30", "2026-03-29T22:00:00Z"},
		{"Europe/Madrid", "2026-10-25", "2026-10-24T22:00:00Z"}, // clocks go back at 03:00
		{"Europe/Madrid", "2026-10-26", "2026-10-25T23:00:00Z"},
		{"America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"}, // clocks skip midnight: the day begins at 01:00
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"}, // midnight occurs twice: the first counts
		{"America/Havana", "2026-11-02", "2026-11-02T05:00:00Z"},
		{"Asia/Kathmandu", "2026-02-28", "2026-02-27T18:15:00Z"},
		{"UTC", "2028-02-29", "2028-02-29T00:00:00Z"},
		{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"}, // the zone skipped December 30
	} {
		day, err := time.Parse(time.DateOnly, tt.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := startOfDay(day, zone(t, tt.zone)).UTC().Format(time.RFC3339); got != tt.want {
			t.Errorf("%s in %s: got %s, want %s", tt.day, tt.zone, got, tt.want)
		}
	}
}

func TestWeekOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-05-18T00:00:00Z":      "2026-05-18", // a Monday
		"2026-05-17T23:59:59Z":      "2026-05-11",
		"2026-05-24T23:59:59Z":      "2026-05-18",
		"2026-05-25T01:00:00+02:00": "2026-05-18", // still Sunday in UTC
		"2026-01-01T12:00:00Z":      "2025-12-29", // week 1 begins in the old year
		"2027-01-03T12:00:00Z":      "2026-12-28", // week 53
		"2028-02-29T12:00:00Z":      "2028-02-28",
		"2026-03-01T00:00:00Z":      "2026-02-23",
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		got := weekOf(at)
		if got.Format(time.DateOnly) != want || got.Weekday() != time.Monday {
			t.Errorf("%s: got the week of %s, want %s", text, got.Format(time.DateOnly), want)
		}
		year, week := at.UTC().ISOWeek()
		if y, w := got.ISOWeek(); y != year || w != week {
			t.Errorf("%s: got ISO week %d-%d, want %d-%d", text, y, w, year, week)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		-time.Hour: "now", 0: "now", 29 * time.Second: "now", 40 * time.Second: "in 1 minute", 25*time.Minute + 10*time.Second: "in 25 minutes",
		59*time.Minute + 40*time.Second: "in 1 hour", 61 * time.Minute: "in 1 hour 1 minute", 2 * time.Hour: "in 2 hours",
		23*time.Hour + 40*time.Minute: "in 23 hours 40 minutes", 24 * time.Hour: "in 24 hours", 50 * time.Hour: "in 2 days",
	} {
		if got := timeLeft(d, lang.English); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}

// TestStepEnds checks that a step ends at its time, or with its day if it has none.
func TestStepEnds(t *testing.T) {
	t.Parallel()
	madrid := zone(t, "Europe/Madrid")
	timed := step{Base: instant("2026-10-25T09:00:00Z")}
	allDay := step{Base: startOfDay(date("2026-10-25"), madrid), AllDay: true} // a day of 25 hours
	for want, s := range map[string]step{"2026-10-25T09:00:00Z": timed, "2026-10-25T23:00:00Z": allDay} {
		if got := s.ends(madrid); !got.Equal(instant(want)) {
			t.Errorf("all day %t: got %s, want %s", s.AllDay, got.UTC(), want)
		}
	}
}

// date parses a date as midnight in UTC.
func date(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

var instant = clocktest.At
