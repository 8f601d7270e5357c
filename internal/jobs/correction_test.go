package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/schema"
)

func factPath(job uuid.UUID, fact string) string {
	return fmt.Sprintf("/jobs/admin/postings/%s/facts/%s", job, fact)
}

func ownPath(job uuid.UUID, fact string) string {
	return fmt.Sprintf("/jobs/corrections/%s/%s", job, fact)
}

func (w *world) job(id uuid.UUID) (p oas.JobPostResponse) {
	w.t.Helper()
	w.Do(http.MethodGet, "/jobs/"+id.String(), nil).Want(http.StatusOK).JSON(&p)
	return p
}

// origins writes where facts come from as "fact source words".
func origins(p oas.JobPostResponse) (out []string) {
	for _, f := range p.Facts {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Fact, f.Source, f.Words.Or(""))))
	}
	return out
}

func TestPostingSaysWhereFactsComeFrom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(func(p *post) { p.Workplace, p.Level, p.YearsMin = new("hybrid"), new("senior"), new(3) })
	w.exec(`UPDATE crawler.job_post SET experience_years_max = 5,
		fact_sources = '{"places": "board", "workplaceType": "text", "careerLevel": "title", "skills": "model", "pay": "board",
			"languages": "tea leaves"}',
		fact_evidence = '{"workplaceType": "two days a week in the workshop", "careerLevel": " ",
			"pay": "never shown beside a field of the board"}'`)
	got := w.job(id)
	want := []string{"workplaceType text two days a week in the workshop", "careerLevel title", "pay board", "skills model", "places board"}
	if diff := cmp.Diff(origins(got), want); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	if got.Experience.Value.Min != 3 || got.Experience.Value.Max.Value != 5 || got.FactsVersion != 0 || got.Found.Set {
		t.Errorf("%+v", got)
	}
	if bare := w.job(w.post(nil)); len(bare.Facts) != 0 || !bare.Experience.Null {
		t.Errorf("without facts: %+v", bare)
	}
}

