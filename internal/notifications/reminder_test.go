package notifications_test

import (
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
)

const reminders = "/notifications/custom-reminders"

func TestCreatedReminderIsReturned(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	application := ada.apply()
	body := `{"applicationId": "` + application.String() + `", "title": "  Zoë's café ☕  ", "note": "Mention the tour.",
		"triggerAtUtc": "2026-05-21T09:30:00.250+02:00", "channels": ["EMAIL", "IN_APP", "EMAIL"], "stage": "INTERVIEW", "colour": "blue"}`
	var got map[string]any
	res := ada.Do("POST", reminders, body).Want(201).JSON(&got)
	id := got["id"].(string)
	want := map[string]any{
		"id": id, "applicationId": application.String(), "title": "Zoë's café ☕", "note": "Mention the tour.",
		"triggerAtUtc": "2026-05-21T07:30:00.25Z", "channels": []any{"IN_APP", "EMAIL"}, "stage": "INTERVIEW", "repeat": nil,
		"status":    "SCHEDULED",
		"createdAt": "2026-05-20T12:00:00Z", "updatedAt": "2026-05-20T12:00:00Z", "firedAtUtc": nil, "channelsFired": nil,
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	if location := res.Header.Get("Location"); location != reminders+"/"+id {
		t.Errorf("Location is %q", location)
	}
	var again map[string]any
	ada.Do("GET", reminders+"/"+id, nil).Want(200).JSON(&again)
	if diff := cmp.Diff(again, want); diff != "" {
		t.Errorf("read again, it differs:\n%s", diff)
	}
	if r := ada.remind(object{"channels": []string{"EMAIL", "EMAIL"}, "note": nil, "stage": nil}); len(r.Channels) != 1 || !r.Note.Null ||
		!r.Stage.Null {
		t.Errorf("want one channel, no note and no stage, got %+v", r)
	}
}

// TestReminderFieldsAreValidated checks that creating and changing a reminder follow the same rules.
func TestReminderFieldsAreValidated(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	existing := reminders + "/" + ada.remind(nil).ID.String()
	long := strings.Repeat("ß", 200) // 400 bytes, 200 characters
	for _, tt := range []struct {
		name   string
		change object
		title  string // title of the error; none means accepted
	}{
		{"longest title", object{"title": long}, ""},
		{"longest title with space around", object{"title": " " + long + "\t\n"}, ""},
		{"title too long", object{"title": long + "x"}, "Invalid Title"},
		{"empty title", object{"title": ""}, "Invalid Title"},
		{"blank title", object{"title": " \t\n\u00a0"}, "Invalid Title"},
		{"title of one character", object{"title": "語"}, ""},
		{"title null", object{"title": nil}, "Validation Error"},
		{"title of another type", object{"title": 7}, "Validation Error"},
		{"longest note", object{"note": strings.Repeat("ö", 2000)}, ""},
		{"note too long", object{"note": strings.Repeat("ö", 2001)}, "Invalid Note"},
		{"empty note", object{"note": ""}, ""},
		{"now", object{"triggerAtUtc": noon}, "Invalid Trigger Time"},
		{"a microsecond ahead", object{"triggerAtUtc": noon.Add(time.Microsecond)}, ""},
		{"less than a microsecond ahead", object{"triggerAtUtc": noon.Add(time.Nanosecond)}, "Invalid Trigger Time"},
		{"the past", object{"triggerAtUtc": noon.Add(-time.Hour)}, "Invalid Trigger Time"},
		{"the future in another zone", object{"triggerAtUtc": "2026-05-20T11:30:00-01:00"}, ""},
		{"the past in another zone", object{"triggerAtUtc": "2026-05-20T13:00:00+02:00"}, "Invalid Trigger Time"},
		{"no time", object{"triggerAtUtc": "tomorrow"}, "Validation Error"},
		{"no zone", object{"triggerAtUtc": "2026-05-21T09:30:00"}, "Validation Error"},
		{"no channels", object{"channels": []string{}}, "Invalid Channels"},
		{"unknown channel", object{"channels": []string{"IN_APP", "SMS"}}, "Validation Error"},
		{"channels null", object{"channels": nil}, "Validation Error"},
		{"unknown stage", object{"stage": "APPLIED"}, "Validation Error"},
		{"stage", object{"stage": "OFFER"}, ""},
		{"a NUL", object{"title": "a\u0000b"}, "Validation Error"},
	} {
		body := object{"applicationId": ada.apply(), "title": "Title", "triggerAtUtc": noon.Add(time.Hour), "channels": []string{"IN_APP"}}
		maps.Copy(body, tt.change)
		created, changed := ada.Do("POST", reminders, body), ada.Do("PUT", existing, tt.change)
		if tt.title == "" {
			if created.Status != 201 || changed.Status != 200 {
				t.Errorf("%s: got %d and %d: %s %s, want 201 and 200", tt.name, created.Status, changed.Status, created.Body, changed.Body)
			}
			continue
		}
		t.Log(tt.name, string(created.Body))
		created.WantError(400, tt.title)
		changed.WantError(400, tt.title)
	}
	for _, missing := range []string{"applicationId", "title", "triggerAtUtc", "channels"} {
		body := object{"applicationId": ada.apply(), "title": "Title", "triggerAtUtc": noon.Add(time.Hour), "channels": []string{"IN_APP"}}
		delete(body, missing)
		ada.Do("POST", reminders, body).WantError(400, "Validation Error")
	}
}

func TestConfigDefaultsMatchTheSpecification(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if cfg.Reminder.BatchSize != 200 || cfg.Reminder.MaxTitle != 200 || cfg.Reminder.MaxNote != 2000 || cfg.Digest.MaxJobs != 10 ||
		cfg.Interview.WithinHours != 26 || cfg.Ghosted.StaleDays != 14 {
		t.Errorf("defaults: %+v", cfg)
	}
	for want, got := range map[string]string{
		"0 0 8 ? * MON": cfg.Digest.Cron.String(), "0 0 * * * ?": cfg.Interview.Cron.String(), "0 * * * * ?": cfg.Reminder.Cron.String(),
		"0 0 2 * * ?": cfg.Ghosted.Cron.String(), "0 0/15 * * * ?": cfg.Recommendation.Cron.String(),
	} {
		if got != want {
			t.Errorf("cron %q, want %q", got, want)
		}
	}
	for _, on := range []bool{cfg.Digest.Enabled, cfg.Interview.Enabled, cfg.Reminder.Enabled, cfg.Ghosted.Enabled,
		cfg.Recommendation.Enabled} {
		if !on {
			t.Error("a scheduler is off by default")
		}
	}
}

func TestConfigErrorNamesEachInvalidKey(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Reminder.BatchSize, cfg.Digest.MaxJobs, cfg.Interview.WithinHours, cfg.PublicURL = 0, 101, 169, "example.org"
	err := cfg.Validate()
	for _, key := range []string{"notification.custom-reminder.batch-size", "notification.digest.max-jobs",
		"notification.interview-reminder.within-hours", "platform.public-url"} {
		if err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("the error does not name %s: %v", key, err)
		}
	}
}

