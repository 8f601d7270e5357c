package jobs_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
)

func rules(c *apitest.Client) (list oas.RuleList) {
	c.Do(http.MethodGet, "/jobs/rules", nil).Want(http.StatusOK).JSON(&list)
	return list
}

func addRule(c *apitest.Client, body string) (r oas.Rule) {
	c.Do(http.MethodPost, "/jobs/rules", body).Want(http.StatusOK).JSON(&r)
	return r
}

// parameters returns the rules of a list as parameters of the search.
func parameters(q oas.RuleQuery) string {
	jobs := make([]string, len(q.NeverJob))
	for i, id := range q.NeverJob {
		jobs[i] = id.String()
	}
	return url.Values{"neverCompany": q.NeverCompany, "neverTitle": q.NeverTitle, "neverPlace": q.NeverPlace, "neverJob": jobs,
		"alwaysCompany": q.AlwaysCompany, "alwaysWord": q.AlwaysWord}.Encode()
}

// TestRulesApplyToSearch checks that postings that a user's never rules match are hidden from searches with these
// rules, counted, and shown on request.
func TestRulesApplyToSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.as(uuid.New())
	foo := w.board(func(b *board) { b.Name = "Foo Widgets" })
	shop := w.board(func(b *board) { b.Name, b.Source = "Foo Widgets, Inc.", "lever" })
	baum := w.board(func(b *board) { b.Name = "Baumhaus GmbH" })
	w.exec(`INSERT INTO job.company (id, slug, name) VALUES ('01920f51-6e2d-7b19-9f80-7a6b5c4d3e2f', 'foo-widgets', 'Foo')`)
	w.exec(`UPDATE crawler.pull_target SET company_id = '01920f51-6e2d-7b19-9f80-7a6b5c4d3e2f' WHERE id = ANY($1)`, []uuid.UUID{foo, shop})
	w.post(func(p *post) { p.Board, p.Title = foo, "Engineer" })
	sales := w.post(func(p *post) { p.Board, p.Title = shop, "Sales Manager" })
	w.post(func(p *post) { p.Board, p.Title = baum, "Engineering Intern" })
	w.post(func(p *post) {
		p.Board, p.Title, p.Places, p.Workplace = baum, "Nurse", []place{{"Berlin", "Germany"}}, new("remote")
	})
	both := w.post(func(p *post) {
		p.Board, p.Title, p.Places = baum, "Cook", []place{{"Berlin", "Germany"}, {"Vienna", "Austria"}}
	})
	goer := w.post(func(p *post) { p.Board, p.Title, p.Skills = baum, "Intern", []string{"Go"} })

	addRule(me, `{"list":"NEVER","kind":"COMPANY","jobId":"`+sales.String()+`"}`)
	addRule(me, `{"list":"NEVER","kind":"TITLE_WORD","value":"  intern "}`)
	addRule(me, `{"list":"NEVER","kind":"PLACE","value":"germany"}`)
	list := rules(me)
	if diff := cmp.Diff(list.Query, oas.RuleQuery{NeverCompany: []string{"Foo Widgets", "Foo Widgets, Inc."}, NeverTitle: []string{"intern"},
		NeverPlace: []string{"germany"}, NeverJob: []uuid.UUID{}, AlwaysCompany: []string{}, AlwaysWord: []string{}}); diff != "" {
		t.Errorf("query: (-got +want)\n%s", diff)
	}
	query := parameters(list.Query)
	page := w.search(query)
	if got := ids(page); !slices.Equal(got, []uuid.UUID{both}) || page.Hidden.Or(-1) != 5 || page.TotalElements != 1 {
		t.Errorf("got %v, %d hidden, want the one that is also in Vienna, 5 hidden", got, page.Hidden.Or(-1))
	}
	if got := w.facets(query).Companies; len(got) != 1 || got[0].Count != 1 {
		t.Errorf("facets: %v", got)
	}
	shown := w.search(query + "&showHidden=true&sort=oldest")
	if shown.TotalElements != 6 || shown.Hidden.Or(-1) != 5 {
		t.Errorf("shown: %d with %d hidden, want 6 and 5", shown.TotalElements, shown.Hidden.Or(-1))
	}
	for _, p := range shown.Content {
		if p.Hidden.Or(false) != (p.ID != both) {
			t.Errorf("%s is marked as hidden: %t", p.Title, p.Hidden.Or(false))
		}
	}
	if got := w.search("keyword=engineer"); got.Hidden.Set || got.NewElements.Set || got.Content[0].Hidden.Set {
		t.Error("a search without rules says something of hidden or new postings")
	}

	// Always rescues from words and places, and nothing from a company or a single posting.
	addRule(me, `{"list":"ALWAYS","kind":"WORD","value":"GO"}`)
	addRule(me, `{"list":"ALWAYS","kind":"WORD","value":"sales manager"}`)
	if got := ids(w.search(parameters(rules(me).Query) + "&alwaysFirst=true&sort=oldest")); !slices.Equal(got, []uuid.UUID{goer, both}) {
		t.Errorf("with an always word: %v, want %v first, then %v", got, goer, both)
	}
	addRule(me, `{"list":"NEVER","kind":"JOB","jobId":"`+goer.String()+`"}`)
	if got := ids(w.search(parameters(rules(me).Query))); !slices.Equal(got, []uuid.UUID{both}) {
		t.Errorf("with an always word and the posting hidden: %v", got)
	}
}

