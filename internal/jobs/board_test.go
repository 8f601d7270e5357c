package jobs_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

func TestBoardShowsItsPullsAndItsLastAction(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	id := w.board(nil)
	for i := range 3 {
		w.exec(`INSERT INTO crawler.pull_log (id, target_id, pulled_at, outcome, http_status, seen, created, duration_ms, error, requests, bytes)
			VALUES (gen_random_uuid(), $1, $2, $3, $4, 41, $5, 1200, $6, 2, 4096)`, id, now.Add(-time.Duration(i)*time.Hour),
			[]string{"failed", "complete", "complete"}[i], []any{nil, 200, 200}[i], i, []any{"timeout", nil, nil}[i])
	}
	path := "/jobs/admin/targets/" + id.String()
	var got oas.PullTargetDetails
	w.admin().Do(http.MethodGet, path+"?pulls=2", nil).Want(http.StatusOK).JSON(&got)
	if got.Target.ID != id || !got.Target.PendingAction.Null || !got.Request.Null || len(got.Pulls) != 2 {
		t.Fatalf("board: %+v", got)
	}
	if p := got.Pulls[0]; p.Outcome != "failed" || p.Error.Value != "timeout" || !p.HttpStatus.Null || p.Requests != 2 || p.Bytes != 4096 {
		t.Errorf("newest pull: %+v", p)
	}
	if p := got.Pulls[1]; p.Outcome != "complete" || p.Seen != 41 || p.Created != 1 || p.HttpStatus.Value != 200 {
		t.Errorf("pull before: %+v", p)
	}

	me := uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	var made oas.BoardRequest
	admin.Do(http.MethodPost, path+"/requests", `{"action":"pause"}`).Want(http.StatusAccepted).JSON(&made)
	if made.Action != "pause" || made.Status != "queued" || !made.RequestedAt.Equal(now) {
		t.Errorf("made: %+v", made)
	}
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&got)
	if got.Target.PendingAction.Value != "pause" || got.Request.Value.ID != made.ID {
		t.Errorf("while it waits: %+v", got)
	}
	admin.Do(http.MethodPost, path+"/requests", `{"action":"resume"}`).WantError(http.StatusConflict, "Board Busy")
	event := scan[string](w, "SELECT account_id || ' ' || actor || ' ' || kind FROM job.audit_event")
	if event != me.String()+" admin board.paused" {
		t.Errorf("event: %s", event)
	}

	w.exec("UPDATE crawler.board_request SET status = 'failed', finished_at = now(), error_reason = 'no'")
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&got)
	if !got.Target.PendingAction.Null || got.Request.Value.ErrorReason.Value != "no" {
		t.Errorf("at the end: %+v", got)
	}
}

func TestGatesOfBoardActions(t *testing.T) {
	t.Parallel()
	w, f := withIdentity(t)
	id := w.board(nil)
	path := "/jobs/admin/targets/" + id.String() + "/requests"
	w.as(uuid.New()).Do(http.MethodPost, path, `{"action":"pause"}`).WantError(http.StatusForbidden, "Forbidden")
	w.Do(http.MethodPost, path, `{"action":"pause"}`).WantError(http.StatusUnauthorized, "Unauthorized")
	w.admin().Do(http.MethodPost, path, `{"action":"sell"}`).WantError(http.StatusBadRequest, "Validation Error")
	unknown := "/jobs/admin/targets/" + uuid.NewString()
	w.admin().Do(http.MethodPost, unknown+"/requests", `{"action":"pause"}`).WantError(http.StatusNotFound, "Not Found")
	w.admin().Do(http.MethodGet, unknown, nil).WantError(http.StatusNotFound, "Not Found")

	w.exec("UPDATE crawler.pull_target SET status = 'paused'")
	w.admin().Do(http.MethodPost, path, `{"action":"retry"}`).WantError(http.StatusConflict, "Board Not Active")

	// Deleting needs the second factor; the other actions do not.
	f.enrolled.Store(true)
	w.admin().Do(http.MethodPost, path, `{"action":"delete"}`).WantError(http.StatusUnprocessableEntity, "Verification Required")
	w.admin().Do(http.MethodPost, path, `{"action":"resume"}`).Want(http.StatusAccepted)

	w.exec("UPDATE crawler.board_request SET status = 'succeeded', finished_at = now()")
	w.exec("UPDATE crawler.pull_target SET status = 'gone', deleted_at = now()")
	w.admin().Do(http.MethodPost, path, `{"action":"resume"}`).WantError(http.StatusNotFound, "Not Found")
}

