package applications_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
)

func TestCreateReturnsTheEnteredFields(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	res := p.Do("POST", "/applications", object{
		"jobDetails": object{"title": "  Backend Engineer ", "company": "Northwind Harbour", "url": "https://northwind.example/1",
			"location": " Oslo "},
		"status": "interview", "appliedAt": "2026-05-02T10:00:00.5+02:00", "notes": "a\r\nb", "contact": " Mira Solberg ",
		"portalUrl": "https://northwind.example/portal",
		"nextStep":  object{"label": "Call", "date": "2026-06-01", "reminderAt": "2026-06-01T08:00:00Z"},
	}).Want(201)
	var got oas.ApplicationDetails
	res.JSON(&got)
	if want := "/applications/" + got.ID.String(); res.Header.Get("Location") != want {
		t.Errorf("Location: got %q, want %q", res.Header.Get("Location"), want)
	}
	applied, now := at("2026-05-02T08:00:00.5Z"), fx.clock.Now()
	want := oas.ApplicationDetails{
		ID: got.ID, JobPostId: oas.NilUUID{Null: true}, Status: oas.ApplicationStatusINTERVIEW, AppliedAt: oas.NewNilDateTime(applied),
		EndedAt: oas.NilDateTime{Null: true}, CreatedAt: now, UpdatedAt: now, LastActivityAt: now,
		Job: oas.ApplicationJob{
			Title: "Backend Engineer", Company: "Northwind Harbour", CompanyLogoUrl: oas.NilString{Null: true},
			Location: oas.NewNilString("Oslo"), URL: oas.NewNilString("https://northwind.example/1"),
		},
		Notes: oas.NewNilString("a\nb"),
		NextStep: oas.NewNilNextStep(oas.NextStep{Label: oas.NewNilString("Call"), Date: oas.NewNilDate(at("2026-06-01T00:00:00Z")),
			ReminderAt: oas.NewNilDateTime(at("2026-06-01T08:00:00Z"))}),
		Contact: oas.NewNilString("Mira Solberg"), PortalUrl: oas.NewNilString("https://northwind.example/portal"),
		Tags: []string{}, ArchivedAt: oas.NilDateTime{Null: true},
		JobDescription: oas.NilString{Null: true},
		Ghosting:       true,
		Timeline:       []oas.TimelineEvent{{Position: 1, Status: oas.ApplicationStatusINTERVIEW, OccurredAt: applied}},
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("created (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(p.get(got.ID), want); diff != "" {
		t.Errorf("read again (-got +want):\n%s", diff)
	}
}

func TestCreateDefaults(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	now := oas.NewNilDateTime(fx.clock.Now())
	none := oas.NilDateTime{Null: true}
	past := "2026-05-01T00:00:00Z"
	for _, tt := range []struct {
		name           string
		body           object
		status         oas.ApplicationStatus
		applied, ended oas.NilDateTime
		first          time.Time
	}{
		{"nothing said", nil, "APPLIED", now, none, now.Value},
		{"saved", object{"status": "SAVED"}, "SAVED", none, none, now.Value},
		{"saved, with the day it was sent", object{"status": "saved", "appliedAt": past}, "SAVED", oas.NewNilDateTime(at(past)), none, now.Value},
		{"terminal", object{"status": "Rejected", "appliedAt": past}, "REJECTED", oas.NewNilDateTime(at(past)), oas.NewNilDateTime(at(past)),
			at(past)},
		{"nulls are absent", object{
			"jobPostId": nil, "status": nil, "appliedAt": nil, "notes": nil, "nextStep": nil, "contact": nil, "portalUrl": nil,
			"jobDetails": object{"title": "T", "company": "C", "url": nil, "location": nil},
		}, "APPLIED", now, none, now.Value},
		{"blank is none", object{"notes": " \n", "contact": "  ", "nextStep": object{"label": " "}}, "APPLIED", now, none, now.Value},
	} {
		got := p.create(tt.body)
		if got.Status != tt.status || got.AppliedAt != tt.applied || got.EndedAt != tt.ended || !got.Timeline[0].OccurredAt.Equal(tt.first) {
			t.Errorf("%s: got %s applied %v ended %v first %v, want %s %v %v %v", tt.name, got.Status, got.AppliedAt, got.EndedAt,
				got.Timeline[0].OccurredAt, tt.status, tt.applied, tt.ended, tt.first)
		}
		if !got.Notes.Null || !got.Contact.Null || !got.NextStep.Null {
			t.Errorf("%s: got notes %v, contact %v, step %v, want none", tt.name, got.Notes, got.Contact, got.NextStep)
		}
	}
}

func TestCreateRefusesInvalidRequests(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	job := func(change object) object {
		d := object{"title": "T", "company": "C"}
		maps.Copy(d, change)
		return object{"jobDetails": d}
	}
	with := func(k string, v any) object {
		o := job(nil)
		o[k] = v
		return o
	}
	for name, body := range map[string]any{
		"neither":              object{},
		"both":                 with("jobPostId", uuid.NewString()),
		"unknown status":       with("status", "MAYBE"),
		"empty status":         with("status", ""),
		"future":               with("appliedAt", "2026-05-22T00:00:00Z"),
		"before our time":      with("appliedAt", "0001-01-01T00:00:00Z"),
		"not a time":           with("appliedAt", "yesterday"),
		"step far away":        with("nextStep", object{"date": "9999-01-01"}),
		"reminder far away":    with("nextStep", object{"reminderAt": "9999-01-01T00:00:00Z"}),
		"script as portal":     with("portalUrl", "javascript:alert(1)"),
		"no title":             object{"jobDetails": object{"company": "C"}},
		"blank title":          job(object{"title": "  "}),
		"unicode blank title":  job(object{"title": "\u0085"}),
		"unicode blank firm":   job(object{"company": "\u0085"}),
		"script as url":        job(object{"url": "javascript:alert(1)"}),
		"NUL":                  with("notes", "a\x00b"),
		"not an object":        []int{1},
		"not JSON":             "{",
		"posting id malformed": object{"jobPostId": "7"},
	} {
		res := p.Do("POST", "/applications", body)
		res.WantError(400, "Validation Error")
		if t.Failed() {
			t.Fatalf("case %q", name)
		}
	}
	p.Do("POST", "/applications", "x", apitest.Header("Content-Type", "text/plain")).WantError(415, "Unsupported Media Type")
	p.Do("POST", "/applications", object{"notes": strings.Repeat("x", 2<<20)}).WantError(413, "Payload Too Large")
	if got := p.list(""); got.TotalElements != 0 {
		t.Errorf("after refusals: got %d applications, want none", got.TotalElements)
	}
}

func TestCreateCopiesThePosting(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	logo, _ := url.Parse("https://cdn.larkspur.example/logo.svg")
	post := fx.jobs.posting(func(j *jobs.JobPostResponse) {
		j.Company.LogoUrl = jobs.NewNilURI(*logo)
		j.ClosedAt = jobs.NewNilDateTime(at("2026-05-10T00:00:00Z")) // a closed posting may still be applied to
	})
	var got oas.ApplicationDetails
	p.Do("POST", "/applications", object{"jobPostId": post.ID}).Want(201).JSON(&got)
	want := oas.ApplicationJob{
		Title: post.Title, Company: post.Company.Name, CompanyLogoUrl: oas.NewNilString(logo.String()),
		Location: oas.NewNilString("Copenhagen HQ"), URL: oas.NewNilString(post.URL),
	}
	if diff := cmp.Diff(got.Job, want); diff != "" || got.JobPostId.Value != post.ID || got.JobDescription.Value != "<p>Move data.</p>" {
		t.Errorf("snapshot of %s: description %v (-got +want):\n%s", got.JobPostId.Value, got.JobDescription, diff)
	}

	p.Do("POST", "/applications", object{"jobPostId": post.ID, "status": "SAVED"}).WantError(409, "Conflict")
	fx.person().Do("POST", "/applications", object{"jobPostId": post.ID}).Want(201)
	p.Do("POST", "/applications", object{"jobPostId": uuid.New()}).WantError(404, "Not Found")

	// The application outlives the posting.
	delete(fx.jobs.postings, post.ID)
	if diff := cmp.Diff(p.get(got.ID).Job, want); diff != "" {
		t.Errorf("after the posting is gone (-got +want):\n%s", diff)
	}
	p.Do("DELETE", "/applications/"+got.ID.String(), nil).Want(204)
	fx.jobs.posting(func(j *jobs.JobPostResponse) { j.ID = post.ID; j.Location = jobs.NilString{Null: true}; j.Title = " " })
	p.Do("POST", "/applications", object{"jobPostId": post.ID}).Want(201).JSON(&got)
	if got.Job.Location.Value != "Copenhagen, Denmark" || got.Job.Title != "Untitled posting" {
		t.Errorf("posting without words: got %+v, want Untitled posting in Copenhagen", got.Job)
	}

	fx.jobs.server.away.Store(true)
	p.Do("POST", "/applications", object{"jobPostId": uuid.New()}).WantError(503, "Service Unavailable")
	p.create(nil) // an entry by hand needs no neighbour
}

func TestPostingIsTrackedOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	post := fx.jobs.posting(nil)
	statuses := race(8, func(int) int { return p.Do("POST", "/applications", object{"jobPostId": post.ID}).Status })
	slices.Sort(statuses)
	if want := []int{201, 409, 409, 409, 409, 409, 409, 409}; !slices.Equal(statuses, want) {
		t.Errorf("eight at once: got %v, want %v", statuses, want)
	}
}

