package applications_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/applications/oas"
)

func TestStaleListsInactiveApplications(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	stale := func(query string) []oas.StaleApplication {
		var got oas.StaleApplicationsResponse
		fx.internal.Do("GET", "/internal/applications/stale"+query, nil).Want(200).JSON(&got)
		return got.Items
	}
	if got := stale(""); len(got) != 0 {
		t.Errorf("empty: got %v, want none", got)
	}
	var want []oas.StaleApplication
	for i, status := range statuses {
		who := []person{p, q}[i%2]
		a := who.create(object{"status": string(status)})
		fx.clock.Add(time.Second)
		if slices.Contains([]oas.ApplicationStatus{"APPLIED", "SCREENING", "INTERVIEW"}, status) {
			want = append(want, oas.StaleApplication{
				ID: a.ID, UserId: who.id, JobTitle: "Backend Engineer", Company: "Northwind Harbour", CurrentStatus: a.Status,
				LastActivityAt: a.LastActivityAt, DaysSinceLastActivity: 14,
			})
		}
	}
	fx.clock.Add(14*24*time.Hour - 10*time.Second)
	if got := stale(""); len(got) != 0 {
		t.Errorf("a second too early: got %v, want none", got)
	}
	fx.clock.Add(10 * time.Second)
	if diff := cmp.Diff(stale(""), want); diff != "" {
		t.Errorf("after 14 days (-got +want):\n%s", diff)
	}
	if got := stale("?days=15"); len(got) != 0 {
		t.Errorf("15 days: got %v, want none", got)
	}
	// An act of the user or a move by a service removes it from the list.
	p.Do("PATCH", "/applications/"+want[1].ID.String(), object{"notes": "x"}, apitest.Bearer(tokenOf(p, q, want[1].UserId))).Want(200)
	fx.internal.Do("PUT", "/internal/applications/"+want[0].ID.String()+"/status",
		object{"status": "GHOSTED", "ifInactiveSince": want[0].LastActivityAt}).Want(200)
	if diff := cmp.Diff(stale(""), want[2:]); diff != "" {
		t.Errorf("after acts (-got +want):\n%s", diff)
	}
}

func TestGhostingCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	kept, spared, other := p.create(nil), p.create(nil), q.create(nil)
	stale := func() (ids []uuid.UUID) {
		var got oas.StaleApplicationsResponse
		fx.internal.Do("GET", "/internal/applications/stale", nil).Want(200).JSON(&got)
		for _, a := range got.Items {
			ids = append(ids, a.ID)
		}
		return ids
	}
	p.Do("PATCH", "/applications/"+spared.ID.String(), object{"ghosting": false}).Want(200)
	if p.get(spared.ID).Ghosting || !p.get(kept.ID).Ghosting {
		t.Error("the switch of an application is not shown")
	}
	q.Do("PUT", "/applications/settings", object{"ghosting": false}).Want(204)
	fx.clock.Add(15 * 24 * time.Hour)
	if got := stale(); !slices.Equal(got, []uuid.UUID{kept.ID}) {
		t.Errorf("stale: %v, want %s alone", got, kept.ID)
	}
	var got oas.ApplicationSettings
	q.Do("GET", "/applications/settings", nil).Want(200).JSON(&got)
	if got.Ghosting {
		t.Error("the setting is not shown")
	}
	fx.internal.Do("DELETE", "/internal/users/"+q.id.String(), nil).Want(204)
	q.Do("GET", "/applications/settings", nil).Want(200).JSON(&got)
	if !got.Ghosting || slices.Contains(stale(), other.ID) {
		t.Error("the setting outlives the account")
	}
}

func TestPlannedApplicationIsNotStale(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, inZone("Europe/Oslo"))
	p := fx.person()
	day := func(d int) string { return fx.clock.Now().AddDate(0, 0, d).Format(time.DateOnly) }
	moment := func(d time.Duration) string { return fx.clock.Now().Add(14*24*time.Hour + d).Format(time.RFC3339) }
	for name, step := range map[string]object{
		"today":            {"date": day(14)},
		"tomorrow":         {"label": "Call", "date": day(15)},
		"later today":      {"reminderAt": moment(time.Hour)},
		"earlier today":    {"reminderAt": moment(-time.Hour)},
		"yesterday":        {"label": "Call", "date": day(13)},
		"a day ago":        {"reminderAt": moment(-24 * time.Hour)},
		"a label, no time": {"label": "Wait"},
	} {
		p.create(object{"jobDetails": object{"title": name, "company": "C"}, "nextStep": step})
	}
	fx.clock.Add(14 * 24 * time.Hour)
	var got oas.StaleApplicationsResponse
	fx.internal.Do("GET", "/internal/applications/stale", nil).Want(200).JSON(&got)
	var names []string
	for _, a := range got.Items {
		names = append(names, a.JobTitle)
	}
	slices.Sort(names)
	if diff := cmp.Diff(names, []string{"a day ago", "a label, no time", "yesterday"}); diff != "" {
		t.Errorf("stale (-got +want):\n%s", diff)
	}
}

