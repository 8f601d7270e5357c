package jobs_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

// fakeIdentity implements identity's contract: one backup code, good once, for users who have two-factor on.
type fakeIdentity struct {
	identity.UnimplementedHandler
	enrolled atomic.Bool
	refuse   atomic.Int32 // a status to answer instead
	checks   atomic.Int32
	spent    atomic.Int32
}

const backupCode = "abcd2345"

func (f *fakeIdentity) VerifyUserTwoFactor(
	_ context.Context, req *identity.VerifyTwoFactorRequest,
) (*identity.VerifyTwoFactorResponse, error) {
	f.checks.Add(1)
	if status := f.refuse.Load(); status != 0 {
		return nil, &identity.ErrorStatusCodeWithHeaders{StatusCode: int(status), RetryAfter: identity.NewOptInt(77),
			Response: identity.Error{Error: "x", Message: "y"}}
	}
	if !f.enrolled.Load() {
		return &identity.VerifyTwoFactorResponse{Outcome: identity.VerifyTwoFactorOutcomeNotEnrolled}, nil
	}
	switch code := string(req.Code.Or("")); {
	case code == "123456", code == backupCode && f.spent.Add(1) == 1:
		return &identity.VerifyTwoFactorResponse{Outcome: identity.VerifyTwoFactorOutcomeVerified}, nil
	}
	return nil, &identity.ErrorStatusCodeWithHeaders{StatusCode: 422, Response: identity.Error{Error: "Invalid Totp Code", Message: "no"}}
}

func (f *fakeIdentity) GetUserTwoFactor(context.Context, identity.GetUserTwoFactorParams) (*identity.TwoFactorStatusResponse, error) {
	if status := f.refuse.Load(); status != 0 {
		return nil, &identity.ErrorStatusCodeWithHeaders{StatusCode: int(status), Response: identity.Error{Error: "x", Message: "y"}}
	}
	return &identity.TwoFactorStatusResponse{TwoFactorEnabled: f.enrolled.Load()}, nil
}

func (f *fakeIdentity) NewError(_ context.Context, err error) *identity.ErrorStatusCodeWithHeaders {
	if e, ok := err.(*identity.ErrorStatusCodeWithHeaders); ok {
		return e
	}
	return &identity.ErrorStatusCodeWithHeaders{StatusCode: 500, Response: identity.Error{Error: "x", Message: err.Error()}}
}

func (f *fakeIdentity) HandleBearer(context.Context, identity.OperationName, identity.Bearer) (context.Context, error) {
	return nil, auth.CheckServiceKey(auth.ServiceKey{}, "b")
}

func (f *fakeIdentity) HandleServiceKey(ctx context.Context, _ identity.OperationName, k identity.ServiceKey) (context.Context, error) {
	return ctx, auth.CheckServiceKey(authtest.ServiceKey, k.APIKey)
}

// withIdentity returns a world whose identity is the fake one.
func withIdentity(t *testing.T, options ...option) (*world, *fakeIdentity) {
	t.Helper()
	f := &fakeIdentity{}
	api, err := identity.NewServer(f, f, f)
	if err != nil {
		t.Fatal(err)
	}
	return newWorld(t, append(options, identityAt(t, api))...), f
}

func identityAt(t *testing.T, h http.Handler) option {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return func(_ *jobs.Config, d *jobs.Deps) { d.Peers.Identity = server.URL }
}

func (w *world) queued() int { return scan[int](w, "SELECT count(*) FROM crawler.trigger_request") }

