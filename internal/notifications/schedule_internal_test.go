package notifications

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// TestMissedRunsAreCaughtUp checks that a time that passed while no process was up is caught up with once.
func TestMissedRunsAreCaughtUp(t *testing.T) {
	t.Parallel()
	at := instant("2026-05-18T08:00:00Z") // a Monday
	s := &Service{db: pgtest.DB(t).Pool(schema.NotificationsRole), q: store.New(), now: func() time.Time {
		return at
	}, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	weekly := schedule{taskDigest, true, cron(t, "0 0 8 ? * MON"), weekOf}
	daily := schedule{taskGhosted, true, cron(t, "0 0 2 * * ?"), nil}
	missed := func(a schedule, when string, want bool) {
		t.Helper()
		at = instant(when)
		if got, err := s.missed(t.Context(), a); err != nil || got != want {
			t.Errorf("%s at %s: missed is %v, %v", a.name, when, got, err)
		}
	}
	ran := func(a schedule, when string, failure error) {
		t.Helper()
		at = instant(when)
		_, err := recorded(t.Context(), s, a.name, func(context.Context) (int, error) { return 1, failure })
		if !errors.Is(err, failure) {
			t.Error(err)
		}
	}

	missed(weekly, "2026-05-20T12:00:00Z", false) // the first start has no past
	missed(weekly, "2026-05-25T07:59:00Z", false)
	missed(weekly, "2026-05-25T08:00:30Z", false) // the schedule itself is at it
	missed(weekly, "2026-05-25T08:01:00Z", true)
	ran(weekly, "2026-05-25T08:00:00Z", nil)
	missed(weekly, "2026-05-27T12:00:00Z", false)
	missed(weekly, "2026-06-03T12:00:00Z", true)  // down on Monday, up on Wednesday
	missed(weekly, "2026-06-15T07:00:00Z", false) // down for weeks: this week's time is yet to come
	missed(weekly, "2026-06-15T08:05:00Z", true)

	missed(daily, "2026-05-20T12:00:00Z", false)
	missed(daily, "2026-05-23T12:00:00Z", true) // down for three days
	ran(daily, "2026-05-23T12:00:00Z", nil)
	missed(daily, "2026-05-24T01:59:00Z", false)
	boom := errors.New("boom")
	ran(daily, "2026-05-24T02:00:00Z", boom)
	missed(daily, "2026-05-24T02:04:00Z", false) // too early to try again
	missed(daily, "2026-05-24T02:05:00Z", true)
	ran(daily, "2026-05-24T02:05:00Z", boom)
	missed(daily, "2026-05-24T02:12:00Z", false) // the waits grow
	missed(daily, "2026-05-24T02:15:00Z", true)
	ran(daily, "2026-05-24T02:15:00Z", nil)
	missed(daily, "2026-05-24T12:00:00Z", false)
}

// TestUnfinishedRunIsRunAgain checks that a run which the end of its process cut short, or which leaves work to another
// process, does not count as the run of its time.
func TestUnfinishedRunIsRunAgain(t *testing.T) {
	t.Parallel()
	at := instant("2026-05-24T12:00:00Z") // the day before a Monday
	s := &Service{db: pgtest.DB(t).Pool(schema.NotificationsRole), q: store.New(), now: func() time.Time {
		return at
	}, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	weekly := schedule{taskDigest, true, cron(t, "0 0 8 ? * MON"), weekOf}
	missed := func(when string, want bool) {
		t.Helper()
		at = instant(when)
		if got, err := s.missed(t.Context(), weekly); err != nil || got != want {
			t.Errorf("at %s: missed is %v, %v", when, got, err)
		}
	}
	missed("2026-05-24T12:00:00Z", false)

	at = instant("2026-05-25T08:00:00Z")
	ctx, stop := context.WithCancel(t.Context())
	background.Every(ctx, &background.Runner{Log: s.log}, "digest", time.Hour, func(ctx context.Context) (DigestResult, error) {
		return recorded(ctx, s, weekly.name, func(context.Context) (DigestResult, error) {
			stop() // the process is told to stop while it works
			return DigestResult{Enqueued: 1}, nil
		})
	})
	missed("2026-05-25T08:01:00Z", true)

	ran := func(held int64) {
		t.Helper()
		_, err := recorded(t.Context(), s, weekly.name, func(context.Context) (DigestResult, error) {
			return DigestResult{Held: held}, nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	ran(2)
	missed("2026-05-25T08:05:00Z", false) // too early to try again
	missed("2026-05-25T08:06:00Z", true)
	ran(0)
	missed("2026-05-25T12:00:00Z", false)
}

func cron(t *testing.T, expr string) background.Schedule {
	t.Helper()
	s, err := background.ParseCron(expr, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
