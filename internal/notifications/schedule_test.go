package notifications_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/background"
	"rolecall/internal/env"
	"rolecall/internal/mail"
	"rolecall/internal/notifications"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

// A step entered after the hourly pass is reminded of at its own minute, without waiting for the next pass.
func TestInterviewsBetweenPasses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	every, err := background.ParseCron("* * * * * ?", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	never, err := background.ParseCron("0 0 0 1 1 ? 2099", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	w.options = []option{func(c *configuration) {
		c.Interview.Cron = never
		c.Reminder.Enabled, c.Digest.Enabled, c.Ghosted.Enabled, c.Recommendation.Enabled = false, false, false, false
	}}
	svc := w.replica()
	svc.SetBetweenPasses(every)
	ada.expects("Call", w.clock.Now().Format(time.DateOnly), w.clock.Now().Add(50*time.Minute))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- svc.Run(ctx) }()
	w.mail.Wait(2)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(ada.centre()); n != 2 {
		t.Errorf("%d notices", n)
	}
}

// The loops as the process runs them: by the real clock, a tick a second, until the context ends.
func TestRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(time.Now())
	ada := w.person()
	w.seed(ada.id, 3, time.Now(), "IN_APP", "EMAIL")
	every, err := background.ParseCron("* * * * * ?", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(t)
	cfg.Reminder.Cron, cfg.Recommendation.Cron = every, every
	cfg.Digest.Enabled, cfg.Ghosted.Enabled, cfg.Interview.Enabled = false, false, false
	server, err := mail.ParseURL(env.NewSecret(w.smtp))
	if err != nil {
		t.Fatal(err)
	}
	sender := mail.NewSMTP(server)
	t.Cleanup(sender.Close)
	svc, err := notifications.New(cfg, notifications.Deps{
		Log: slog.New(slog.NewTextHandler(w.log, nil)), Metrics: prometheus.NewRegistry(), DB: w.database.Pool(schema.NotificationsRole),
		Verifier: w.issuer.Verifier(), Mail: sender,
		Peers: peer.URLs{Identity: w.identity.URL, Applications: w.applications.URL, Jobs: w.jobs.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.identity.mu.Lock()
	w.identity.no2FA = append(w.identity.no2FA, ada.id)
	w.identity.mu.Unlock()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- svc.Run(ctx) }()
	w.mail.Wait(3)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(ada.centre()); n < 3 {
		t.Errorf("%d notices", n)
	}
	for _, task := range []string{"digest", "ghosted", "interview-reminder"} {
		if !w.log.has("task is switched off", task) {
			t.Errorf("%s is not said to be off", task)
		}
	}
}
