package notifications_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
)

// addNextStep adds a next step of the person: on a day, or at a time if one is given.
func (p person) addNextStep(label, day string, reminderAt ...time.Time) uuid.UUID {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		p.fx.t.Fatal(err)
	}
	n := applications.UpcomingNextStep{
		UserId: p.id, ApplicationId: p.apply(), NextStepLabel: label, NextStepDate: date,
		JobTitle: "Backend Engineer", NextStepReminderAt: applications.NilDateTime{Null: true},
		CompanyName: applications.NewNilString("Northwind Harbour"), Status: "INTERVIEW",
	}
	if len(reminderAt) > 0 {
		n.NextStepReminderAt = applications.NewNilDateTime(reminderAt[0])
	}
	p.fx.applications.mu.Lock()
	defer p.fx.applications.mu.Unlock()
	p.fx.applications.upcoming = append(p.fx.applications.upcoming, n)
	return n.ApplicationId
}

func (fx *fixture) remindOfInterviews() notifications.InterviewResult {
	fx.t.Helper()
	r, err := fx.svc.RemindOfInterviews(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// logged returns the rows of the log as "offset channels date".
func (fx *fixture) logged(application uuid.UUID) []string {
	fx.t.Helper()
	return fx.texts("SELECT reminder_offset || ' ' || channels || ' ' || next_step_date FROM notification.interview_reminder_log "+
		"WHERE application_id = $1 ORDER BY sent_at, reminder_offset DESC", application)
}

func TestInterviewRemindersFireAtTheirOffsets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		zone     *time.Location
		day      string
		at       []time.Time
		h24, h1  string // time at which each fires
		mentions string
	}{
		{"by time", time.UTC, "2026-05-27", []time.Time{at("2026-05-27T08:30:00Z")}, "2026-05-26T08:30:00Z", "2026-05-27T07:30:00Z",
			"starts in %s, on 27 May 2026 at 08:30 UTC."},
		{"by day", time.UTC, "2026-05-27", nil, "2026-05-26T00:00:00Z", "2026-05-26T23:00:00Z", "is tomorrow, 27 May 2026."},
		{"by day, in a zone", madrid, "2026-05-27", nil, "2026-05-25T22:00:00Z", "2026-05-26T21:00:00Z", "is tomorrow, 27 May 2026."},
		{"the day after the clocks went forward", madrid, "2026-03-30", nil, "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z",
			"is tomorrow, 30 March 2026."},
		{"the day after the clocks went back", madrid, "2026-10-26", nil, "2026-10-24T23:00:00Z", "2026-10-25T22:00:00Z",
			"is tomorrow, 26 October 2026."},
		{"the first of a month", time.UTC, "2028-03-01", nil, "2028-02-29T00:00:00Z", "2028-02-29T23:00:00Z", "is tomorrow, 1 March 2028."},
		{"by time, in a zone", madrid, "2026-10-25", []time.Time{at("2026-10-25T01:30:00Z")}, "2026-10-24T01:30:00Z", "2026-10-25T00:30:00Z",
			"starts in %s, on 25 October 2026 at 02:30 CET."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t, func(c *configuration) { c.Timezone = tt.zone })
			ada := fx.person()
			application := ada.addNextStep("Technical interview", tt.day, tt.at...)
			for i, fire := range []string{tt.h24, tt.h1} {
				fx.clock.Set(at(fire).Add(-time.Second))
				if r := fx.remindOfInterviews(); r.Reminded != 0 {
					t.Errorf("a second before %s: %+v", fire, r)
				}
				fx.clock.Set(at(fire))
				for n := range 2 {
					if r := fx.remindOfInterviews(); r.Reminded != 1-n {
						t.Errorf("at %s, run %d: %+v", fire, n, r)
					}
				}
				mentions := strings.ReplaceAll(tt.mentions, "%s", []string{"24 hours", "1 hour"}[i])
				if i == 0 && tt.day == "2026-03-30" {
					mentions = "is on 30 March 2026." // 24 hours before its day it is not yet the day before
				}
				notices := ada.notices()
				if len(notices) != i+1 || notices[0].Type != "INTERVIEW_REMINDER" || notices[0].ApplicationId.Value != application ||
					notices[0].Message != "Technical interview for Backend Engineer at Northwind Harbour "+mentions {
					t.Errorf("notices: %+v", notices)
				}
				fx.deliver()
				if mails := ada.mails(); len(mails) != i+1 || !strings.Contains(strings.Join(strings.Fields(mails[i].Text), " "), mentions) {
					t.Errorf("%d mails, want the last one to say %q", len(mails), mentions)
				}
			}
			want := []string{"H24 in_app,email " + tt.day, "H1 in_app,email " + tt.day}
			if diff := cmp.Diff(fx.logged(application), want); diff != "" {
				t.Error(diff)
			}
			mails := ada.mails()
			if len(mails) != 2 || !strings.Contains(mails[0].Text, "/tracker/"+application.String()) {
				t.Errorf("%d mails", len(mails))
			}
			if mails[0].Header.Get("Message-Id") == mails[1].Header.Get("Message-Id") {
				t.Error("two mails with one Message-ID")
			}
			if fx.applications.within[0] != 26 {
				t.Errorf("asked for %d hours, want 26", fx.applications.within[0])
			}
		})
	}
}

