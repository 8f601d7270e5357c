package notifications

import (
	"testing"
	"time"

	"rolecall/internal/notifications/oas"
)

func mustLoad(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestRepeatsKeepTheirClockTime(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		zone, from string
		repeat     oas.ReminderRepeat
		want       []string // times in UTC
	}{
		"clocks go forward":      {"Europe/Madrid", "2026-03-27T09:00", "DAILY", []string{"03-28T08:00", "03-29T07:00", "03-30T07:00"}},
		"clocks go back":         {"Europe/Madrid", "2026-10-23T09:00", "DAILY", []string{"10-24T07:00", "10-25T08:00", "10-26T08:00"}},
		"skipped time":           {"Europe/Madrid", "2026-03-28T02:30", "DAILY", []string{"03-29T01:30", "03-30T00:30"}},
		"skipped west of London": {"America/New_York", "2026-03-07T02:30", "DAILY", []string{"03-08T07:30", "03-09T06:30"}},
		"time that occurs twice": {"Europe/Madrid", "2026-10-24T02:30", "DAILY", []string{"10-25T00:30", "10-26T01:30"}},
		"weekly":                 {"Europe/Madrid", "2026-03-23T09:00", "WEEKLY", []string{"03-30T07:00", "04-06T07:00"}},
		"monthly":                {"Europe/Madrid", "2026-02-15T09:00", "MONTHLY", []string{"03-15T08:00", "04-15T07:00"}},
		"monthly on the 31st":    {"UTC", "2026-01-31T09:00", "MONTHLY", []string{"02-28T09:00", "03-31T09:00", "04-30T09:00"}},
	} {
		from, err := time.Parse("2006-01-02T15:04", tt.from)
		if err != nil {
			t.Fatal(err)
		}
		zone := mustLoad(t, tt.zone)
		after := instantOf(from, zone)
		for _, want := range tt.want {
			after = nextRepeat(tt.repeat, from, zone, after)
			if got := after.Format("01-02T15:04"); got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
	}
}

// TestRepeatsOfTwoYears checks in all zones that repeats come in order, one for each day, and at the clock time unless
// that is skipped.
func TestRepeatsOfTwoYears(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 1, 31, 2, 15, 0, 0, time.UTC)
	for _, name := range []string{"UTC", "Europe/Madrid", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"} {
		zone := mustLoad(t, name)
		after, shifted := instantOf(from, zone), 0
		for n := 1; n <= 730; n++ {
			next := nextRepeat(oas.ReminderRepeatDAILY, from, zone, after)
			if !next.After(after) || next.Sub(after) > 26*time.Hour {
				t.Fatalf("%s: %v follows %v", name, next, after)
			}
			if clock := clockTime(next, zone); !clock.Equal(from.AddDate(0, 0, n)) {
				shifted++
				if clock.Sub(from.AddDate(0, 0, n)) > time.Hour || clock.Before(from.AddDate(0, 0, n)) {
					t.Errorf("%s: repeat %d is at %v", name, n, clock)
				}
			}
			after = next
		}
		if shifted > 2 {
			t.Errorf("%s: %d repeats in two years are shifted", name, shifted)
		}
	}
}

func TestMissedRepeatsAreSkipped(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	got := nextRepeat(oas.ReminderRepeatWEEKLY, from, time.UTC, time.Date(2026, 6, 3, 12, 0, 0, 0, time.UTC))
	if want := time.Date(2026, 6, 5, 9, 0, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
