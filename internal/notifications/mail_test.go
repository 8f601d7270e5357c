package notifications_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/mail/mailtest"
	"rolecall/internal/notifications"
)

// TestMailsArriveInOrderAfterAnOutage takes the mail server away for an hour while reminders fire. Afterwards every
// mail arrives once. With one sender they arrive in the order in which they were due; several senders keep that order
// per person and per batch.
func TestMailsArriveInOrderAfterAnOutage(t *testing.T) {
	t.Parallel()
	for _, senders := range []int{1, 8} {
		t.Run(fmt.Sprint(senders), func(t *testing.T) {
			t.Parallel()
			awayForAnHour(t, senders)
		})
	}
}

func awayForAnHour(t *testing.T, senders int) {
	fx := newFixture(t)
	server := gate(t, fx)
	fx.svc.SetMailConcurrency(senders)
	var people []person
	for range 6 {
		people = append(people, fx.person())
	}
	var want []string
	for minute := range 60 {
		for n := range 5 {
			title := fmt.Sprintf("%02d-%d", minute, n)
			want = append(want, title)
			people[n].remind(object{"title": title, "triggerAtUtc": noon.Add(time.Duration(minute)*time.Minute + time.Duration(n+1)*time.Second),
				"channels": []string{"EMAIL"}})
		}
	}
	server.Store(false)
	failures := 0
	for range 61 {
		fx.clock.Add(time.Minute)
		fx.dispatch()
		for range 5 {
			if _, err := fx.svc.DeliverMail(t.Context()); err != nil {
				failures++
			}
		}
	}
	if n := len(fx.mail.Messages()); n != 0 {
		t.Fatalf("%d mails reached a server that is away, want 0", n)
	}
	if failures < 50 || failures > 75 {
		t.Errorf("the server was looked at %d times", failures)
	}
	if n := fx.count("SELECT count(*) FROM notification.outbox WHERE attempts > 0"); n != 0 {
		t.Errorf("%d mails were tried in vain, want 0", n)
	}
	server.Store(true)
	fx.clock.Add(time.Minute)
	fx.deliver()
	var got []string
	of := map[string][]string{}
	for _, m := range fx.mail.Messages() {
		got = append(got, m.Subject)
		of[m.To[0]] = append(of[m.To[0]], m.Subject)
	}
	if senders == 1 && !slices.Equal(got, want) {
		t.Errorf("got %d mails in the order %v, want %v", len(got), got, want)
	}
	for to, subjects := range of {
		if !slices.IsSorted(subjects) {
			t.Errorf("%s got their mails in the order %v, want them sorted", to, subjects)
		}
	}
	for i, subject := range got {
		if due := slices.Index(want, subject); due/batchOfMail != i/batchOfMail {
			t.Errorf("mail %s was due as number %d and came as number %d", subject, due, i)
		}
	}
	if sorted := slices.Sorted(slices.Values(got)); !slices.Equal(sorted, want) {
		t.Errorf("%d mails arrived, %d of them different, of %d", len(got), len(slices.Compact(sorted)), len(want))
	}
	// One connection checks the server, the others deliver a hundred mails each.
	if n := fx.mail.Connections(); n > 8+senders {
		t.Errorf("%d connections for %d mails", n, len(got))
	}
}

// batchOfMail is the number of mails that are claimed at a time.
const batchOfMail = 100

// gate puts a proxy before the mail server. While it is closed, connections are cut immediately.
func gate(t *testing.T, fx *fixture) *atomic.Bool {
	t.Helper()
	address, err := url.Parse(fx.mail.URL())
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var (
		open atomic.Bool
		wg   sync.WaitGroup
	)
	wg.Go(func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			if !open.Load() {
				_ = in.Close()
				continue
			}
			out, err := net.Dial("tcp", address.Host)
			if err != nil {
				t.Error(err)
				_ = in.Close()
				continue
			}
			for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
				wg.Go(func() {
					_, _ = io.Copy(pair[0], pair[1])
					_ = pair[0].Close()
				})
			}
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		wg.Wait()
	})
	fx.smtp = strings.Replace(fx.mail.URL(), address.Host, listener.Addr().String(), 1)
	fx.svc = fx.replica()
	return &open
}