// TestEveryDueOffsetOfAListedStepFires checks that every due offset of a step fires that applications lists. A step
// that is not listed is not logged either, so that it still fires after its date is corrected.
func TestEveryDueOffsetOfAListedStepFires(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	today := ada.addNextStep("Today", "2026-05-20")
	past := ada.addNextStep("This morning", "2026-05-20", noon.Add(-2*time.Hour))
	if r := fx.remindOfInterviews(); r.Steps != 2 || r.Reminded != 4 {
		t.Errorf("%+v", r)
	}
	for _, application := range []uuid.UUID{today, past} {
		if diff := cmp.Diff(fx.logged(application), []string{"H24 in_app,email 2026-05-20", "H1 in_app,email 2026-05-20"}); diff != "" {
			t.Error(diff)
		}
	}
	mistaken := ada.addNextStep("Typed the wrong day", "2026-05-20", noon.Add(-time.Hour))
	steps := fx.applications.upcoming
	fx.applications.upcoming = steps[:2] // its time is over: applications does not list it
	if r := fx.remindOfInterviews(); r.Reminded != 0 || len(fx.logged(mistaken)) != 0 {
		t.Errorf("not listed: %+v", r)
	}
	fx.applications.upcoming = steps
	fx.applications.upcoming[2].NextStepReminderAt = applications.NewNilDateTime(noon.Add(3 * time.Hour))
	if r := fx.remindOfInterviews(); r.Reminded != 1 {
		t.Errorf("corrected: %+v", r)
	}
}

func TestInterviewRemindersFollowPreferences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		prefs object
		lost  bool // identity has no address
		want  string
		asked bool
	}{
		{"defaults", object{}, false, "H24 in_app,email 2026-05-21", true},
		{"no mail", object{"interviewReminderEmail": false}, false, "H24 in_app 2026-05-21", false},
		{"none", object{"interviewReminders": false}, false, "", false},
		{"none, mail on", object{"interviewReminders": false, "interviewReminderEmail": true}, false, "", false},
		{"in-app is always on", object{"inAppNotificationsEnabled": false}, false, "H24 in_app,email 2026-05-21", true},
		{"no address", object{}, true, "H24 in_app 2026-05-21", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			ada := fx.person()
			if tt.lost {
				ada = fx.withoutAddress()
			}
			ada.setPreferences(tt.prefs)
			application := ada.addNextStep("Call", "2026-05-21")
			fx.remindOfInterviews()
			fx.deliver()
			if got := strings.Join(fx.logged(application), ";"); got != tt.want {
				t.Errorf("logged %q, want %q", got, tt.want)
			}
			if got := len(fx.identity.lookups) > 0; got != tt.asked {
				t.Errorf("identity was asked: %v", got)
			}
			if got, want := len(ada.notices()), strings.Count(tt.want, "in_app"); got != want {
				t.Errorf("%d notices, want %d", got, want)
			}
			if got, want := len(ada.mails()), strings.Count(tt.want, "email"); got != want {
				t.Errorf("%d mails, want %d", got, want)
			}
			if tt.lost && !fx.log.Has("WARN", "no address", ada.id.String()) {
				t.Error("the dropped mail was not logged")
			}
		})
	}
}

