package notifications

import (
	"testing"
	"time"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
)

func TestAlertsAreDueInTheUsersZone(t *testing.T) {
	t.Parallel()
	const atOnce, daily, weekly = jobs.AlertRhythmATONCE, jobs.AlertRhythmDAILY, jobs.AlertRhythmWEEKLY
	quiet := func(from, until int32) [2]*int32 { return [2]*int32{&from, &until} }
	for _, tt := range []struct {
		name    string
		zone    string
		rhythm  jobs.AlertRhythm
		hour    int32
		weekday oas.Weekday
		quiet   [2]*int32
		now     string
		want    string
	}{
		{"at once", "UTC", atOnce, 8, "", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-20T12:00:00Z"},
		{"before midnight in quiet hours", "Europe/Berlin", atOnce, 8, "", quiet(22, 7), "2026-05-20T20:30:00Z", "2026-05-21T05:00:00Z"},
		{"after midnight in quiet hours", "Europe/Berlin", atOnce, 8, "", quiet(22, 7), "2026-05-20T22:30:00Z", "2026-05-21T05:00:00Z"},
		{"the last quiet second", "UTC", atOnce, 8, "", quiet(22, 7), "2026-05-20T06:59:59Z", "2026-05-20T07:00:00Z"},
		{"the end of quiet hours", "UTC", atOnce, 8, "", quiet(22, 7), "2026-05-20T07:00:00Z", "2026-05-20T07:00:00Z"},
		{"quiet at noon", "UTC", atOnce, 8, "", quiet(12, 14), "2026-05-20T13:59:00Z", "2026-05-20T14:00:00Z"},
		{"not quiet before noon", "UTC", atOnce, 8, "", quiet(12, 14), "2026-05-20T11:59:00Z", "2026-05-20T11:59:00Z"},
		{"quiet until midnight", "UTC", atOnce, 8, "", quiet(20, 0), "2026-05-20T23:00:00Z", "2026-05-21T00:00:00Z"},
		{"quiet over the night in which clocks go forward", "Europe/Berlin", atOnce, 8, "", quiet(22, 7),
			"2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"},
		{"quiet until an hour that clocks skip", "Europe/Berlin", atOnce, 8, "", quiet(22, 2), "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"quiet over the night in which clocks go back", "Europe/Berlin", atOnce, 8, "", quiet(22, 7),
			"2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"},
		{"quiet through an hour that comes twice", "Europe/Berlin", atOnce, 8, "", quiet(22, 3), "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z"},
		{"daily, later today", "America/New_York", daily, 18, "", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-20T22:00:00Z"},
		{"daily, at the hour", "America/New_York", daily, 18, "", [2]*int32{}, "2026-05-20T22:00:00Z", "2026-05-20T22:00:00Z"},
		{"daily, tomorrow", "America/New_York", daily, 18, "", [2]*int32{}, "2026-05-20T22:00:01Z", "2026-05-21T22:00:00Z"},
		{"daily, the hour shifts with the clocks", "Europe/Berlin", daily, 8, "", [2]*int32{}, "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"},
		{"daily, an hour that clocks skip", "Europe/Berlin", daily, 2, "", [2]*int32{}, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
		{"daily, an hour that comes twice", "Europe/Berlin", daily, 2, "", [2]*int32{}, "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"},
		{"daily in quiet hours", "UTC", daily, 6, "", quiet(22, 7), "2026-05-20T12:00:00Z", "2026-05-21T07:00:00Z"},
		{"weekly, Sunday in UTC", "Pacific/Auckland", weekly, 8, "MONDAY", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-24T20:00:00Z"},
		{"weekly, Monday in UTC", "Pacific/Honolulu", weekly, 20, "SUNDAY", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-25T06:00:00Z"},
		{"weekly, today", "UTC", weekly, 13, "WEDNESDAY", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-20T13:00:00Z"},
		{"weekly, in a week", "UTC", weekly, 11, "WEDNESDAY", [2]*int32{}, "2026-05-20T12:00:00Z", "2026-05-27T11:00:00Z"},
		{"weekly over a change of the clocks", "Europe/Berlin", weekly, 8, "SUNDAY", [2]*int32{}, "2026-10-23T12:00:00Z", "2026-10-25T07:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			plan := alertPlan{userFormat: userFormat{zone: zone}, AlertSettings: store.AlertSettings{
				Hour: tt.hour, Weekday: string(tt.weekday), QuietFrom: tt.quiet[0], QuietUntil: tt.quiet[1],
			}}
			if got := plan.due(tt.rhythm, instant(tt.now)).UTC().Format(time.RFC3339); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestNothingIsDueInQuietHours checks in every hour of two years and three zones that what is due is not in quiet hours
// and at most two days away. (Clocks may skip the only hour that is not quiet.)
func TestNothingIsDueInQuietHours(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/Havana", "Australia/Lord_Howe"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for h := range int32(24) {
			from, until := h, (h*7+5)%24
			if from == until {
				continue
			}
			plan := alertPlan{userFormat: userFormat{zone: zone}, AlertSettings: store.AlertSettings{QuietFrom: &from, QuietUntil: &until}}
			for now := time.Date(2026, 1, 1, 0, 30, 0, 0, time.UTC); now.Year() < 2028; now = now.Add(time.Hour) {
				due := plan.due(jobs.AlertRhythmATONCE, now)
				if due.Before(now) || due.Sub(now) > 48*time.Hour || plan.quiet(due) {
					t.Fatalf("%s, quiet from %d to %d: found at %s, due at %s", name, from, until, now.In(zone), due.In(zone))
				}
			}
		}
	}
}

func TestAlertsKeepAGap(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	for last, want := range map[time.Duration]time.Duration{-time.Minute: 9 * time.Minute, -alertGap: 0, -time.Hour: 0} {
		plan := alertPlan{userFormat: userFormat{zone: time.UTC}, last: now.Add(last)}
		if got := plan.due(jobs.AlertRhythmATONCE, now).Sub(now); got != want {
			t.Errorf("%v after the last one: due in %v, want %v", -last, got, want)
		}
	}
}
