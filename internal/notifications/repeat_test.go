package notifications_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
)

func (p person) setZone(zone string) {
	p.fx.t.Helper()
	p.Do("PUT", "/notifications/time-zone", object{"timeZone": zone}).Want(200)
}

// scheduled returns the person's scheduled reminders, soonest first.
func (p person) scheduled() []oas.CustomReminder {
	p.fx.t.Helper()
	var list oas.CustomReminderList
	p.Do("GET", reminders, nil).Want(200).JSON(&list)
	return list.Items
}

// wantNext checks that the person has one scheduled reminder, and when it is due.
func (p person) wantNext(want string) oas.CustomReminder {
	p.fx.t.Helper()
	list := p.scheduled()
	if len(list) != 1 || !list[0].TriggerAtUtc.Equal(at(want)) {
		p.fx.t.Fatalf("got %+v, want one at %s", list, want)
	}
	return list[0]
}

func TestRepeatingReminderLeavesTheNext(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.setZone("Europe/Madrid")
	first := ada.remind(object{"title": "Stretch", "note": "Both arms", "stage": "OFFER", "repeat": "WEEKLY",
		"triggerAtUtc": "2026-10-20T07:00:00Z"}) // nine in Madrid, in summer time
	if first.Repeat.Value != "WEEKLY" {
		t.Errorf("created with %+v", first.Repeat)
	}
	fx.clock.Set(first.TriggerAtUtc)
	fx.dispatch()
	if got := ada.reminder(first.ID); got.Status != "FIRED" || got.Repeat.Value != "WEEKLY" {
		t.Errorf("the first is %+v", got)
	}
	next := ada.wantNext("2026-10-27T08:00:00Z") // nine in winter time
	if next.ID == first.ID || next.Title != "Stretch" || next.Note.Value != "Both arms" || next.Stage.Value != "OFFER" ||
		next.Repeat.Value != "WEEKLY" || next.ApplicationId != first.ApplicationId || len(next.Channels) != 2 {
		t.Errorf("the next is %+v", next)
	}
	// Three weeks without a dispatcher are one late reminder, not three.
	fx.clock.Set(at("2026-11-13T12:00:00Z"))
	fx.dispatch()
	ada.wantNext("2026-11-17T08:00:00Z")
	fx.deliver()
	if n, m := len(ada.notices()), len(ada.mails()); n != 2 || m != 2 {
		t.Errorf("%d notices and %d mails, want 2 each", n, m)
	}
	ada.Do("DELETE", reminders+"/"+ada.scheduled()[0].ID.String(), nil).Want(204)
	fx.clock.Add(30 * 24 * time.Hour)
	if r := fx.dispatch(); r != (notifications.DispatchResult{}) {
		t.Errorf("cancelled, it came again: %+v", r)
	}
}

func TestRepeatFollowsChanges(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	path := reminders + "/" + ada.remind(object{"triggerAtUtc": "2026-05-21T09:00:00Z"}).ID.String()
	ada.Do("PUT", path, object{"repeat": "DAILY"}).Want(200)
	ada.Do("PUT", path, object{"triggerAtUtc": "2026-05-21T10:30:00Z"}).Want(200)
	ada.Do("PUT", path, object{"title": "Another"}).Want(200)
	fx.clock.Set(at("2026-05-21T10:30:00Z"))
	fx.dispatch()
	next := ada.wantNext("2026-05-22T10:30:00Z")
	if next.Title != "Another" || next.Repeat.Value != "DAILY" {
		t.Errorf("%+v", next)
	}
	ada.Do("PUT", reminders+"/"+next.ID.String(), object{"repeat": nil}).Want(200)
	fx.clock.Set(at("2026-05-23T12:00:00Z"))
	fx.dispatch()
	if list := ada.scheduled(); len(list) != 0 {
		t.Errorf("without repeat it left %+v", list)
	}
	body := object{"applicationId": ada.apply(), "title": "Title", "triggerAtUtc": noon.AddDate(1, 0, 0), "channels": []string{"IN_APP"}}
	body["repeat"] = "HOURLY"
	ada.Do("POST", reminders, body).WantError(400, "Validation Error")
	body["repeat"] = nil
	ada.Do("POST", reminders, body).Want(201)
}

