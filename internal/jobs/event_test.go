package jobs_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	identity "rolecall/internal/identity/oas"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

func (f *fakeIdentity) ListUserEmails(_ context.Context, p identity.ListUserEmailsParams) (*identity.UserEmailsResponse, error) {
	out := &identity.UserEmailsResponse{Emails: []identity.UserEmail{}}
	for _, id := range p.UserIds {
		out.Emails = append(out.Emails, identity.UserEmail{UserId: id, Email: "boss@example.org"})
	}
	return out, nil
}

func TestAdminActsAreRecorded(t *testing.T) {
	t.Parallel()
	stream := &logBook{}
	w, _ := withIdentity(t, func(_ *jobs.Config, d *jobs.Deps) {
		d.Audit = slog.New(slog.NewTextHandler(stream, nil))
	})
	w.exec("INSERT INTO job.company (slug, name) VALUES ('foo-widgets', 'Foo Widgets')")
	me := uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).Want(http.StatusAccepted)
	admin.Do(http.MethodPost, "/jobs/admin/triggers", `{"kind":"crawl"}`).WantError(http.StatusConflict, "Trigger In Progress")
	admin.Do(http.MethodPut, "/jobs/admin/companies/foo-widgets", `{"name":"Foo"}`).Want(http.StatusOK)
	admin.Do(http.MethodPut, "/jobs/admin/companies/unknown", `{"name":"Foo"}`).WantError(http.StatusNotFound, "Not Found")

	list := func(query string) (got oas.SecurityEventList) {
		admin.Do(http.MethodGet, "/jobs/admin/events"+query, nil).Want(http.StatusOK).JSON(&got)
		return got
	}
	got := list("")
	if len(got.Items) != 2 || !got.Next.Null {
		t.Fatalf("%+v", got)
	}
	for i, want := range []struct{ kind, field, value string }{{"company.edited", "company", "foo-widgets"},
		{"trigger.requested", "pass", "crawl"}} {
		e := got.Items[i]
		if e.Kind != want.kind || e.Detail[want.field] != want.value || e.Actor != "admin" || e.AccountId.Value != me ||
			e.AccountEmail.Value != "boss@example.org" || !e.At.Equal(now) {
			t.Errorf("%+v", e)
		}
		if !strings.Contains(strings.Join(stream.all(), ""), "audit=true kind="+want.kind) {
			t.Errorf("the stream of events lacks %s", want.kind)
		}
	}
	for query, want := range map[string]int{"?kind=company": 1, "?account=" + uuid.NewString(): 0, "?account=" + me.String(): 2, "?size=1": 1,
		"?to=2001-01-01T00:00:00Z": 0} {
		if got := list(query); len(got.Items) != want {
			t.Errorf("%s: %d events, want %d", query, len(got.Items), want)
		}
	}
	w.as(uuid.New(), auth.GroupUser).Do(http.MethodGet, "/jobs/admin/events", nil).WantError(http.StatusForbidden, "Forbidden")
	w.Do(http.MethodGet, "/jobs/admin/events", nil).WantError(http.StatusUnauthorized, "Unauthorized")
}

func TestEventsAreShownWithoutIdentity(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("INSERT INTO job.audit_event (at, kind, account_id, actor) VALUES ($1, 'company.edited', gen_random_uuid(), 'admin')", now)
	var got oas.SecurityEventList
	w.admin().Do(http.MethodGet, "/jobs/admin/events", nil).Want(http.StatusOK).JSON(&got)
	if len(got.Items) != 1 || !got.Items[0].AccountEmail.Null {
		t.Errorf("%+v", got)
	}
}

func TestRefusedServiceKeyIsRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 3 {
		w.Do(http.MethodDelete, "/internal/users/"+uuid.NewString(), nil, apitest.ServiceKey("a guess")).WantError(http.StatusUnauthorized,
			"Unauthorized")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_ = w.svc.Run(ctx) // the end of a process writes what is counted
	if n := scan[int](w, "SELECT (detail->>'count')::int FROM job.audit_event WHERE kind = 'service_key.refused'"); n != 3 {
		t.Errorf("%d refusals are recorded, want 3", n)
	}
}
