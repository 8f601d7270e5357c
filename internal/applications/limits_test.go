package applications_test

import (
	"encoding/csv"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
)

// limits are the text fields of an application with their maximum number of characters.
var limits = []struct {
	path     string // field of a request
	response string // path in a response
	column   string // column of an import
	maxChars int
	prefix   string // prefix of every valid text
}{
	{path: "jobDetails.title", response: "job.title", column: "title", maxChars: 300},
	{path: "jobDetails.company", response: "job.company", column: "company", maxChars: 200},
	{path: "jobDetails.location", response: "job.location", column: "location", maxChars: 200},
	{path: "jobDetails.url", response: "job.url", column: "url", maxChars: 2000, prefix: "https://n.example/"},
	{path: "portalUrl", response: "portalUrl", column: "portalUrl", maxChars: 2000, prefix: "HTTP://n.example/"},
	{path: "notes", response: "notes", column: "notes", maxChars: 20_000},
	{path: "contact", response: "contact", column: "contact", maxChars: 500},
	{path: "nextStep.label", response: "nextStep.label", column: "nextStepLabel", maxChars: 200},
}

// TestTextLengthLimits checks that create, update and import accept a text of exactly the limit and refuse one
// character more. Lengths are counted in characters, not bytes: the characters here have four bytes each.
func TestTextLengthLimits(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	columns := strings.Split(strings.ReplaceAll(strings.TrimSpace(header), `"`, ""), ",")
	for _, f := range limits {
		full := f.prefix + strings.Repeat("🦉", f.maxChars-len(f.prefix))
		body := func(text string) object {
			return setAt(object{"jobDetails": object{"title": "T", "company": "C"}}, f.path, text)
		}
		var created, changed object
		p.Do("POST", "/applications", body(full)).Want(201).JSON(&created)
		if valueAt(created, f.response) != full {
			t.Errorf("%s: created as %v", f.path, valueAt(created, f.response))
		}
		p.Do("POST", "/applications", body(full+"x")).WantError(400, "Validation Error")

		a := p.create(nil)
		p.Do("PATCH", "/applications/"+a.ID.String(), setAt(object{}, f.path, full)).Want(200).JSON(&changed)
		if valueAt(changed, f.response) != full {
			t.Errorf("%s: changed to %v", f.path, valueAt(changed, f.response))
		}
		p.Do("PATCH", "/applications/"+a.ID.String(), setAt(object{}, f.path, full+"x")).WantError(400, "Validation Error")

		line := func(text string) string {
			record := make([]string, len(columns))
			record[0], record[1] = "T", "C of "+f.column
			record[slices.Index(columns, f.column)] = text
			var b strings.Builder
			_ = csv.NewWriter(&b).WriteAll([][]string{columns, record})
			return b.String()
		}
		if diff := cmp.Diff(p.importCSV(line(full), ""), result(1, 0)); diff != "" {
			t.Errorf("%s: imported (-got +want):\n%s", f.path, diff)
		}
		if res := p.importCSV(line(full+"x"), ""); res.Failed != 1 || !strings.HasPrefix(res.Errors[0].Message, f.column+": ") {
			t.Errorf("%s: one character more: got %+v, want a failure that names the column", f.path, res)
		}
	}
}

func TestQueryParameterLimits(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	for _, path := range []string{
		"/applications?page=0&size=1",
		"/applications?size=100",
		"/applications?page=1000000000&size=100",
		"/applications?q=" + strings.Repeat("x", 200),
		"/applications?q=" + url.QueryEscape(strings.Repeat("🦉", 200)),
		"/applications/stats/history?months=1",
		"/applications/stats/history?months=24",
	} {
		p.Do("GET", path, nil).Want(200)
	}
	for _, path := range []string{
		"/applications?page=-1",
		"/applications?page=x",
		"/applications?size=0",
		"/applications?size=101",
		"/applications?q=" + strings.Repeat("x", 201),
		"/applications/stats/history?months=0",
		"/applications/stats/history?months=25",
		"/applications/stats/history?months=x",
		"/applications?page=1000000001",
		"/applications?page=9223372036854775807",
		"/applications?page=9223372036854775808",
		"/applications?size=1e1",
		"/applications?size=",
		"/applications?page=%20",
		"/applications?q=%00",
		"/applications?q=%FF",
		"/applications?q=a%ED%A0%80",
		"/applications?status=%00",
	} {
		p.Do("GET", path, nil).WantError(400, "Validation Error")
	}
	for _, path := range []string{
		"/internal/applications/stale?days=1",
		"/internal/applications/stale?days=36500",
		"/internal/applications/upcoming-next-steps?withinHours=1",
		"/internal/applications/upcoming-next-steps?withinHours=168",
	} {
		fx.internal.Do("GET", path, nil).Want(200)
	}
	for _, path := range []string{
		"/internal/applications/stale?days=",
		"/internal/applications/stale?days=14.0",
		"/internal/applications/stale?days=0",
		"/internal/applications/stale?days=36501",
		"/internal/applications/stale?days=x",
		"/internal/applications/upcoming-next-steps?withinHours=-1",
		"/internal/applications/upcoming-next-steps?withinHours=0",
		"/internal/applications/upcoming-next-steps?withinHours=169",
	} {
		fx.internal.Do("GET", path, nil).WantError(400, "Validation Error")
	}
}

