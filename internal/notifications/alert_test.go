package notifications_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
)

// search is a saved search of a person.
type search struct {
	id     uuid.UUID
	name   string
	rhythm jobs.AlertRhythm
}

// hit lets job search find a posting for a saved search.
func (p person) hit(s search, title string) uuid.UUID {
	job := p.fx.jobs.post(title, "Oslo")
	p.fx.jobs.mu.Lock()
	defer p.fx.jobs.mu.Unlock()
	p.fx.jobs.hits = append(p.fx.jobs.hits, jobs.AlertHit{
		ID: uuid.New(), UserId: p.id, FilterId: s.id, FilterName: s.name, Rhythm: s.rhythm, MatchedAt: p.fx.clock.Now(), Job: job,
		Reasons:    []jobs.AlertReason{{Kind: jobs.AlertReasonKindWORD, Text: "engineer"}, {Kind: jobs.AlertReasonKindFACT, Text: "Oslo"}},
		TitleMarks: []jobs.Mark{{Start: 3, End: 11}},
	})
	return job.ID
}

var (
	inOslo  = search{uuid.New(), "Go <in> Oslo", jobs.AlertRhythmATONCE}
	daily   = search{uuid.New(), "Daily", jobs.AlertRhythmDAILY}
	another = search{uuid.New(), "Other", jobs.AlertRhythmATONCE}
)