func tokenOf(p, q person, id uuid.UUID) string {
	if p.id == id {
		return p.token
	}
	return q.token
}

func TestUpcomingNextSteps(t *testing.T) {
	t.Parallel()
	// 22:00 UTC is already the 21st in Oslo.
	fx := newFixture(t, inZone("Europe/Oslo"))
	fx.clock.Add(10 * time.Hour)
	p := fx.person()
	if got := fx.internal.Do("GET", "/internal/applications/upcoming-next-steps",
		nil).Want(200).Body; strings.TrimSpace(string(got)) != `{"items":[]}` {
		t.Errorf("without applications: got %s, want no items", got)
	}
	label := func(name string, step object, extra object) {
		step["label"] = name
		body := object{"nextStep": step}
		maps.Copy(body, extra)
		p.create(body)
	}
	label("yesterday", object{"date": "2026-05-20"}, nil)
	label("today", object{"date": "2026-05-21"}, nil)
	label("last day", object{"date": "2026-05-23"}, nil)
	label("too far", object{"date": "2026-05-24"}, nil)
	label("reminder only", object{"reminderAt": "2026-05-21T23:30:00Z"}, nil)
	label("reminder now", object{"reminderAt": "2026-05-20T22:00:00Z"}, nil)
	label("reminder at the end", object{"reminderAt": "2026-05-23T00:00:00Z"}, nil)
	label("reminder past", object{"reminderAt": "2026-05-20T21:59:59Z"}, nil)
	label("reminder too far", object{"reminderAt": "2026-05-23T00:00:01Z"}, nil)
	// A step with a time is listed until its time, whatever its day.
	label("earlier today", object{"date": "2026-05-21", "reminderAt": "2026-05-20T21:59:59Z"}, nil)
	label("later today", object{"date": "2026-05-21", "reminderAt": "2026-05-21T09:00:00Z"}, nil)
	label("day near, reminder far", object{"date": "2026-05-22", "reminderAt": "2026-06-21T09:00:00Z"}, nil)
	label("date far, reminder near", object{"date": "2026-08-01", "reminderAt": "2026-05-21T10:00:00Z"}, nil)
	label("saved", object{"date": "2026-05-22"}, object{"status": "SAVED"})
	label("over", object{"date": "2026-05-22"}, object{"status": "REJECTED"})
	label("  ", object{"date": "2026-05-22"}, nil) // no label

	var got oas.UpcomingNextStepsResponse
	fx.internal.Do("GET", "/internal/applications/upcoming-next-steps?withinHours=50", nil).Want(200).JSON(&got)
	var lines []string
	for _, i := range got.Items {
		lines = append(lines, fmt.Sprintf("%s %s %v", i.NextStepLabel, i.NextStepDate.Format(time.DateOnly), !i.NextStepReminderAt.Null))
		if i.UserId != p.id || i.CompanyName.Value != "Northwind Harbour" || i.JobTitle != "Backend Engineer" {
			t.Errorf("got %+v, want the user, Northwind Harbour and Backend Engineer", i)
		}
	}
	want := []string{
		"reminder now 2026-05-21 true", "today 2026-05-21 false", "later today 2026-05-21 true", "date far, reminder near 2026-08-01 true",
		"saved 2026-05-22 false", "reminder only 2026-05-22 true", "last day 2026-05-23 false", "reminder at the end 2026-05-23 true",
		"day near, reminder far 2026-05-22 true",
	}
	// These two have the same instant (midnight in Oslo), so their order depends on their ids.
	if len(lines) > 1 && strings.HasPrefix(lines[0], "today") {
		lines[0], lines[1] = lines[1], lines[0]
	}
	if diff := cmp.Diff(lines, want); diff != "" {
		t.Errorf("upcoming (-got +want):\n%s", diff)
	}
	fx.internal.Do("GET", "/internal/applications/upcoming-next-steps", nil).Want(200).JSON(&got)
	if len(got.Items) != 7 {
		t.Errorf("26 hours: got %d, want 7", len(got.Items))
	}
}

