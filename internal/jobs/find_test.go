package jobs_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

// perDay is the number of finds that a user of these tests has.
const perDay = 3

func findWorld(t *testing.T, open bool) *world {
	t.Helper()
	return newWorld(t, func(c *jobs.Config, _ *jobs.Deps) { c.Targets = jobs.TargetsConfig{Open: open, FindsPerDay: perDay} })
}

const twoBoards = `[{"family":"lever","token":"saltcedar","name":"Salt & Cedar","site":"https://saltcedar.example",
	"logo":"https://saltcedar.example/icon.png","postings":24,"titles":["Baker","Joiner","Cook"],"by":"site"},
	{"family":"greenhouse","token":"saltcedar","name":"Salt Cedar Ltd","postings":100,"more":true,"titles":[],"by":"name"}]`

// answer ends a find as the crawler does.
func (w *world) answer(id uuid.UUID, found string) {
	w.t.Helper()
	w.exec(`UPDATE crawler.board_request SET status = 'succeeded', started_at = now(), finished_at = now(), found = $2,
		steps = '[{"place":"https://saltcedar.example","outcome":"found"},
			{"place":"ashby","token":"saltcedar","outcome":"unavailable","note":"throttled"}]'
		WHERE id = $1`, id, found)
}

func startFind(c *apitest.Client) (find oas.Find) {
	c.Do(http.MethodPost, "/jobs/finds", `{"query":"Salt & Cedar"}`).Want(http.StatusAccepted).JSON(&find)
	return find
}

func TestFindIsQueuedFollowedAndShown(t *testing.T) {
	t.Parallel()
	w := findWorld(t, false)
	me := uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	find := startFind(admin)
	if find.Status != "queued" || find.Query != "Salt & Cedar" || !find.RequestedAt.Equal(now) || len(find.Boards)+len(find.Steps) != 0 {
		t.Errorf("queued: %+v", find)
	}
	path := "/jobs/finds/" + find.ID.String()
	admin.Do(http.MethodPost, path+"/additions", `{"choice":0}`).WantError(http.StatusNotFound, "Not Found")
	w.answer(find.ID, twoBoards)
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&find)
	if len(find.Boards) != 2 || len(find.Steps) != 2 || !find.Steps[0].Token.Null || find.Steps[1].Note.Value != "throttled" {
		t.Fatalf("answered: %+v", find)
	}
	b := find.Boards[0]
	if b.State != "new" || b.Website.Value != "https://saltcedar.example" || b.LogoUrl.Null || b.Postings != 24 || len(b.Titles) != 3 ||
		b.FoundBy != "site" || !b.OpenPostings.Null || !b.EmployerId.Null {
		t.Errorf("board: %+v", b)
	}
	if b := find.Boards[1]; !b.More || b.Titles == nil || !b.Website.Null {
		t.Errorf("second board: %+v", b)
	}

	// Another user's find is not there.
	w.admin().Do(http.MethodGet, path, nil).WantError(http.StatusNotFound, "Not Found")
	w.admin().Do(http.MethodPost, path+"/additions", `{"choice":0}`).WantError(http.StatusNotFound, "Not Found")
	admin.Do(http.MethodPost, path+"/additions", `{"choice":2}`).WantError(http.StatusNotFound, "Not Found")
}

func TestFoundBoardIsAddedOnce(t *testing.T) {
	t.Parallel()
	w := findWorld(t, false)
	me := uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	find := startFind(admin)
	w.answer(find.ID, twoBoards)
	path := "/jobs/finds/" + find.ID.String()
	add := func(choice string) *apitest.Response {
		return admin.Do(http.MethodPost, path+"/additions", `{"choice":`+choice+`}`)
	}
	add("0").Want(http.StatusAccepted).JSON(&find)
	if find.Boards[0].State != "adding" || find.Boards[1].State != "new" {
		t.Errorf("states: %s, %s", find.Boards[0].State, find.Boards[1].State)
	}
	add("0").WantError(http.StatusConflict, "Already Added")
	event := scan[string](w, "SELECT account_id || ' ' || actor || ' ' || detail::text FROM job.audit_event WHERE kind = 'board.added'")
	if want := me.String() + ` admin {"board": "lever/saltcedar"}`; event != want {
		t.Errorf("event: %s, want %s", event, want)
	}

	// A failed find may be repeated, and its reason is shown meanwhile.
	w.exec("UPDATE crawler.board_request SET status = 'failed', finished_at = now(), error_reason = 'no' WHERE kind = 'add'")
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&find)
	if find.Boards[0].State != "failed" || find.Boards[0].Reason.Value != "no" {
		t.Errorf("failed: %+v", find.Boards[0])
	}
	add("0").Want(http.StatusAccepted)
	board := w.board(func(b *board) { b.Source = "lever" })
	w.exec("UPDATE crawler.pull_target SET token = 'saltcedar' WHERE id = $1", board)
	w.post(func(p *post) { p.Board = board })
	w.exec(`UPDATE crawler.board_request SET status = 'succeeded', finished_at = now(), target_id = $1
		WHERE kind = 'add' AND status = 'queued'`, board)
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&find)
	if b := find.Boards[0]; b.State != "added" || b.OpenPostings.Value != 1 || !b.Reason.Null || b.EmployerId.Value != board {
		t.Errorf("added: %+v", b)
	}

	// A board that is pulled already is shown so, and cannot be added.
	known := w.board(nil)
	w.exec("UPDATE crawler.pull_target SET token = 'saltcedar' WHERE id = $1", known)
	admin.Do(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&find)
	if b := find.Boards[1]; b.State != "known" || b.OpenPostings.Value != 0 || b.Name != "Foo Widgets" {
		t.Errorf("known: %+v", b)
	}
	add("1").WantError(http.StatusConflict, "Already Added")
}