func (fx *fixture) tell() notifications.AlertResult {
	fx.t.Helper()
	r, err := fx.svc.TellAlerts(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// tellAt moves the clock, runs the alerts and returns the number of reported hits.
func (fx *fixture) tellAt(when string) int {
	fx.t.Helper()
	fx.clock.Set(at(when))
	return fx.tell().Told
}

func (p person) alertHits(query string) oas.AlertHitPage {
	p.fx.t.Helper()
	var got oas.AlertHitPage
	p.Do("GET", "/notifications/alerts?size=100"+query, nil).Want(200).JSON(&got)
	return got
}

func (p person) setAlerts(changes object) {
	p.fx.t.Helper()
	body := object{"hour": 8, "weekday": "MONDAY", "quietFrom": nil, "quietUntil": nil, "email": true, "inApp": true}
	maps.Copy(body, changes)
	p.Do("PUT", "/notifications/alert-settings", body).Want(200)
}

func TestAlertSaysWhy(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, other := fx.person(), fx.person()
	job := ada.hit(inOslo, "Go Engineer & more")
	if diff := cmp.Diff(fx.tell(), notifications.AlertResult{Stored: 1, Alerts: 1, Told: 1, Mails: 1}); diff != "" {
		t.Error(diff)
	}
	fx.deliver()
	notices := ada.notices()
	if len(notices) != 1 || notices[0].Type != oas.NotificationTypeJOBALERT ||
		notices[0].Title != "New job: Go Engineer & more at Larkspur Analytics" ||
		notices[0].Message != "Oslo · Matches “Go <in> Oslo”: engineer, Oslo" {
		t.Fatalf("notices %+v", notices)
	}
	alert := notices[0].ID
	want := oas.AlertHitPage{Size: 100, TotalElements: 1, TotalPages: 1, Content: []oas.AlertHit{{
		AlertId: alert, ToldAt: noon, JobId: job, Title: "Go Engineer & more", TitleMarks: []oas.Mark{{Start: 3, End: 11}},
		Company: "Larkspur Analytics", Location: oas.NewNilString("Oslo"), FilterId: inOslo.id, FilterName: inOslo.name,
		Reasons: []oas.AlertReason{{Kind: oas.AlertReasonKindWORD, Text: "engineer"}, {Kind: oas.AlertReasonKindFACT, Text: "Oslo"}},
	}}}
	for _, query := range []string{"", "&alertId=" + alert.String()} {
		if diff := cmp.Diff(ada.alertHits(query), want); diff != "" {
			t.Error(diff)
		}
	}
	if n := ada.alertHits("&alertId="+uuid.NewString()).TotalElements + other.alertHits("").TotalElements; n != 0 {
		t.Errorf("%d hits of others, want 0", n)
	}
	mails := ada.mails()
	if len(mails) != 1 || mails[0].Subject != notices[0].Title || mails[0].Header.Get("List-Unsubscribe-Post") == "" {
		t.Fatalf("mails %+v", mails)
	}
	for _, part := range []string{"Matches “Go <in> Oslo”: engineer, Oslo", "https://rolecall.example/find?job=" + job.String(),
		"https://rolecall.example/alerts?alert=" + alert.String()} {
		if !strings.Contains(mails[0].Text, part) {
			t.Errorf("the text lacks %q:\n%s", part, mails[0].Text)
		}
	}
	for _, part := range []string{"Matches “Go &lt;in&gt; Oslo”:", ">engineer</mark>", ">Oslo</mark>", "Go Engineer &amp; more"} {
		if !strings.Contains(mails[0].HTML, part) {
			t.Errorf("the HTML lacks %q", part)
		}
	}
}

// TestAlertNamesPayAndWorkplace checks that mail and notice say where the work is done and what it pays, if that is known,
// also of hits that were stored before these facts were.
func TestAlertNamesPayAndWorkplace(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	grace.speak("de", noon)
	for _, p := range []person{ada, grace} {
		p.hit(inOslo, "Go Engineer")
		job := &fx.jobs.hits[len(fx.jobs.hits)-1].Job
		job.WorkplaceType = jobs.NewNilWorkplaceType(jobs.WorkplaceTypeHybrid)
		job.CompensationMin, job.CompensationMax = jobs.NewNilInt64(50_000), jobs.NewNilInt64(60_000)
		job.CompensationCurrency = jobs.NewNilString("EUR")
		job.CompensationPeriod = jobs.NewNilCompensationPeriod(jobs.CompensationPeriodYear)
	}
	fx.tell()
	fx.deliver()
	for _, tt := range []struct {
		person
		want string
	}{{ada, "Oslo · Hybrid · €50,000 – €60,000 a year"}, {grace, "Oslo · Hybrid · 50.000\u00a0€ – 60.000\u00a0€ im Jahr"}} {
		if got := tt.notices()[0].Message; !strings.HasPrefix(got, tt.want+" · ") {
			t.Errorf("notice %q, want %q", got, tt.want)
		}
		for _, part := range []string{tt.mails()[0].Text, tt.mails()[0].HTML} {
			if !strings.Contains(part, tt.want) {
				t.Errorf("the mail lacks %q:\n%s", tt.want, part)
			}
		}
	}
	ada.hit(daily, "Welder")
	ada.hit(daily, "Baker")
	fx.tell()
	fx.exec("UPDATE notification.alert_hit SET facts = NULL WHERE title = 'Welder'")
	fx.exec(`UPDATE notification.alert_hit SET facts = '{"workplace": "remote", "payMin": 18.5}' WHERE title = 'Baker'`)
	fx.clock.Set(at("2026-05-21T08:00:00Z"))
	fx.tell()
	got := ada.notices()[0].Message
	for _, want := range []string{"Welder at Larkspur Analytics · matches", "Baker at Larkspur Analytics · Remote · from 18.50 · matches"} {
		if !strings.Contains(got, want) {
			t.Errorf("notice %q, want %q", got, want)
		}
	}
}

// TestSeveralHitsAreOneMessage checks that there is one notice and one mail, however many hits are due and whichever
// searches found them.
func TestSeveralHitsAreOneMessage(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	for i := range 24 {
		ada.hit(inOslo, fmt.Sprint("Engineer ", i))
	}
	ada.hit(another, "Nurse")
	grace.hit(inOslo, "Engineer")
	grace.hit(inOslo, "Welder")
	if diff := cmp.Diff(fx.tell(), notifications.AlertResult{Stored: 27, Alerts: 2, Told: 27, Mails: 2}); diff != "" {
		t.Error(diff)
	}
	fx.deliver()
	notices, mails := ada.notices(), ada.mails()
	if len(notices) != 1 || len(mails) != 1 || mails[0].Subject != "25 new jobs for 2 of your searches" {
		t.Fatalf("%d notices, %d mails", len(notices), len(mails))
	}
	if n := strings.Count(notices[0].Message, "\n"); n != 5 || !strings.HasSuffix(notices[0].Message, "\nAnd 20 more.") {
		t.Errorf("notice:\n%s", notices[0].Message)
	}
	if n := strings.Count(mails[0].Text, "/find?job="); n != 20 || !strings.Contains(mails[0].Text, "And 5 more.") {
		t.Errorf("%d postings in the mail:\n%s", n, mails[0].Text)
	}
	if got := ada.alertHits("&alertId=" + notices[0].ID.String()); got.TotalElements != 25 {
		t.Errorf("%d hits listed, want 25", got.TotalElements)
	}
	if got := grace.notices()[0]; got.Title != "2 new jobs for “Go <in> Oslo”" ||
		!strings.Contains(got.Message, "Engineer at Larkspur Analytics · matches engineer, Oslo") {
		t.Errorf("notice %+v", got)
	}
	if r := fx.tell(); r != (notifications.AlertResult{}) {
		t.Errorf("told again: %+v", r)
	}
}

// TestAtOnceAlertsKeepAGap checks that postings that a crawl finds in the minutes after an alert are one more alert,
// not many.
func TestAtOnceAlertsKeepAGap(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	told := []int{}
	for minute := range 13 {
		ada.hit(inOslo, "Engineer")
		told = append(told, fx.tellAt(fmt.Sprintf("2026-05-20T12:%02d:00Z", minute)))
	}
	if diff := cmp.Diff(told, []int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0}); diff != "" {
		t.Error(diff)
	}
}

func TestAlertsComeAtTheHourOfTheUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": "America/New_York"}).Want(200)
	ada.setAlerts(object{"hour": 18, "weekday": "THURSDAY"})
	ada.hit(daily, "Engineer")
	ada.hit(search{uuid.New(), "Weekly", jobs.AlertRhythmWEEKLY}, "Welder")
	var told []int
	for _, when := range []string{"2026-05-20T12:00:00Z", "2026-05-20T21:59:59Z", "2026-05-20T22:00:00Z", "2026-05-21T21:59:59Z",
		"2026-05-21T22:00:00Z"} {
		told = append(told, fx.tellAt(when))
	}
	if diff := cmp.Diff(told, []int{0, 0, 1, 0, 1}); diff != "" {
		t.Error(diff)
	}
}

