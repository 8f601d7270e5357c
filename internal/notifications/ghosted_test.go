package notifications_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications"
)

// goStale adds an application of the person without activity since 1 May.
func (p person) goStale(title string) uuid.UUID {
	a := applications.StaleApplication{
		ID: p.apply(), UserId: p.id, JobTitle: title, Company: "Northwind Harbour", CurrentStatus: "APPLIED",
		LastActivityAt: at("2026-05-01T09:00:00Z").Add(123456 * time.Microsecond), DaysSinceLastActivity: 19,
	}
	p.fx.applications.mu.Lock()
	defer p.fx.applications.mu.Unlock()
	p.fx.applications.stale = append(p.fx.applications.stale, a)
	return a.ID
}

func (fx *fixture) alertGhosted() notifications.GhostedResult {
	fx.t.Helper()
	r, err := fx.svc.AlertGhosted(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

func TestInactiveApplicationsAreGhosted(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, quiet, stranger := fx.person(), fx.person(), fx.withoutAddress()
	quiet.setPreferences(object{"ghostedAlert": false})
	application := ada.goStale("Backend <Engineer>")
	quiet.goStale("Data Engineer")
	stranger.goStale("Designer")
	if diff := cmp.Diff(fx.alertGhosted(), notifications.GhostedResult{Intended: 3, Alerted: 2, Advanced: 1}); diff != "" {
		t.Error(diff)
	}
	if n := len(fx.applications.ghosted); n != 3 {
		t.Errorf("%d applications advanced, want all three", n)
	}
	request := fx.applications.advances[0]
	if since, _ := request.IfInactiveSince.Get(); request.Status != "GHOSTED" || !since.Equal(fx.applications.stale[0].LastActivityAt) ||
		!request.OperationId.IsSet() {
		t.Errorf("request %+v", request)
	}
	if fx.applications.staleDays[0] != 14 {
		t.Errorf("asked for %d days, want 14", fx.applications.staleDays[0])
	}
	fx.deliver()
	notices := ada.notices()
	if len(notices) != 1 || notices[0].Type != "GHOSTED_ALERT" || notices[0].ApplicationId.Value != application ||
		!strings.Contains(notices[0].Message, "your application for Backend <Engineer> at Northwind Harbour since 1 May 2026") {
		t.Errorf("notices %+v", notices)
	}
	mails := ada.mails()
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "/tracker/"+application.String()) ||
		!strings.Contains(mails[0].HTML, "Backend &lt;Engineer&gt;") {
		t.Fatalf("mails %+v", mails)
	}
	if h := mails[0].Header; !strings.HasPrefix(h.Get("List-Unsubscribe"), "<https://rolecall.example/notifications/unsubscribe?token=") ||
		h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe %q", h.Get("List-Unsubscribe"))
	}
	if len(quiet.notices())+len(quiet.mails()) != 0 {
		t.Error("a user who wants no alerts got one")
	}
	if len(stranger.notices()) != 1 || !fx.log.Has("WARN", "no address", stranger.id.String()) {
		t.Error("a user without an address")
	}
	if r := fx.alertGhosted(); r != (notifications.GhostedResult{}) {
		t.Errorf("again: %+v", r)
	}
}

func TestUserActivityPreventsTheAlert(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	acts, deleted := ada.goStale("Acts"), ada.goStale("Deleted")
	fx.applications.setAway(true)
	if _, err := fx.svc.AlertGhosted(t.Context()); err == nil {
		t.Error("no error although applications is away")
	}
	fx.applications.setAway(false)
	// After the list was read the user acts on one and deletes the other.
	fx.exec(`INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at)
		SELECT gen_random_uuid(), $1, a, 'Title', 'Company', $3
		FROM unnest($2::uuid[]) a`, ada.id, []uuid.UUID{acts, deleted}, fx.applications.stale[0].LastActivityAt)
	fx.applications.acted[acts] = true
	fx.applications.stale = fx.applications.stale[:1]
	if diff := cmp.Diff(fx.alertGhosted(), notifications.GhostedResult{Dropped: 2}); diff != "" {
		t.Error(diff)
	}
	if len(ada.notices()) != 0 {
		t.Error("alerted")
	}
	if r := fx.alertGhosted(); r != (notifications.GhostedResult{}) {
		t.Errorf("again: %+v", r)
	}
}

