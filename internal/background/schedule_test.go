package background

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func instantOf(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// fires lists the next times in the schedule's own zone.
func fires(s Schedule, after time.Time, loc *time.Location, n int) []string {
	var out []string
	for range n {
		if after = s.Next(after); after.IsZero() {
			return append(out, "never")
		}
		out = append(out, after.In(loc).Format(time.RFC3339))
	}
	return out
}

func TestNext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		expr, zone, after string
		want              []string
	}{
		{"0 0 8 ? * MON", "UTC", "2026-01-01T00:00:00Z", []string{"2026-01-05T08:00:00Z", "2026-01-12T08:00:00Z"}},
		{"0 0 8 ? * 2", "UTC", "2026-01-01T00:00:00Z", []string{"2026-01-05T08:00:00Z"}}, // 1 is Sunday
		{"0 0 8 ? * MON", "UTC", "2026-01-05T08:00:00Z", []string{"2026-01-12T08:00:00Z"}},
		{"0/10 * * * * ?", "UTC", "2026-01-01T00:00:55Z", []string{"2026-01-01T00:01:00Z", "2026-01-01T00:01:10Z"}},
		{"0 0 0/6 * * ?", "UTC", "2026-01-01T01:00:00Z", []string{"2026-01-01T06:00:00Z", "2026-01-01T12:00:00Z"}},
		{"0 0 2 * * ?", "UTC", "2026-02-28T02:00:00Z", []string{"2026-03-01T02:00:00Z"}},
		{"0 0 0 L * ?", "UTC", "2028-02-01T00:00:00Z", []string{"2028-02-29T00:00:00Z", "2028-03-31T00:00:00Z"}},
		{"0 0 9 15W * ?", "UTC", "2026-08-01T00:00:00Z", []string{"2026-08-14T09:00:00Z"}},
		{"0 0 9 ? * 6#3", "UTC", "2026-08-01T00:00:00Z", []string{"2026-08-21T09:00:00Z"}},
		{"0 0 9 1 1 ? 2030", "UTC", "2026-08-01T00:00:00Z", []string{"2030-01-01T09:00:00Z", "never"}},

		// Days that some months do not have are waited for, not carried over.
		{"0 0 0 31 * ?", "UTC", "2026-02-01T12:00:00Z", []string{"2026-03-31T00:00:00Z", "2026-05-31T00:00:00Z"}},
		{"0 0 0 1,31 * ?", "UTC", "2026-02-02T00:00:00Z", []string{"2026-03-01T00:00:00Z", "2026-03-31T00:00:00Z"}},
		{"0 0 0 29 2 ?", "UTC", "2026-01-01T00:00:00Z", []string{"2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"}},
		{"0 0 0 29-31 * ?", "UTC", "2026-02-01T00:00:00Z", []string{"2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"}},
		{"0 0 0 */15 * ?", "UTC", "2026-02-01T00:00:00Z", []string{"2026-02-16T00:00:00Z", "2026-03-01T00:00:00Z"}},

		// A daily time, at home in a zone.
		{"0 0 8 * * ?", "Europe/Madrid", "2026-03-28T00:00:00Z", []string{"2026-03-28T08:00:00+01:00", "2026-03-29T08:00:00+02:00"}},
		{"0 0 8 ? * MON", "Pacific/Auckland", "2026-01-01T00:00:00Z", []string{"2026-01-05T08:00:00+13:00"}},
		// The clocks go forward at 02:00: a time that is jumped over fires at the jump, once.
		{"0 30 2 * * ?", "Europe/Madrid", "2026-03-28T12:00:00Z", []string{"2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"}},
		{"0 0/10 2 * * ?", "Europe/Madrid", "2026-03-28T12:00:00Z", []string{"2026-03-29T03:00:00+02:00", "2026-03-30T02:00:00+02:00"}},
		// The clocks go back at 03:00: a time that comes twice fires once, the first time.
		{"0 30 2 * * ?", "Europe/Madrid", "2026-10-24T12:00:00Z", []string{"2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"}},
		{"0 30 2 * * ?", "Europe/Madrid", "2026-10-25T01:10:00Z", []string{"2026-10-26T02:30:00+01:00"}},

		// Hour * counts hours that pass, even across the change and in zones off by half an hour.
		{"0 0 * * * ?", "Europe/Madrid", "2026-10-24T23:30:00Z", []string{"2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00",
			"2026-10-25T03:00:00+01:00"}},
		{"0 0 * * * ?", "Europe/Madrid", "2026-03-29T00:30:00Z", []string{"2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00"}},
		{"0/10 * * * * ?", "Europe/Madrid", "2026-10-25T00:59:45Z", []string{"2026-10-25T02:59:50+02:00", "2026-10-25T02:00:00+01:00"}},
		{"0 0 * * * ?", "Asia/Kolkata", "2026-01-01T00:00:00Z", []string{"2026-01-01T06:00:00+05:30", "2026-01-01T07:00:00+05:30"}},
		{"0 0 * ? * MON", "Pacific/Auckland", "2026-01-04T10:30:00Z", []string{"2026-01-05T00:00:00+13:00"}},
		// Lord Howe goes back by half an hour, from 02:00 to 01:30.
		{"0 15 * * * ?", "Australia/Lord_Howe", "2026-04-04T14:20:00Z", []string{"2026-04-05T02:15:00+10:30"}},
	} {
		t.Run(tt.expr+" "+tt.zone+" "+tt.after, func(t *testing.T) {
			t.Parallel()
			loc := zone(t, tt.zone)
			s, err := ParseCron(tt.expr, loc)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, fires(s, instantOf(t, tt.after), loc, len(tt.want)), cmp.Transformer("len", func(s []string) string {
				return strings.Join(s, " ")
			})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNextOverAYearInAllZones checks that Next always moves forward, and that an hourly task has no long gaps, in every
// zone.
func TestNextOverAYearInAllZones(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca",
		"Pacific/Apia"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loc := zone(t, name)
			hourly, _ := ParseCron("0 0 * * * ?", loc)
			daily, _ := ParseCron("0 30 2 * * ?", loc)
			end := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
			for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Before(end); {
				next := hourly.Next(at)
				// Half-hour zones have one longer hour in the year.
				if gap := next.Sub(at); gap <= 0 || gap > 90*time.Minute {
					t.Fatalf("hourly: %s after %s", next, at)
				}
				at = next
			}
			days := map[string]int{}
			for at := time.Date(2026, 1, 1, 0, 0, 0, 0, loc); at.Before(end); {
				next := daily.Next(at)
				if gap := next.Sub(at); gap <= 0 || gap > 26*time.Hour+30*time.Minute {
					t.Fatalf("daily: %s after %s", next, at)
				}
				at = next
				if days[at.Format(time.DateOnly)]++; days[at.Format(time.DateOnly)] > 1 {
					t.Fatalf("daily: twice on %s", at)
				}
			}
		})
	}
}