func TestReminderLengthsAreConfigurable(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Reminder.MaxTitle, c.Reminder.MaxNote = 5, 3 })
	ada := fx.person()
	ada.remind(object{"title": "12345", "note": "123"})
	ada.Do("POST", reminders, object{"applicationId": ada.apply(), "title": "123456", "triggerAtUtc": noon.Add(time.Hour),
		"channels": []string{"IN_APP"}}).WantError(400, "Invalid Title")
	ada.Do("POST", reminders, object{"applicationId": ada.apply(), "title": "1", "note": "1234", "triggerAtUtc": noon.Add(time.Hour),
		"channels": []string{"IN_APP"}}).WantError(400, "Invalid Note")
}

func TestReminderNeedsAnOwnApplication(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	body := object{"applicationId": grace.apply(), "title": "Title", "triggerAtUtc": noon.Add(time.Hour), "channels": []string{"IN_APP"}}
	ada.Do("POST", reminders, body).WantError(404, "Not Found")
	body["applicationId"] = uuid.New()
	ada.Do("POST", reminders, body).WantError(404, "Not Found")
	body["applicationId"] = ada.apply()
	fx.applications.setAway(true)
	ada.Do("POST", reminders, body).WantError(503, "Service Unavailable")
	if n := fx.count("SELECT count(*) FROM notification.custom_reminder"); n != 0 {
		t.Errorf("%d reminders were written, want 0", n)
	}
	fx.applications.setAway(false)
	ada.Do("POST", reminders, body).Want(201)
	fx.api.Do("POST", reminders, body).WantError(401, "Unauthorized")
}