// TestWaitingAlertsFollowTheSettings checks that waiting hits follow a change of the hour, of the quiet hours and of
// the time zone.
func TestWaitingAlertsFollowTheSettings(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	ada.hit(daily, "Engineer")
	fx.tell()
	ada.setAlerts(object{"hour": 13})
	if n := fx.tellAt("2026-05-20T13:00:00Z"); n != 1 {
		t.Errorf("%d told at the new hour, want 1", n)
	}
	fx.clock.Add(time.Minute)
	ada.hit(daily, "Welder")
	fx.tell()
	ada.Do("PUT", "/notifications/time-zone", object{"timeZone": "Asia/Tokyo"}).Want(200) // 22:00 there
	if before, then := fx.tellAt("2026-05-21T03:59:00Z"), fx.tellAt("2026-05-21T04:00:00Z"); before != 0 || then != 1 {
		t.Errorf("%d told before one o'clock in Tokyo, %d then", before, then)
	}
	grace.setAlerts(object{"quietFrom": 4, "quietUntil": 6})
	grace.hit(inOslo, "Engineer")
	fx.tell()
	grace.setAlerts(nil)
	if n := fx.tell().Told; n != 1 {
		t.Errorf("%d told without quiet hours, want 1", n)
	}
}

// TestNoAlertInQuietHours checks that quiet hours also hold when a process comes back in them, after an alert was due.
func TestNoAlertInQuietHours(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.setAlerts(object{"quietFrom": 22, "quietUntil": 7, "hour": 21})
	ada.hit(daily, "Engineer")
	if n := fx.tellAt("2026-05-20T20:00:00Z"); n != 0 {
		t.Errorf("%d told before their hour, want 0", n)
	}
	fx.clock.Set(at("2026-05-20T23:30:00Z"))
	ada.hit(inOslo, "Welder")
	if r := fx.tell(); r.Told != 0 || r.Delayed != 1 || len(ada.notices()) != 0 {
		t.Errorf("in quiet hours: %+v", r)
	}
	if n := fx.tellAt("2026-05-21T07:00:00Z"); n != 2 {
		t.Errorf("%d told at the end, want 2", n)
	}
}

func TestAlertSettings(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	var got oas.AlertSettings
	ada.Do("GET", "/notifications/alert-settings", nil).Want(200).JSON(&got)
	none := oas.NilInt32{Null: true}
	want := oas.AlertSettings{Hour: 8, Weekday: oas.WeekdayMONDAY, QuietFrom: none, QuietUntil: none, Email: true, InApp: true}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	want = oas.AlertSettings{Hour: 0, Weekday: oas.WeekdaySUNDAY, QuietFrom: oas.NewNilInt32(23), QuietUntil: oas.NewNilInt32(0)}
	ada.Do("PUT", "/notifications/alert-settings", &want).Want(200)
	ada.Do("GET", "/notifications/alert-settings", nil).Want(200).JSON(&got)
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	for name, wrong := range map[string]object{
		"one end": {"quietFrom": 22}, "the other end": {"quietUntil": 7}, "no hours between": {"quietFrom": 7, "quietUntil": 7},
		"hour": {"hour": 24}, "weekday": {"weekday": "FUNDAY"}, "missing": {"email": nil},
	} {
		body := object{"hour": 8, "weekday": "MONDAY", "quietFrom": nil, "quietUntil": nil, "email": true, "inApp": true}
		maps.Copy(body, wrong)
		if status := ada.Do("PUT", "/notifications/alert-settings", body).Status; status != 400 {
			t.Errorf("%s: %d, want 400", name, status)
		}
	}
}