func TestApplicationLimit(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	fx.seed(p.id, 19_998)
	statuses := race(4, func(int) int {
		return p.Do("POST", "/applications", object{"jobDetails": object{"title": "T", "company": "C"}}).Status
	})
	slices.Sort(statuses)
	if want := []int{201, 201, 409, 409}; !slices.Equal(statuses, want) {
		t.Errorf("two places left: got %v, want %v", statuses, want)
	}
	p.Do("POST", "/applications", object{"jobDetails": object{"title": "T", "company": "C"}}).WantError(409, "Limit Reached")
	fx.person().create(nil)
}

func TestListFiltersAndSorts(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, other := fx.person(), fx.person()
	other.create(nil)
	add := func(title, company string, extra object) {
		fx.clock.Add(time.Minute)
		body := object{"jobDetails": object{"title": title, "company": company, "location": "Oslo"}}
		maps.Copy(body, extra)
		p.Do("POST", "/applications", body).Want(201)
	}
	add("Backend Engineer", "northwind", object{"status": "APPLIED", "appliedAt": "2026-05-03T00:00:00Z", "notes": "100% remote_first"})
	add("Data Engineer", "Larkspur", object{"status": "SAVED"})
	add("Designer", "Northwind", object{"status": "REJECTED", "appliedAt": "2026-05-05T00:00:00Z", "contact": `Ola \ Nordmann`})
	add("Écrivain", "Atelier", object{"status": "OFFER", "appliedAt": "2026-05-04T00:00:00Z"})

	for _, tt := range []struct{ query, want string }{
		{"", "Écrivain,Designer,Data Engineer,Backend Engineer"},
		{"?sort=updated", "Écrivain,Designer,Data Engineer,Backend Engineer"},
		{"?sort=applied", "Designer,Écrivain,Backend Engineer,Data Engineer"},
		{"?sort=company", "Écrivain,Data Engineer,Backend Engineer,Designer"},
		{"?status=applied", "Backend Engineer"},
		{"?status=Saved&status=OFFER", "Écrivain,Data Engineer"},
		{"?status=WITHDRAWN", ""},
		{"?q=engineer", "Data Engineer,Backend Engineer"},
		{"?q=NORTHWIND+engineer", "Backend Engineer"},
		{"?q=engineer+larkspur+engineer", "Data Engineer"},
		{"?q=%C3%A9crivain", "Écrivain"},
		{"?q=oslo&status=REJECTED", "Designer"},
		{"?q=100%25", "Backend Engineer"},
		{"?q=%25", "Backend Engineer"},
		{"?q=remote_f", "Backend Engineer"},
		{"?q=remote%5Ffirs_", ""},
		{"?q=%5C", "Designer"},
		{"?q=nordmann", "Designer"},
		{"?q=%20", "Écrivain,Designer,Data Engineer,Backend Engineer"},
		{"?page=1&size=3", "Backend Engineer"},
		{"?page=9&size=3", ""},
		{"?page=1000000000&size=100", ""},
	} {
		page := p.list(tt.query)
		var titles []string
		for _, a := range page.Content {
			titles = append(titles, a.Job.Title)
		}
		if got := strings.Join(titles, ","); got != tt.want {
			t.Errorf("list%s: got %s, want %s", tt.query, got, tt.want)
		}
	}
	got := p.list("?page=5&size=3")
	if got.TotalElements != 4 || got.TotalPages != 2 || got.Page != 5 || got.Size != 3 {
		t.Errorf("past the end: got %+v, want page 5 of 2 with 4 in all", got)
	}
	for _, query := range []string{"?status=MAYBE", "?status=", "?sort=salary"} {
		p.Do("GET", "/applications"+query, nil).WantError(400, "Validation Error")
	}
}

func TestPagingVisitsEachOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	want := map[uuid.UUID]bool{}
	for range 23 { // all of the same instant, title and company
		want[p.create(nil).ID] = true
	}
	for _, sort := range []string{"updated", "applied", "company"} {
		got := map[uuid.UUID]bool{}
		for page := range 5 {
			list := p.list(fmt.Sprintf("?sort=%s&page=%d&size=5", sort, page))
			if list.TotalElements != 23 || list.TotalPages != 5 {
				t.Errorf("%s, page %d: got %d in %d pages, want 23 in 5", sort, page, list.TotalElements, list.TotalPages)
			}
			for _, a := range list.Content {
				if got[a.ID] {
					t.Errorf("%s: %s twice", sort, a.ID)
				}
				got[a.ID] = true
			}
		}
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s (-got +want):\n%s", sort, diff)
		}
	}
}

// TestServerOwnedFieldsAreIgnored checks that ids, owners and times in a request body have no effect.
func TestServerOwnedFieldsAreIgnored(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	id := uuid.New()
	extra := object{"id": id, "userId": q.id, "user_id": q.id, "createdAt": "2020-01-01T00:00:00Z", "updatedAt": "2020-01-01T00:00:00Z"}
	a := p.create(extra)
	p.Do("PATCH", "/applications/"+a.ID.String(), extra).Want(200)
	if got := p.get(a.ID); a.ID == id || !got.CreatedAt.Equal(a.CreatedAt) || got.CreatedAt.Year() == 2020 || got.UpdatedAt.Year() == 2020 {
		t.Errorf("made %+v, then %+v", a, got)
	}
	if n := q.list("").TotalElements; n != 0 {
		t.Errorf("another user: got %d, want 0", n)
	}
}

func TestAParameterGivenTwiceIsRefused(t *testing.T) {
	t.Parallel()
	p := newFixture(t).person()
	for _, query := range []string{"size=1&size=50", "page=0&page=1"} {
		p.Do("GET", "/applications?"+query, nil).WantError(400, "Validation Error")
	}
}
