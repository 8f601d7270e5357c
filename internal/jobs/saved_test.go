package jobs_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
)

func TestSavedJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, other := uuid.New(), uuid.New()
	mine, theirs := w.as(me), w.as(other)
	open, closed, third := w.post(nil), w.post(func(p *post) { p.ClosedAt = &now }), w.post(nil)
	saved := func(c *apitest.Client, query string) (page oas.SavedJobPage) {
		c.Do(http.MethodGet, "/jobs/saved?"+query, nil).Want(http.StatusOK).JSON(&page)
		return page
	}
	for range 2 {
		mine.Do(http.MethodPut, "/jobs/saved/"+open.String(), nil).Want(http.StatusNoContent)
	}
	w.exec("UPDATE job.saved_job SET saved_at = saved_at - interval '1 hour'")
	mine.Do(http.MethodPut, "/jobs/saved/"+closed.String(), nil).Want(http.StatusNoContent)
	mine.Do(http.MethodPut, "/jobs/saved/"+open.String(), nil).Want(http.StatusNoContent)
	theirs.Do(http.MethodPut, "/jobs/saved/"+third.String(), nil).Want(http.StatusNoContent)

	page := saved(mine, "")
	if page.TotalElements != 2 || len(page.Content) != 2 || page.Content[0].Job.ID != closed || page.Content[1].Job.ID != open ||
		page.Content[0].Job.ClosedAt.Null {
		t.Errorf("saved: %+v", page)
	}
	if page = saved(mine, "size=1&page=1"); len(page.Content) != 1 || page.Content[0].Job.ID != open || page.TotalPages != 2 {
		t.Errorf("second page: %+v", page)
	}
	mine.Do(http.MethodPut, "/jobs/saved/"+uuid.NewString(), nil).WantError(http.StatusNotFound, "Not Found")
	mine.Do(http.MethodPut, "/jobs/saved/x", nil).WantError(http.StatusNotFound, "Not Found")
	for range 2 {
		mine.Do(http.MethodDelete, "/jobs/saved/"+open.String(), nil).Want(http.StatusNoContent)
	}
	mine.Do(http.MethodDelete, "/jobs/saved/"+third.String(), nil).Want(http.StatusNoContent)
	if got := saved(mine, "").TotalElements; got != 1 {
		t.Errorf("%d left, want 1", got)
	}
	if got := saved(theirs, "").TotalElements; got != 1 {
		t.Errorf("the other user has %d, want 1", got)
	}
	for _, path := range []string{"/jobs/saved", "/jobs/filters/saved"} {
		w.Do(http.MethodGet, path, nil).WantError(http.StatusUnauthorized, "Unauthorized")
	}
}

func TestSummariesComeInTheOrderOfTheirIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	open, closed := w.post(nil), w.post(func(p *post) { p.ClosedAt = &now })
	var got oas.JobSummaries
	w.Do(http.MethodGet, "/jobs/summaries?"+values("id", closed.String(), "id", uuid.NewString(), "id", open.String()), nil).
		Want(http.StatusOK).JSON(&got)
	if len(got.Items) != 2 || got.Items[0].ID != closed || got.Items[0].ClosedAt.Null || got.Items[1].ID != open {
		t.Errorf("summaries: %+v", got)
	}
	w.Do(http.MethodGet, "/jobs/summaries?"+values("id", uuid.NewString()), nil).Want(http.StatusOK).JSON(&got)
	if len(got.Items) != 0 {
		t.Errorf("summaries of an unknown posting: %+v", got)
	}
	for _, query := range []string{"", "id=x", strings.Repeat("id="+uuid.NewString()+"&", 101)} {
		w.Do(http.MethodGet, "/jobs/summaries?"+query, nil).WantError(http.StatusBadRequest, "Validation Error")
	}
}

