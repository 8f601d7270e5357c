package notifications_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications"
)

// expects gives the person a next step: on a day, or at a time when one is given.
func (p person) expects(label, day string, reminderAt ...time.Time) uuid.UUID {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		p.w.t.Fatal(err)
	}
	n := applications.UpcomingNextStep{
		UserId: p.id, ApplicationId: p.applies(), NextStepLabel: label, NextStepDate: date,
		JobTitle: "Backend Engineer", NextStepReminderAt: applications.NilDateTime{Null: true}, CompanyName: applications.NewNilString("Northwind Harbour"), Status: "INTERVIEW",
	}
	if len(reminderAt) > 0 {
		n.NextStepReminderAt = applications.NewNilDateTime(reminderAt[0])
	}
	p.w.applications.mu.Lock()
	defer p.w.applications.mu.Unlock()
	p.w.applications.upcoming = append(p.w.applications.upcoming, n)
	return n.ApplicationId
}

func (w *world) interviews() notifications.InterviewResult {
	w.t.Helper()
	r, err := w.svc.RemindOfInterviews(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// logged gives the rows of the log as "offset channels date".
func (w *world) logged(application uuid.UUID) []string {
	w.t.Helper()
	return w.texts("SELECT reminder_offset || ' ' || channels || ' ' || next_step_date FROM notification.interview_reminder_log WHERE application_id = $1 ORDER BY sent_at, reminder_offset DESC", application)
}

func TestInterviewRemindersComeInTime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		zone     *time.Location
		day      string
		at       []time.Time
		h24, h1  string // when each fires
		mentions string
	}{
		{"by time", time.UTC, "2026-05-27", []time.Time{at("2026-05-27T08:30:00Z")}, "2026-05-26T08:30:00Z", "2026-05-27T07:30:00Z", "starts in %s, on 27 May 2026 at 08:30 UTC."},
		{"by day", time.UTC, "2026-05-27", nil, "2026-05-26T00:00:00Z", "2026-05-26T23:00:00Z", "is tomorrow, 27 May 2026."},
		{"by day, in a zone", madrid, "2026-05-27", nil, "2026-05-25T22:00:00Z", "2026-05-26T21:00:00Z", "is tomorrow, 27 May 2026."},
		{"the day after the clocks went forward", madrid, "2026-03-30", nil, "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z", "is tomorrow, 30 March 2026."},
		{"the day after the clocks went back", madrid, "2026-10-26", nil, "2026-10-24T23:00:00Z", "2026-10-25T22:00:00Z", "is tomorrow, 26 October 2026."},
		{"the first of a month", time.UTC, "2028-03-01", nil, "2028-02-29T00:00:00Z", "2028-02-29T23:00:00Z", "is tomorrow, 1 March 2028."},
		{"by time, in a zone", madrid, "2026-10-25", []time.Time{at("2026-10-25T01:30:00Z")}, "2026-10-24T01:30:00Z", "2026-10-25T00:30:00Z", "starts in %s, on 25 October 2026 at 02:30 CET."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(c *configuration) { c.Timezone = tt.zone })
			ada := w.person()
			application := ada.expects("Technical interview", tt.day, tt.at...)
			for i, fire := range []string{tt.h24, tt.h1} {
				w.clock.set(at(fire).Add(-time.Second))
				if r := w.interviews(); r.Reminded != 0 {
					t.Errorf("a second before %s: %+v", fire, r)
				}
				w.clock.set(at(fire))
				for n := range 2 {
					if r := w.interviews(); r.Reminded != 1-n {
						t.Errorf("at %s, run %d: %+v", fire, n, r)
					}
				}
				mentions := strings.ReplaceAll(tt.mentions, "%s", []string{"24 hours", "1 hour"}[i])
				if i == 0 && tt.day == "2026-03-30" {
					mentions = "is on 30 March 2026." // 24 hours before its day it is not yet the day before
				}
				notices := ada.centre()
				if len(notices) != i+1 || notices[0].Type != "INTERVIEW_REMINDER" || notices[0].ApplicationId.Value != application ||
					notices[0].Message != "Technical interview for Backend Engineer at Northwind Harbour "+mentions {
					t.Errorf("notices: %+v", notices)
				}
				w.delivers()
				if mails := ada.mails(); len(mails) != i+1 || !strings.Contains(strings.Join(strings.Fields(mails[i].Text), " "), mentions) {
					t.Errorf("%d mails, want the last one to say %q", len(mails), mentions)
				}
			}
			want := []string{"H24 in_app,email " + tt.day, "H1 in_app,email " + tt.day}
			if diff := cmp.Diff(w.logged(application), want); diff != "" {
				t.Error(diff)
			}
			mails := ada.mails()
			if len(mails) != 2 || !strings.Contains(mails[0].Text, "/tracker/"+application.String()) {
				t.Errorf("%d mails", len(mails))
			}
			if mails[0].Header.Get("Message-Id") == mails[1].Header.Get("Message-Id") {
				t.Error("two mails with one Message-ID")
			}
			if w.applications.within[0] != 26 {
				t.Errorf("asked for %d hours", w.applications.within[0])
			}
		})
	}
}

func TestBothOffsetsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	application := ada.expects("Call", "2026-05-20", noon.Add(30*time.Minute))
	if r := w.interviews(); r.Reminded != 2 || r.Mails != 2 {
		t.Errorf("%+v", r)
	}
	var got []string
	for _, n := range ada.centre() {
		got = append(got, n.Message)
	}
	want := []string{
		"Call for Backend Engineer at Northwind Harbour starts in 30 minutes, on 20 May 2026 at 12:30 UTC.",
		"Call for Backend Engineer at Northwind Harbour starts in 30 minutes, on 20 May 2026 at 12:30 UTC.",
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	if len(w.logged(application)) != 2 {
		t.Error("not both are logged")
	}
}

// What is listed is reminded of: applications decides how long a step is one to come. A step that is not listed is not
// logged either, so that a corrected date still fires.
func TestEveryDueOffsetOfAListedStepFires(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	today := ada.expects("Today", "2026-05-20")
	past := ada.expects("This morning", "2026-05-20", noon.Add(-2*time.Hour))
	if r := w.interviews(); r.Steps != 2 || r.Reminded != 4 {
		t.Errorf("%+v", r)
	}
	for _, application := range []uuid.UUID{today, past} {
		if diff := cmp.Diff(w.logged(application), []string{"H24 in_app,email 2026-05-20", "H1 in_app,email 2026-05-20"}); diff != "" {
			t.Error(diff)
		}
	}
	mistaken := ada.expects("Typed the wrong day", "2026-05-20", noon.Add(-time.Hour))
	steps := w.applications.upcoming
	w.applications.upcoming = steps[:2] // its time is over: applications does not list it
	if r := w.interviews(); r.Reminded != 0 || len(w.logged(mistaken)) != 0 {
		t.Errorf("not listed: %+v", r)
	}
	w.applications.upcoming = steps
	w.applications.upcoming[2].NextStepReminderAt = applications.NewNilDateTime(noon.Add(3 * time.Hour))
	if r := w.interviews(); r.Reminded != 1 {
		t.Errorf("corrected: %+v", r)
	}
}

func TestInterviewPreferences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		prefs object
		lost  bool // identity knows no address
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
			w := newWorld(t)
			ada := w.person()
			if tt.lost {
				ada = w.stranger()
			}
			ada.prefers(tt.prefs)
			application := ada.expects("Call", "2026-05-21")
			w.interviews()
			w.delivers()
			if got := strings.Join(w.logged(application), ";"); got != tt.want {
				t.Errorf("logged %q, want %q", got, tt.want)
			}
			if got := len(w.identity.lookups) > 0; got != tt.asked {
				t.Errorf("identity was asked: %v", got)
			}
			if got, want := len(ada.centre()), strings.Count(tt.want, "in_app"); got != want {
				t.Errorf("%d notices, want %d", got, want)
			}
			if got, want := len(ada.mails()), strings.Count(tt.want, "email"); got != want {
				t.Errorf("%d mails, want %d", got, want)
			}
			if tt.lost && !w.log.has("WARN", "no address", ada.id.String()) {
				t.Error("the dropped mail was not logged")
			}
		})
	}
}

func TestRescheduledStepsDoNotRearm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.expects("Call", "2026-05-21", noon.Add(20*time.Hour))
	w.interviews()
	w.applications.upcoming[0].NextStepReminderAt = applications.NewNilDateTime(noon.Add(23 * time.Hour))
	if r := w.interviews(); r.Reminded != 0 {
		t.Errorf("%+v", r)
	}
}