func TestRetryNeedsTheSwitchForTriggers(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t, func(c *jobs.Config, _ *jobs.Deps) { c.TriggerEnabled = false })
	path := "/jobs/admin/targets/" + w.board(nil).String() + "/requests"
	w.admin().Do(http.MethodPost, path, `{"action":"retry"}`).WantError(http.StatusForbidden, "Triggering Disabled")
	w.admin().Do(http.MethodPost, path, `{"action":"pause"}`).Want(http.StatusAccepted)
}

func TestWaitingBoardActionsAreLimited(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	for range 20 {
		w.exec("INSERT INTO crawler.board_request (id, kind, requested_by, target_id) VALUES (gen_random_uuid(), 'pause', gen_random_uuid(), $1)",
			w.board(nil))
	}
	path := "/jobs/admin/targets/" + w.board(nil).String() + "/requests"
	w.admin().Do(http.MethodPost, path, `{"action":"pause"}`).WantError(http.StatusConflict, "Limit Reached")
}

// TestDeletedBoardIsNotListed checks that a deleted board is in no list and that its postings, which the crawler
// closed, stay.
func TestDeletedBoardIsNotListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.board(nil)
	w.exec("UPDATE crawler.pull_target SET status = 'gone', deleted_at = now() WHERE id = $1", id)
	var boards oas.PullTargetPage
	w.admin().Do(http.MethodGet, "/jobs/admin/targets", nil).Want(http.StatusOK).JSON(&boards)
	var employers oas.EmployerPage
	w.as(uuid.New()).Do(http.MethodGet, "/jobs/employers", nil).Want(http.StatusOK).JSON(&employers)
	if boards.TotalElements != 0 || employers.TotalElements != 0 {
		t.Errorf("%d boards and %d employers", boards.TotalElements, employers.TotalElements)
	}
}

// TestBoardsAreFilteredByTheHealthTheyShow checks that each health finds the boards that show it, that the counts agree,
// and that the other filters limit the counts.
func TestBoardsAreFilteredByTheHealthTheyShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	boards := map[string]string{ // by company name
		"Alder":   "last_success_at = now()",
		"Birch":   "consecutive_failures = 2",
		"Cedar":   "consecutive_failures = 7, last_success_at = now()",
		"Dogwood": "status = 'paused', consecutive_failures = 3",
		"Elm":     "status = 'gone', last_success_at = now()",
		"Fir":     "followers = 0",
		"Ginkgo":  "consecutive_failures = 1",
		"Hazel":   "status = 'gone', consecutive_failures = 4, deleted_at = now()",
	}
	for name, state := range boards {
		id := w.board(func(b *board) { b.Name = name })
		w.exec("UPDATE crawler.pull_target SET "+state+" WHERE id = $1", id)
		if name == "Ginkgo" {
			w.admin().Do(http.MethodPost, "/jobs/admin/targets/"+id.String()+"/requests", `{"action":"pause"}`).Want(http.StatusAccepted)
		}
	}
	list := func(query string) oas.PullTargetPage {
		t.Helper()
		var page oas.PullTargetPage
		w.admin().Do(http.MethodGet, "/jobs/admin/targets?"+query, nil).Want(http.StatusOK).JSON(&page)
		return page
	}
	want := map[string][]string{
		"failing": {"Cedar", "Birch"}, "unread": {"Fir"}, "pending": {"Ginkgo"}, "paused": {"Dogwood"}, "gone": {"Elm"}, "healthy": {"Alder"},
	}
	for _, count := range list("").Health {
		health := string(count.Health)
		page := list("health=" + health)
		var got []string
		for _, b := range page.Content {
			if b.Health != count.Health {
				t.Errorf("%s: %s shows %s", health, b.CompanyName, b.Health)
			}
			got = append(got, b.CompanyName)
		}
		if diff := cmp.Diff(got, want[health]); diff != "" || count.Boards != int64(len(got)) || page.TotalElements != count.Boards {
			t.Errorf("%s: %d boards, %d in all: %s", health, count.Boards, page.TotalElements, diff)
		}
		delete(want, health)
	}
	if len(want) > 0 {
		t.Errorf("not counted: %v", want)
	}
	// The counts are those of the other filters, whatever health is asked for.
	page := list("health=healthy&q=CEDAR")
	if page.TotalElements != 0 || page.Health[0] != (oas.BoardHealthCount{Health: "failing", Boards: 1}) || page.Health[5].Boards != 0 {
		t.Errorf("with a text: %+v", page)
	}
	w.admin().Do(http.MethodGet, "/jobs/admin/targets?health=ill", nil).WantError(http.StatusBadRequest, "Validation Error")
}
