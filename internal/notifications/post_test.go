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
)

// The mail server is away for an hour of the service's time while reminders go on firing. Afterwards every mail
// arrives, once, in the order in which it was due: exactly so with one sender. Several senders keep that order for each
// person, and of different people's mails only those of one batch can overtake each other.
func TestTheMailServerIsAwayForAnHour(t *testing.T) {
	t.Parallel()
	for _, senders := range []int{1, 8} {
		t.Run(fmt.Sprint(senders), func(t *testing.T) {
			t.Parallel()
			awayForAnHour(t, senders)
		})
	}
}

func awayForAnHour(t *testing.T, senders int) {
	w := newWorld(t)
	server := gate(t, w)
	w.svc.SetMailConcurrency(senders)
	var people []person
	for range 6 {
		people = append(people, w.person())
	}
	var want []string
	for minute := range 60 {
		for n := range 5 {
			title := fmt.Sprintf("%02d-%d", minute, n)
			want = append(want, title)
			people[n].sets(object{"title": title, "triggerAtUtc": noon.Add(time.Duration(minute)*time.Minute + time.Duration(n+1)*time.Second), "channels": []string{"EMAIL"}})
		}
	}
	server.Store(false)
	failures := 0
	for range 61 {
		w.clock.pass(time.Minute)
		w.dispatches()
		for range 5 {
			if _, err := w.svc.DeliverMail(t.Context()); err != nil {
				failures++
			}
		}
	}
	if n := len(w.mail.Messages()); n != 0 {
		t.Fatalf("%d mails reached a server that is away", n)
	}
	if failures < 50 || failures > 75 {
		t.Errorf("the server was looked at %d times", failures)
	}
	if n := w.count("SELECT count(*) FROM notification.outbox WHERE attempts > 0"); n != 0 {
		t.Errorf("%d mails were tried in vain", n)
	}
	server.Store(true)
	w.clock.pass(time.Minute)
	w.delivers()
	var got []string
	of := map[string][]string{}
	for _, m := range w.mail.Messages() {
		got = append(got, m.Subject)
		of[m.To[0]] = append(of[m.To[0]], m.Subject)
	}
	if senders == 1 && !slices.Equal(got, want) {
		t.Errorf("got %d mails in the order %v", len(got), got)
	}
	for to, subjects := range of {
		if !slices.IsSorted(subjects) {
			t.Errorf("%s got their mails in the order %v", to, subjects)
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
	// One connection looks, the others deliver a hundred mails each: no stampede.
	if n := w.mail.Connections(); n > 8+senders {
		t.Errorf("%d connections for %d mails", n, len(got))
	}
}

// batchOfMail is how many letters are claimed at a time.
const batchOfMail = 100

// gate puts a door before the mail server: closed, connections are cut as soon as they are made.
func gate(t *testing.T, w *world) *atomic.Bool {
	t.Helper()
	address, err := url.Parse(w.mail.URL())
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
	w.smtp = strings.Replace(w.mail.URL(), address.Host, listener.Addr().String(), 1)
	w.svc = w.replica()
	return &open
}

// Failures of single mails do not stop the others, are tried again later, and given up in the end.
func TestMailsThatFail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.sets(nil)
	w.clock.pass(time.Hour)
	w.dispatches()
	w.mail.Behave(mailtest.TempFail)
	if r := w.delivers(); r.Retried != 1 {
		t.Errorf("%+v", r)
	}
	w.mail.Behave(mailtest.Accept)
	if r := w.delivers(); r.Delivered != 0 {
		t.Errorf("without waiting: %+v", r)
	}
	w.clock.pass(time.Minute)
	if r := w.delivers(); r.Delivered != 1 || len(ada.mails()) != 1 {
		t.Errorf("later: %+v", r)
	}
	ada.sets(nil)
	w.clock.pass(time.Hour)
	w.dispatches()
	w.mail.Behave(mailtest.TempFail)
	gaveUp := false
	for range 100 {
		w.clock.pass(time.Hour)
		gaveUp = gaveUp || w.delivers().GivenUp == 1
	}
	if !gaveUp || w.counted("custom-reminder", "given_up") != 1 {
		t.Error("never given up")
	}
	if n := w.count("SELECT count(*) FROM notification.outbox WHERE payload IS NOT NULL"); n != 0 {
		t.Errorf("%d payloads are kept", n)
	}
}

// A mail that the server took although we did not get to know carries the same Message-ID when it comes again.
func TestARepeatedMailIsRecognisable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.sets(nil)
	w.clock.pass(time.Hour)
	w.dispatches()
	w.delivers()
	// The process died between the acceptance and its commit: the row is as it was under its lease.
	w.exec(`UPDATE notification.outbox SET delivered_at = NULL, payload = $1`, []byte(`{"to":"`+ada.address+`","reminder":{"title":"Send a thank-you note"}}`))
	w.clock.pass(5 * time.Minute)
	w.delivers()
	mails := ada.mails()
	if len(mails) != 2 || mails[0].Header.Get("Message-Id") != mails[1].Header.Get("Message-Id") {
		t.Errorf("%d mails", len(mails))
	}
}

