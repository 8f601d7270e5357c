package jobs_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
)

// TestCaseBeyondASCII compares names without regard to case in every script that has one.
func TestCaseBeyondASCII(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(func(b *board) { b.Name = "Ørn Æble A/S" })
	id := w.post(func(p *post) {
		p.Board, p.Title, p.Description, p.Places, p.Skills = b, "Инженер ÜBERSETZUNG", "<p>ΕΛΛΗΝΙΚΑ</p>", []place{{"São Paulo", "Türkiye"}},
			[]string{"Élixir"}
	})
	w.post(nil)
	for _, query := range []string{
		values("company", "ØRN æBLE a/s"), values("location", "SÃO PAULO"), values("location", "türkiye"),
		values("location", "são paulo, TÜRKIYE"),
		values("skill", "éLIXIR"), values("keyword", "инженер"), values("keyword", "übersetzung"), values("keyword", "ελληνικα"),
	} {
		if diff := cmp.Diff(w.ids(query), []uuid.UUID{id}); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
	}
}

// TestPayPerYear brings every period to a year, one unit below and exactly at the figure.
func TestPayPerYear(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	for period, yearly := range map[string]int64{"hour": 2080, "day": 260, "week": 52, "month": 12, "year": 1} {
		for _, end := range []string{"lower", "upper", "both"} {
			id := w.post(func(p *post) {
				p.Board, p.Period, p.Currency = b, &period, new("EUR")
				if end != "upper" {
					p.PayMin = new(int64(1000))
				}
				if end != "lower" {
					p.PayMax = new(int64(1000))
				}
			})
			found := func(least int64) bool {
				return slices.Contains(w.ids(fmt.Sprintf("size=100&compensationMin=%d", least)), id)
			}
			if !found(1000*yearly) || found(1000*yearly+1) {
				t.Errorf("1000 a %s, %s end: found at %d: %t, above: %t", period, end, 1000*yearly, found(1000*yearly), found(1000*yearly+1))
			}
		}
	}
	// A figure without a period is not pay: the posting is unpriced.
	w.post(func(p *post) { p.Board, p.PayMin, p.Currency = b, new(int64(1_000_000)), new("EUR") })
	if got := w.search("compensationMin=0&compensationCurrency=eur&size=100").TotalElements; got != 15 {
		t.Errorf("%d priced postings, want 15", got)
	}
}

// TestCompaniesGoByTheBoardsName has two boards of one company: facets and filters distinguish them, as saved filters
// did before there was a company, and no slug finds them.
func TestCompaniesGoByTheBoardsName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inc := w.board(func(b *board) { b.Name = "Foo Widgets, Inc." })
	short := w.board(func(b *board) { b.Name, b.Source = "Foo Widgets", "lever" })
	first := w.post(func(p *post) { p.Board = inc })
	w.post(func(p *post) { p.Board = short })
	user := w.as(uuid.New())
	var saved oas.SavedFilter
	user.Do(http.MethodPost, "/jobs/filters/saved",
		`{"name":"foo","filters":{"company":["Foo Widgets, Inc."]}}`).Want(http.StatusCreated).JSON(&saved)
	w.resolve()
	w.admin().Do(http.MethodPut, "/jobs/admin/companies/foo-widgets", object{"name": "Renamed"}).Want(http.StatusOK)
	want := oas.FacetGroup{{Value: "Foo Widgets", Count: 1}, {Value: "Foo Widgets, Inc.", Count: 1}}
	if diff := cmp.Diff(w.facets("").Companies, want); diff != "" {
		t.Errorf("facets: (-got +want)\n%s", diff)
	}
	var list oas.SavedFilterList
	user.Do(http.MethodGet, "/jobs/filters/saved", nil).Want(http.StatusOK).JSON(&list)
	if diff := cmp.Diff(w.ids(values("company", list.Items[0].Filters.Company.Value[0])), []uuid.UUID{first}); diff != "" {
		t.Errorf("saved filter: (-got +want)\n%s", diff)
	}
	for _, name := range []string{"foo-widgets", "Renamed", "Foo"} {
		if got := w.ids(values("company", name)); len(got) != 0 {
			t.Errorf("company=%s finds %d postings, want 0", name, len(got))
		}
	}
}