func TestTrigger(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	me := uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	var made oas.TriggerResponse
	admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).Want(http.StatusAccepted).JSON(&made)
	if made.Kind != "crawl" || made.Status != "queued" || !made.RequestedAt.Equal(now) {
		t.Errorf("made: %+v", made)
	}
	if by := scan[uuid.UUID](w, "SELECT requested_by FROM crawler.trigger_request WHERE id = $1", made.ID); by != me {
		t.Errorf("requested by %s, want %s", by, me)
	}
	// While a pass of the same kind is queued or running, the refusal names it; the other kind is independent.
	for _, change := range []string{"", "UPDATE crawler.trigger_request " +
		"SET status = 'running', started_at = now(), locked_by = 'x', lease_expires_at = now(), progress = '{\"done\": 1, \"total\": 4, " +
		"\"note\": \"Foo\"}' WHERE kind = 'crawl'"} {
		if change != "" {
			w.exec(change)
		}
		var refused oas.Error
		res := admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`)
		res.WantError(http.StatusConflict, "Trigger In Progress").JSON(&refused)
		run, ok := refused.Run.Get()
		if !ok || run.ID != made.ID || (change == "") != (run.Status == "queued") || (change != "") == run.Progress.Null {
			t.Errorf("run in flight: %s", res.Body)
		}
	}
	admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"enrichment"}`).Want(http.StatusAccepted)
	// Once finished, another may follow.
	w.exec("UPDATE crawler.trigger_request SET status = 'succeeded', finished_at = now(), locked_by = NULL, lease_expires_at = NULL, " +
		"result_summary = 'done', progress = progress || '{\"boards\": {\"read\": 7, \"failed\": 1, \"waiting\": 2, " +
		"\"waitingUntil\": \"2026-11-18T14:05:00Z\"}}' WHERE kind = 'crawl'")
	admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).Want(http.StatusAccepted)

	var page oas.TriggerPage
	admin.Do(http.MethodGet, "/jobs/admin/triggers?kind=crawl", nil).Want(http.StatusOK).JSON(&page)
	if page.TotalElements != 2 || page.Content[1].ResultSummary.Value != "done" || page.Content[1].Progress.Null ||
		page.Content[0].RequestedBy.Value != me {
		t.Errorf("history: %+v", page)
	}
	want := oas.TriggerBoards{Read: 7, Failed: 1, Waiting: 2, WaitingUntil: oas.NewNilDateTime(time.Date(2026, 11, 18, 14, 5, 0, 0, time.UTC))}
	if got := page.Content[1].Progress.Value.Boards; got != oas.NewOptTriggerBoards(want) {
		t.Errorf("boards: %+v", got)
	}
	admin.Do(http.MethodGet, "/jobs/admin/triggers?size=1&page=1", nil).Want(http.StatusOK).JSON(&page)
	if page.TotalElements != 3 || len(page.Content) != 1 {
		t.Errorf("second page: %+v", page)
	}
}

