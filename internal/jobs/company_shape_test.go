package jobs_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
)

// object is JSON as it is on the wire: an absent property and a null one are not the same.
type object = map[string]any

// at walks into a response: a text names a property, a number an element.
func at(t *testing.T, res *apitest.Response, path ...any) object {
	t.Helper()
	var v any
	res.Want(http.StatusOK).JSON(&v)
	for _, step := range path {
		switch s := step.(type) {
		case string:
			v = v.(object)[s]
		case int:
			v = v.([]any)[s]
		}
	}
	return v.(object)
}

// TestCompanyOnTheWire reads a company everywhere it is shown: always the same twelve properties, unknown ones null,
// the description only where one company is asked for, and never where the record came from.
func TestCompanyOnTheWire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := uuid.Must(uuid.NewV7())
	w.exec(`INSERT INTO job.company (id, slug, name, website, industry, size, headquarters, description, tags, source, manually_edited,
		updated_at)
		VALUES ($1, 'foo-widgets', 'Foo Widgets', E'\t', U&'\00A0', 'about ten', '', 'Makes foo.', '{}', 'derived', true, $2)`, id, now)
	b := w.board(func(b *board) {
		b.Name, b.Logo, b.Company = "Foo Widgets, Inc.", new("https://logos.example.org/board.svg"), &id
	})
	job := w.post(func(p *post) { p.Board, p.Title = b, "Welder" })
	user := uuid.New()
	w.as(user).Do(http.MethodPut, "/jobs/saved/"+job.String(), nil).Want(http.StatusNoContent)

	// The board has a logo. The company has none, and does not borrow it.
	full := object{
		"id": id.String(), "slug": "foo-widgets", "name": "Foo Widgets", "logoUrl": nil, "website": nil, "industry": nil, "size": "about ten",
		"headquarters": nil,
		"description":  "Makes foo.", "tags": nil, "manuallyEdited": true, "updatedAt": now.Format("2006-01-02T15:04:05Z"),
	}
	listed := maps.Clone(full)
	listed["description"] = nil

	get := func(path string) *apitest.Response { return w.Do(http.MethodGet, path, nil) }
	service := w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
	for name, tt := range map[string]struct{ got, want object }{
		"one posting":           {at(t, get("/jobs/"+job.String()), "company"), full},
		"company":               {at(t, get("/jobs/companies/foo-widgets"), "company"), full},
		"postings of a company": {at(t, get("/jobs/companies/foo-widgets"), "jobs", "content", 0, "company"), listed},
		"companies":             {at(t, get("/jobs/companies"), "content", 0), listed},
		"saved":                 {at(t, w.as(user).Do(http.MethodGet, "/jobs/saved", nil), "content", 0, "job", "company"), listed},
		"saved, internal": {at(t, service.Do(http.MethodGet, "/internal/users/"+user.String()+"/saved-jobs", nil), "items", 0, "job",
			"company"), listed},
		"newest":      {at(t, get("/jobs"), "content", 0, "company"), listed},
		"oldest":      {at(t, get("/jobs?sort=oldest"), "content", 0, "company"), listed},
		"relevance":   {at(t, get("/jobs?sort=relevance&keyword=welder"), "content", 0, "company"), listed},
		"salary-desc": {at(t, get("/jobs?sort=salary-desc"), "content", 0, "company"), listed},
		"salary-asc":  {at(t, get("/jobs?sort=salary-asc&includeClosed=true"), "content", 0, "company"), listed},
	} {
		if diff := cmp.Diff(tt.got, tt.want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", name, diff)
		}
	}

	// A logo that is not an address costs neither the company nor the posting.
	w.exec("UPDATE job.company SET logo_url = 'logo.svg', tags = '{remote first}' WHERE id = $1", id)
	full["tags"] = []any{"remote first"}
	if diff := cmp.Diff(at(t, get("/jobs/"+job.String()), "company"), full); diff != "" {
		t.Errorf("bad logo: (-got +want)\n%s", diff)
	}

	edited := at(t, w.admin().Do(http.MethodPut, "/jobs/admin/companies/foo-widgets", object{"name": "Foo"}), []any{}...)
	full["name"], full["size"], full["description"], full["logoUrl"] = "Foo", nil, nil, nil
	if diff := cmp.Diff(edited, full); diff != "" {
		t.Errorf("edited: (-got +want)\n%s", diff)
	}
}