func TestFailedMailIsRetriedAndGivenUp(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.remind(nil)
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.mail.Behave(mailtest.TempFail)
	if r := fx.deliver(); r.Retried != 1 {
		t.Errorf("%+v", r)
	}
	fx.mail.Behave(mailtest.Accept)
	if r := fx.deliver(); r.Delivered != 0 {
		t.Errorf("without waiting: %+v", r)
	}
	fx.clock.Add(time.Minute)
	if r := fx.deliver(); r.Delivered != 1 || len(ada.mails()) != 1 {
		t.Errorf("later: %+v", r)
	}
	ada.remind(nil)
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.mail.Behave(mailtest.TempFail)
	gaveUp := false
	for range 100 {
		fx.clock.Add(time.Hour)
		gaveUp = gaveUp || fx.deliver().GivenUp == 1
	}
	if !gaveUp || fx.counted("custom-reminder", "given_up") != 1 {
		t.Error("never given up")
	}
	if n := fx.count("SELECT count(*) FROM notification.outbox WHERE payload IS NOT NULL"); n != 0 {
		t.Errorf("%d payloads are kept, want 0", n)
	}
}

func TestRepeatedMailKeepsItsMessageID(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.remind(nil)
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.deliver()
	// The process died after the server had accepted the mail and before its own commit.
	fx.exec(`UPDATE notification.outbox SET delivered_at = NULL, payload = $1`,
		[]byte(`{"to":"`+ada.address+`","reminder":{"title":"Send a thank-you note"}}`))
	fx.clock.Add(5 * time.Minute)
	fx.deliver()
	mails := ada.mails()
	if len(mails) != 2 || mails[0].Header.Get("Message-Id") != mails[1].Header.Get("Message-Id") {
		t.Errorf("%d mails", len(mails))
	}
}

func TestManyMailsDelayNoOtherUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	crowd, ada := fx.person(), fx.person()
	fx.seed(crowd.id, 3000, noon.Add(-time.Hour), "EMAIL")
	fx.dispatch()
	fx.seed(ada.id, 1, noon.Add(-time.Minute), "EMAIL")
	fx.dispatch()
	fx.deliver() // a single pass
	if len(ada.mails()) != 1 {
		t.Errorf("after one pass, with %d mails of the other, %d of 1 has arrived", len(crowd.mails()), len(ada.mails()))
	}
}

func TestHousekeepingRemovesOldRows(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.subscriber("", "")
	fx.jobs.post("Nurse", "Oslo")
	ada.remind(nil)
	ada.goStale("Engineer")
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.sendDigests()
	fx.alertGhosted()
	fx.deliver()
	for _, tt := range []struct {
		days int
		want notifications.HousekeepingResult
	}{{10, notifications.HousekeepingResult{}}, {300, notifications.HousekeepingResult{Mails: 3, Claims: 1, Intents: 1}}} {
		fx.clock.Add(time.Duration(tt.days) * 24 * time.Hour)
		if r, err := fx.svc.Housekeep(t.Context()); err != nil || r != tt.want {
			t.Errorf("%d days later: %+v, %v, want %+v", tt.days, r, err, tt.want)
		}
	}
	if n := fx.count("SELECT count(*) FROM notification.outbox") + fx.count("SELECT count(*) FROM notification.digest_claim") + fx.count(
		"SELECT count(*) FROM notification.ghosted_alert"); n != 0 {
		t.Errorf("%d rows are kept for ever", n)
	}
	if n := fx.count("SELECT count(*) FROM notification.digest_run"); n != 1 {
		t.Errorf("%d digest runs, want 1", n)
	}
}

func TestEraseRemovesAllDataOfAUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.jobs.post("Nurse", "Oslo")
	tables := []string{"preferences", "notification", "recommendation_log", "custom_reminder", "interview_reminder_log", "digest_run",
		"digest_claim", "ghosted_alert", "calendar_token", "time_zone", "language", "mail_ended", "alert_hit", "alert_settings", "outbox",
		"channel", "delivery"}
	ada, grace := fx.subscriber("", ""), fx.subscriber("", "")
	for _, p := range []person{ada, grace} {
		p.remind(nil)
		p.goStale("Engineer")
		p.addNextStep("Call", "2026-05-20")
		p.Do("GET", "/notifications/calendar", nil).Want(200)
		p.webhook("https://hooks.example.org")
		p.Do("PUT", "/notifications/time-zone", object{"timeZone": "Europe/Oslo"}).Want(200)
		p.speak("de", noon)
		fx.exec("INSERT INTO notification.mail_ended (user_id, list, ended_at) VALUES ($1, 'ghosted', now())", p.id)
		p.setAlerts(nil)
		p.hit(inOslo, "Engineer")
		fx.identity.no2FA = append(fx.identity.no2FA, p.id)
	}
	fx.tell()
	if _, err := fx.svc.RecommendTwoFactor(t.Context()); err != nil {
		t.Fatal(err)
	}
	fx.sendDigests()
	fx.deliver()
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.remindOfInterviews()
	fx.alertGhosted()
	ada.remind(nil)
	for range 2 {
		fx.api.Do("DELETE", "/internal/users/"+ada.id.String(), nil, serviceKey).Want(204)
	}
	fx.api.Do("DELETE", "/internal/users/"+uuid.NewString(), nil, serviceKey).Want(204)
	for _, table := range tables {
		owner := "user_id"
		if table == "outbox" {
			owner = "payload IS NOT NULL AND owner"
		}
		if n := fx.count("SELECT count(*) FROM notification."+table+" WHERE "+owner+" = $1", ada.id); n != 0 {
			t.Errorf("%s: %d rows are left, want 0", table, n)
		}
		if n := fx.count("SELECT count(*) FROM notification."+table+" WHERE "+owner+" = $1", grace.id); n == 0 {
			t.Errorf("%s: nothing is left of someone else", table)
		}
	}
	before := len(ada.mails())
	fx.deliver()
	if len(ada.mails()) != before {
		t.Error("a mail went out after the deletion")
	}
	fx.api.Do("DELETE", "/internal/users/"+ada.id.String(), nil).WantError(401, "Unauthorized")
	fx.api.Do("DELETE", "/internal/users/17", nil, serviceKey).WantError(400, "Validation Error")
}

func TestEraseDuringDispatchLeavesNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Reminder.BatchSize = 10 })
	ada := fx.person()
	fx.seed(ada.id, 1500, noon, "IN_APP", "EMAIL")
	done := make(chan error)
	go func() {
		_, err := fx.svc.DispatchReminders(context.WithoutCancel(t.Context()))
		done <- err
	}()
	if err := fx.svc.Erase(t.Context(), ada.id); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, query := range []string{"custom_reminder", "notification", "outbox"} {
		if n := fx.count("SELECT count(*) FROM notification." + query); n != 0 {
			t.Errorf("%d rows left in %s, want 0", n, query)
		}
	}
}

func TestWaitingMailGoesToTheNewAddress(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.remind(nil)
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.mail.Behave(mailtest.TempFail)
	if r := fx.deliver(); r.Retried != 1 {
		t.Fatalf("%+v", r)
	}
	moved := ada
	moved.address = "new-" + ada.address
	fx.identity.mu.Lock()
	fx.identity.emails[ada.id] = moved.address
	fx.identity.mu.Unlock()
	fx.mail.Behave(mailtest.Accept)
	fx.clock.Add(10 * time.Minute)
	fx.deliver()
	if len(ada.mails()) != 0 || len(moved.mails()) != 1 {
		t.Errorf("%d mails to the old address, %d to the new one", len(ada.mails()), len(moved.mails()))
	}
}