func TestOneFailingInterviewReminder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var people []person
	for range 5 {
		p := w.person()
		people = append(people, p)
		p.expects("Call", "2026-05-21")
	}
	w.exec(`CREATE FUNCTION notification.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$`)
	w.exec("CREATE TRIGGER refuse BEFORE INSERT ON notification.notification FOR EACH ROW WHEN (NEW.user_id = '" + people[2].id.String() + "') EXECUTE FUNCTION notification.refuse()")
	r, err := w.svc.RemindOfInterviews(t.Context())
	if err == nil || r.Failed != 1 || r.Reminded != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	if n := w.count("SELECT count(*) FROM notification.interview_reminder_log"); n != 4 {
		t.Errorf("%d rows in the log", n)
	}
	if !w.log.has("ERROR", "interview reminder failed", people[2].id.String()) || w.counted("interview-reminder", "failed") != 1 {
		t.Error("the failure is not recorded")
	}
	w.exec("DROP TRIGGER refuse ON notification.notification")
	if r := w.interviews(); r.Reminded != 1 {
		t.Errorf("once cured: %+v", r)
	}
}

func TestInterviewsWithNeighboursAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.expects("Call", "2026-05-21")
	w.applications.goAway(true)
	if _, err := w.svc.RemindOfInterviews(t.Context()); err == nil || w.counted("interview-reminder", "failed") != 1 {
		t.Errorf("applications away: %v", err)
	}
	w.applications.goAway(false)
	w.identity.goAway(true)
	if r := w.interviews(); r.Reminded != 1 || r.Mails != 1 || len(ada.centre()) != 1 {
		t.Errorf("identity away: %+v", r)
	}
	w.delivers()
	w.identity.goAway(false)
	w.clock.pass(time.Hour)
	w.delivers()
	if len(ada.mails()) != 1 {
		t.Errorf("%d mails", len(ada.mails()))
	}
}

func TestReplicasRemindOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 60 {
		w.person().expects("Call", "2026-05-20", noon.Add(time.Minute))
	}
	replicas := []*notifications.Service{w.svc, w.replica(), w.replica()}
	for _, err := range everyone(t.Context(), replicas, func(ctx context.Context, s *notifications.Service) error {
		_, err := s.RemindOfInterviews(ctx)
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	for _, table := range []string{"interview_reminder_log", "notification", "outbox"} {
		if n := w.count("SELECT count(*) FROM notification." + table); n != 120 {
			t.Errorf("%d rows in %s, want 120", n, table)
		}
	}
}

// A mail that waited is not sent to someone who has turned it off meanwhile.
func TestPreferencesAreLookedAtAgainBeforeSending(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.expects("Call", "2026-05-21")
	w.interviews()
	ada.prefers(object{"interviewReminderEmail": false})
	if r := w.delivers(); r.Delivered != 1 || len(ada.mails()) != 0 || w.counted("interview-reminder", "unwanted") != 1 {
		t.Errorf("%+v and %d mails", r, len(ada.mails()))
	}
}

// A mail says the time left when it leaves, and is not sent once the step is over.
func TestAnInterviewMailIsOfItsMoment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, late := w.person(), w.person()
	ada.expects("Call", "2026-05-20", noon.Add(30*time.Minute))
	w.interviews()
	w.clock.pass(10 * time.Minute)
	w.delivers()
	for _, m := range ada.mails() {
		if text := strings.Join(strings.Fields(m.Text), " "); m.Subject != "Call, Backend Engineer at Northwind Harbour: 20 May 2026 at 12:30 UTC" || !strings.Contains(text, "starts in 20 minutes") || strings.Contains(text, "24-hour") {
			t.Errorf("%s\n%s", m.Subject, text)
		}
	}
	late.expects("Call", "2026-05-20", noon.Add(40*time.Minute))
	late.expects("Visit", "2026-05-20")
	w.interviews()
	w.clock.pass(40 * time.Minute)
	w.delivers()
	if n := len(late.mails()); n != 2 || w.counted("interview-reminder", "expired") != 2 {
		t.Errorf("%d mails, %v expired: want those about the visit, which has all day", n, w.counted("interview-reminder", "expired"))
	}
}
