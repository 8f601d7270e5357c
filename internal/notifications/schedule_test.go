package notifications_test

import (
	"context"
	"testing"
	"time"
)

// TestInterviewRemindersFireBetweenPasses checks that a step entered after the hourly pass does not wait for the next
// one.
func TestInterviewRemindersFireBetweenPasses(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	fx.options = []option{func(c *configuration) {
		c.Interview.Cron = cron(t, "0 0 0 1 1 ? 2099")
		c.Reminder.Enabled, c.Digest.Enabled, c.Ghosted.Enabled, c.Recommendation.Enabled = false, false, false, false
	}}
	svc := fx.replica()
	svc.SetBetweenPasses(cron(t, "* * * * * ?"))
	ada.addNextStep("Call", fx.clock.Now().Format(time.DateOnly), fx.clock.Now().Add(50*time.Minute))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- svc.Run(ctx) }()
	fx.mail.Wait(2)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(ada.notices()); n != 2 {
		t.Errorf("%d notices, want 2", n)
	}
}

// TestRunStartsEnabledTasks runs the real loops, one tick per second, until the context ends.
func TestRunStartsEnabledTasks(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(time.Now())
	ada := fx.person()
	fx.seed(ada.id, 3, fx.clock.Now(), "IN_APP", "EMAIL")
	fx.options = []option{func(c *configuration) {
		c.Reminder.Cron, c.Recommendation.Cron = cron(t, "* * * * * ?"), cron(t, "* * * * * ?")
		c.Digest.Enabled, c.Ghosted.Enabled, c.Interview.Enabled = false, false, false
	}}
	svc := fx.replica()
	fx.identity.mu.Lock()
	fx.identity.no2FA = append(fx.identity.no2FA, ada.id)
	fx.identity.mu.Unlock()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- svc.Run(ctx) }()
	fx.mail.Wait(3)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(ada.notices()); n < 3 {
		t.Errorf("%d notices", n)
	}
	for _, task := range []string{"digest", "ghosted", "interview-reminder"} {
		if !fx.log.Has("task is disabled", task) {
			t.Errorf("%s is not logged as disabled", task)
		}
	}
}