// Mails of one user in great number do not hold up another's.
func TestManyMailsOfOneUser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	crowd, ada := w.person(), w.person()
	w.seed(crowd.id, 3000, noon.Add(-time.Hour), "EMAIL")
	w.dispatches()
	w.seed(ada.id, 1, noon.Add(-time.Minute), "EMAIL")
	w.dispatches()
	w.delivers() // one pass
	if len(ada.mails()) != 1 {
		t.Errorf("after one pass, with %d mails of the other, %d of 1 has arrived", len(crowd.mails()), len(ada.mails()))
	}
}

func TestHousekeeping(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.subscriber("", "")
	w.jobs.posts("Nurse", "Oslo")
	ada.sets(nil)
	ada.goesSilent("Engineer")
	w.clock.pass(time.Hour)
	w.dispatches()
	w.digests()
	w.ghosts()
	w.delivers()
	for age, want := range map[time.Duration][3]int64{10 * 24 * time.Hour: {0, 0, 0}, 300 * 24 * time.Hour: {3, 1, 1}} {
		start := w.clock.Now()
		w.clock.pass(age)
		r, err := w.svc.Housekeep(t.Context())
		if err != nil || [3]int64{r.Mails, r.Claims, r.Intents} != want && age < 100*24*time.Hour {
			t.Errorf("after %s: %+v, %v", age, r, err)
		}
		w.clock.set(start)
	}
	if n := w.count("SELECT count(*) FROM notification.outbox") + w.count("SELECT count(*) FROM notification.digest_claim") + w.count("SELECT count(*) FROM notification.ghosted_alert"); n != 0 {
		t.Errorf("%d rows are kept for ever", n)
	}
	if n := w.count("SELECT count(*) FROM notification.digest_run"); n != 1 {
		t.Errorf("%d digest runs", n)
	}
}

func TestErase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.jobs.posts("Nurse", "Oslo")
	tables := []string{"preferences", "notification", "recommendation_log", "custom_reminder", "interview_reminder_log", "digest_run", "digest_claim", "ghosted_alert", "calendar_token", "time_zone", "mail_ended", "outbox"}
	ada, grace := w.subscriber("", ""), w.subscriber("", "")
	for _, p := range []person{ada, grace} {
		p.sets(nil)
		p.goesSilent("Engineer")
		p.expects("Call", "2026-05-20")
		p.Do("GET", "/notifications/calendar", nil).Want(200)
		p.Do("PUT", "/notifications/time-zone", object{"timeZone": "Europe/Oslo"}).Want(200)
		w.exec("INSERT INTO notification.mail_ended (user_id, list, ended_at) VALUES ($1, 'ghosted', now())", p.id)
		w.identity.no2FA = append(w.identity.no2FA, p.id)
	}
	if _, err := w.svc.RecommendTwoFactor(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.digests()
	w.delivers()
	w.clock.pass(time.Hour)
	w.dispatches()
	w.interviews()
	w.ghosts()
	ada.sets(nil)
	for range 2 {
		w.api.Do("DELETE", "/internal/users/"+ada.id.String(), nil, serviceKey).Want(204)
	}
	w.api.Do("DELETE", "/internal/users/"+uuid.NewString(), nil, serviceKey).Want(204)
	for _, table := range tables {
		owner := "user_id"
		if table == "outbox" {
			owner = "payload IS NOT NULL AND owner"
		}
		if n := w.count("SELECT count(*) FROM notification."+table+" WHERE "+owner+" = $1", ada.id); n != 0 {
			t.Errorf("%s: %d rows are left", table, n)
		}
		if n := w.count("SELECT count(*) FROM notification."+table+" WHERE "+owner+" = $1", grace.id); n == 0 {
			t.Errorf("%s: nothing is left of someone else", table)
		}
	}
	before := len(ada.mails())
	w.delivers()
	if len(ada.mails()) != before {
		t.Error("a mail went out after the deletion")
	}
	w.api.Do("DELETE", "/internal/users/"+ada.id.String(), nil).WantError(401, "Unauthorized")
	w.api.Do("DELETE", "/internal/users/17", nil, serviceKey).WantError(400, "Validation Error")
}

// An erasure while reminders of the user fire leaves nothing behind.
func TestEraseDuringADispatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *configuration) { c.Reminder.BatchSize = 10 })
	ada := w.person()
	w.seed(ada.id, 1500, noon, "IN_APP", "EMAIL")
	done := make(chan error)
	go func() {
		_, err := w.svc.DispatchReminders(context.WithoutCancel(t.Context()))
		done <- err
	}()
	if err := w.svc.Erase(t.Context(), ada.id); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, query := range []string{"custom_reminder", "notification", "outbox"} {
		if n := w.count("SELECT count(*) FROM notification." + query); n != 0 {
			t.Errorf("%d rows left in %s", n, query)
		}
	}
}