func ids(page oas.JobPage) []uuid.UUID {
	out := []uuid.UUID{}
	for _, p := range page.Content {
		out = append(out, p.ID)
	}
	return out
}

// TestRuleList checks that entries are added once, named, moved between the lists and removed, and that users do not
// see each other's.
func TestRuleList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, other := w.as(uuid.New()), w.as(uuid.New())
	b := w.board(func(b *board) { b.Name = "Baumhaus GmbH" })
	posting := w.post(func(p *post) { p.Board, p.Title = b, "Cook" })

	company := addRule(me, `{"list":"NEVER","kind":"COMPANY","value":"baumhaus gmbh"}`)
	if company.Name != "Baumhaus GmbH" || company.EmployerId.Or(uuid.Nil) != b || company.CreatedAt.IsZero() {
		t.Errorf("company: %+v", company)
	}
	if again := addRule(me, `{"list":"NEVER","kind":"COMPANY","employerId":"`+b.String()+`"}`); again.ID != company.ID {
		t.Error("a company was added twice")
	}
	word := addRule(me, `{"list":"NEVER","kind":"TITLE_WORD","value":"Night  Shift"}`)
	if again := addRule(me, `{"list":"NEVER","kind":"TITLE_WORD","value":"night shift"}`); again.ID != word.ID || again.Name != "Night Shift" {
		t.Errorf("a word was added twice: %+v", again)
	}
	job := addRule(me, `{"list":"NEVER","kind":"JOB","jobId":"`+posting.String()+`"}`)
	if job.Name != "Cook" || job.Company.Or("") != "Baumhaus GmbH" || job.JobId.Or(uuid.Nil) != posting {
		t.Errorf("posting: %+v", job)
	}
	moved := addRule(me, `{"list":"ALWAYS","kind":"COMPANY","jobId":"`+posting.String()+`"}`)
	if moved.ID == company.ID || moved.List != "ALWAYS" {
		t.Errorf("moved: %+v", moved)
	}
	if got := rules(me); len(got.Items) != 3 || len(got.Query.NeverCompany) != 0 || len(got.Query.AlwaysCompany) != 1 {
		t.Errorf("the company is on both lists: %+v", got.Query)
	}
	for body, status := range map[string]int{
		`{"list":"ALWAYS","kind":"PLACE","value":"Berlin"}`:                               400,
		`{"list":"NEVER","kind":"WORD","value":"go"}`:                                     400,
		`{"list":"NEVER","kind":"TITLE_WORD","value":"…"}`:                                400,
		`{"list":"NEVER","kind":"TITLE_WORD","value":"` + strings.Repeat("a ", 60) + `"}`: 400,
		`{"list":"NEVER","kind":"JOB","value":"Cook"}`:                                    400,
		`{"list":"NEVER","kind":"PLACE","value":"x","jobId":"` + posting.String() + `"}`:  400,
		`{"list":"NEVER","kind":"COMPANY"}`:                                               400,
		`{"list":"NEVER","kind":"COMPANY","value":"Unknown"}`:                             404,
		`{"list":"NEVER","kind":"JOB","jobId":"` + uuid.NewString() + `"}`:                404,
		`{"list":"NEVER","kind":"COMPANY","employerId":"` + uuid.NewString() + `"}`:       404,
	} {
		me.Do(http.MethodPost, "/jobs/rules", body).Want(status)
	}
	if got := rules(other); len(got.Items) != 0 || len(got.Query.NeverTitle) != 0 {
		t.Errorf("another user sees %+v", got)
	}
	other.Do(http.MethodDelete, "/jobs/rules/"+word.ID.String(), nil).WantError(http.StatusNotFound, "Not Found")
	me.Do(http.MethodDelete, "/jobs/rules/"+word.ID.String(), nil).Want(http.StatusNoContent)
	me.Do(http.MethodDelete, "/jobs/rules/"+word.ID.String(), nil).WantError(http.StatusNotFound, "Not Found")
	if got := rules(me).Query.NeverTitle; len(got) != 0 {
		t.Errorf("removed, and still there: %v", got)
	}
}

