package jobs_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
)

func (w *world) company(slug, name string) uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	w.exec("INSERT INTO job.company (id, slug, name, logo_url, updated_at) VALUES ($1, $2, $3, $4, $5)", id, slug, name,
		"https://logos.example.org/"+slug, now)
	return id
}

func TestCompanyPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.company("foo-widgets", "Foo Widgets")
	w.exec("UPDATE job.company SET description = 'Makes foo.', tags = '{a,\" \"}' WHERE id = $1", id)
	one := w.board(func(b *board) { b.Name, b.Company = "Foo Widgets, Inc.", &id })
	two := w.board(func(b *board) { b.Name, b.Company, b.Source = "FOO WIDGETS", &id, "lever" })
	for i := range 5 {
		w.post(func(p *post) { p.Board, p.Title = []uuid.UUID{one, two}[i%2], fmt.Sprint("Job ", i) })
	}
	w.post(func(p *post) { p.Board, p.ClosedAt = one, &now })
	w.post(nil) // a posting of another company
	var got oas.CompanyResponse
	w.Do(http.MethodGet, "/jobs/companies/foo-widgets?size=3&page=1", nil).Want(http.StatusOK).JSON(&got)
	if got.Company.Description.Value != "Makes foo." || !cmp.Equal(got.Company.Tags, []string{"a"}) || got.Company.Name != "Foo Widgets" {
		t.Errorf("company: %+v", got.Company)
	}
	if got.Jobs.TotalElements != 5 || got.Jobs.TotalPages != 2 || len(got.Jobs.Content) != 2 || !got.Jobs.Content[0].Company.Description.Null {
		t.Errorf("jobs: %+v", got.Jobs)
	}
	w.company("lonely", "Lonely")
	w.Do(http.MethodGet, "/jobs/companies/lonely", nil).Want(http.StatusOK).JSON(&got)
	if got.Jobs.TotalElements != 0 {
		t.Errorf("a company without boards has %d jobs, want 0", got.Jobs.TotalElements)
	}
	for _, slug := range []string{"unknown", "No-Slug", "-", strings.Repeat("a", 121), "a--b"} {
		w.Do(http.MethodGet, "/jobs/companies/"+slug, nil).WantError(http.StatusNotFound, "Not Found")
	}
}