func TestAlertChannels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		email, inApp bool
	}{{true, true}, {true, false}, {false, true}, {false, false}} {
		fx := newFixture(t)
		ada := fx.person()
		ada.setAlerts(object{"email": tt.email, "inApp": tt.inApp})
		ada.hit(inOslo, "Engineer")
		fx.tell()
		fx.deliver()
		if m, n := len(ada.mails()), len(ada.notices()); (m == 1) != tt.email || (n == 1) != tt.inApp || ada.alertHits("").TotalElements != 1 {
			t.Errorf("%+v: %d mails, %d notices", tt, m, n)
		}
	}
}

func TestUnsubscribingFromAlertMail(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.setAlerts(object{"hour": 9})
	ada.hit(inOslo, "Engineer")
	fx.tell()
	fx.deliver()
	path := unsubscribePath(t, ada.mails()[0])
	if page := string(fx.api.Do("GET", path, nil).Want(200).Body); !strings.Contains(page, "Stop emails about new jobs for your searches") {
		t.Errorf("page:\n%s", page)
	}
	// A mail that waits is not sent either.
	fx.clock.Add(time.Hour)
	ada.hit(inOslo, "Welder")
	fx.tell()
	fx.api.Do("POST", path, nil).Want(200)
	fx.deliver()
	fx.clock.Add(time.Hour)
	ada.hit(inOslo, "Baker")
	fx.tell()
	fx.deliver()
	if m, n := len(ada.mails()), len(ada.notices()); m != 1 || n != 3 {
		t.Errorf("%d mails, %d notices", m, n)
	}
	var got oas.AlertSettings
	ada.Do("GET", "/notifications/alert-settings", nil).Want(200).JSON(&got)
	if got.Email || got.Hour != 9 {
		t.Errorf("settings %+v", got)
	}
}

func TestAlertMailWaitsForItsAddress(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, stranger := fx.person(), fx.withoutAddress()
	stranger.hit(inOslo, "Engineer")
	fx.tell()
	if len(stranger.notices()) != 1 || fx.counted("job-alert", "no_address") != 1 {
		t.Error("no notice for a user without an address")
	}
	fx.identity.setAway(true)
	ada.hit(inOslo, "Engineer")
	if r := fx.tell(); r.Mails != 1 || len(ada.notices()) != 1 {
		t.Errorf("identity away: %+v", r)
	}
	fx.deliver()
	fx.identity.setAway(false)
	fx.clock.Add(10 * time.Minute)
	fx.deliver()
	if len(ada.mails()) != 1 {
		t.Errorf("%d mails, want 1", len(ada.mails()))
	}
}

// TestMutedSearchTellsNothing checks that what a search found before it was muted is not reported any more.
func TestMutedSearchTellsNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	muted := search{uuid.New(), "Muted", jobs.AlertRhythmDAILY}
	ada.hit(muted, "Welder")
	ada.hit(daily, "Engineer")
	fx.tell()
	fx.jobs.muted = append(fx.jobs.muted, muted.id)
	fx.clock.Set(at("2026-05-21T08:00:00Z"))
	if r := fx.tell(); r.Told != 1 || r.Dropped != 1 || ada.alertHits("").Content[0].Title != "Engineer" {
		t.Errorf("%+v", r)
	}
}

// TestAlertsWithoutJobSearch checks that waiting hits are reported while job search is away.
func TestAlertsWithoutJobSearch(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.hit(daily, "Engineer")
	fx.tell()
	fx.jobs.setAway(true)
	fx.clock.Set(at("2026-05-21T08:00:00Z"))
	if r, err := fx.svc.TellAlerts(t.Context()); err == nil || r.Told != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestHitsAreStoredOnceAfterACrash checks that a process that dies after it has stored hits and before it confirmed
// them reads them again, and reports them once.
func TestHitsAreStoredOnceAfterACrash(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.hit(inOslo, "Engineer")
	ada.hit(daily, "Welder")
	fx.jobs.onTaken = func() error { return errors.New("the connection broke") }
	if r, err := fx.svc.TellAlerts(t.Context()); err == nil || r.Told != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	fx.jobs.onTaken = nil
	if r := fx.tell(); r != (notifications.AlertResult{}) || len(fx.jobs.taken) != 2 {
		t.Errorf("%+v, %d taken", r, len(fx.jobs.taken))
	}
	if n := fx.tellAt("2026-05-21T08:00:00Z"); n != 1 || len(ada.notices()) != 2 {
		t.Errorf("%d told, %d notices", n, len(ada.notices()))
	}
}