func TestCorrectionHoldsForEverybody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(func(p *post) {
		p.Workplace, p.Skills, p.PayMin, p.Currency, p.Period = new("hybrid"), []string{"Go"}, new(int64(10_000)), new("EUR"), new("year")
	})
	other := w.post(func(p *post) { p.Workplace = new("hybrid") })
	w.exec(`UPDATE crawler.job_post SET fact_sources = '{"workplaceType": "text"}',
		fact_evidence = '{"workplaceType": "hybrid engines"}' WHERE id = $1`, id)
	admin := w.admin()
	correct := func(fact, body string) (p oas.JobPostResponse) {
		admin.Do(http.MethodPut, factPath(id, fact), body).Want(http.StatusOK).JSON(&p)
		w.writes.Add(1)
		return p
	}
	got := correct("workplaceType", `{"workplaceType":"onsite"}`)
	if got.WorkplaceType.Value != oas.WorkplaceTypeOnsite ||
		got.Found.Value.WorkplaceType.Value != oas.WorkplaceTypeHybrid || got.FactsVersion != 1 ||
		!slices.Equal(origins(got), []string{"workplaceType administrator"}) {
		t.Errorf("%+v", got)
	}
	paid := correct("pay", `{"pay":{"min":30,"max":40,"currency":"EUR","period":"hour"}}`)
	if was := paid.Found.Value.Pay.Value; was.Min.Value != 10_000 || !was.Max.Null || was.Currency.Value != "EUR" || was.Period != "year" {
		t.Errorf("found pay: %+v", was)
	}
	correct("skills", `{"skills":[" Welding ","Rust"]}`)
	correct("languages", `{"languages":["de"]}`)
	correct("experience", `{"experience":{"min":4,"max":null}}`)
	correct("employmentType", `{"employmentType":"part-time"}`)
	correct("careerLevel", `{"careerLevel":"lead"}`)
	for _, query := range []string{
		"workplaceType=onsite", "skill=welding", "language=de", "employmentType=part-time", "careerLevel=lead",
		"compensationMin=80000&compensationCurrency=EUR", "experienceMax=4&skill=rust", "keyword=welding",
	} {
		if got := w.ids(query); !slices.Equal(got, []uuid.UUID{id}) {
			t.Errorf("%s finds %v, want %s", query, got, id)
		}
	}
	for query, want := range map[string][]uuid.UUID{"workplaceType=hybrid": {other}, "skill=go": {}, "experienceMax=3&skill=rust": {}} {
		if got := w.ids(query); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	page := w.search("skill=welding").Content[0]
	if !slices.Equal(page.Skills, []string{"Welding", "Rust"}) || page.CompensationMax.Value != 40 || page.CompensationPeriod.Value != "hour" {
		t.Errorf("in a list: %+v", page)
	}
	var facets oas.FacetsResponse
	w.Do(http.MethodGet, "/jobs/facets?skill=welding", nil).Want(http.StatusOK).JSON(&facets)
	if diff := cmp.Diff(facets.WorkplaceTypes, oas.FacetGroup{{Value: "onsite", Count: 1}}); diff != "" {
		t.Errorf("facets: %s", diff)
	}

	// Enrichment and crawl write what they find; the correction stays, and the page shows both.
	crawler := w.db.Pool(schema.CrawlerRole)
	_, err := crawler.Exec(t.Context(), `UPDATE crawler.job_post SET workplace_type = 'remote', skills = '{Go}',
		fact_sources = '{"workplaceType": "board"}' WHERE id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	w.writes.Add(1)
	if got := w.job(id); got.WorkplaceType.Value != oas.WorkplaceTypeOnsite || got.Found.Value.WorkplaceType.Value != oas.WorkplaceTypeRemote {
		t.Errorf("after an enrichment: %+v", got)
	}
	if got := w.ids("workplaceType=remote"); len(got) != 0 {
		t.Errorf("the crawler's fact finds %v", got)
	}

	// "Not stated" is a correction too.
	got = correct("workplaceType", `{"workplaceType":null}`)
	if !got.WorkplaceType.Null || got.Facts[0].Source != oas.FactSourceAdministrator {
		t.Errorf("cleared: %+v", got)
	}
	correct("pay", `{"pay":null}`)
	if got := w.ids("compensationMin=1"); len(got) != 0 {
		t.Errorf("without pay: %v", got)
	}
	for _, fact := range oas.CorrectableFact("").AllValues() {
		got = oas.JobPostResponse{}
		admin.Do(http.MethodDelete, factPath(id, string(fact)), nil).Want(http.StatusOK).JSON(&got)
	}
	w.writes.Add(1)
	if got.WorkplaceType.Value != oas.WorkplaceTypeRemote || got.Found.Set || !slices.Equal(origins(got), []string{"workplaceType board"}) {
		t.Errorf("withdrawn: %+v", got)
	}
	if got := w.ids("workplaceType=remote"); !slices.Equal(got, []uuid.UUID{id}) {
		t.Errorf("withdrawn, search finds %v", got)
	}
}

func TestCorrectionIsIdempotentAndConditional(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, me := w.post(nil), uuid.New()
	admin := w.as(me, auth.GroupAdmin)
	version := func() int64 { return w.job(id).FactsVersion }
	for range 2 { // the repeat is not a conflict, although the version is older by then
		admin.Do(http.MethodPut, factPath(id, "pay")+"?version=0", `{"pay":{"min":null,"max":5,"currency":null,"period":"day"}}`).
			Want(http.StatusOK)
	}
	if got := version(); got != 1 {
		t.Errorf("version %d after a repeat, want 1", got)
	}
	admin.Do(http.MethodPut, factPath(id, "careerLevel")+"?version=0", `{"careerLevel":"lead"}`).WantError(http.StatusConflict, "Conflict")
	admin.Do(http.MethodDelete, factPath(id, "pay")+"?version=0", nil).WantError(http.StatusConflict, "Conflict")
	admin.Do(http.MethodPut, factPath(id, "careerLevel")+"?version=1", `{"careerLevel":"lead"}`).Want(http.StatusOK)
	for range 2 {
		admin.Do(http.MethodDelete, factPath(id, "pay")+"?version=2", nil).Want(http.StatusOK)
	}
	if got := version(); got != 3 {
		t.Errorf("version %d, want 3", got)
	}
	var events oas.SecurityEventList
	admin.Do(http.MethodGet, "/jobs/admin/events?kind=posting", nil).Want(http.StatusOK).JSON(&events)
	var got []string
	for _, e := range events.Items {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Detail["fact"], " ", e.AccountId.Value == me && e.Detail["posting"] == id.String()))
	}
	want := []string{"posting.correction_withdrawn pay true", "posting.corrected careerLevel true", "posting.corrected pay true"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("events: (-got +want)\n%s", diff)
	}
}

// TestOneOfManyConditionalCorrectionsWins checks that of many administrators with the same version one corrects the
// posting.
func TestOneOfManyConditionalCorrectionsWins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	token := apitest.Bearer(w.issuer.Token(uuid.New(), auth.GroupAdmin))
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			res := w.With(token).Do(http.MethodPut, factPath(id, "experience")+"?version=0", fmt.Sprintf(`{"experience":{"min":%d,"max":null}}`, i))
			mu.Lock()
			defer mu.Unlock()
			statuses[res.Status]++
		})
	}
	all.Wait()
	if diff := cmp.Diff(statuses, map[int]int{200: 1, 409: 7}); diff != "" {
		t.Error(diff)
	}
}

func TestBadCorrectionsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	long, many := strings.Repeat("x", 101), `["a`+strings.Join(make([]string, 51), `","`)+`"]`
	for _, c := range []struct{ fact, body string }{
		{"workplaceType", `{}`},
		{"workplaceType", `{"careerLevel":"lead"}`},
		{"workplaceType", `{"workplaceType":"remote","careerLevel":"lead"}`},
		{"workplaceType", `{"workplaceType":"moon"}`},
		{"pay", `{"pay":{"min":null,"max":null,"currency":"EUR","period":"year"}}`},
		{"pay", `{"pay":{"min":2,"max":1,"currency":"EUR","period":"year"}}`},
		{"pay", `{"pay":{"min":1000000000001,"max":null,"currency":"EUR","period":"year"}}`},
		{"pay", `{"pay":{"min":0,"max":1,"currency":"EUR","period":"year"}}`},
		{"pay", `{"pay":{"min":1,"max":1,"currency":"euros","period":"year"}}`},
		{"pay", `{"pay":{"min":1,"max":1,"currency":"EUR","period":"decade"}}`},
		{"pay", `{"pay":{"min":1}}`},
		{"experience", `{"experience":{"min":5,"max":4}}`},
		{"experience", `{"experience":{"min":61,"max":null}}`},
		{"experience", `{"experience":{"min":-1,"max":null}}`},
		{"languages", `{"languages":["english"]}`},
		{"languages", `{"languages":["en","en"]}`},
		{"skills", `{"skills":[" "]}`},
		{"skills", `{"skills":["Go","GO "]}`},
		{"skills", `{"skills":["` + long + `"]}`},
		{"skills", `{"skills":["a\u0000b"]}`},
		{"skills", `{"skills":` + many + `}`},
		{"skills", `{"skills":null}`},
		{"places", `{"places":null}`},
		{"places", `{"places":[` + placeBody("", "", "") + `]}`},
		{"places", `{"places":[` + placeBody("Bern", "", "") + `]}`},
		{"places", `{"places":[` + placeBody("Bern", "", "XX") + `]}`},
		{"places", `{"places":[` + placeBody("Bern", "", "ch") + `]}`},
		{"places", `{"places":[` + placeBody(long, "", "CH") + `]}`},
		{"places", `{"places":[` + placeBody("Geneva", "", "CH") + "," + placeBody("Genf", "", "CH") + `]}`},
	} {
		w.admin().Do(http.MethodPut, factPath(id, c.fact), c.body).WantError(http.StatusBadRequest, "Validation Error")
		w.as(uuid.New()).Do(http.MethodPut, ownPath(id, c.fact), c.body).WantError(http.StatusBadRequest, "Validation Error")
	}
	for _, path := range []string{factPath(uuid.New(), "skills"), factPath(id, "requirements"), "/jobs/admin/postings/x/facts/skills"} {
		w.admin().Do(http.MethodPut, path, `{"skills":[]}`).WantError(http.StatusNotFound, "Not Found")
		w.admin().Do(http.MethodDelete, path, nil).WantError(http.StatusNotFound, "Not Found")
	}
	w.as(uuid.New()).Do(http.MethodPut, ownPath(uuid.New(), "skills"), `{"skills":[]}`).WantError(http.StatusNotFound, "Not Found")
	w.as(uuid.New(), auth.GroupUser).Do(http.MethodPut, factPath(id, "skills"), `{"skills":[]}`).WantError(http.StatusForbidden, "Forbidden")
	w.as(uuid.New(), auth.GroupUser).Do(http.MethodDelete, factPath(id, "skills"), nil).WantError(http.StatusForbidden, "Forbidden")
	w.Do(http.MethodPut, factPath(id, "skills"), `{"skills":[]}`).WantError(http.StatusUnauthorized, "Unauthorized")
	w.Do(http.MethodGet, "/jobs/corrections", nil).WantError(http.StatusUnauthorized, "Unauthorized")
	n := scan[int](w, "SELECT count(*) FROM job.fact_correction WHERE facts <> '{}'") + scan[int](w, "SELECT count(*) FROM job.own_correction")
	if n != 0 {
		t.Errorf("%d were kept all the same, want 0", n)
	}
}

func TestOwnCorrectionsAreTheUsersAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	mine, theirs := w.as(me), w.as(uuid.New())
	id := w.post(func(p *post) { p.Title, p.Workplace = "Miller", new("onsite") })
	list := func(c *apitest.Client) (out []string) {
		var got oas.OwnCorrectionList
		c.Do(http.MethodGet, "/jobs/corrections", nil).Want(http.StatusOK).JSON(&got)
		for _, item := range got.Items {
			facts, err := item.Facts.MarshalJSON()
			if err != nil || item.JobId != id || !item.UpdatedAt.Equal(now) {
				t.Errorf("%+v, %v", item, err)
			}
			out = append(out, item.Title+" "+string(facts))
		}
		return out
	}
	for range 2 {
		mine.Do(http.MethodPut, ownPath(id, "workplaceType"), `{"workplaceType":"remote"}`).Want(http.StatusNoContent)
	}
	mine.Do(http.MethodPut, ownPath(id, "pay"), `{"pay":null}`).Want(http.StatusNoContent)
	mine.Do(http.MethodPut, ownPath(id, "skills"), `{"skills":[]}`).Want(http.StatusNoContent)
	if diff := cmp.Diff(list(mine), []string{`Miller {"workplaceType":"remote","pay":null,"skills":[]}`}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	if got := list(theirs); got != nil {
		t.Errorf("another user reads %v", got)
	}
	theirs.Do(http.MethodDelete, ownPath(id, "pay"), nil).Want(http.StatusNoContent)
	for range 2 {
		mine.Do(http.MethodDelete, ownPath(id, "skills"), nil).Want(http.StatusNoContent)
	}
	if diff := cmp.Diff(list(mine), []string{`Miller {"workplaceType":"remote","pay":null}`}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	// No other user gets it, in the posting or in search.
	w.writes.Add(1)
	if got := w.job(id); got.WorkplaceType.Value != oas.WorkplaceTypeOnsite || len(w.ids("workplaceType=remote")) != 0 {
		t.Errorf("a user's correction reached other users: %+v", got)
	}
	w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal())).
		Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if got := list(mine); got != nil {
		t.Errorf("left after the account: %v", got)
	}
	mine.Do(http.MethodPut, ownPath(id, "pay"), `{"pay":null}`).Want(http.StatusNoContent)
	mine.Do(http.MethodDelete, ownPath(id, "pay"), nil).Want(http.StatusNoContent)
	if n := scan[int](w, "SELECT count(*) FROM job.own_correction"); n != 0 {
		t.Errorf("%d empty rows, want 0", n)
	}
}

func TestOwnCorrectionsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	mine := w.as(me)
	known, next := w.post(nil), w.post(nil)
	w.exec(`INSERT INTO job.own_correction (user_id, post_id, facts, updated_at)
		SELECT $1, gen_random_uuid(), '{"pay": null}', now() FROM generate_series(1, 499)`, me)
	mine.Do(http.MethodPut, ownPath(known, "pay"), `{"pay":null}`).Want(http.StatusNoContent)
	mine.Do(http.MethodPut, ownPath(next, "pay"), `{"pay":null}`).WantError(http.StatusConflict, "Limit Reached")
	mine.Do(http.MethodPut, ownPath(known, "skills"), `{"skills":[]}`).Want(http.StatusNoContent)
	w.as(uuid.New()).Do(http.MethodPut, ownPath(next, "pay"), `{"pay":null}`).Want(http.StatusNoContent)
}

// TestCorrectionChecksAreTheContracts checks that the database refuses values that are not in the contract.
func TestCorrectionChecksAreTheContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	values := func(list any) (out []string) {
		doc, err := json.Marshal(list)
		if err == nil {
			err = json.Unmarshal(doc, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return slices.Sorted(slices.Values(out))
	}
	keys := []string{"{}", "careerLevel", "employmentType", "object", "workplaceType", "{pay,period}"}
	for constraint, want := range map[string][]string{
		"fact_names_known":      values(oas.CorrectableFact("").AllValues()),
		"fact_workplace_known":  values(oas.WorkplaceType("").AllValues()),
		"fact_employment_known": values(oas.EmploymentType("").AllValues()),
		"fact_level_known":      values(oas.CareerLevel("").AllValues()),
		"fact_period_known":     values(oas.CompensationPeriod("").AllValues()),
		"alert_rhythm_known":    values(oas.AlertRhythm("").AllValues()),
	} {
		check := scan[string](w, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1", constraint)
		var got []string
		for _, m := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(check, -1) {
			if constraint == "fact_names_known" && m[1] != "object" && m[1] != "{}" || !slices.Contains(keys, m[1]) {
				got = append(got, m[1])
			}
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(got)), want); diff != "" {
			t.Errorf("%s: (-table +contract)\n%s", constraint, diff)
		}
	}
	for _, facts := range []string{
		`[]`, `{"title": "x"}`, `{"workplaceType": "moon"}`, `{"pay": {"min": 2, "max": 1, "period": "year"}}`,
		`{"pay": {"period": "year"}}`, `{"pay": {"min": 1}}`, `{"pay": {"min": 1, "period": "year", "currency": "eur"}}`,
		`{"experience": {"min": 2, "max": 1}}`, `{"skills": "Go"}`, `{"languages": null}`, `{"places": {}}`,
	} {
		_, err := w.owner.Exec(t.Context(),
			"INSERT INTO job.fact_correction (post_id, facts) VALUES (gen_random_uuid(), $1::text::jsonb)", facts)
		if err == nil || !strings.Contains(err.Error(), "23514") {
			t.Errorf("%s: %v, want a check violation", facts, err)
		}
	}
}

// TestRunningServiceFollowsCorrections checks that the index applies a correction without a crawl or a forced poll.
func TestRunningServiceFollowsCorrections(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	w.ids("") // loads the index
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.svc.Run(ctx) }()
	began := time.Now()
	w.admin().Do(http.MethodPut, factPath(id, "skills"), `{"skills":["Falconry"]}`).Want(http.StatusOK)
	for len(w.ids("skill=Falconry")) == 0 {
		if time.Since(began) > 30*time.Second {
			t.Fatal("the correction is not searchable")
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Logf("searchable after %s", time.Since(began).Round(time.Millisecond))
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