// TestFacetCountsMatchSearch requests facets under every filter. Each count must be what the search finds when that
// value is chosen in its group, with all the other filters.
func TestFacetCountsMatchSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pick := func(i int, list ...string) string { return list[i%len(list)] }
	boards := []uuid.UUID{}
	for _, name := range []string{"Acme", "Baumhaus", "Ørn A/S"} {
		boards = append(boards, w.board(func(b *board) { b.Name = name }))
	}
	for i := range 48 {
		w.post(func(p *post) {
			p.Board, p.Title = boards[i%3], pick(i/2, "Go Engineer", "Nurse", "Sales Lead", "Chef")
			p.Workplace, p.Employment, p.Level = new(pick(i/3, "remote", "hybrid", "onsite")), new(pick(i/5, "full-time", "contract")),
				new(pick(i/4, "senior", "junior", "lead"))
			p.Languages, p.Skills = []string{pick(i/3, "en", "de")}, []string{pick(i/2, "Go", "SQL", "Rust")}
			p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(30_000+i*1000)), new(int64(40_000+i*1000)), new(pick(i/7, "EUR", "USD")),
				new("year")
			p.Places = []place{{pick(i/6, "Lisbon", "Berlin", ""), pick(i/6, "Portugal", "Germany", "Spain")}}
			p.PostedAt = new(now.Add(-time.Duration(i) * 12 * time.Hour))
			if i%9 == 0 {
				p.ClosedAt = &now
			}
		})
	}
	for _, filter := range []string{
		"", "keyword=go", "keyword=-nurse", "location=Lisbon&location=Spain", "location=Remote", "company=acme&company=baumhaus",
		"workplaceType=hybrid", "employmentType=contract",
		"careerLevel=senior&careerLevel=lead", "language=de", "skill=rust&skill=sql", "compensationMin=60000", "compensationCurrency=usd",
		"postedWithin=week", "includeClosed=true",
		"keyword=lead&company=acme&workplaceType=remote&includeClosed=true",
	} {
		params, err := url.ParseQuery(filter)
		if err != nil {
			t.Fatal(err)
		}
		var facets oas.FacetsResponse
		w.quickly("/jobs/facets?"+filter, &facets)
		for parameter, group := range map[string]oas.FacetGroup{
			"company": facets.Companies, "location": facets.Locations, "workplaceType": facets.WorkplaceTypes,
			"employmentType": facets.EmploymentTypes,
			"careerLevel":    facets.CareerLevels, "language": facets.Languages, "skill": facets.Skills,
		} {
			if len(group) == 0 {
				t.Errorf("%s: no values for %s", filter, parameter)
			}
			for _, v := range group {
				chosen := url.Values{}
				for name, list := range params {
					if name != parameter {
						chosen[name] = list
					}
				}
				chosen.Set(parameter, v.Value)
				var page oas.JobPage
				w.quickly("/jobs?size=1&"+chosen.Encode(), &page)
				if page.TotalElements != v.Count {
					t.Errorf("%s: the facet of %s %q says %d, the search finds %d", filter, parameter, v.Value, v.Count, page.TotalElements)
				}
			}
		}
	}
}

// TestManyPagesVisitEachPostingOnce pages through results of many postings in every order.
func TestManyPagesVisitEachPostingOnce(t *testing.T) {
	t.Parallel()
	w := seeded(t, 1_000)
	for _, filter := range []string{"", "&keyword=and", "&keyword=engineer&includeClosed=true", "&keyword=and+-engineer", "&language=en",
		"&workplaceType=remote&workplaceType=hybrid&includeClosed=true"} {
		for _, sort := range []string{"newest", "oldest", "relevance", "salary-desc", "salary-asc"} {
			seen := map[uuid.UUID]bool{}
			for page := 0; ; page++ {
				var res oas.JobPage
				w.quickly(fmt.Sprintf("/jobs?size=90&sort=%s&page=%d%s", sort, page, filter), &res)
				for _, p := range res.Content {
					if seen[p.ID] {
						t.Fatalf("%s%s: %s is on page %d again", sort, filter, p.ID, page)
					}
					seen[p.ID] = true
				}
				if len(res.Content) > 0 {
					continue
				}
				if int64(len(seen)) != res.TotalElements || len(seen) == 0 {
					t.Errorf("%s%s: %d postings seen, want %d", sort, filter, len(seen), res.TotalElements)
				}
				break
			}
		}
	}
}

