package jobs_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/schema"
)

// placeBody is a place as a client sends it; empty parts are null.
func placeBody(city, region, code string) string {
	quoted := func(s string) string {
		if s == "" {
			return "null"
		}
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf(`{"city":%s,"region":%s,"country":"whatever","countryCode":%s,"primary":false}`,
		quoted(city), quoted(region), quoted(code))
}

// places writes places as "city, region, country, code".
func places(list []oas.JobLocation) (out []string) {
	for _, p := range list {
		out = append(out, fmt.Sprintf("%s, %s, %s, %s, %v",
			p.City.Or("-"), p.Region.Or("-"), p.Country.Or("-"), p.CountryCode.Or("-"), p.Primary))
	}
	return out
}

func TestCorrectedPlacesAreShownAndSearched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	w.exec(`INSERT INTO crawler.job_post_location (post_id, position, city, country, country_code, is_primary)
		VALUES ($1, 0, 'Oslo', 'Norway', 'NO', true)`, id)
	var got oas.JobPostResponse
	body := `{"places":[` + placeBody(" Genf ", "", "CH") + "," + placeBody("", "Bavaria", "DE") + "," +
		placeBody("", "European Union", "") + `]}`
	w.admin().Do(http.MethodPut, factPath(id, "places"), body).Want(http.StatusOK).JSON(&got)
	w.writes.Add(1)
	want := []string{"Geneva, -, Switzerland, CH, true", "-, Bavaria, Germany, DE, false", "-, European Union, -, -, false"}
	if diff := cmp.Diff(places(got.Locations), want); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	if diff := cmp.Diff(places(got.Found.Value.Places), []string{"Oslo, -, Norway, NO, true"}); diff != "" {
		t.Errorf("found: (-got +want)\n%s", diff)
	}
	if !slices.Equal(origins(got), []string{"places administrator"}) {
		t.Errorf("origins %v", origins(got))
	}
	find := func(query string, found bool) {
		t.Helper()
		if got := slices.Contains(w.ids(query), id); got != found {
			t.Errorf("%s finds it: %v", query, got)
		}
	}
	find("location=Geneva", true)
	find("location=Germany", true)
	find("location=Oslo", false)
	if diff := cmp.Diff(places(w.search("location=Geneva").Content[0].Locations), want); diff != "" {
		t.Errorf("in a list: (-got +want)\n%s", diff)
	}

	// "No place" is a correction too, and withdrawing it brings the crawler's places back.
	w.admin().Do(http.MethodPut, factPath(id, "places"), `{"places":[]}`).Want(http.StatusOK).JSON(&got)
	w.writes.Add(1)
	find("location=Geneva", false)
	find("location=Oslo", false)
	if got := w.job(id); len(got.Locations) != 0 {
		t.Errorf("cleared: %v", places(got.Locations))
	}
	w.admin().Do(http.MethodDelete, factPath(id, "places"), nil).Want(http.StatusOK)
	w.writes.Add(1)
	find("location=Oslo", true)
}

func TestCorrectionsOfAllAreListedWithTheirMakers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, id := uuid.New(), w.post(func(p *post) { p.Title, p.Workplace = "Miller", new("onsite") })
	admin := w.as(me, auth.GroupAdmin)
	admin.Do(http.MethodPut, factPath(id, "workplaceType"), `{"workplaceType":"remote"}`).Want(http.StatusOK)
	admin.Do(http.MethodPut, factPath(id, "skills"), `{"skills":["Milling"]}`).Want(http.StatusOK)
	list := func() (page oas.MadeCorrectionPage) {
		admin.Do(http.MethodGet, "/jobs/admin/corrections", nil).Want(http.StatusOK).JSON(&page)
		return page
	}
	page := list()
	if len(page.Content) != 2 || page.TotalElements != 2 || page.TotalPages != 1 {
		t.Fatalf("%+v", page)
	}
	first, second := page.Content[0], page.Content[1] // made at the same instant: by their names
	if first.Fact != "skills" || second.Fact != "workplaceType" || second.Title != "Miller" || second.JobId != id ||
		second.Value.WorkplaceType.Value != "remote" || second.Found.WorkplaceType.Value != "onsite" || second.Version != 2 ||
		second.MadeBy.Value != me || !second.MadeAt.Equal(now) {
		t.Errorf("%+v\n%+v", first, second)
	}
	var empty oas.MadeCorrectionPage
	admin.Do(http.MethodGet, "/jobs/admin/corrections?page=1", nil).Want(http.StatusOK).JSON(&empty)
	if len(empty.Content) != 0 || empty.TotalElements != 2 {
		t.Errorf("past the end: %+v", empty)
	}
	admin.Do(http.MethodDelete, factPath(id, "skills")+"?version=2", nil).Want(http.StatusOK)
	if page := list(); len(page.Content) != 1 || page.Content[0].Fact != "workplaceType" {
		t.Errorf("after an undo: %+v", page)
	}

	// The correction outlives the account of its maker, who is forgotten.
	w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal())).
		Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if page := list(); len(page.Content) != 1 || !page.Content[0].MadeBy.Null {
		t.Errorf("without the account: %+v", page)
	}
	w.as(uuid.New(), auth.GroupUser).Do(http.MethodGet, "/jobs/admin/corrections", nil).WantError(http.StatusForbidden, "Forbidden")
}

func TestSkillsAreQuoted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(func(p *post) { p.Skills = []string{"Welding", "Brazing"} })
	_, err := w.db.Pool(schema.CrawlerRole).Exec(t.Context(), `UPDATE crawler.job_post SET fact_sources = '{"skills": "text"}',
		fact_evidence = '{"skills/Welding": "you weld pipes", "skills/Milling": "of an older enrichment"}' WHERE id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	facts := w.job(id).Facts
	want := []oas.FactQuote{{Value: "Welding", Words: "you weld pipes"}}
	if len(facts) != 1 || !slices.Equal(facts[0].Quotes, want) || !facts[0].Words.Null {
		t.Errorf("got %+v, want %+v", facts, want)
	}
}