// TestUnresolvedCompanyOnTheWire has two of the twelve properties to show, and shows the others as null.
func TestUnresolvedCompanyOnTheWire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.post(func(p *post) {
		p.Board = w.board(func(b *board) { b.Name, b.Logo = "東京電子", new("https://logos.example.org/board.svg") })
	})
	want := object{
		"id": nil, "slug": nil, "name": "東京電子", "logoUrl": "https://logos.example.org/board.svg", "website": nil, "industry": nil, "size": nil,
		"headquarters": nil,
		"description":  nil, "tags": nil, "manuallyEdited": nil, "updatedAt": nil,
	}
	w.resolve() // finds no slug
	for name, got := range map[string]object{
		"one posting": at(t, w.Do(http.MethodGet, "/jobs/"+job.String(), nil), "company"),
		"list":        at(t, w.Do(http.MethodGet, "/jobs", nil), "content", 0, "company"),
	} {
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", name, diff)
		}
	}
}

// TestPostingOnTheWire holds the names of a posting's properties against those that were agreed on.
func TestPostingOnTheWire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.post(func(p *post) { p.Description, p.Places = "", []place{{"Lisbon", "Portugal"}} })
	summary := strings.Fields(`id title url company location locations workplaceType employmentType careerLevel compensationMin compensationMax
		compensationCurrency compensationPeriod languages skills source postedAt firstSeenAt lastSeenAt closedAt`)
	listed := at(t, w.Do(http.MethodGet, "/jobs", nil), "content", 0)
	single := at(t, w.Do(http.MethodGet, "/jobs/"+job.String(), nil))
	for name, tt := range map[string]struct {
		got  object
		want []string
	}{
		"list": {listed, summary},
		"single": {single, append(slices.Clone(summary), "description", "requirements", "lastConfirmedBy", "repostOf",
			"experience", "facts", "factsVersion")},
		"place": {listed["locations"].([]any)[0].(object), []string{"city", "region", "country", "countryCode", "primary"}},
		"page": {at(t, w.Do(http.MethodGet, "/jobs", nil)), []string{"content", "page", "size", "totalElements", "totalPages",
			"countIsEstimate"}},
	} {
		slices.Sort(tt.want)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(tt.got)), tt.want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", name, diff)
		}
	}
	for _, name := range []string{"location", "workplaceType", "employmentType", "careerLevel", "compensationMin", "compensationMax",
		"compensationCurrency", "compensationPeriod", "postedAt", "closedAt", "description"} {
		if got := single[name]; got != nil {
			t.Errorf("%s is %v, want null", name, got)
		}
	}
	if got, _ := json.Marshal(object{"languages": single["languages"], "requirements": single["requirements"],
		"skills": single["skills"]}); string(got) != `{"languages":[],"requirements":[],"skills":[]}` {
		t.Errorf("lists of nothing: %s", got)
	}
}

// TestCompanyRecord checks the constraints and defaults of the table itself.
func TestCompanyRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), $1, 'Long')", strings.Repeat("a", 120))
	w.exec("INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), 'foo-1', 'Foo')")
	got := scan[string](w, `SELECT concat_ws(' ', source, manually_edited, created_at = updated_at, website IS NULL, tags IS NULL)
		FROM job.company WHERE slug = 'foo-1'`)
	if got != "crawl f t t t" {
		t.Errorf("defaults: %s, want %s", got, "crawl f t t t")
	}
	jobs := w.db.Pool("rolecall_jobs")
	for _, slug := range []string{"", "-", "-a", "a-", "a--b", "A", "é", "a b", "a_b", "a\n", "foo-1", strings.Repeat("a", 121)} {
		if _, err := jobs.Exec(t.Context(), "INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), $1, 'x')", slug); err == nil {
			t.Errorf("%q was taken as a slug", slug)
		}
	}
	for _, source := range []string{"", "guess", "Crawl", strings.Repeat("x", 17)} {
		if _, err := jobs.Exec(t.Context(), "UPDATE job.company SET source = $1", source); err == nil {
			t.Errorf("%q was taken as a source", source)
		}
	}
	if _, err := jobs.Exec(t.Context(), "UPDATE crawler.pull_target SET company_id = gen_random_uuid() WHERE true"); err != nil {
		t.Errorf("no board, no violation: %v", err)
	}
	w.board(nil)
	if _, err := jobs.Exec(t.Context(), "UPDATE crawler.pull_target SET company_id = gen_random_uuid()"); err == nil {
		t.Error("a board was given a company that does not exist")
	}
}