func TestSecondInactivityIsAlertedAgain(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	application := ada.goStale("Engineer")
	fx.alertGhosted()
	// The user reopens it, and it becomes inactive again.
	delete(fx.applications.ghosted, application)
	fx.applications.stale[0].LastActivityAt = noon
	fx.clock.Add(15 * 24 * time.Hour)
	if r := fx.alertGhosted(); r.Alerted != 1 || len(ada.notices()) != 2 {
		t.Errorf("%+v", r)
	}
}

// TestCrashBeforeTheAlertLosesNothing has the process die after applications made the change: another process writes
// the alert, once.
func TestCrashBeforeTheAlertLosesNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	for i := range 5 {
		ada.goStale(fmt.Sprint("Job ", i))
	}
	ctx, crash := context.WithCancel(t.Context())
	calls := 0
	fx.applications.hook = func(uuid.UUID) {
		if calls++; calls == 3 {
			crash()
		}
	}
	if _, err := fx.svc.AlertGhosted(ctx); err == nil {
		t.Error("no error although it was broken off")
	}
	fx.applications.hook = nil
	if n := len(fx.applications.ghosted); n != 3 {
		t.Fatalf("%d advanced before the crash, want 3", n)
	}
	// Another process takes over when the lease has expired.
	fx.svc = fx.replica()
	fx.clock.Add(5 * time.Minute)
	fx.alertGhosted()
	if n := len(fx.applications.ghosted); n != 5 {
		t.Errorf("%d advanced, want 5", n)
	}
	if n := len(ada.notices()); n != 5 {
		t.Errorf("%d alerts, want 5", n)
	}
	fx.deliver()
	if n := len(ada.mails()); n != 1 || ada.mails()[0].Subject != "5 of your applications have had no answer" {
		t.Errorf("%d mails, want one about all five", n)
	}
}

// TestClaimedIntentIsTakenOver checks that a run reports the intents that a dead process still holds, so that it is tried again
// and does not leave them to the next day.
func TestClaimedIntentIsTakenOver(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	application := ada.goStale("Engineer")
	fx.exec(`INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at, locked_until)
		VALUES (gen_random_uuid(), $1, $2, 'Engineer', 'Northwind Harbour', $3, $4)`,
		ada.id, application, fx.applications.stale[0].LastActivityAt, fx.clock.Now().Add(time.Minute))
	if diff := cmp.Diff(fx.alertGhosted(), notifications.GhostedResult{Held: 1}); diff != "" {
		t.Error(diff)
	}
	fx.clock.Add(2 * time.Minute)
	if diff := cmp.Diff(fx.alertGhosted(), notifications.GhostedResult{Alerted: 1}); diff != "" {
		t.Error(diff)
	}
}

func TestGhostedAlertsSurviveOutages(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	for i := range 4 {
		ada.goStale(fmt.Sprint("Job ", i))
	}
	fx.identity.setAway(true)
	if r := fx.alertGhosted(); r.Alerted != 4 || len(ada.notices()) != 4 {
		t.Errorf("identity away: %+v", r)
	}
	fx.identity.setAway(false)
	fx.deliver()
	if n := len(ada.mails()); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
	ada.goStale("Later")
	fx.applications.setAway(true)
	if _, err := fx.svc.AlertGhosted(t.Context()); err == nil || fx.counted("ghosted", "failed") == 0 {
		t.Errorf("applications away: %v", err)
	}
	fx.applications.setAway(false)
	fx.svc = fx.replica() // a replica with a new circuit breaker
	if r := fx.alertGhosted(); r.Alerted != 1 {
		t.Errorf("applications back: %+v", r)
	}
}

func TestReplicasAlertOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var people []person
	for i := range 300 {
		if i%3 == 0 {
			people = append(people, fx.person())
		}
		people[len(people)-1].goStale(fmt.Sprint("Job ", i))
	}
	fx.onReplicas(3, func(s *notifications.Service) error {
		_, err := s.AlertGhosted(t.Context())
		return err
	})
	for what, want := range map[string]int{"ghosted_alert WHERE state = 'alerted'": 300, "notification": 300, "outbox": 100} {
		if n := fx.count("SELECT count(*) FROM notification." + what); n != want {
			t.Errorf("%d rows of %s, want %d", n, what, want)
		}
	}
}

