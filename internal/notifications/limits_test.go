package notifications_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications/oas"
)

// seeds gives the person reminders a minute apart, beginning an hour from now.
func (p person) seeds(n int, application uuid.UUID) {
	p.w.t.Helper()
	p.w.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels)
		SELECT gen_random_uuid(), $1, $2, 'No. ' || n, repeat('n', 200), $3::timestamptz + n * interval '1 minute', '{IN_APP}' FROM generate_series(1, $4) n`,
		p.id, application, p.w.clock.Now().Add(time.Hour), n)
}

// The 1,001st scheduled reminder is refused, also when many arrive at once. One that is cancelled or has fired makes room.
func TestReminderLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	app := ada.applies()
	ada.seeds(995, app)
	body := object{"applicationId": app, "title": "One more", "triggerAtUtc": w.clock.Now().Add(time.Minute), "channels": []string{"IN_APP"}}
	post := func() int { return ada.Do("POST", "/notifications/custom-reminders", body).Status }
	statuses := make([]int, 10)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() { statuses[i] = post() })
	}
	wg.Wait()
	slices.Sort(statuses)
	if want := []int{201, 201, 201, 201, 201, 409, 409, 409, 409, 409}; !slices.Equal(statuses, want) {
		t.Errorf("five places left: got %v", statuses)
	}
	ada.Do("POST", "/notifications/custom-reminders", body).WantError(409, "Limit Reached")
	w.person().sets(nil)
	var list oas.CustomReminderList
	ada.Do("GET", "/notifications/custom-reminders", nil).Want(200).JSON(&list)
	if len(list.Items) != 1000 {
		t.Fatalf("%d listed, want 1000", len(list.Items))
	}
	ada.Do("PUT", "/notifications/custom-reminders/"+list.Items[0].ID.String(), object{"title": "Changed"}).Want(200)
	ada.Do("DELETE", "/notifications/custom-reminders/"+list.Items[0].ID.String(), nil).Want(204)
	if got := post(); got != 201 {
		t.Errorf("after one was cancelled: %d", got)
	}
	w.clock.pass(2 * time.Minute)
	w.dispatches()
	body["triggerAtUtc"] = w.clock.Now().Add(time.Hour)
	if got := post(); got != 201 {
		t.Errorf("after five have fired: %d", got)
	}
}

// A list has at most 2,000 reminders, the latest of them: those that have fired go on piling up.
func TestListedRemindersAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	app := ada.applies()
	w.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels, status, channels_fired, fired_at_utc)
		SELECT gen_random_uuid(), $1, $2, 'Fired', $3::timestamptz - n * interval '1 minute', '{IN_APP}', 'FIRED', 'IN_APP', $3 FROM generate_series(1, 2500) n`,
		ada.id, app, w.clock.Now())
	next := ada.sets(object{"applicationId": app})
	for _, path := range []string{"/notifications/custom-reminders", "/applications/" + app.String() + "/custom-reminders"} {
		var list oas.CustomReminderList
		ada.Do("GET", path+"?includeFired=true", nil).Want(200).JSON(&list)
		if len(list.Items) != 2000 || list.Items[1999].ID != next.ID || !list.Items[1998].TriggerAtUtc.Equal(w.clock.Now().Add(-time.Minute)) {
			t.Errorf("%s: %d listed", path, len(list.Items))
		}
		ada.Do("GET", path, nil).Want(200).JSON(&list)
		if len(list.Items) != 1 {
			t.Errorf("%s: %d scheduled", path, len(list.Items))
		}
	}
}

// The feed has at most 1,000 reminders, the soonest, and none that lie more than a year ahead.
func TestTheCalendarFeedIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.seeds(5000, ada.applies())
	path := ada.calendar("GET", "/notifications/calendar")
	var asked applications.ListUserNextStepsParams
	w.applications.onSteps = func(p applications.ListUserNextStepsParams) { asked = p }
	feed := string(w.api.Do("GET", path, nil).Want(200).Body)
	if n := strings.Count(feed, "BEGIN:VEVENT"); n != 1000 || !strings.Contains(feed, "SUMMARY:No. 1\r\n") || !strings.Contains(feed, "SUMMARY:No. 1000\r\n") ||
		strings.Contains(feed, "SUMMARY:No. 1001\r\n") || !strings.HasSuffix(feed, "END:VCALENDAR\r\n") {
		t.Errorf("%d events", n)
	}
	now := w.clock.Now()
	if !asked.From.Value.Equal(now.AddDate(0, 0, -90)) || !asked.To.Value.Equal(now.AddDate(0, 0, 366)) {
		t.Errorf("next steps asked for from %v to %v", asked.From.Value, asked.To.Value)
	}
	grace := w.person()
	grace.sets(object{"title": "Far", "triggerAtUtc": now.AddDate(0, 0, 367)})
	grace.sets(object{"title": "Near", "triggerAtUtc": now.AddDate(0, 0, 365)})
	feed = string(w.api.Do("GET", grace.calendar("GET", "/notifications/calendar"), nil).Want(200).Body)
	if strings.Contains(feed, "Far") || !strings.Contains(feed, "Near") {
		t.Errorf("the year ahead: %s", feed)
	}
}

// Whoever has the address of a feed reads it twice at once, and no more often.
func TestTheCalendarFeedHasTwoReaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, grace := w.person(), w.person()
	path, other := ada.calendar("GET", "/notifications/calendar"), grace.calendar("GET", "/notifications/calendar")
	reading, done := make(chan struct{}), make(chan struct{})
	w.applications.onSteps = func(p applications.ListUserNextStepsParams) {
		if p.UserId == ada.id {
			reading <- struct{}{}
			<-done
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { w.api.Do("GET", path, nil).Want(200) })
		<-reading
	}
	res := w.api.Do("GET", path, nil)
	res.WantError(429, "Too Many Requests")
	if res.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	w.api.Do("GET", other, nil).Want(200)
	close(done)
	wg.Wait()
	w.applications.onSteps = nil
	w.api.Do("GET", path, nil).Want(200)
}