func TestUserNextSteps(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	q.create(object{"nextStep": object{"label": "not mine", "date": "2026-05-22"}})
	p.create(object{"nextStep": object{"label": "no time"}})
	p.create(object{"status": "ACCEPTED", "nextStep": object{"label": "over", "date": "2026-05-22"}})
	p.create(object{"nextStep": object{"date": "2026-05-22"}})
	p.create(object{"nextStep": object{"label": "past", "reminderAt": "2020-05-21T10:00:00Z"}})
	var got oas.UserNextStepsResponse
	fx.internal.Do("GET", "/internal/users/"+p.id.String()+"/next-steps", nil).Want(200).JSON(&got)
	if len(got.Items) != 2 || got.Items[1].NextStepLabel.Value != "past" || got.Items[0].NextStepDate.Value != at("2026-05-22T00:00:00Z") {
		t.Errorf("got %+v, want two, the second of the past and the first of 22 May", got.Items)
	}
	fx.internal.Do("GET", "/internal/users/"+p.id.String()+"/next-steps?from=2026-02-20T12:00:00Z&to=2026-05-22T00:00:00Z",
		nil).Want(200).JSON(&got)
	if len(got.Items) != 1 || got.Items[0].NextStepDate.Value != at("2026-05-22T00:00:00Z") {
		t.Errorf("within a time: got %+v, want the step of 22 May alone", got.Items)
	}
	// Beyond the limit the farthest are left out.
	fx.exec(`INSERT INTO applications.application (id, user_id, status, job_title, company, next_step_reminder_at, created_at, updated_at,
		last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T', 'C', $2::timestamptz + n * interval '1 hour', now(), now(), now()
		FROM generate_series(-600, 600) n`, p.id, fx.clock.Now())
	fx.internal.Do("GET", "/internal/users/"+p.id.String()+"/next-steps", nil).Want(200).JSON(&got)
	if n := len(got.Items); n != 1000 || got.Items[n-1].NextStepReminderAt.Value.Sub(fx.clock.Now()).Abs() != 499*time.Hour {
		t.Errorf("of too many: %d, the last at %v", n, got.Items[n-1].NextStepReminderAt.Value)
	}
	fx.internal.Do("GET", "/internal/users/"+uuid.NewString()+"/next-steps", nil).Want(200).JSON(&got)
	if len(got.Items) != 0 {
		t.Errorf("unknown user: got %v, want none", got.Items)
	}
	fx.internal.Do("GET", "/internal/users/x/next-steps", nil).WantError(400, "Validation Error")
}

func TestOwnerCheck(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	a := p.create(nil)
	head := func(id, user string) int {
		res := fx.internal.Do("HEAD", "/internal/applications/"+id+"/owner/"+user, nil)
		if len(res.Body) != 0 {
			t.Errorf("HEAD with a body: %s", res.Body)
		}
		return res.Status
	}
	for _, tt := range []struct {
		id, user string
		want     int
	}{
		{a.ID.String(), p.id.String(), 204}, {a.ID.String(), q.id.String(), 404}, {uuid.NewString(), p.id.String(), 404},
		{"x", p.id.String(), 400}, {a.ID.String(), "x", 400},
	} {
		if got := head(tt.id, tt.user); got != tt.want {
			t.Errorf("%s of %s: got %d, want %d", tt.id, tt.user, got, tt.want)
		}
	}
}

func TestLookUp(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	var got oas.ApplicationLookup
	fx.internal.Do("GET", "/internal/applications?ids="+a.ID.String()+"&ids="+uuid.NewString(), nil).Want(200).JSON(&got)
	want := oas.ApplicationName{ID: a.ID, UserId: p.id, JobTitle: "Backend Engineer", Company: "Northwind Harbour"}
	if len(got.Items) != 1 || got.Items[0] != want {
		t.Errorf("got %+v, want %+v", got.Items, want)
	}
	fx.internal.Do("GET", "/internal/applications", nil).WantError(400, "Validation Error")
	fx.api.Do("GET", "/internal/applications?ids="+a.ID.String(), nil).WantError(401, "Unauthorized")
}