// TestScheduledReminderPreventsGhosting checks that an application with a scheduled reminder is not ghosted until the
// reminder has fired.
func TestScheduledReminderPreventsGhosting(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	application := ada.goStale("Engineer")
	ada.goStale("Nurse")
	reminder := ada.remind(object{"applicationId": application, "channels": []string{"IN_APP"}})
	if r := fx.alertGhosted(); r.Alerted != 1 || len(fx.applications.ghosted) != 1 {
		t.Errorf("%+v", r)
	}
	// That holds for a reminder set after the intent was written, too.
	late := ada.goStale("Welder")
	fx.exec(`INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at)
		VALUES (gen_random_uuid(), $1, $2, 'Welder', 'C', $3)`, ada.id, late, fx.applications.stale[0].LastActivityAt)
	ada.remind(object{"applicationId": late, "triggerAtUtc": fx.clock.Now().Add(100 * time.Hour)})
	if r := fx.alertGhosted(); r != (notifications.GhostedResult{}) {
		t.Errorf("%+v", r)
	}
	fx.clock.Set(reminder.TriggerAtUtc)
	fx.dispatch()
	if r := fx.alertGhosted(); r.Alerted != 1 {
		t.Errorf("once it has fired: %+v", r)
	}
}

// TestGhostedMailIsOnePerRun checks that each application gets a notice, and that one mail covers the run, with an undo
// link per application.
func TestGhostedMailIsOnePerRun(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	var ids []uuid.UUID
	for _, title := range []string{"Backend <Engineer>", "Nurse", "Welder"} {
		ids = append(ids, ada.goStale(title))
	}
	one := grace.goStale("Pilot")
	fx.alertGhosted()
	fx.deliver()
	mails := ada.mails()
	if len(ada.notices()) != 3 || len(mails) != 1 || mails[0].Subject != "3 of your applications have had no answer" {
		t.Fatalf("%d notices, %d mails", len(ada.notices()), len(mails))
	}
	for i, title := range []string{"Backend <Engineer>", "Nurse", "Welder"} {
		if !strings.Contains(mails[0].Text, title+" at Northwind Harbour") || !strings.Contains(mails[0].Text, "/tracker/"+
			ids[i].String()+"?undo=ghosted") {
			t.Errorf("%s and its undo are not in the mail:\n%s", title, mails[0].Text)
		}
	}
	if mails := grace.mails(); len(mails) != 1 || mails[0].Subject != "No answer from Northwind Harbour: Pilot" ||
		!strings.Contains(mails[0].Text, "/tracker/"+one.String()+"?undo=ghosted") {
		t.Errorf("%d mails about one application", len(mails))
	}
	// The next run sends another mail.
	fx.clock.Add(24 * time.Hour)
	ada.goStale("Baker")
	fx.alertGhosted()
	fx.deliver()
	if n := len(ada.mails()); n != 2 {
		t.Errorf("%d mails after the second run, want 2", n)
	}
}

func TestUnsubscribingFromGhostedMailKeepsNotices(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.goStale("Engineer")
	fx.alertGhosted()
	fx.deliver()
	path := unsubscribePath(t, ada.mails()[0])
	fx.api.Do("POST", path, nil).Want(200)
	if !ada.preferences()["ghostedAlert"] {
		t.Error("the alert itself is off")
	}
	ada.goStale("Nurse")
	fx.alertGhosted()
	fx.deliver()
	if n, m := len(ada.notices()), len(ada.mails()); n != 2 || m != 1 {
		t.Errorf("%d notices and %d mails", n, m)
	}
	// Turning the alert on resumes the mail.
	ada.setPreferences(object{"ghostedAlert": true})
	ada.goStale("Welder")
	fx.alertGhosted()
	fx.deliver()
	if n, m := len(ada.notices()), len(ada.mails()); n != 3 || m != 2 {
		t.Errorf("after switching it on: %d notices and %d mails", n, m)
	}
}