func TestSavedFilters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, theirs := w.as(uuid.New()), w.as(uuid.New())
	filters := `{"keyword":"go backend","location":["Lisbon"],"company":["Foo Widgets, Inc."],"workplaceType":["remote"],` +
		`"employmentType":["contract"],"careerLevel":["senior"],"language":["en"],"skill":["Go"],` +
		`"compensationMin":50000,"compensationCurrency":"EUR",` +
		`"postedWithin":"week","includeClosed":true,"sort":"relevance"}`
	var made, got oas.SavedFilter
	mine.Do(http.MethodPost, "/jobs/filters/saved", `{"name":"  Go, remote ","filters":`+filters+
		`,"unknown":1}`).Want(http.StatusCreated).JSON(&made)
	if made.Name != "Go, remote" || !made.CreatedAt.Equal(now) {
		t.Errorf("made: %+v", made)
	}
	text, err := made.Filters.MarshalJSON()
	if err != nil || string(text) != filters {
		t.Errorf("filters come back as %s, %v", text, err)
	}
	path := "/jobs/filters/saved/" + made.ID.String()
	mine.Do(http.MethodPatch, path, `{"name":"Renamed"}`).Want(http.StatusOK).JSON(&got)
	if got.Name != "Renamed" || !cmp.Equal(got.Filters, made.Filters) {
		t.Errorf("renamed: %+v", got)
	}
	got = oas.SavedFilter{}
	mine.Do(http.MethodPatch, path, `{"filters":{"keyword":"x"}}`).Want(http.StatusOK).JSON(&got)
	if text, _ = got.Filters.MarshalJSON(); got.Name != "Renamed" || string(text) != `{"keyword":"x"}` {
		t.Errorf("replaced: %s %s", got.Name, text)
	}
	mine.Do(http.MethodPatch, path, `{}`).Want(http.StatusOK).JSON(&got)
	for _, bad := range []string{`{"name":""}`, `{"name":"  "}`, `{"name":null}`, `{"filters":null}`, `{"filters":{"sort":"best"}}`,
		`{"filters":{"workplaceType":["moon"]}}`, `{"name":"` + strings.Repeat("x", 81) + `"}`, `{"name":"a\u0000b"}`,
		`{"filters":{"keyword":"a\u0000b"}}`} {
		mine.Do(http.MethodPatch, path, bad).WantError(http.StatusBadRequest, "Validation Error")
	}
	for _, bad := range []string{`{}`, `{"name":"x"}`, `{"filters":{}}`, `{"name":" ","filters":{}}`, `[]`, `{`} {
		mine.Do(http.MethodPost, "/jobs/filters/saved", bad).WantError(http.StatusBadRequest, "Validation Error")
	}
	theirs.Do(http.MethodPatch, path, `{"name":"stolen"}`).WantError(http.StatusNotFound, "Not Found")
	theirs.Do(http.MethodDelete, path, nil).WantError(http.StatusNotFound, "Not Found")
	var list oas.SavedFilterList
	theirs.Do(http.MethodGet, "/jobs/filters/saved", nil).Want(http.StatusOK).JSON(&list)
	if len(list.Items) != 0 {
		t.Errorf("the other user sees %d filters, want 0", len(list.Items))
	}
	mine.Do(http.MethodDelete, path, nil).Want(http.StatusNoContent)
	mine.Do(http.MethodDelete, path, nil).WantError(http.StatusNotFound, "Not Found")
	mine.Do(http.MethodDelete, "/jobs/filters/saved/x", nil).WantError(http.StatusNotFound, "Not Found")
}

// TestNullInASavedFilterIsAbsent checks every property.
func TestNullInASavedFilterIsAbsent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.as(uuid.New())
	var got struct{ Filters map[string]any }
	me.Do(http.MethodPost, "/jobs/filters/saved",
		`{"name":"n","filters":{"keyword":"go","location":null,"sort":null,"experienceMax":null,"includeClosed":null}}`).
		Want(http.StatusCreated).JSON(&got)
	if len(got.Filters) != 1 || got.Filters["keyword"] != "go" {
		t.Errorf("got %v, want the keyword go alone", got.Filters)
	}
}

func TestInternalEndpoints(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, other := uuid.New(), uuid.New()
	ids := []uuid.UUID{w.post(nil), w.post(nil)}
	for _, user := range []uuid.UUID{me, other} {
		for _, id := range ids {
			w.as(user).Do(http.MethodPut, "/jobs/saved/"+id.String(), nil).Want(http.StatusNoContent)
		}
		w.as(user).Do(http.MethodPost, "/jobs/filters/saved", `{"name":"x","filters":{}}`).Want(http.StatusCreated)
	}
	service := w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
	listed := func(user uuid.UUID, query string) int {
		var list oas.SavedJobList
		service.Do(http.MethodGet, "/internal/users/"+user.String()+"/saved-jobs"+query, nil).Want(http.StatusOK).JSON(&list)
		return len(list.Items)
	}
	if a, b, c := listed(me, ""), listed(me, "?size=1"), listed(uuid.New(), ""); a != 2 || b != 1 || c != 0 {
		t.Errorf("listed %d, %d, %d, want 2, 1, 0", a, b, c)
	}
	if n := listed(me, "?after=2020-01-01T00:00:00Z"); n != 2 {
		t.Errorf("%d saved since 2020, want 2", n)
	}
	// Both were saved in the same instant: neither is cut off, and the next call begins after them.
	if n := listed(me, "?size=1&after=2020-01-01T00:00:00Z"); n != 2 {
		t.Errorf("%d of one instant, want 2", n)
	}
	if n := listed(me, "?after="+now.Format(time.RFC3339Nano)); n != 0 {
		t.Errorf("%d saved since the last one, want 0", n)
	}
	for range 2 {
		service.Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	}
	if got := scan[string](w, "SELECT (SELECT count(*) FROM job.saved_job) || ' ' || (SELECT count(*) FROM job.saved_filter)"); got != "2 1" {
		t.Errorf("left: %s, want the other user's 2 1", got)
	}
	service.Do(http.MethodDelete, "/internal/users/x", nil).WantError(http.StatusBadRequest, "Validation Error")
	service.Do(http.MethodGet, "/internal/users/"+me.String()+"/saved-jobs?size=501", nil).WantError(http.StatusBadRequest, "Validation Error")
	for _, c := range []*apitest.Client{w.Client, w.With(apitest.ServiceKey("wrong")), w.admin()} {
		c.Do(http.MethodDelete, "/internal/users/"+other.String(), nil).WantError(http.StatusUnauthorized, "Unauthorized")
		c.Do(http.MethodGet, "/internal/users/"+other.String()+"/saved-jobs", nil).WantError(http.StatusUnauthorized, "Unauthorized")
	}
}
