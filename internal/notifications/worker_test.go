package notifications_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/auth/authtest"
	"rolecall/internal/env"
	"rolecall/internal/mail"
	"rolecall/internal/notifications"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// The environment of a separate process that a test kills.
const (
	workerDatabase = "NOTIFICATIONS_TEST_DATABASE"
	workerMail     = "NOTIFICATIONS_TEST_MAIL"
	workerIdentity = "NOTIFICATIONS_TEST_IDENTITY"
	workerClock    = "NOTIFICATIONS_TEST_CLOCK"
	workerJobs     = "NOTIFICATIONS_TEST_JOBS"
)

// workUntilKilled dispatches, sends alerts and delivers in a loop.
func workUntilKilled() {
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	start, err := time.Parse(time.RFC3339, os.Getenv(workerClock))
	must(err)
	begun := time.Now()
	db, err := pg.Open(ctx, pg.Options{URL: env.NewSecret(os.Getenv(workerDatabase)), Role: schema.NotificationsRole, MaxConns: 8})
	must(err)
	server, err := mail.ParseURL(env.NewSecret(os.Getenv(workerMail)))
	must(err)
	var cfg notifications.Config
	must(env.Load(func(name string) string {
		return map[string]string{
			"PLATFORM_INTERNAL_SERVICE_KEY": authtest.ServiceKey.Reveal(), "PLATFORM_PUBLIC_URL": "https://rolecall.example",
			"NOTIFICATION_CUSTOM_REMINDER_BATCH_SIZE": "20", "NOTIFICATION_CHANNEL_ALLOW_PRIVATE": "true",
		}[name]
	}, &cfg))
	svc, err := notifications.New(cfg, notifications.Deps{
		Log: slog.New(slog.DiscardHandler), DB: db, Mail: mail.NewSMTP(server),
		Peers: peer.URLs{Identity: os.Getenv(workerIdentity), Applications: "http://127.0.0.1:1", Jobs: os.Getenv(workerJobs)},
		Now:   func() time.Time { return start.Add(time.Since(begun)) },
	})
	must(err)
	fmt.Println("ready")
	go func() {
		for {
			_, err := svc.DeliverMail(ctx)
			must(err)
		}
	}()
	go func() {
		for {
			_, err := svc.DeliverToChannels(ctx)
			must(err)
		}
	}()
	for {
		_, err := svc.DispatchReminders(ctx)
		must(err)
		_, err = svc.TellAlerts(ctx)
		must(err)
	}
}

// TestKilledProcessLosesNothing checks that after SIGKILL at random times no reminder is lost, no notice is doubled,
// and a repeated mail or webhook keeps its id.
func TestKilledProcessLosesNothing(t *testing.T) {
	t.Parallel()
	const each = 150
	kills := 20
	if n, err := strconv.Atoi(os.Getenv("ROLECALL_TEST_KILLS")); err == nil {
		kills = n // set for longer runs
	}
	fx := newFixture(t, private)
	people := []person{fx.person(), fx.person(), fx.person()}
	hook := newReceiver(t)
	people[0].webhook(hook.URL)
	repeats := 0
	for range kills {
		for _, p := range people {
			fx.seed(p.id, each/len(people), fx.clock.Now(), "IN_APP", "EMAIL")
		}
		fx.kill(time.Duration(rand.IntN(60)) * time.Millisecond)
		fx.clock.Add(3 * time.Minute) // the leases of the dead process end
	}
	fx.clock.Add(10 * time.Minute)
	fx.dispatchAll()
	for fx.count("SELECT count(*) FROM notification.outbox WHERE delivered_at IS NULL") > 0 {
		fx.deliver()
		fx.clock.Add(3 * time.Minute)
	}
	for fx.count("SELECT count(*) FROM notification.delivery WHERE delivered_at IS NULL") > 0 {
		fx.deliverToChannels()
		fx.clock.Add(3 * time.Minute)
	}
	events := map[string]string{}
	for _, m := range hook.accepted() {
		id := m.header.Get("Webhook-Id")
		if before, seen := events[id]; seen && before != string(m.body) {
			t.Errorf("one id on two different messages: %s", m.body)
		}
		events[id] = string(m.body)
	}
	if want := kills * each / len(people); len(events) != want {
		t.Errorf("%d different messages to the webhook, want %d", len(events), want)
	}
	t.Logf("%d messages to the webhook, %d of them repeated", len(events), len(hook.accepted())-len(events))
	fx.wantEachOnce(kills * each)
	ids := map[string]string{}
	for _, m := range fx.mail.Messages() {
		id := m.Header.Get("Message-Id")
		if before, seen := ids[id]; seen {
			repeats++
			if before != m.To[0]+m.Subject {
				t.Errorf("one Message-ID on two different mails: %q", m.Subject)
			}
		}
		ids[id] = m.To[0] + m.Subject
	}
	if len(ids) != kills*each {
		t.Errorf("%d different mails, want %d", len(ids), kills*each)
	}
	t.Logf("%d mails, %d of them repeated", len(ids), repeats)
}

// kill starts a process and kills it some time after it has begun to work.
func (fx *fixture) kill(after time.Duration) {
	fx.t.Helper()
	self, err := os.Executable()
	if err != nil {
		fx.t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), workerDatabase+"="+fx.database.As(schema.NotificationsRole), workerMail+"="+fx.smtp, workerIdentity+"="+
		fx.identity.URL, workerJobs+"="+fx.jobs.URL,
		workerClock+"="+fx.clock.Now().Format(time.RFC3339))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		fx.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		fx.t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil {
		fx.t.Fatal("the process did not come up:", err)
	}
	<-time.After(after)
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
}