// TestGates walks through the gates in their order: each request fails at several, and the first of them answers.
func TestGates(t *testing.T) {
	t.Parallel()
	const path = "/jobs/admin/triggers"
	off, _ := withIdentity(t, func(c *jobs.Config, _ *jobs.Deps) { c.TriggerEnabled = false })
	bad := `{"kind":"moon"}`
	off.Do(http.MethodPost, path, bad).WantError(http.StatusUnauthorized, "Unauthorized")
	off.With().Do(http.MethodPost, path, bad, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer nonsense")
	}).WantError(http.StatusUnauthorized, "Unauthorized")
	off.as(uuid.New()).Do(http.MethodPost, path, bad).WantError(http.StatusForbidden, "Forbidden")
	off.admin().Do(http.MethodPost, path, bad).WantError(http.StatusForbidden, "Triggering Disabled")
	off.admin().Do(http.MethodPost, path, `{"kind":"crawl"}`).WantError(http.StatusForbidden, "Triggering Disabled")
	var status oas.TriggerStatusResponse
	off.admin().Do(http.MethodGet, path+"/status", nil).Want(http.StatusOK).JSON(&status)
	if status.TriggerEnabled || off.queued() != 0 {
		t.Errorf("switched off: %+v, %d queued", status, off.queued())
	}

	w, f := withIdentity(t)
	f.enrolled.Store(true)
	admin := w.admin()
	for _, body := range []string{bad, `{}`, `{"kind":null}`, `{"kind":"Crawl"}`, `{"kind":"crawl","code":"12345"}`,
		`{"kind":"crawl","code":"1234567"}`, `{"kind":"crawl","code":"abc-2345"}`,
		`{"kind":"crawl","code":123456}`, `{"kind":"crawl","code":""}`, `[]`, `{`} {
		admin.Do(http.MethodPost, path, body).WantError(http.StatusBadRequest, "Validation Error")
	}
	admin.Do(http.MethodPost, path, `kind=crawl`, func(r *http.Request) {
		r.Header.Set("Content-Type", "text/plain")
	}).WantError(http.StatusUnsupportedMediaType, "Unsupported Media Type")
	if f.checks.Load() != 0 {
		t.Errorf("identity was asked %d times for bad bodies, want 0", f.checks.Load())
	}
	// The second factor: none, wrong, right; unknown properties are ignored.
	for _, code := range []string{"", `,"code":"000000"`, `,"code":"zzzz9999"`} {
		admin.Do(http.MethodPost, path, `{"kind":"crawl"`+code+`}`).WantError(http.StatusUnprocessableEntity, "Verification Required")
	}
	if w.queued() != 0 {
		t.Fatalf("%d queued without a second factor, want 0", w.queued())
	}
	admin.Do(http.MethodPost, path, `{"kind":"crawl","code":"123456","verificationId":"x"}`).Want(http.StatusAccepted)
	// A pass under way is seen before the code is spent.
	checks := f.checks.Load()
	admin.Do(http.MethodPost, path, `{"kind":"crawl","code":"`+backupCode+`"}`).WantError(http.StatusConflict, "Trigger In Progress")
	if f.spent.Load() != 0 || f.checks.Load() != checks {
		t.Error("a backup code was spent on a refusal")
	}
	admin.Do(http.MethodPost, path, `{"kind":"enrichment","code":"`+backupCode+`"}`).Want(http.StatusAccepted)
	if f.spent.Load() != 1 {
		t.Errorf("the backup code was spent %d times, want 1", f.spent.Load())
	}
	admin.Do(http.MethodGet, path+"/status", nil).Want(http.StatusOK).JSON(&status)
	if !status.TriggerEnabled || !status.TwoFactorRequired || status.Crawl.Null || status.Enrichment.Null {
		t.Errorf("status: %+v", status)
	}
	w.as(uuid.New()).Do(http.MethodGet, path+"/status", nil).WantError(http.StatusForbidden, "Forbidden")
	w.as(uuid.New()).Do(http.MethodGet, path, nil).WantError(http.StatusForbidden, "Forbidden")
	w.Do(http.MethodGet, path+"/status", nil).WantError(http.StatusUnauthorized, "Unauthorized")
}

func TestStatusBeforeAnyTrigger(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	res := w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).Want(http.StatusOK)
	var got map[string]any
	if err := json.Unmarshal(res.Body, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, map[string]any{"triggerEnabled": true, "twoFactorRequired": false, "crawl": nil, "enrichment": nil,
		"scheduled": map[string]any{
			"crawl":      map[string]any{"running": false, "lastRunAt": nil, "lastSuccessAt": nil},
			"enrichment": map[string]any{"running": false, "lastRunAt": nil, "lastSuccessAt": nil},
		}}); diff != "" {
		t.Errorf("status: (-got +want)\n%s", diff)
	}
}

func TestANullCodeIsAbsent(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl","code":null}`).Want(http.StatusAccepted)
}