func TestRescheduledStepsDoNotRearm(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.addNextStep("Call", "2026-05-21", noon.Add(20*time.Hour))
	fx.remindOfInterviews()
	fx.applications.upcoming[0].NextStepReminderAt = applications.NewNilDateTime(noon.Add(23 * time.Hour))
	if r := fx.remindOfInterviews(); r.Reminded != 0 {
		t.Errorf("%+v", r)
	}
}

// TestComingInterviewReminders checks that the list of coming reminders has exactly those that the scheduler will still
// send.
func TestComingInterviewReminders(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	coming := func(p person) (list oas.InterviewReminderList) {
		p.Do("GET", "/notifications/interview-reminders", nil).Want(200).JSON(&list)
		return list
	}
	timed := ada.addNextStep("Call", "2026-05-21", noon.Add(20*time.Hour)) // the first is due
	day := ada.addNextStep("Visit", "2026-05-23")
	unnamed := ada.addNextStep("", "2026-05-24")
	for _, n := range fx.applications.upcoming {
		fx.applications.steps[ada.id] = append(fx.applications.steps[ada.id], applications.UserNextStep{
			ApplicationId: n.ApplicationId, JobTitle: n.JobTitle, CompanyName: n.CompanyName, Location: applications.NilString{Null: true},
			NextStepLabel: applications.NilString{Value: n.NextStepLabel, Null: n.ApplicationId == unnamed},
			NextStepDate:  applications.NewNilDate(n.NextStepDate), NextStepReminderAt: n.NextStepReminderAt, Status: n.Status, UpdatedAt: noon,
		})
	}
	fx.applications.upcoming = fx.applications.upcoming[:1]
	fx.remindOfInterviews()
	shown := func(list oas.InterviewReminderList) (out []string) {
		for _, r := range list.Items {
			name := map[uuid.UUID]string{timed: "timed", day: "day"}[r.ApplicationId]
			out = append(out, name+" "+r.Label+" "+string(r.Offset)+" "+r.SendAt.Format(time.RFC3339))
		}
		return out
	}
	got := coming(ada)
	want := []string{
		"timed Call H1 2026-05-21T07:00:00Z", "day Visit H24 2026-05-22T00:00:00Z", "day Visit H1 2026-05-22T23:00:00Z",
	}
	if diff := cmp.Diff(want, shown(got)); diff != "" || !got.Enabled {
		t.Errorf("enabled %v (-want +got)\n%s", got.Enabled, diff)
	}
	if other := coming(fx.person()); !other.Enabled || len(other.Items) != 0 {
		t.Errorf("%+v", other)
	}
	fx.applications.setAway(true)
	ada.Do("GET", "/notifications/interview-reminders", nil).WantError(503, "Service Unavailable")
	ada.setPreferences(object{"interviewReminders": false})
	if off := coming(ada); off.Enabled || len(off.Items) != 0 {
		t.Errorf("switched off: %+v", off)
	}
}

func TestFailingInterviewReminderDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var people []person
	for range 5 {
		p := fx.person()
		people = append(people, p)
		p.addNextStep("Call", "2026-05-21")
	}
	fx.exec(`CREATE FUNCTION notification.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$`)
	fx.exec("CREATE TRIGGER refuse BEFORE INSERT ON notification.notification FOR EACH ROW WHEN (NEW.user_id = '" + people[2].id.String() +
		"') EXECUTE FUNCTION notification.refuse()")
	r, err := fx.svc.RemindOfInterviews(t.Context())
	if err == nil || r.Failed != 1 || r.Reminded != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	if n := fx.count("SELECT count(*) FROM notification.interview_reminder_log"); n != 4 {
		t.Errorf("%d rows in the log, want 4", n)
	}
	if !fx.log.Has("ERROR", "interview reminder failed", people[2].id.String()) || fx.counted("interview-reminder", "failed") != 1 {
		t.Error("the failure is not recorded")
	}
	fx.exec("DROP TRIGGER refuse ON notification.notification")
	if r := fx.remindOfInterviews(); r.Reminded != 1 {
		t.Errorf("once cured: %+v", r)
	}
}

func TestInterviewRemindersSurviveOutages(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.addNextStep("Call", "2026-05-21")
	fx.applications.setAway(true)
	if _, err := fx.svc.RemindOfInterviews(t.Context()); err == nil || fx.counted("interview-reminder", "failed") != 1 {
		t.Errorf("applications away: %v", err)
	}
	fx.applications.setAway(false)
	fx.identity.setAway(true)
	if r := fx.remindOfInterviews(); r.Reminded != 1 || r.Mails != 1 || len(ada.notices()) != 1 {
		t.Errorf("identity away: %+v", r)
	}
	fx.deliver()
	fx.identity.setAway(false)
	fx.clock.Add(time.Hour)
	fx.deliver()
	if len(ada.mails()) != 1 {
		t.Errorf("%d mails, want 1", len(ada.mails()))
	}
}

func TestReplicasRemindOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for range 60 {
		fx.person().addNextStep("Call", "2026-05-20", noon.Add(time.Minute))
	}
	fx.onReplicas(3, func(s *notifications.Service) error {
		_, err := s.RemindOfInterviews(t.Context())
		return err
	})
	for _, table := range []string{"interview_reminder_log", "notification", "outbox"} {
		if n := fx.count("SELECT count(*) FROM notification." + table); n != 120 {
			t.Errorf("%d rows in %s, want 120", n, table)
		}
	}
}

func TestPreferencesAreCheckedBeforeSending(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.addNextStep("Call", "2026-05-21")
	fx.remindOfInterviews()
	ada.setPreferences(object{"interviewReminderEmail": false})
	if r := fx.deliver(); r.Delivered != 1 || len(ada.mails()) != 0 || fx.counted("interview-reminder", "unwanted") != 1 {
		t.Errorf("%+v and %d mails", r, len(ada.mails()))
	}
}

// TestInterviewMailShowsTheTimeLeftWhenSent also checks that a mail is not sent once the step is over.
func TestInterviewMailShowsTheTimeLeftWhenSent(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, late := fx.person(), fx.person()
	ada.addNextStep("Call", "2026-05-20", noon.Add(30*time.Minute))
	fx.remindOfInterviews()
	fx.clock.Add(10 * time.Minute)
	fx.deliver()
	for _, m := range ada.mails() {
		if text := strings.Join(strings.Fields(m.Text),
			" "); m.Subject != "Call, Backend Engineer at Northwind Harbour: 20 May 2026 at 12:30 UTC" ||
			!strings.Contains(text, "starts in 20 minutes") || strings.Contains(text, "24-hour") {
			t.Errorf("%s\n%s", m.Subject, text)
		}
	}
	late.addNextStep("Call", "2026-05-20", noon.Add(40*time.Minute))
	late.addNextStep("Visit", "2026-05-20")
	fx.remindOfInterviews()
	fx.clock.Add(40 * time.Minute)
	fx.deliver()
	if n := len(late.mails()); n != 2 || fx.counted("interview-reminder", "expired") != 2 {
		t.Errorf("%d mails, %v expired: want those about the visit, which has all day", n, fx.counted("interview-reminder", "expired"))
	}
}
