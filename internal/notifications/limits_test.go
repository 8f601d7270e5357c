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

// seedReminders adds n reminders of the person a minute apart, from an hour from now on.
func (p person) seedReminders(n int, application uuid.UUID) {
	p.fx.t.Helper()
	p.fx.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels)
		SELECT gen_random_uuid(), $1, $2, 'No. ' || n, repeat('n', 200), $3::timestamptz + n * interval '1 minute', '{IN_APP}'
		FROM generate_series(1, $4) n`,
		p.id, application, p.fx.clock.Now().Add(time.Hour), n)
}

// TestReminderLimit checks that the 1,001st scheduled reminder is refused, even when many arrive at once. Cancelled and
// fired ones do not count.
func TestReminderLimit(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	app := ada.apply()
	ada.seedReminders(995, app)
	body := object{"applicationId": app, "title": "One more", "triggerAtUtc": fx.clock.Now().Add(time.Minute), "channels": []string{"IN_APP"}}
	post := func() int { return ada.Do("POST", "/notifications/custom-reminders", body).Status }
	statuses := make([]int, 10)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() { statuses[i] = post() })
	}
	wg.Wait()
	slices.Sort(statuses)
	if want := []int{201, 201, 201, 201, 201, 409, 409, 409, 409, 409}; !slices.Equal(statuses, want) {
		t.Errorf("five places left: got %v, want %v", statuses, want)
	}
	ada.Do("POST", "/notifications/custom-reminders", body).WantError(409, "Limit Reached")
	fx.person().remind(nil)
	var list oas.CustomReminderList
	ada.Do("GET", "/notifications/custom-reminders", nil).Want(200).JSON(&list)
	if len(list.Items) != 1000 {
		t.Fatalf("%d listed, want 1000", len(list.Items))
	}
	ada.Do("PUT", "/notifications/custom-reminders/"+list.Items[0].ID.String(), object{"title": "Changed"}).Want(200)
	ada.Do("DELETE", "/notifications/custom-reminders/"+list.Items[0].ID.String(), nil).Want(204)
	if got := post(); got != 201 {
		t.Errorf("after one was cancelled: %d, want 201", got)
	}
	fx.clock.Add(2 * time.Minute)
	fx.dispatch()
	body["triggerAtUtc"] = fx.clock.Now().Add(time.Hour)
	if got := post(); got != 201 {
		t.Errorf("after five have fired: %d, want 201", got)
	}
}

// TestReminderListIsLimited checks that a list has at most 2,000 reminders, the latest ones, because fired reminders
// accumulate.
func TestReminderListIsLimited(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	app := ada.apply()
	fx.exec(`INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels, status, channels_fired,
		fired_at_utc)
		SELECT gen_random_uuid(), $1, $2, 'Fired', $3::timestamptz - n * interval '1 minute', '{IN_APP}', 'FIRED', 'IN_APP', $3
		FROM generate_series(1, 2500) n`,
		ada.id, app, fx.clock.Now())
	next := ada.remind(object{"applicationId": app})
	for _, path := range []string{"/notifications/custom-reminders", "/applications/" + app.String() + "/custom-reminders"} {
		var list oas.CustomReminderList
		ada.Do("GET", path+"?includeFired=true", nil).Want(200).JSON(&list)
		if len(list.Items) != 2000 || list.Items[1999].ID != next.ID || !list.Items[1998].TriggerAtUtc.Equal(fx.clock.Now().Add(-time.Minute)) {
			t.Errorf("%s: %d listed", path, len(list.Items))
		}
		ada.Do("GET", path, nil).Want(200).JSON(&list)
		if len(list.Items) != 1 {
			t.Errorf("%s: %d scheduled, want 1", path, len(list.Items))
		}
	}
}

// TestCalendarFeedIsLimited checks that the feed has at most the 1,000 soonest reminders of the next year.
func TestCalendarFeedIsLimited(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.seedReminders(5000, ada.apply())
	path := ada.calendar("GET", "/notifications/calendar")
	var asked applications.ListUserNextStepsParams
	fx.applications.onSteps = func(p applications.ListUserNextStepsParams) { asked = p }
	feed := string(fx.api.Do("GET", path, nil).Want(200).Body)
	if n := strings.Count(feed, "BEGIN:VEVENT"); n != 1000 || !strings.Contains(feed, "SUMMARY:No. 1 (") ||
		!strings.Contains(feed, "SUMMARY:No. 1000 (") ||
		strings.Contains(feed, "SUMMARY:No. 1001 (") || !strings.HasSuffix(feed, "END:VCALENDAR\r\n") {
		t.Errorf("%d events", n)
	}
	now := fx.clock.Now()
	if !asked.From.Value.Equal(now.AddDate(0, 0, -90)) || !asked.To.Value.Equal(now.AddDate(0, 0, 366)) {
		t.Errorf("next steps asked for from %v to %v", asked.From.Value, asked.To.Value)
	}
	grace := fx.person()
	grace.remind(object{"title": "Far", "triggerAtUtc": now.AddDate(0, 0, 367)})
	grace.remind(object{"title": "Near", "triggerAtUtc": now.AddDate(0, 0, 365)})
	feed = string(fx.api.Do("GET", grace.calendar("GET", "/notifications/calendar"), nil).Want(200).Body)
	if strings.Contains(feed, "Far") || !strings.Contains(feed, "Near") {
		t.Errorf("the year ahead: %s", feed)
	}
}

func TestCalendarFeedReadersAreLimited(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	path, other := ada.calendar("GET", "/notifications/calendar"), grace.calendar("GET", "/notifications/calendar")
	reading, done := make(chan struct{}), make(chan struct{})
	fx.applications.onSteps = func(p applications.ListUserNextStepsParams) {
		if p.UserId == ada.id {
			reading <- struct{}{}
			<-done
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { fx.api.Do("GET", path, nil).Want(200) })
		<-reading
	}
	res := fx.api.Do("GET", path, nil)
	res.WantError(429, "Too Many Requests")
	if res.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	fx.api.Do("GET", other, nil).Want(200)
	close(done)
	wg.Wait()
	fx.applications.onSteps = nil
	fx.api.Do("GET", path, nil).Want(200)
}