// TestScheduledPassCounts checks that a pass on schedule has no requester, is in the status and in the history, and
// blocks requests while it runs.
func TestScheduledPassCounts(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	id := uuid.New()
	w.exec(`INSERT INTO crawler.trigger_request (id, kind, status, requested_at, started_at, locked_by, lease_expires_at, progress)
		VALUES ($1, 'crawl', 'running', $2, $2, 'x', $2, '{"done": 1, "total": 4, "note": null}')`, id, now)
	var status oas.TriggerStatusResponse
	w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).Want(http.StatusOK).JSON(&status)
	if status.Crawl.Null || status.Crawl.Value.ID != id || status.Crawl.Value.Progress.Value.Total != 4 {
		t.Errorf("status: %+v", status)
	}
	w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).WantError(http.StatusConflict, "Trigger In Progress")
	w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"enrichment"}`).Want(http.StatusAccepted)
	for query, want := range map[string]int64{"": 2, "?scheduled=true": 1, "?scheduled=false": 1, "?scheduled=true&kind=enrichment": 0} {
		var page oas.TriggerPage
		w.admin().Do(http.MethodGet, "/jobs/admin/triggers"+query, nil).Want(http.StatusOK).JSON(&page)
		if page.TotalElements != want || len(page.Content) != int(want) {
			t.Errorf("%s: %+v", query, page)
		}
		if query == "?scheduled=true" && !page.Content[0].RequestedBy.Null {
			t.Errorf("requested by %s", page.Content[0].RequestedBy.Value)
		}
	}
}

// TestStatusOfScheduledPasses checks that the status has the last scheduled start of each kind, and whether it runs.
func TestStatusOfScheduledPasses(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	began, ended := now.Add(-6*time.Hour), now.Add(-5*time.Hour)
	w.exec("UPDATE crawler.pass_lock SET scheduled_at = $1, succeeded_at = $2", began, ended)
	w.exec("UPDATE crawler.pass_lock SET locked_by = 'a', lease_expires_at = now() + interval '1 hour', by_schedule = true " +
		"WHERE kind = 'crawl'")
	w.exec("UPDATE crawler.pass_lock SET locked_by = 'b', lease_expires_at = now() + interval '1 hour', by_schedule = false " +
		"WHERE kind = 'enrichment'")
	var got oas.TriggerStatusResponse
	w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).Want(http.StatusOK).JSON(&got)
	for kind, pass := range map[string]oas.ScheduledPass{"crawl": got.Scheduled.Crawl, "enrichment": got.Scheduled.Enrichment} {
		if pass.Running != (kind == "crawl") || !pass.LastRunAt.Value.Equal(began) || !pass.LastSuccessAt.Value.Equal(ended) {
			t.Errorf("%s: %+v", kind, pass)
		}
	}
	w.exec("UPDATE crawler.pass_lock SET lease_expires_at = now() - interval '1 second'")
	w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).Want(http.StatusOK).JSON(&got)
	if got.Scheduled.Crawl.Running {
		t.Error("running although its lease has run out")
	}
}

func TestIdentityRefuses(t *testing.T) {
	t.Parallel()
	w, f := withIdentity(t)
	for status, want := range map[int32]struct {
		status int
		title  string
	}{
		422: {422, "Verification Required"}, 429: {429, "Too Many Requests"}, 400: {503, "Service Unavailable"},
		401: {503, "Service Unavailable"},
		403: {503, "Service Unavailable"}, 404: {503, "Service Unavailable"}, 500: {503, "Service Unavailable"},
		503: {503, "Service Unavailable"},
	} {
		f.refuse.Store(status)
		res := w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl","code":"123456"}`).WantError(want.status, want.title)
		if status == 429 && res.Header.Get("Retry-After") != "77" {
			t.Errorf("Retry-After is %q, want identity's 77", res.Header.Get("Retry-After"))
		}
		w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).WantError(http.StatusServiceUnavailable, "Service Unavailable")
	}
	if w.queued() != 0 {
		t.Errorf("%d queued, want 0", w.queued())
	}
}