func TestParseCronRefuses(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]string{
		"":                     "0 fields",
		"0 8 * * 1":            "5 fields",
		"@daily":               "1 fields",
		"0 0 8 1 * MON":        "day field set twice",
		"0 0 25 * * ?":         "hour 25",
		"0 0 8,25 * * ?":       "hour 25",
		"0 75,80 * * * ?":      "minute 75",
		"0 0 0 1 13,14 ?":      "month 13",
		"0 0 0 ? * 8,9":        "day of week 8",
		"0 0 0 30 2 ?":         "never fires",
		"0 0 0 31 4,6,9,11 ?":  "never fires",
		"0 0 8 ? * MON 1980":   "never fires",
		"every monday at 8 am": "",
	} {
		_, err := ParseCron(expr, time.UTC)
		if err == nil {
			t.Errorf("%q is accepted", expr)
			continue
		}
		if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", expr)) {
			t.Errorf("%q: %v", expr, err)
		}
	}
}

func TestScheduleAsText(t *testing.T) {
	t.Parallel()
	var s Schedule
	if !s.IsZero() || !s.Next(time.Now()).IsZero() {
		t.Error("the zero schedule fires")
	}
	if err := s.UnmarshalText([]byte("  0 0  8 ? * MON ")); err != nil {
		t.Fatal(err)
	}
	text, _ := s.MarshalText()
	if got, want := string(text), "0 0 8 ? * MON"; got != want || s.String() != want {
		t.Errorf("got %q and %q, want %q", got, s.String(), want)
	}
	if err := s.UnmarshalText([]byte("nonsense")); err == nil || s.String() != "0 0 8 ? * MON" {
		t.Errorf("after a refusal: %v, %s", err, s)
	}
	tokyo := s.In(zone(t, "Asia/Tokyo"))
	if got, want := tokyo.Next(instantOf(t, "2026-01-01T00:00:00Z")).UTC().Format(time.RFC3339), "2026-01-04T23:00:00Z"; got != want {
		t.Errorf("in Tokyo: got %s, want %s", got, want)
	}
}