// TestRuleKindsMatchTheContract compares the enums with what the table accepts.
func TestRuleKindsMatchTheContract(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	check := scan[string](w, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'rule_known'")
	for _, list := range oas.RuleListName("").AllValues() {
		for _, kind := range oas.RuleKind("").AllValues() {
			if !strings.Contains(check, "'"+string(list)+"'") || !strings.Contains(check, "'"+string(kind)+"'") {
				t.Errorf("the table does not know %s %s: %s", list, kind, check)
			}
		}
	}
	if got := strings.Count(check, "'"); got != 2*(2+4+2) {
		t.Errorf("the table knows other kinds than the contract: %s", check)
	}
}

// TestRuleLimit checks that no user has more than 1,000 entries, not even by adding many at once, and that closed
// postings make room.
func TestRuleLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	w.exec(`INSERT INTO job.rule (id, user_id, list, kind, name, created_at)
		SELECT gen_random_uuid(), $1, 'NEVER', 'TITLE_WORD', 'w' || n, now() FROM generate_series(1, 994) n`, me)
	postings := make([]uuid.UUID, 10)
	for i := range postings {
		postings[i] = w.post(nil)
	}
	c := w.as(me)
	status := map[int]int{}
	for _, id := range postings {
		status[c.Do(http.MethodPost, "/jobs/rules", `{"list":"NEVER","kind":"JOB","jobId":"`+id.String()+`"}`).Status]++
	}
	if diff := cmp.Diff(status, map[int]int{http.StatusOK: 6, http.StatusConflict: 4}); diff != "" {
		t.Errorf("answers: (-got +want)\n%s", diff)
	}
	w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE id = ANY($1)", postings[:3])
	got := answers(t, w, me, 3, http.MethodPost, func(int) string { return "/jobs/rules" },
		`{"list":"NEVER","kind":"TITLE_WORD","value":"more"}`)
	if diff := cmp.Diff(got, map[int]int{http.StatusOK: 3}); diff != "" {
		t.Errorf("with room: (-got +want)\n%s", diff)
	}
	if n := len(rules(c).Items); n != 998 {
		t.Errorf("%d entries, want 998: the closed postings gone and one word more", n)
	}
}