// TestWordsBesideASlash checks that each alternative of "a/b" is found as a word.
func TestWordsBesideASlash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	mobile := w.post(func(p *post) { p.Board, p.Title = b, "iOS/Android Developer (m/w/d)" })
	native := w.post(func(p *post) {
		p.Board, p.Title, p.Description = b, "C/C++ Engineer", "<p>Node.js/React on AWS/GCP, TCP/IP</p>"
	})
	for keyword, want := range map[string]uuid.UUID{
		"android": mobile, "ios": mobile, "iOS/Android": mobile, "android developer": mobile, "c engineer": native, "react": native,
		"node.js": native, "gcp": native, "tcp/ip": native, "aws": native,
	} {
		for _, sort := range []string{"newest", "relevance"} {
			if diff := cmp.Diff(w.ids(values("keyword", keyword, "sort", sort)), []uuid.UUID{want}); diff != "" {
				t.Errorf("%s by %s: (-got +want)\n%s", keyword, sort, diff)
			}
		}
	}
}

// TestPagesOfEverything holds every list to the same bounds.
func TestPagesOfEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.company("foo-widgets", "Foo Widgets")
	w.board(func(b *board) { b.Company = &id })
	admin := w.admin()
	for _, path := range []string{"/jobs", "/jobs/saved", "/jobs/companies", "/jobs/companies/foo-widgets", "/jobs/admin/targets",
		"/jobs/admin/triggers"} {
		for _, bad := range []string{"size=0", "size=101", "size=-1", "size=", "size=ten", "size=1.5", "size=99999999999999999999", "page=-1",
			"page=", "page=x", "page=1e3", "page=1&page=2"} {
			admin.Do(http.MethodGet, path+"?"+bad, nil).WantError(http.StatusBadRequest, "Validation Error")
		}
		for _, good := range []string{"", "size=1", "size=100", "page=7"} {
			admin.Do(http.MethodGet, path+"?"+good, nil).Want(http.StatusOK)
		}
	}
}

// TestSavedPagesVisitEachPostingOnce saves many postings in the same moment.
func TestSavedPagesVisitEachPostingOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, user := w.board(nil), w.as(uuid.New())
	for range 23 {
		id := w.post(func(p *post) { p.Board = b })
		user.Do(http.MethodPut, "/jobs/saved/"+id.String(), nil).Want(http.StatusNoContent)
	}
	seen := map[uuid.UUID]bool{}
	for page := range 6 {
		var saved oas.SavedJobPage
		user.Do(http.MethodGet, fmt.Sprintf("/jobs/saved?size=4&page=%d", page), nil).Want(http.StatusOK).JSON(&saved)
		if saved.TotalElements != 23 || saved.TotalPages != 6 {
			t.Errorf("page %d: %d postings on %d pages", page, saved.TotalElements, saved.TotalPages)
		}
		for _, s := range saved.Content {
			seen[s.Job.ID] = true
		}
	}
	if len(seen) != 23 {
		t.Errorf("%d postings seen, want 23", len(seen))
	}
}

// TestOwnersAndIds sends other users and malformed ids to every operation with an owner.
func TestOwnersAndIds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	user := w.as(uuid.New())
	id := uuid.NewString()
	for _, r := range []struct{ method, path, body string }{
		{http.MethodGet, "/jobs/saved", ""}, {http.MethodPut, "/jobs/saved/" + id, ""}, {http.MethodDelete, "/jobs/saved/" + id, ""},
		{http.MethodGet, "/jobs/filters/saved", ""}, {http.MethodPost, "/jobs/filters/saved", `{"name":"x","filters":{}}`},
		{http.MethodPatch, "/jobs/filters/saved/" + id, `{"name":"x"}`}, {http.MethodDelete, "/jobs/filters/saved/" + id, ""},
	} {
		var body any
		if r.body != "" {
			body = r.body
		}
		w.Do(r.method, r.path, body).WantError(http.StatusUnauthorized, "Unauthorized")
		if broken := strings.Replace(r.path, id, "not-an-id", 1); broken != r.path {
			user.Do(r.method, broken, body).WantError(http.StatusNotFound, "Not Found")
		}
	}
	for _, broken := range []string{"not-an-id", "0", id[:35], id + "0", "%00", "..%2fadmin", strings.Repeat("x", 10_000)} {
		rec := httptest.NewRecorder()
		w.handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/jobs/"+broken, nil))
		if rec.Code != http.StatusNotFound && rec.Code != http.StatusBadRequest {
			t.Errorf("GET /jobs/%.40s: got %d: %s, want 404 or 400", broken, rec.Code, rec.Body)
		}
	}
}