// TestRepeatKeepsItsClockTimeInANewZone checks that nine o'clock stays nine o'clock when the user moves, and that a
// reminder of an instant stays at that instant.
func TestRepeatKeepsItsClockTimeInANewZone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	ada.setZone("Europe/Madrid")
	daily := object{"repeat": "DAILY", "triggerAtUtc": "2026-05-21T07:00:00Z"}
	ada.remind(daily)
	once := ada.remind(object{"triggerAtUtc": "2026-05-25T07:00:00Z"})
	grace.remind(daily)
	ada.setZone("America/New_York")
	if got := ada.scheduled(); !got[0].TriggerAtUtc.Equal(at("2026-05-21T13:00:00Z")) || !got[1].TriggerAtUtc.Equal(once.TriggerAtUtc) {
		t.Errorf("moved west: %+v", got)
	}
	// At nine in the evening of the 20th in Auckland, nine in the morning of the 21st is still to come.
	ada.setZone("Pacific/Auckland")
	if got := ada.scheduled()[0].TriggerAtUtc; !got.Equal(at("2026-05-20T21:00:00Z")) {
		t.Errorf("moved east: %v", got)
	}
	fx.clock.Set(at("2026-05-20T21:00:00Z"))
	fx.dispatch()
	fx.clock.Set(at("2026-05-21T08:00:00Z"))
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": nil}).Want(200)
	if got := ada.scheduled()[0].TriggerAtUtc; !got.Equal(at("2026-05-22T09:00:00Z")) {
		t.Errorf("back to the deployment's zone: %v", got)
	}
	grace.wantNext("2026-05-21T07:00:00Z")
}

func TestRepeatKeepsTheLimit(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	app := ada.apply()
	ada.remind(object{"applicationId": app, "repeat": "DAILY", "channels": []string{"IN_APP"}, "triggerAtUtc": noon.Add(time.Minute)})
	fired := ada.remind(object{"applicationId": app, "triggerAtUtc": noon.Add(time.Minute)})
	fx.clock.Add(2 * time.Minute)
	ada.seedReminders(999, app)
	fx.dispatch()
	if n := fx.count("SELECT count(*) FROM notification.custom_reminder WHERE status = 'SCHEDULED'"); n != 1000 {
		t.Errorf("%d scheduled, want the limit", n)
	}
	snooze := reminders + "/" + fired.ID.String() + "/snooze"
	ada.Do("POST", snooze, object{"triggerAtUtc": fx.clock.Now().Add(time.Hour)}).WantError(409, "Limit Reached")
	ada.Do("DELETE", reminders+"/"+ada.scheduled()[5].ID.String(), nil).Want(204)
	for range 2 { // the second moves the first
		ada.Do("POST", snooze, object{"triggerAtUtc": fx.clock.Now().Add(time.Hour)}).Want(200)
	}
}

// TestKilledProcessDoublesNoRepeat kills processes while two replicas work: each repeat fires once and leaves one next.
func TestKilledProcessDoublesNoRepeat(t *testing.T) {
	t.Parallel()
	const series, days = 60, 6
	fx := newFixture(t)
	ada := fx.person()
	fx.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels, repeat, repeat_from)
		SELECT gen_random_uuid(), $1, gen_random_uuid(), 'Daily ' || n, $2::timestamptz, '{IN_APP,EMAIL}', 'DAILY',
			$2::timestamptz AT TIME ZONE 'UTC'
		FROM generate_series(1, $3) n`, ada.id, noon, series)
	for day := range days {
		fx.clock.Set(noon.AddDate(0, 0, day))
		fx.kill(time.Duration(rand.IntN(40)) * time.Millisecond)
		due := "SELECT count(*) FROM notification.custom_reminder WHERE status = 'SCHEDULED' AND trigger_at_utc <= $1"
		for fx.count(due, fx.clock.Now()) > 0 { // the server may hold the locks of the dead process a little longer
			fx.onReplicas(2, func(s *notifications.Service) error {
				_, err := s.DispatchReminders(t.Context())
				return err
			})
		}
		for what, want := range map[string]int{
			"custom_reminder WHERE status = 'SCHEDULED'": series,
			"custom_reminder WHERE status = 'FIRED'":     series * (day + 1),
			"notification":                               series * (day + 1),
			"outbox":                                     series * (day + 1),
			"(SELECT DISTINCT application_id, trigger_at_utc FROM notification.custom_reminder) r": series * (day + 2),
		} {
			if !strings.HasPrefix(what, "(") {
				what = "notification." + what
			}
			if got := fx.count("SELECT count(*) FROM " + what); got != want {
				t.Fatalf("day %d, %s: %d, want %d", day, what, got, want)
			}
		}
	}
}

// TestDatabaseRefusesDoubledRepeats checks that the tables refuse a second next and a second copy, whatever the code
// does.
func TestDatabaseRefusesDoubledRepeats(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := uuid.New()
	insert := func(column string) error {
		_, err := fx.db.Exec(t.Context(), `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels,
			`+column+`) VALUES (gen_random_uuid(), $1, $1, 'x', $2, '{IN_APP}', $1)`, id, noon)
		return err
	}
	for _, column := range []string{"repeat_of", "snooze_of"} {
		if err := insert(column); err != nil {
			t.Fatal(err)
		}
		if err := insert(column); err == nil || !strings.Contains(err.Error(), "custom_reminder_one_") {
			t.Errorf("a second %s: %v", column, err)
		}
	}
}
