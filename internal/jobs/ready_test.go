package jobs_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// TestNothingIsSearchedBeforeTheIndexIsLoaded asks a service that has not read anything, lets it run, and asks again.
func TestNothingIsSearchedBeforeTheIndexIsLoaded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.company("foo-widgets", "Foo Widgets")
	id := w.post(nil)
	svc := w.service()
	client := apitest.New(t, "jobs", svc.Handler())
	searches := []string{"/jobs", "/jobs/facets", "/jobs/suggest?q=engineer", "/jobs/" + id.String() + "/similar",
		"/jobs/companies/foo-widgets"}
	for _, path := range searches {
		res := client.Do(http.MethodGet, path, nil).WantError(http.StatusServiceUnavailable, "Service Unavailable")
		if !strings.Contains(string(res.Body), "The search index is loading") || res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %s, Retry-After %q", path, res.Body, res.Header.Get("Retry-After"))
		}
	}
	if err := svc.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "The search index is loading") {
		t.Errorf("ready: %v", err)
	}
	client.Do(http.MethodGet, "/jobs/"+id.String()+"?highlight=engineer", nil).Want(http.StatusOK)
	var status oas.IndexStatus
	admin := client.With(apitest.Bearer(w.issuer.Token(uuid.New(), auth.GroupAdmin)))
	admin.Do(http.MethodGet, "/jobs/admin/index", nil).Want(http.StatusOK).JSON(&status)
	if status.Ready || !status.AppliedAt.Null || !status.Comparison.Null {
		t.Errorf("status before: %+v", status)
	}

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- svc.Run(ctx) }()
	for svc.Ready(ctx) != nil {
		if ctx.Err() != nil {
			t.Fatal("the index was never loaded")
		}
	}
	for _, path := range searches {
		client.Do(http.MethodGet, path, nil).Want(http.StatusOK)
	}
	admin.Do(http.MethodGet, "/jobs/admin/index", nil).Want(http.StatusOK).JSON(&status)
	if !status.Ready || status.Open != 1 || status.Closed != 0 || status.Bytes == 0 || status.AppliedAt.Null {
		t.Errorf("status after: %+v", status)
	}
	client.Do(http.MethodGet, "/jobs/admin/index", nil).WantError(http.StatusUnauthorized, "Unauthorized")
	w.as(uuid.New()).Do(http.MethodGet, "/jobs/admin/index", nil).WantError(http.StatusForbidden, "Forbidden")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestRowsMissingOnAReplica reads from a replica that has nothing yet.
func TestRowsMissingOnAReplica(t *testing.T) {
	t.Parallel()
	behind := pgtest.DB(t).Pool(schema.JobsRole)
	w := newWorld(t, func(_ *jobs.Config, d *jobs.Deps) { d.Read = behind })
	id := w.post(nil)
	if got := w.ids(""); len(got) != 1 || got[0] != id {
		t.Errorf("found %v, want %s", got, id)
	}
	w.Do(http.MethodGet, "/jobs/"+id.String(), nil).Want(http.StatusOK)
	w.Do(http.MethodGet, "/jobs/"+uuid.NewString(), nil).WantError(http.StatusNotFound, "Not Found")
}

// TestDeletedPostingIsLeftOut deletes a posting that is still in the index.
func TestDeletedPostingIsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	gone, kept := w.post(nil), w.post(nil)
	if got := w.ids(""); len(got) != 2 {
		t.Fatalf("found %v", got)
	}
	if _, err := w.owner.Exec(t.Context(), "DELETE FROM crawler.job_post WHERE id = $1", gone); err != nil {
		t.Fatal(err)
	}
	if got := w.ids("highlight=true&keyword=engineer&sort=relevance"); len(got) != 1 || got[0] != kept {
		t.Errorf("found %v, want %s", got, kept)
	}
}

// TestFullIndexStillAlerts checks that alerts tell of postings that the index has no room for.
func TestFullIndexStillAlerts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *jobs.Config, _ *jobs.Deps) { c.Search.MaxPostings = 1 })
	w.post(nil)
	w.alerting(uuid.New(), map[string]any{"keyword": "engineer"}, "AT_ONCE")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- w.svc.Run(ctx) }()
	full := func() bool {
		return slices.ContainsFunc(w.log.all(), func(line string) bool { return strings.Contains(line, "the search index is full") })
	}
	w.post(nil)
	for !full() {
		if ctx.Err() != nil {
			t.Fatal("the index never became full")
		}
		runtime.Gosched()
	}
	id := w.post(nil)
	for scan[int](w, "SELECT count(*) FROM job.alert_hit WHERE job_id = $1", id) == 0 {
		if ctx.Err() != nil {
			t.Fatal("there was no alert")
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestLostDatabase shuts the database to everyone and opens it again: searches answer 503 meanwhile and then 200.
func TestLostDatabase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(nil)
	w.search("")
	u, err := url.Parse(w.db.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	admin, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	exec := func(sql string) {
		t.Helper()
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("ALTER DATABASE " + pgx.Identifier{name}.Sanitize() + " ALLOW_CONNECTIONS false")
	exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'")
	api := w.svc.Handler()
	ask := func(path string) int {
		rec := httptest.NewRecorder()
		api.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		return rec.Code
	}
	if got := ask("/jobs"); got != http.StatusServiceUnavailable {
		t.Errorf("without a database: %d, want 503", got)
	}
	if got := ask("/jobs/facets"); got != http.StatusOK {
		t.Errorf("facets need no database: %d, want %d", got, http.StatusOK)
	}
	exec("ALTER DATABASE " + pgx.Identifier{name}.Sanitize() + " ALLOW_CONNECTIONS true")
	if got := ask("/jobs"); got != http.StatusOK {
		t.Errorf("with the database back: %d, want 200", got)
	}
}
