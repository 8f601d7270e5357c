package jobs_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
)

func followPath(id uuid.UUID) string { return fmt.Sprintf("/jobs/employers/%s/follow", id) }

func employers(c *apitest.Client, query string) (page oas.EmployerPage) {
	c.Do(http.MethodGet, "/jobs/employers?"+query, nil).Want(http.StatusOK).JSON(&page)
	return page
}

// named writes employers as their names, with a star if they are followed.
func named(page oas.EmployerPage) []string {
	out := []string{}
	for _, e := range page.Content {
		name := e.Name
		if e.Following {
			name += " *"
		}
		out = append(out, name)
	}
	return out
}

func TestEmployersAreFoundByName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	user := w.as(uuid.New())
	if page := employers(user, ""); page.TotalElements != 0 {
		t.Errorf("got %+v of an empty catalogue, want none", page)
	}
	acorn := w.company("acorn", "Acorn Works")
	first := w.board(func(b *board) {
		b.Name, b.Company, b.Logo = "ACORN Works Ltd", &acorn, new("https://acorn.example/logo.png")
	})
	second := w.board(func(b *board) { b.Name, b.Company, b.Source = "Former Oak", &acorn, "lever" })
	w.board(func(b *board) { b.Name = "Birch & 100%" })
	w.exec("UPDATE crawler.pull_target SET status = 'gone', last_attempt_at = $2 WHERE id = $1", first, now)
	for _, p := range []func(*post){
		func(p *post) { p.Board = first },
		func(p *post) { p.Board = second },
		func(p *post) { p.Board, p.ClosedAt = second, new(now) },
		func(p *post) { p.Board, p.Unconfirmed = second, new(now.AddDate(0, 0, -31)) },
	} {
		w.post(p)
	}
	page := employers(user, "")
	want := oas.EmployerPage{Page: 0, Size: 20, TotalElements: 2, TotalPages: 1}
	got := page
	got.Content = nil
	if diff := cmp.Diff(got, want); diff != "" || len(page.Content) != 2 {
		t.Fatalf("(-got +want)\n%s", diff)
	}
	e := page.Content[0]
	logo := e.LogoUrl.Value.String()
	if e.ID != acorn || e.Name != "Acorn Works" || e.Slug.Value != "acorn" || logo != "https://logos.example.org/acorn" || !e.Active ||
		!slices.Equal(e.SourceTypes, []string{"greenhouse", "lever"}) || e.OpenPostings != 2 || e.LastAttemptAt.Null || !e.LastSuccessAt.Null {
		t.Errorf("got %+v, want Acorn Works with both boards, 2 open postings and no success yet", e)
	}
	if e := page.Content[1]; !e.Slug.Null || e.OpenPostings != 0 {
		t.Errorf("unresolved: %+v", e)
	}
	for query, want := range map[string][]string{
		"q=acorn": {"Acorn Works"}, "q=oak": {"Acorn Works"}, "q=100%25": {"Birch & 100%"}, "q=1_0": {}, "page=1": {},
		"size=1": {"Acorn Works"}, "size=1&page=1": {"Birch & 100%"}, "following=true": {},
	} {
		if diff := cmp.Diff(named(employers(user, query)), want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
	}
	if page := employers(user, "page=7"); page.TotalElements != 2 {
		t.Errorf("past the end: %+v", page)
	}
}

func TestNamesThatBeginWithTheTextComeFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []string{"Great Oak", "oakley", "Zoo of Oaks", "Oak"} {
		w.board(func(b *board) { b.Name = name })
	}
	if diff := cmp.Diff(named(employers(w.as(uuid.New()), "q=OAK")), []string{"Oak", "oakley", "Great Oak", "Zoo of Oaks"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
}

func TestFollowingIsTheUsersOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	acorn := w.board(func(b *board) { b.Name = "Acorn" })
	w.board(func(b *board) { b.Name = "Birch" })
	user, stranger := w.as(uuid.New()), w.as(uuid.New())
	for range 2 { // the second time changes nothing
		user.Do(http.MethodPut, followPath(acorn), nil).Want(http.StatusNoContent)
	}
	if diff := cmp.Diff(named(employers(user, "")), []string{"Acorn *", "Birch"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	if diff := cmp.Diff(named(employers(user, "following=true")), []string{"Acorn *"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	stranger.Do(http.MethodDelete, followPath(acorn), nil).Want(http.StatusNoContent)
	if diff := cmp.Diff(named(employers(stranger, "")), []string{"Acorn", "Birch"}); diff != "" {
		t.Errorf("stranger: (-got +want)\n%s", diff)
	}
	if n := scan[int](w, "SELECT count(*) FROM job.follow"); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
	for range 2 {
		user.Do(http.MethodDelete, followPath(acorn), nil).Want(http.StatusNoContent)
	}
	if n := scan[int](w, "SELECT count(*) FROM job.follow"); n != 0 {
		t.Errorf("%d rows after unfollowing, want 0", n)
	}
	user.Do(http.MethodPut, followPath(uuid.New()), nil).WantError(http.StatusNotFound, "Not Found")
	user.Do(http.MethodDelete, followPath(uuid.New()), nil).Want(http.StatusNoContent)
}

func TestFollowingCoversAllBoardsOfAnEmployer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.board(func(b *board) { b.Name = "Acorn" })
	second := w.board(func(b *board) { b.Name, b.Source = "Acorn GmbH", "lever" })
	user := w.as(uuid.New())
	user.Do(http.MethodPut, followPath(first), nil).Want(http.StatusNoContent)
	user.Do(http.MethodPut, followPath(second), nil).Want(http.StatusNoContent)

	// Both turn out to be one employer, which then gets a third board.
	acorn := w.company("acorn", "Acorn")
	w.exec("UPDATE crawler.pull_target SET company_id = $1", acorn)
	w.board(func(b *board) { b.Name, b.Company, b.Source = "Acorn Careers", &acorn, "ashby" })
	if diff := cmp.Diff(named(employers(user, "")), []string{"Acorn *"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	var boards oas.FollowedBoardList
	user.Do(http.MethodGet, "/jobs/employers/followed", nil).Want(http.StatusOK).JSON(&boards)
	var got []string
	for _, b := range boards.Items {
		got = append(got, b.CompanyName+" "+b.SourceType)
		if b.EmployerId != acorn || !b.FollowedAt.Equal(now) || b.Token == "" {
			t.Errorf("got %+v, want %s, followed now, with a token", b, acorn)
		}
	}
	if diff := cmp.Diff(got, []string{"Acorn greenhouse", "Acorn Careers ashby", "Acorn GmbH lever"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	// The id of a board goes on naming its employer, and the company's id does as well.
	user.Do(http.MethodDelete, followPath(second), nil).Want(http.StatusNoContent)
	if diff := cmp.Diff(named(employers(user, "")), []string{"Acorn"}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	user.Do(http.MethodPut, followPath(acorn), nil).Want(http.StatusNoContent)
	user.Do(http.MethodPut, followPath(first), nil).Want(http.StatusNoContent)
	if n := scan[int](w, "SELECT count(*) FROM job.follow"); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

func TestFollowsAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	user := w.as(me)
	w.exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name)
		SELECT gen_random_uuid(), 'lever', 'acorn' || n, 'Acorn ' || n FROM generate_series(1, 1004) n`)
	w.exec(`INSERT INTO job.follow (user_id, target_id, followed_at)
		SELECT $1, id, now() FROM crawler.pull_target ORDER BY token LIMIT 999`, me)
	free := scan[[]uuid.UUID](w, "SELECT array_agg(id) FROM crawler.pull_target WHERE id NOT IN (SELECT target_id FROM job.follow)")
	var wg sync.WaitGroup
	for _, id := range free {
		wg.Go(func() { user.Do(http.MethodPut, followPath(id), nil) })
	}
	wg.Wait()
	if n := scan[int](w, "SELECT count(*) FROM job.follow"); n != 1000 {
		t.Errorf("%d rows, want 1000", n)
	}
	kept := scan[uuid.UUID](w, "SELECT target_id FROM job.follow LIMIT 1")
	user.Do(http.MethodPut, followPath(kept), nil).Want(http.StatusNoContent)
	left := scan[uuid.UUID](w, "SELECT id FROM crawler.pull_target WHERE id NOT IN (SELECT target_id FROM job.follow) LIMIT 1")
	user.Do(http.MethodPut, followPath(left), nil).WantError(http.StatusConflict, "Limit Reached")
}

func TestFollowsGoWithTheAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	board := w.board(nil)
	leaving, staying := uuid.New(), uuid.New()
	for _, user := range []uuid.UUID{leaving, staying} {
		w.as(user).Do(http.MethodPut, followPath(board), nil).Want(http.StatusNoContent)
	}
	service := w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
	service.Do(http.MethodDelete, "/internal/users/"+leaving.String(), nil).Want(http.StatusNoContent)
	if got := scan[uuid.UUID](w, "SELECT user_id FROM job.follow"); got != staying {
		t.Errorf("%s follows, want %s", got, staying)
	}
}

func TestEmployersOfALargeCatalogueArePaged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name)
		SELECT gen_random_uuid(), 'lever', 'acorn' || n, 'Acorn ' || lpad(n::text, 4, '0') FROM generate_series(1, 5000) n`)
	user := w.as(uuid.New())
	seen := map[string]bool{}
	for page := range 50 {
		for _, e := range employers(user, fmt.Sprintf("size=100&page=%d", page)).Content {
			seen[e.Name] = true
		}
	}
	if len(seen) != 5000 {
		t.Errorf("%d of 5000 were listed, want 5000", len(seen))
	}
	if page := employers(user, "q=corn+00"); page.TotalElements != 99 || !strings.HasPrefix(page.Content[0].Name, "Acorn 0001") {
		t.Errorf("got %+v, want 99 with Acorn 0001 first", page)
	}
}