// TestSeenAndVisits checks that the last thousand opened postings are remembered, and that a visit ends after half an
// hour.
func TestSeenAndVisits(t *testing.T) {
	t.Parallel()
	at := now
	w := newWorld(t, withClock(&at))
	me := uuid.New()
	c := w.as(me)
	seen := func() []uuid.UUID {
		var s oas.SeenJobs
		c.Do(http.MethodGet, "/jobs/seen", nil).Want(http.StatusOK).JSON(&s)
		return s.JobIds
	}
	open := func(ids ...uuid.UUID) {
		c.Do(http.MethodPost, "/jobs/seen", oas.NewSeenJobs{JobIds: ids}).Want(http.StatusNoContent)
	}
	first, second := w.post(nil), w.post(nil)
	open(first, uuid.New())
	at = at.Add(time.Minute)
	open(second)
	at = at.Add(time.Minute)
	open(first)
	if diff := cmp.Diff(seen(), []uuid.UUID{first, second}); diff != "" {
		t.Errorf("seen: (-got +want)\n%s", diff)
	}
	w.exec("INSERT INTO job.seen (user_id, job_id, seen_at) SELECT $1, gen_random_uuid(), $2 FROM generate_series(1, 1000)",
		me, at.Add(time.Hour))
	at = at.Add(2 * time.Hour)
	open(second)
	if got := seen(); len(got) != 1000 || got[0] != second || slices.Contains(got, first) {
		t.Errorf("%d remembered, want the last thousand", len(got))
	}
	c.Do(http.MethodDelete, "/jobs/seen", nil).Want(http.StatusNoContent)
	if got := seen(); len(got) != 0 {
		t.Errorf("forgotten, and still there: %d, want 0", len(got))
	}
	c.Do(http.MethodPost, "/jobs/seen", `{"jobIds":[]}`).WantError(http.StatusBadRequest, "Validation Error")

	visit := func(after time.Duration) oas.NilDateTime {
		at = at.Add(after)
		var v oas.Visit
		c.Do(http.MethodPost, "/jobs/visits", nil).Want(http.StatusOK).JSON(&v)
		return v.PreviousAt
	}
	if got := visit(0); !got.Null {
		t.Errorf("first visit: previous %v", got)
	}
	visit(20 * time.Minute)
	if got := visit(20 * time.Minute); !got.Null {
		t.Errorf("the first visit goes on, previous %v", got)
	}
	left := at
	for _, after := range []time.Duration{31 * time.Minute, 10 * time.Minute} {
		if got := visit(after); !got.Value.Equal(left) {
			t.Errorf("second visit: previous %v, want %v", got, left)
		}
	}
}

// TestNewSinceComparesFirstSeen checks that a posting is new since it was found, whatever date its board gives it.
func TestNewSinceComparesFirstSeen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(func(p *post) { p.FirstSeen, p.PostedAt = now.Add(-time.Hour), new(now.Add(-90*24*time.Hour)) })
	w.post(func(p *post) { p.FirstSeen = now.Add(-3 * time.Hour) })
	w.post(func(p *post) { p.Title, p.FirstSeen = "Cook", now.Add(-time.Hour) })
	page := w.search(values("newSince", now.Add(-2*time.Hour).Format(time.RFC3339), "keyword", "engineer"))
	if page.TotalElements != 2 || page.NewElements.Or(-1) != 1 {
		t.Errorf("%d found, %d of them new, want 2 and 1", page.TotalElements, page.NewElements.Or(-1))
	}
}

// TestUserRules checks that other services get a user's rules as parameters, and none of a deleted user.
func TestUserRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	mine := w.as(me)
	posting := w.post(nil)
	addRule(mine, `{"list":"NEVER","kind":"JOB","jobId":"`+posting.String()+`"}`)
	mine.Do(http.MethodPost, "/jobs/seen", oas.NewSeenJobs{JobIds: []uuid.UUID{posting}}).Want(http.StatusNoContent)
	mine.Do(http.MethodPost, "/jobs/visits", nil).Want(http.StatusOK)
	mine.Do(http.MethodPost, "/jobs/feeds", `{"filters":{}}`).Want(http.StatusOK)
	service := w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
	get := func() (q oas.RuleQuery) {
		service.Do(http.MethodGet, "/internal/users/"+me.String()+"/rules", nil).Want(http.StatusOK).JSON(&q)
		return q
	}
	if got := get().NeverJob; !slices.Equal(got, []uuid.UUID{posting}) {
		t.Errorf("rules: %v", got)
	}
	w.Do(http.MethodGet, "/internal/users/"+me.String()+"/rules", nil).WantError(http.StatusUnauthorized, "Unauthorized")
	service.Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if got := get().NeverJob; len(got) != 0 {
		t.Errorf("the account is gone, its rules are not: %v", got)
	}
	for _, table := range []string{"rule", "seen", "visit", "search_feed"} {
		if n := scan[int](w, "SELECT count(*) FROM job."+table); n != 0 {
			t.Errorf("%d rows of a deleted user in job.%s, want 0", n, table)
		}
	}
}