func TestCompaniesByName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []string{"Acme", "Macme", "Zeta Acme", "acme labs", "100% Acme_x", `Back\slash`, "Other"} {
		w.company(strings.ToLower(strings.Trim(strings.NewReplacer(" ", "-", "%", "", "_", "", `\`, "").Replace(name), "-")), name)
	}
	names := func(query string) (list []string) {
		var page oas.CompanyPage
		w.Do(http.MethodGet, "/jobs/companies?"+query, nil).Want(http.StatusOK).JSON(&page)
		for _, c := range page.Content {
			if !c.Description.Null {
				t.Errorf("%s: a description in a list", c.Name)
			}
			list = append(list, c.Name)
		}
		return list
	}
	for query, want := range map[string][]string{
		values("q", "ACME"):    {"Acme", "acme labs", "100% Acme_x", "Macme", "Zeta Acme"},
		values("q", "%"):       {"100% Acme_x"},
		values("q", "_"):       {"100% Acme_x"},
		values("q", `\`):       {`Back\slash`},
		values("q", "nothing"): nil,
		"size=2&page=1":        {"acme labs", `Back\slash`},
		"q=acme&size=2&page=2": {"Zeta Acme"},
	} {
		if diff := cmp.Diff(names(query), want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
	}
	for query, want := range map[string]int64{"": 7, "size=1&page=3": 7, "q=acme&size=2": 5, "q=acme&page=7": 5, "page=7": 7, "q=nothing": 0,
		"q=nothing&page=1": 0} {
		var page oas.CompanyPage
		w.Do(http.MethodGet, "/jobs/companies?"+query, nil).Want(http.StatusOK).JSON(&page)
		if page.TotalElements != want {
			t.Errorf("%s: %d companies in all, want %d", query, page.TotalElements, want)
		}
	}
	w.Do(http.MethodGet, "/jobs/companies?"+values("q", strings.Repeat("x", 101)), nil).WantError(http.StatusBadRequest, "Validation Error")
}

func TestEditingACompany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.company("foo-widgets", "Foo Widgets")
	w.exec("UPDATE job.company SET website = 'https://old.example.org', description = 'old', updated_at = '2020-01-01' WHERE id = $1", id)
	admin := w.admin()
	path := "/jobs/admin/companies/foo-widgets"
	edit := map[string]any{"name": "  Foo & Co ", "industry": "Manufacturing", "size": "51-200", "headquarters": " ", "description": nil,
		"logoUrl": "https://logos.example.org/new.svg"}
	var got oas.CompanyInfo
	admin.Do(http.MethodPut, path, edit).Want(http.StatusOK).JSON(&got)
	if got.Name != "Foo & Co" || got.Slug.Value != "foo-widgets" || got.Industry.Value != "Manufacturing" || !got.Headquarters.Null ||
		!got.Description.Null ||
		!got.Website.Null || got.LogoUrl.Value.String() != "https://logos.example.org/new.svg" || !got.ManuallyEdited.Value ||
		!got.UpdatedAt.Value.Equal(now) {
		t.Errorf("edited: %+v", got)
	}
	if source := scan[string](w, "SELECT source FROM job.company WHERE id = $1", id); source != "manual" {
		t.Errorf("source is %s, want manual", source)
	}
	// Nothing automatic writes it again.
	w.board(func(b *board) { b.Name, b.Logo = "Foo Widgets Inc", new("https://logos.example.org/other.svg") })
	before := scan[string](w, "SELECT to_jsonb(c)::text FROM job.company c")
	if _, err := w.svc.ResolveCompanies(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := scan[string](w, "SELECT to_jsonb(c)::text FROM job.company c"); after != before {
		t.Errorf("the record was rewritten: %s, before %s", after, before)
	}
	for name, bad := range map[string]any{
		"no name": map[string]any{}, "blank": map[string]any{"name": "  "}, "null name": map[string]any{"name": nil},
		"long":          map[string]any{"name": strings.Repeat("x", 301)},
		"relative logo": map[string]any{"name": "x", "logoUrl": "/logo.svg"},
		"script":        map[string]any{"name": "x", "logoUrl": "javascript:alert(1)"},
		"nul":           map[string]any{"name": "a\x00b"},
	} {
		if res := admin.Do(http.MethodPut, path, bad); res.Status != http.StatusBadRequest {
			t.Errorf("%s: got %d: %s, want 400", name, res.Status, res.Body)
		}
	}
	admin.Do(http.MethodPut, "/jobs/admin/companies/unknown", edit).WantError(http.StatusNotFound, "Not Found")
	admin.Do(http.MethodPut, "/jobs/admin/companies/Bad_Slug", edit).WantError(http.StatusNotFound, "Not Found")
	w.as(uuid.New()).Do(http.MethodPut, path, edit).WantError(http.StatusForbidden, "Forbidden")
	w.Do(http.MethodPut, path, edit).WantError(http.StatusUnauthorized, "Unauthorized")
}

func TestTargets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.company("acme", "Acme")
	acme := w.board(func(b *board) { b.Name, b.Company = "acme", &id })
	w.board(func(b *board) { b.Name, b.Source = "Baumhaus", "lever" })
	w.exec("UPDATE crawler.pull_target SET status = 'paused', last_error = 'HTTP 500', consecutive_failures = 3, last_attempt_at = now() "+
		"WHERE id = $1", acme)
	next, changed := now.Add(90*time.Minute), now.Add(-time.Hour)
	w.exec("UPDATE crawler.pull_target SET next_attempt_at = $2, last_change_at = $3, pull_interval = '4.5 hours', followers = 2, "+
		"requests = 7, bytes = 81240, host = 'boards.example' WHERE id = $1", acme, next, changed)
	w.exec("INSERT INTO crawler.host_usage (host, hour, requests, budget) "+
		"VALUES ('boards.example', $1, 9, 3600), ('boards.example', $2, 5, 3000)",
		now.Truncate(time.Hour), now.Truncate(time.Hour).Add(-time.Hour))
	w.post(func(p *post) { p.Board = acme })
	w.post(func(p *post) { p.Board, p.ClosedAt = acme, &now })
	var page oas.PullTargetPage
	w.admin().Do(http.MethodGet, "/jobs/admin/targets", nil).Want(http.StatusOK).JSON(&page)
	if len(page.Content) != 2 || page.Content[0].CompanyName != "acme" || page.Content[0].OpenPostings != 1 ||
		page.Content[0].CompanySlug.Value != "acme" ||
		page.Content[0].ConsecutiveFailures != 3 || !page.Content[1].CompanySlug.Null {
		t.Errorf("targets: %+v", page)
	}
	if got := page.Content[0]; !got.NextPullAt.Value.Equal(next) || !got.LastChangeAt.Value.Equal(changed) || got.PullIntervalMinutes != 270 ||
		got.Followers != 2 || got.LastRequests != 7 || got.LastBytes != 81240 ||
		got.Host.Value != (oas.PullHost{Name: "boards.example", RequestsThisHour: 9, Budget: 3600}) || !page.Content[1].Host.Null {
		t.Errorf("schedule: %+v", page)
	}
	for query, want := range map[string]int64{"status=paused": 1, "status=gone": 0, "q=BAUM": 1, "q=" + acme.String()[:8]: 1,
		"status=paused&q=baum": 0, "q=%25": 0} {
		w.admin().Do(http.MethodGet, "/jobs/admin/targets?"+query, nil).Want(http.StatusOK).JSON(&page)
		if query == "q="+acme.String()[:8] { // ids made in the same moment begin alike
			want = page.TotalElements
		}
		if page.TotalElements != want {
			t.Errorf("%s: %d targets, want %d", query, page.TotalElements, want)
		}
	}
	w.as(uuid.New()).Do(http.MethodGet, "/jobs/admin/targets", nil).WantError(http.StatusForbidden, "Forbidden")
}