func TestIdentityAwayOrMalformed(t *testing.T) {
	t.Parallel()
	answer := func(status int, contentType, body string) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Path, "/auth/internal/") {
				t.Errorf("asked at %s", r.URL.Path)
			}
			rw.Header().Set("Content-Type", contentType)
			rw.WriteHeader(status)
			_, _ = rw.Write([]byte(body))
		})
	}
	for name, o := range map[string]option{
		"away":           func(_ *jobs.Config, d *jobs.Deps) { d.Peers.Identity = "http://127.0.0.1:1" },
		"html":           identityAt(t, answer(200, "text/html", "<p>hello</p>")),
		"other json":     identityAt(t, answer(200, "application/json", `{"outcome":"maybe"}`)),
		"cut":            identityAt(t, answer(200, "application/json", `{"outcome":`)),
		"empty":          identityAt(t, answer(204, "application/json", ``)),
		"redirect":       identityAt(t, http.RedirectHandler("http://127.0.0.1:1/", http.StatusFound)),
		"422 of a proxy": identityAt(t, answer(502, "text/html", "bad gateway")),
		"hangs up":       identityAt(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })),
	} {
		w := newWorld(t, o)
		w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl","code":"123456"}`).WantError(http.StatusServiceUnavailable,
			"Service Unavailable")
		w.admin().Do(http.MethodGet, "/jobs/admin/triggers/status", nil).WantError(http.StatusServiceUnavailable, "Service Unavailable")
		if w.queued() != 0 {
			t.Errorf("%s: %d queued, want 0", name, w.queued())
		}
	}
}

func TestIdentityHangs(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	w := newWorld(t, identityAt(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over })))
	t.Cleanup(func() { close(over) }) // runs before the server waits for its handlers
	start := time.Now()
	w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).WantError(http.StatusServiceUnavailable, "Service Unavailable")
	if took := time.Since(start); took > time.Minute || w.queued() != 0 {
		t.Errorf("took %s, %d queued", took, w.queued())
	}
}

// TestTwentyTriggersAtOnce checks that one of twenty concurrent triggers starts a run, the others get that run, and
// none is an error.
func TestTwentyTriggersAtOnce(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	var wg sync.WaitGroup
	var accepted atomic.Int32
	for range 20 {
		wg.Go(func() {
			res := w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`)
			if res.Status == http.StatusAccepted {
				accepted.Add(1)
				return
			}
			var refused oas.Error
			res.WantError(http.StatusConflict, "Trigger In Progress").JSON(&refused)
			if !refused.Run.Set {
				t.Errorf("a refusal without the run: %s", res.Body)
			}
		})
	}
	wg.Wait()
	if accepted.Load() != 1 || w.queued() != 1 {
		t.Errorf("%d accepted, %d queued, want one", accepted.Load(), w.queued())
	}
}

// TestTriggerAfterAnIdlePass queues a pass although a scheduled one held its place for a moment: a scheduled pass
// without work deletes its row, so that nothing is in flight when the refused insert looks for it.
func TestTriggerAfterAnIdlePass(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	w.exec("CREATE SEQUENCE crawler.attempt")
	w.exec("GRANT USAGE ON SEQUENCE crawler.attempt TO rolecall_jobs")
	w.exec(`CREATE FUNCTION crawler.occupied() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('crawler.attempt') = 1 THEN
			RAISE unique_violation USING CONSTRAINT = 'trigger_request_one_active';
		END IF;
		RETURN NEW;
	END $$`)
	w.exec(`CREATE TRIGGER occupied BEFORE INSERT ON crawler.trigger_request FOR EACH ROW EXECUTE FUNCTION crawler.occupied()`)
	res := w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"enrichment"}`)
	if res.Status != http.StatusAccepted || w.queued() != 1 {
		t.Errorf("status %d (%s), %d queued, want 202 and one", res.Status, res.Body, w.queued())
	}
}

func TestTriggerPayloadTooLarge(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	w.admin().Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl","x":"`+strings.Repeat("a", 2<<20)+
		`"}`).WantError(http.StatusRequestEntityTooLarge, "Payload Too Large")
}