func TestOnlyAdministratorsFindUnlessOpen(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		w := findWorld(t, open)
		user := w.as(uuid.New())
		var allowance oas.FindAllowance
		user.Do(http.MethodGet, "/jobs/finds", nil).Want(http.StatusOK).JSON(&allowance)
		if allowance.Allowed != open || allowance.PerDay != perDay || allowance.Left != perDay {
			t.Errorf("open %v: %+v", open, allowance)
		}
		res := user.Do(http.MethodPost, "/jobs/finds", `{"query":"Salt & Cedar"}`)
		if open {
			var find oas.Find
			res.Want(http.StatusAccepted).JSON(&find)
			w.answer(find.ID, twoBoards)
			user.Do(http.MethodPost, "/jobs/finds/"+find.ID.String()+"/additions", `{"choice":0}`).Want(http.StatusAccepted)
			continue
		}
		res.WantError(http.StatusForbidden, "Adding Closed")
		// A user who is no longer an administrator keeps their finds, and may not add.
		me := uuid.New()
		find := startFind(w.as(me, auth.GroupAdmin))
		w.answer(find.ID, twoBoards)
		path := "/jobs/finds/" + find.ID.String()
		w.as(me).Do(http.MethodGet, path, nil).Want(http.StatusOK)
		w.as(me).Do(http.MethodPost, path+"/additions", `{"choice":0}`).WantError(http.StatusForbidden, "Adding Closed")
		w.Do(http.MethodGet, "/jobs/finds", nil).WantError(http.StatusUnauthorized, "Unauthorized")
	}
}

func TestFindsOfADayAreLimitedForEachUser(t *testing.T) {
	t.Parallel()
	w := findWorld(t, false)
	admin := w.admin()
	for i := range perDay {
		find := startFind(admin)
		if i == 0 {
			admin.Do(http.MethodPost, "/jobs/finds", `{"query":"Tarn"}`).WantError(http.StatusConflict, "Find In Progress")
		}
		w.answer(find.ID, `[]`)
	}
	w.exec("UPDATE crawler.board_request SET requested_at = $1", now.Add(-3*time.Hour))
	res := admin.Do(http.MethodPost, "/jobs/finds", `{"query":"Tarn"}`)
	res.WantError(http.StatusTooManyRequests, "Too Many Requests")
	if after := res.Header.Get("Retry-After"); after != "75600" {
		t.Errorf("Retry-After is %q, want 21 hours", after)
	}
	var allowance oas.FindAllowance
	admin.Do(http.MethodGet, "/jobs/finds", nil).Want(http.StatusOK).JSON(&allowance)
	if allowance.Left != 0 {
		t.Errorf("%+v", allowance)
	}
	startFind(w.admin()) // another administrator has their own
	w.exec("UPDATE crawler.board_request SET requested_at = $1 WHERE status = 'succeeded'", now.Add(-24*time.Hour))
	startFind(admin)
}

func TestConcurrentFindsOfAUserAreOne(t *testing.T) {
	t.Parallel()
	w := findWorld(t, false)
	admin := w.admin()
	var accepted atomic.Int32
	var sent sync.WaitGroup
	for range 8 {
		sent.Go(func() {
			if res := admin.Do(http.MethodPost, "/jobs/finds", `{"query":"Tarn"}`); res.Status == http.StatusAccepted {
				accepted.Add(1)
			}
		})
	}
	sent.Wait()
	if accepted.Load() != 1 {
		t.Errorf("%d were accepted, want 1", accepted.Load())
	}
}

func TestFindNeedsAQuery(t *testing.T) {
	t.Parallel()
	w := findWorld(t, false)
	long := strings.Repeat("a", 301)
	for _, body := range []string{
		`{}`, `{"query":""}`, `{"query":"a"}`, `{"query":"  a "}`, `{"query":"a\u0000b"}`, `{"query":"` + long + `"}`,
	} {
		w.admin().Do(http.MethodPost, "/jobs/finds", body).WantError(http.StatusBadRequest, "Validation Error")
	}
}

func TestFindsOfADeletedAccountAreForgotten(t *testing.T) {
	t.Parallel()
	w := findWorld(t, true)
	me := uuid.New()
	service := w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
	forgets := func() int {
		return scan[int](w, "SELECT count(*) FROM crawler.board_request WHERE kind = 'forget' AND requested_by = $1", me)
	}
	service.Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if n := forgets(); n != 0 {
		t.Errorf("%d requests to forget nothing, want 0", n)
	}
	startFind(w.as(me))
	service.Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if n := forgets(); n != 1 {
		t.Errorf("%d requests to forget, want 1", n)
	}
}

func TestNewCompanyTakesTheSiteOfItsBoard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	board := w.board(nil)
	w.exec("UPDATE crawler.pull_target SET company_website = 'https://foowidgets.example' WHERE id = $1", board)
	if _, err := w.svc.ResolveCompanies(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := scan[string](w, "SELECT website FROM job.company"); got != "https://foowidgets.example" {
		t.Errorf("website %q, want %q", got, "https://foowidgets.example")
	}
}