func TestOtherUsersReminderIsNotFound(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	r := ada.remind(nil)
	for _, path := range []string{reminders + "/" + r.ID.String(), reminders + "/" + uuid.NewString(), reminders + "/17"} {
		grace.Do("GET", path, nil).WantError(404, "Not Found")
		grace.Do("PUT", path, object{}).WantError(404, "Not Found")
		grace.Do("PUT", path, object{"title": "Mine"}).WantError(404, "Not Found")
		grace.Do("PUT", path, object{"title": ""}).WantError(404, "Not Found")
		grace.Do("PUT", path, object{"title": 7}).WantError(404, "Not Found")
		grace.Do("DELETE", path, nil).WantError(404, "Not Found")
	}
	if diff := cmp.Diff(ada.reminder(r.ID), r); diff != "" {
		t.Error(diff)
	}
	var list oas.CustomReminderList
	grace.Do("GET", "/applications/"+r.ApplicationId.String()+"/custom-reminders", nil).Want(200).JSON(&list)
	if len(list.Items) != 0 {
		t.Errorf("another user sees %d reminders, want 0", len(list.Items))
	}
}

func TestChangeKeepsAbsentFields(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	r := ada.remind(object{"note": "Note", "stage": "OFFER"})
	path := reminders + "/" + r.ID.String()
	fx.clock.Add(time.Minute)
	change := func(body string) oas.CustomReminder {
		t.Helper()
		var got oas.CustomReminder
		ada.Do("PUT", path, body).Want(200).JSON(&got)
		if diff := cmp.Diff(ada.reminder(r.ID), got); diff != "" {
			t.Errorf("after PUT %s:\n%s", body, diff)
		}
		return got
	}
	if diff := cmp.Diff(change("{}"), r); diff != "" {
		t.Errorf("an empty change changed\n%s", diff)
	}
	want := r
	want.UpdatedAt = fx.clock.Now()
	for _, step := range []struct {
		body   string
		change func()
	}{
		{`{"title": " New "}`, func() { want.Title = "New" }},
		{`{"title": "New"}`, func() {}},
		{`{"note": null}`, func() { want.Note = oas.NilString{Null: true} }},
		{`{"note": "Again"}`, func() { want.Note = oas.NewNilString("Again") }},
		{`{"stage": null}`, func() { want.Stage = oas.NilReminderStage{Null: true} }},
		{`{"stage": "SCREENING"}`, func() { want.Stage = oas.NewNilReminderStage("SCREENING") }},
		{`{"channels": ["EMAIL", "EMAIL"]}`, func() { want.Channels = []oas.ReminderChannel{"EMAIL"} }},
		{`{"triggerAtUtc": "2026-06-01T00:00:00Z", "applicationId": "` + uuid.NewString() + `"}`, func() {
			want.TriggerAtUtc = at("2026-06-01T00:00:00Z")
		}},
	} {
		fx.clock.Add(time.Minute)
		want.UpdatedAt = fx.clock.Now()
		step.change()
		if diff := cmp.Diff(change(step.body), want); diff != "" {
			t.Errorf("PUT %s:\n%s", step.body, diff)
		}
	}
}

// TestReminderStatusTransitions covers every row of the state table in the specification.
func TestReminderStatusTransitions(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	waiting, gone, done := ada.remind(nil), ada.remind(object{"triggerAtUtc": noon.Add(3 * time.Hour)}),
		ada.remind(object{"channels": []string{"IN_APP"}})
	if waiting.Status != "SCHEDULED" {
		t.Errorf("created as %s, want %s", waiting.Status, "SCHEDULED")
	}
	path := func(r oas.CustomReminder) string { return reminders + "/" + r.ID.String() }
	ada.Do("DELETE", path(gone), nil).Want(204)
	cancelled := ada.reminder(gone.ID)
	if cancelled.Status != "CANCELLED" {
		t.Errorf("cancelled to %s, want %s", cancelled.Status, "CANCELLED")
	}
	fx.clock.Add(2 * time.Hour)
	ada.Do("DELETE", path(gone), nil).Want(204)
	if diff := cmp.Diff(ada.reminder(gone.ID), cancelled); diff != "" {
		t.Errorf("a second delete wrote\n%s", diff)
	}
	ada.Do("PUT", path(waiting), object{"triggerAtUtc": noon.Add(5 * time.Hour)}).Want(200)
	fx.dispatch()
	fired := ada.reminder(done.ID)
	if fired.Status != "FIRED" || fired.FiredAtUtc.Value != fx.clock.Now() || fired.UpdatedAt != fx.clock.Now() ||
		len(fired.ChannelsFired) != 1 {
		t.Errorf("fired: %+v", fired)
	}
	for _, r := range []oas.CustomReminder{gone, done} {
		for _, body := range []any{
			object{}, object{"title": "New"}, object{"triggerAtUtc": noon.Add(9 * time.Hour)},
			// The status is checked before the body.
			object{"title": "  "}, object{"title": strings.Repeat("x", 201)}, object{"triggerAtUtc": noon.Add(-time.Hour)},
			object{"channels": []string{}},
			object{"channels": []string{"PIGEON"}}, object{"title": 7}, `{"title`,
		} {
			ada.Do("PUT", path(r), body).WantError(409, "Conflict")
		}
	}
	ada.Do("DELETE", path(done), nil).WantError(409, "Conflict")
	if diff := cmp.Diff(ada.reminder(done.ID), fired); diff != "" {
		t.Errorf("a fired reminder changed\n%s", diff)
	}
	if got := ada.reminder(waiting.ID).Status; got != "SCHEDULED" {
		t.Errorf("moved on, it is %s, want %s", got, "SCHEDULED")
	}
	// A cancelled reminder never fires.
	fx.clock.Add(24 * time.Hour)
	fx.dispatch()
	if got := ada.reminder(gone.ID).Status; got != "CANCELLED" {
		t.Errorf("a cancelled reminder became %s, want %s", got, "CANCELLED")
	}
}

