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

// goesSilent makes an application of the person without activity since the first of May.
func (p person) goesSilent(title string) uuid.UUID {
	a := applications.StaleApplication{
		ID: p.applies(), UserId: p.id, JobTitle: title, Company: "Northwind Harbour", CurrentStatus: "APPLIED",
		LastActivityAt: at("2026-05-01T09:00:00Z").Add(123456 * time.Microsecond), DaysSinceLastActivity: 19,
	}
	p.w.applications.mu.Lock()
	defer p.w.applications.mu.Unlock()
	p.w.applications.stale = append(p.w.applications.stale, a)
	return a.ID
}

func (w *world) ghosts() notifications.GhostedResult {
	w.t.Helper()
	r, err := w.svc.AlertGhosted(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func TestSilentApplicationsAreAdvancedAndTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, quiet, stranger := w.person(), w.person(), w.stranger()
	quiet.prefers(object{"ghostedAlert": false})
	application := ada.goesSilent("Backend <Engineer>")
	quiet.goesSilent("Data Engineer")
	stranger.goesSilent("Designer")
	if diff := cmp.Diff(w.ghosts(), notifications.GhostedResult{Intended: 3, Alerted: 2, Advanced: 1}); diff != "" {
		t.Error(diff)
	}
	if n := len(w.applications.ghosted); n != 3 {
		t.Errorf("%d applications advanced, want all three", n)
	}
	request := w.applications.advances[0]
	if since, _ := request.IfInactiveSince.Get(); request.Status != "GHOSTED" || !since.Equal(w.applications.stale[0].LastActivityAt) || !request.OperationId.IsSet() {
		t.Errorf("request %+v", request)
	}
	if w.applications.staleDays[0] != 14 {
		t.Errorf("asked for %d days", w.applications.staleDays[0])
	}
	w.delivers()
	notices := ada.centre()
	if len(notices) != 1 || notices[0].Type != "GHOSTED_ALERT" || notices[0].ApplicationId.Value != application || !strings.Contains(notices[0].Message, "Backend <Engineer> at Northwind Harbour has not moved since 1 May 2026") {
		t.Errorf("notices %+v", notices)
	}
	mails := ada.mails()
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "/tracker/"+application.String()) || !strings.Contains(mails[0].HTML, "Backend &lt;Engineer&gt;") {
		t.Fatalf("mails %+v", mails)
	}
	if h := mails[0].Header; !strings.HasPrefix(h.Get("List-Unsubscribe"), "<https://rolecall.example/notifications/unsubscribe?token=") || h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("List-Unsubscribe %q", h.Get("List-Unsubscribe"))
	}
	if len(quiet.centre())+len(quiet.mails()) != 0 {
		t.Error("a user who wants no alerts got one")
	}
	if len(stranger.centre()) != 1 || !w.log.has("WARN", "no address", stranger.id.String()) {
		t.Error("a user without an address")
	}
	if r := w.ghosts(); r != (notifications.GhostedResult{}) {
		t.Errorf("again: %+v", r)
	}
}

func TestAUserWhoActsIsNotAlerted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	acts, deleted := ada.goesSilent("Acts"), ada.goesSilent("Deleted")
	w.applications.goAway(true)
	if _, err := w.svc.AlertGhosted(t.Context()); err == nil {
		t.Error("no error although applications is away")
	}
	w.applications.goAway(false)
	// Between the list and the call one is touched and the other removed.
	w.exec(`INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at)
		SELECT gen_random_uuid(), $1, a, 'Title', 'Company', $3 FROM unnest($2::uuid[]) a`, ada.id, []uuid.UUID{acts, deleted}, w.applications.stale[0].LastActivityAt)
	w.applications.acted[acts] = true
	w.applications.stale = w.applications.stale[:1]
	if diff := cmp.Diff(w.ghosts(), notifications.GhostedResult{Dropped: 2}); diff != "" {
		t.Error(diff)
	}
	if len(ada.centre()) != 0 {
		t.Error("alerted")
	}
	if r := w.ghosts(); r != (notifications.GhostedResult{}) {
		t.Errorf("again: %+v", r)
	}
}

// A new silence of the same application is a new episode.
func TestEverySilenceIsAnEpisode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	application := ada.goesSilent("Engineer")
	w.ghosts()
	// The user brings it back, and it falls silent again.
	delete(w.applications.ghosted, application)
	w.applications.stale[0].LastActivityAt = noon
	w.clock.pass(15 * 24 * time.Hour)
	if r := w.ghosts(); r.Alerted != 1 || len(ada.centre()) != 2 {
		t.Errorf("%+v", r)
	}
}

// The process dies after applications has made the change and before the alert: the alert follows, once.
func TestACrashBetweenTheAdvanceAndTheAlert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	for i := range 5 {
		ada.goesSilent(fmt.Sprint("Job ", i))
	}
	ctx, crash := context.WithCancel(t.Context())
	calls := 0
	w.applications.hook = func(uuid.UUID) {
		if calls++; calls == 3 {
			crash()
		}
	}
	if _, err := w.svc.AlertGhosted(ctx); err == nil {
		t.Error("no error although it was broken off")
	}
	w.applications.hook = nil
	if n := len(w.applications.ghosted); n != 3 {
		t.Fatalf("%d advanced before the crash", n)
	}
	// Another process, after the lease of the dead one.
	w.svc = w.replica()
	w.clock.pass(5 * time.Minute)
	w.ghosts()
	if n := len(w.applications.ghosted); n != 5 {
		t.Errorf("%d advanced", n)
	}
	if n := len(ada.centre()); n != 5 {
		t.Errorf("%d alerts, want 5", n)
	}
	w.delivers()
	if n := len(ada.mails()); n != 1 || ada.mails()[0].Subject != "5 applications went quiet" {
		t.Errorf("%d mails, want one about all five", n)
	}
}

func TestGhostedWithNeighboursAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	for i := range 4 {
		ada.goesSilent(fmt.Sprint("Job ", i))
	}
	w.identity.goAway(true)
	if r := w.ghosts(); r.Alerted != 4 || len(ada.centre()) != 4 {
		t.Errorf("identity away: %+v", r)
	}
	w.identity.goAway(false)
	w.delivers()
	if n := len(ada.mails()); n != 1 {
		t.Errorf("%d mails", n)
	}
	ada.goesSilent("Later")
	w.applications.goAway(true)
	if _, err := w.svc.AlertGhosted(t.Context()); err == nil || w.counted("ghosted", "failed") == 0 {
		t.Errorf("applications away: %v", err)
	}
	w.applications.goAway(false)
	w.svc = w.replica() // with a circuit breaker that has seen nothing
	if r := w.ghosts(); r.Alerted != 1 {
		t.Errorf("applications back: %+v", r)
	}
}

func TestReplicasAlertOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var people []person
	for i := range 300 {
		if i%3 == 0 {
			people = append(people, w.person())
		}
		people[len(people)-1].goesSilent(fmt.Sprint("Job ", i))
	}
	replicas := []*notifications.Service{w.svc, w.replica(), w.replica()}
	for _, err := range everyone(t.Context(), replicas, func(ctx context.Context, s *notifications.Service) error {
		_, err := s.AlertGhosted(ctx)
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	for what, want := range map[string]int{"ghosted_alert WHERE state = 'alerted'": 300, "notification": 300, "outbox": 100} {
		if n := w.count("SELECT count(*) FROM notification." + what); n != want {
			t.Errorf("%d rows of %s, want %d", n, what, want)
		}
	}
}

// Something that the user is to be reminded of is not forgotten by them: it is left alone until the reminder has fired.
func TestAReminderKeepsAnApplicationFromGhosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	application := ada.goesSilent("Engineer")
	ada.goesSilent("Nurse")
	reminder := ada.sets(object{"applicationId": application, "channels": []string{"IN_APP"}})
	if r := w.ghosts(); r.Alerted != 1 || len(w.applications.ghosted) != 1 {
		t.Errorf("%+v", r)
	}
	// Also when it was set after the silence was found.
	late := ada.goesSilent("Welder")
	w.exec(`INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at)
		VALUES (gen_random_uuid(), $1, $2, 'Welder', 'C', $3)`, ada.id, late, w.applications.stale[0].LastActivityAt)
	ada.sets(object{"applicationId": late, "triggerAtUtc": w.clock.Now().Add(100 * time.Hour)})
	if r := w.ghosts(); r != (notifications.GhostedResult{}) {
		t.Errorf("%+v", r)
	}
	w.clock.set(reminder.TriggerAtUtc)
	w.dispatches()
	if r := w.ghosts(); r.Alerted != 1 {
		t.Errorf("once it has fired: %+v", r)
	}
}

// A notice for each, and one mail for all of a run, each with its own undo.
func TestSeveralSilentApplicationsAreOneMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, grace := w.person(), w.person()
	var ids []uuid.UUID
	for _, title := range []string{"Backend <Engineer>", "Nurse", "Welder"} {
		ids = append(ids, ada.goesSilent(title))
	}
	one := grace.goesSilent("Pilot")
	w.ghosts()
	w.delivers()
	mails := ada.mails()
	if len(ada.centre()) != 3 || len(mails) != 1 || mails[0].Subject != "3 applications went quiet" {
		t.Fatalf("%d notices, %d mails", len(ada.centre()), len(mails))
	}
	for i, title := range []string{"Backend <Engineer>", "Nurse", "Welder"} {
		if !strings.Contains(mails[0].Text, title+" at Northwind Harbour") || !strings.Contains(mails[0].Text, "/tracker/"+ids[i].String()+"?undo=ghosted") {
			t.Errorf("%s and its undo are not in the mail:\n%s", title, mails[0].Text)
		}
	}
	if mails := grace.mails(); len(mails) != 1 || mails[0].Subject != "No answer from Northwind Harbour: Pilot" || !strings.Contains(mails[0].Text, "/tracker/"+one.String()+"?undo=ghosted") {
		t.Errorf("%d mails about one application", len(mails))
	}
	// The next run is another mail.
	w.clock.pass(24 * time.Hour)
	ada.goesSilent("Baker")
	w.ghosts()
	w.delivers()
	if n := len(ada.mails()); n != 2 {
		t.Errorf("%d mails after the second run", n)
	}
}

// Unsubscribing from the mail leaves the notice on.
func TestUnsubscribingFromGhostedMailKeepsTheNotices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.goesSilent("Engineer")
	w.ghosts()
	w.delivers()
	path := way(t, ada.mails()[0])
	w.api.Do("POST", path, nil).Want(200)
	if !ada.preferences()["ghostedAlert"] {
		t.Error("the alert itself is off")
	}
	ada.goesSilent("Nurse")
	w.ghosts()
	w.delivers()
	if n, m := len(ada.centre()), len(ada.mails()); n != 2 || m != 1 {
		t.Errorf("%d notices and %d mails", n, m)
	}
	// Switching the alert on again brings the mail back.
	ada.prefers(object{"ghostedAlert": true})
	ada.goesSilent("Welder")
	w.ghosts()
	w.delivers()
	if n, m := len(ada.centre()), len(ada.mails()); n != 3 || m != 2 {
		t.Errorf("after switching it on: %d notices and %d mails", n, m)
	}
}
