package jobs_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/jobs/oas"
)

func (w *world) facets(query string) oas.FacetsResponse {
	w.t.Helper()
	var f oas.FacetsResponse
	w.Do(http.MethodGet, "/jobs/facets?"+query, nil).Want(http.StatusOK).JSON(&f)
	return f
}

func TestFacets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	acme := w.board(func(b *board) { b.Name = "Acme" })
	shout := w.board(func(b *board) { b.Name, b.Source = "ACME", "lever" })
	baum := w.board(func(b *board) { b.Name = "Baumhaus GmbH" })
	w.post(func(p *post) {
		p.Board, p.Title, p.Workplace, p.Level, p.Employment = acme, "Go Engineer", new("remote"), new("senior"), new("full-time")
		p.Languages, p.Skills, p.Places = []string{"en"}, []string{"Go", "SQL"}, []place{{"Lisbon", "Portugal"}, {"Lisbon", "Portugal"},
			{"", "Spain"}}
	})
	w.post(func(p *post) {
		p.Board, p.Title, p.Workplace, p.Level = shout, "Go Lead", new("remote"), new("lead")
		p.Languages, p.Skills, p.Places = []string{"en", "de"}, []string{"go"}, []place{{"Lisbon", "Portugal"}}
	})
	w.post(func(p *post) {
		p.Board, p.Title, p.Workplace, p.Level, p.Employment = baum, "Nurse", new("onsite"), new("senior"), new("part-time")
		p.Languages, p.Places = []string{"de"}, []place{{"Berlin", "Germany"}}
	})
	w.post(func(p *post) { p.Board, p.Title, p.ClosedAt, p.Level = baum, "Chef", &now, new("mid") })

	group := func(pairs ...any) oas.FacetGroup {
		g := oas.FacetGroup{}
		for i := 0; i < len(pairs); i += 2 {
			g = append(g, oas.FacetValue{Value: pairs[i].(string), Count: int64(pairs[i+1].(int))})
		}
		return g
	}
	all := oas.FacetsResponse{
		Companies:       group("ACME", 2, "Baumhaus GmbH", 1),
		Locations:       group("Lisbon, Portugal", 2, "Remote", 2, "Berlin, Germany", 1, "Spain", 1),
		WorkplaceTypes:  group("remote", 2, "onsite", 1),
		EmploymentTypes: group("full-time", 1, "part-time", 1),
		CareerLevels:    group("senior", 2, "lead", 1),
		Languages:       group("de", 2, "en", 2),
		Skills:          group("Go", 2, "SQL", 1),
	}
	if diff := cmp.Diff(w.facets(""), all); diff != "" {
		t.Errorf("all: (-got +want)\n%s", diff)
	}

	// A group ignores its own filter and obeys the others.
	got := w.facets(values("careerLevel", "senior", "company", "acme"))
	want := oas.FacetsResponse{
		Companies:       group("Acme", 1, "Baumhaus GmbH", 1),
		Locations:       group("Lisbon, Portugal", 1, "Remote", 1, "Spain", 1),
		WorkplaceTypes:  group("remote", 1),
		EmploymentTypes: group("full-time", 1),
		CareerLevels:    group("lead", 1, "senior", 1),
		Languages:       group("en", 1),
		Skills:          group("Go", 1, "SQL", 1),
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("drill-down: (-got +want)\n%s", diff)
	}
	if diff := cmp.Diff(w.facets(values("location", "Berlin")).Locations, all.Locations); diff != "" {
		t.Errorf("locations under their own filter: (-got +want)\n%s", diff)
	}
	for name, got := range map[string]oas.FacetGroup{
		"workplaceType":  w.facets("workplaceType=onsite").WorkplaceTypes,
		"employmentType": w.facets("employmentType=contract").EmploymentTypes,
		"language":       w.facets("language=fr").Languages,
		"skill":          w.facets("skill=rust").Skills,
	} {
		if len(got) != 2 {
			t.Errorf("%s under its own filter: %v", name, got)
		}
	}
	if got := w.facets("includeClosed=true").CareerLevels; len(got) != 3 {
		t.Errorf("with closed postings: %v", got)
	}
	if got := w.facets("keyword=nurse&postedWithin=week&compensationMin=1"); len(got.Companies) != 0 {
		t.Errorf("unpriced nurses: %v", got)
	}
	if got := w.facets("near=Atlantis"); len(got.Companies) != 0 || len(got.Locations) != 0 {
		t.Errorf("near an unknown place: %v", got)
	}
	// The count of a facet is what the filter finds.
	for _, v := range all.Locations {
		if got := w.search(values("location", v.Value)).TotalElements; got != v.Count {
			t.Errorf("location %s finds %d, its facet says %d", v.Value, got, v.Count)
		}
	}
	for _, v := range all.Companies {
		if got := w.search(values("company", v.Value)).TotalElements; got != v.Count {
			t.Errorf("company %s finds %d, its facet says %d", v.Value, got, v.Count)
		}
	}
	w.Do(http.MethodGet, "/jobs/facets?workplaceType=moon", nil).WantError(http.StatusBadRequest, "Validation Error")
}

// TestFacetOfACountry checks that a posting in Berlin is also one in Germany, and that the count of a place is what its
// filter finds.
func TestFacetOfACountry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", "Germany"}, {"Hamburg", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"", "Germany"}} })
	w.post(func(p *post) { p.Board, p.Places = b, []place{{"Berlin", ""}} })
	for _, v := range w.facets("").Locations {
		if got := w.search(values("location", v.Value)).TotalElements; got != v.Count {
			t.Errorf("location %s finds %d, its facet says %d", v.Value, got, v.Count)
		}
	}
}