func TestReminderListsExcludeFiredAndCancelled(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	one, two := ada.apply(), ada.apply()
	for title, r := range map[string]object{
		"fired":     {"applicationId": one, "triggerAtUtc": noon.Add(time.Minute)},
		"third":     {"applicationId": two, "triggerAtUtc": noon.Add(4 * time.Hour)},
		"first":     {"applicationId": one, "triggerAtUtc": noon.Add(2 * time.Hour)},
		"second":    {"applicationId": one, "triggerAtUtc": noon.Add(3 * time.Hour)},
		"cancelled": {"applicationId": one, "triggerAtUtc": noon.Add(5 * time.Hour)},
	} {
		r["title"] = title
		if got := ada.remind(r); title == "cancelled" {
			ada.Do("DELETE", reminders+"/"+got.ID.String(), nil).Want(204)
		}
	}
	fx.clock.Add(time.Hour)
	fx.dispatch()
	for path, want := range map[string]string{
		reminders:                         "first second third",
		reminders + "?includeFired=false": "first second third",
		reminders + "?includeFired=true":  "fired first second third",
		"/applications/" + one.String() + "/custom-reminders":                        "first second",
		"/applications/" + one.String() + "/custom-reminders?includeFired=true":      "fired first second",
		"/applications/" + two.String() + "/custom-reminders":                        "third",
		"/applications/" + uuid.NewString() + "/custom-reminders?includeFired=false": "",
	} {
		var list oas.CustomReminderList
		res := ada.Do("GET", path, nil).Want(200).JSON(&list)
		var got []string
		for _, r := range list.Items {
			got = append(got, r.Title)
		}
		if strings.Join(got, " ") != want || !json.Valid(res.Body) {
			t.Errorf("%s: got %v, want %s", path, got, want)
		}
	}
	ada.Do("GET", reminders+"?includeFired=maybe", nil).WantError(400, "Validation Error")
}

// TestRacingChangesEndInOneStatus changes, cancels and fires a reminder at the same time; the notice agrees with its
// final status.
func TestRacingChangesEndInOneStatus(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	for range 15 {
		r := ada.remind(object{"channels": []string{"IN_APP"}})
		fx.clock.Add(2 * time.Hour)
		path := reminders + "/" + r.ID.String()
		var wg sync.WaitGroup
		var cancelled int
		wg.Go(func() { _, _ = fx.svc.DispatchReminders(t.Context()) })
		wg.Go(func() { cancelled = ada.Do("DELETE", path, nil).Status })
		wg.Go(func() { ada.Do("PUT", path, object{"title": "Edited"}) })
		wg.Wait()
		fx.dispatch()
		got := ada.reminder(r.ID)
		notices := fx.count("SELECT count(*) FROM notification.notification WHERE application_id = $1 AND title = $2", r.ApplicationId, got.Title)
		switch got.Status {
		case "FIRED":
			if cancelled != 409 || notices != 1 {
				t.Fatalf("fired, but the delete was answered %d and there are %d notices called %q", cancelled, notices, got.Title)
			}
		case "CANCELLED":
			if cancelled != 204 || notices != 0 {
				t.Fatalf("cancelled, but the delete was answered %d and there are %d notices", cancelled, notices)
			}
		default:
			t.Fatalf("ended as %s", got.Status)
		}
	}
}