// TestAppliedAtIsAtMostADayAhead checks that appliedAt may be up to 24 hours in the future, because users east of the
// server's time zone are already in the next day.
func TestAppliedAtIsAtMostADayAhead(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	latest := fx.clock.Now().Add(24 * time.Hour)
	a := p.create(object{"appliedAt": latest})
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"appliedAt": latest}).Want(200)
	late := latest.Add(time.Second)
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"appliedAt": late}).WantError(400, "Validation Error")
	p.Do("POST", "/applications", object{"jobDetails": object{"title": "T", "company": "C"}, "appliedAt": late}).WantError(400,
		"Validation Error")
	file := "title,company,appliedAt\nT,C," + latest.Format(time.RFC3339) + "\nU,C," + late.Format(time.RFC3339) + "\n"
	if got := p.importCSV(file, ""); got.Imported != 1 || got.Failed != 1 || got.Errors[0].Line != 3 {
		t.Errorf("got %+v, want 1 imported and 1 failed in line 3", got)
	}
	// An offset does not change the instant.
	elsewhere := latest.In(time.FixedZone("", 14*3600)).Format(time.RFC3339)
	if got := p.create(object{"appliedAt": elsewhere}); !got.AppliedAt.Value.Equal(latest) {
		t.Errorf("got %v, want %v", got.AppliedAt.Value, latest)
	}
}

// TestMoveKeepsAClearedAppliedDate checks that only a move out of SAVED sets the applied date, and only if the
// application has none.
func TestMoveKeepsAClearedAppliedDate(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"appliedAt": nil}).Want(200)
	if got := p.move(a.ID, "INTERVIEW"); !got.AppliedAt.Null {
		t.Errorf("applied at %v", got.AppliedAt.Value)
	}
	b := p.create(object{"status": "SAVED", "appliedAt": "2026-05-01T00:00:00Z"})
	if got := p.move(b.ID, "APPLIED"); !got.AppliedAt.Value.Equal(at("2026-05-01T00:00:00Z")) {
		t.Errorf("applied at %v, want the date that the user entered", got.AppliedAt.Value)
	}
}

// TestLongPostingSurvivesARoundTrip checks that an application made from a posting with very long texts can be exported
// and imported again.
func TestLongPostingSurvivesARoundTrip(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	post := fx.jobs.posting(func(j *jobs.JobPostResponse) {
		j.Title = strings.Repeat("Ingénieur ", 50)
		j.Company.Name = strings.Repeat("Ø", 400)
		j.Location = jobs.NewNilString(strings.Repeat("Åndalsnes; ", 45))
		j.URL = "https://n.example/" + strings.Repeat("x", 1982)
	})
	places := fx.jobs.posting(func(j *jobs.JobPostResponse) {
		j.Location = jobs.NilString{Null: true}
		for range 100 {
			j.Locations = append(j.Locations, j.Locations[0])
		}
	})
	for _, id := range []uuid.UUID{post.ID, places.ID} {
		var got oas.ApplicationDetails
		p.Do("POST", "/applications", object{"jobPostId": id}).Want(201).JSON(&got)
		if n := len([]rune(got.Job.Location.Value)); n > 200 || !strings.HasSuffix(got.Job.Location.Value, "…") {
			t.Errorf("a location of %d characters: %s", n, got.Job.Location.Value)
		}
	}
	file := p.export("")
	if diff := cmp.Diff(q.importCSV(string(file), ""), result(2, 0)); diff != "" {
		t.Fatalf("import (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(string(q.export("")), string(file)); diff != "" {
		t.Errorf("after a round trip (-got +want):\n%s", diff)
	}
}

// TestSimilarApplicationsSurviveARoundTrip checks that two jobs with the same title at one company are two
// applications. Only identical lines are repeats.
func TestSimilarApplicationsSurviveARoundTrip(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	for _, extra := range []object{{"status": "SAVED", "notes": "in Oslo"}, {"status": "SAVED", "notes": "in Bergen"},
		{"status": "SAVED", "contact": "Mira Solberg"}} {
		p.create(extra)
	}
	p.create(nil)
	duplicate := p.create(nil)
	p.move(duplicate.ID, "INTERVIEW")
	fx.exec("UPDATE applications.application SET last_activity_at = $1", fx.clock.Now()) // the same as an import sets it
	file := string(p.export(""))
	if diff := cmp.Diff(q.importCSV(file+file[len(header):], ""), result(5, 5)); diff != "" {
		t.Fatalf("import of every line twice (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(string(q.export("")), file); diff != "" {
		t.Errorf("after a round trip (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(q.importCSV(file, ""), result(0, 5)); diff != "" {
		t.Errorf("second import of the same file (-got +want):\n%s", diff)
	}
	// An application whose status has changed since the export is still recognised.
	q.move(q.list("?status=INTERVIEW").Content[0].ID, "OFFER")
	if diff := cmp.Diff(q.importCSV(file, ""), result(0, 5)); diff != "" {
		t.Errorf("after a move (-got +want):\n%s", diff)
	}
	// The same line in another format is a repeat.
	r := fx.person()
	if diff := cmp.Diff(r.importCSV("title,company,status,appliedAt\nDev,Acorn,applied,2026-05-02\n Dev ,Acorn,APPLIED,02.05.2026\n", ""),
		result(1, 1)); diff != "" {
		t.Errorf("same application in another notation (-got +want):\n%s", diff)
	}
}
