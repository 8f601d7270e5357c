package workday

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const root = "/wday/cxs/terravane/Terravane_Careers"
	list := "POST " + root + "/jobs"
	details := sourcetest.Site{
		"GET " + root + "/job/Ostrava-Plant/Kiln-Operator_R-0010457": {{File: "detail.json"}},
		"GET " + root + "/job/Remote/Intern--Glazes_R-0010466":       {{File: "sparse.json"}},
		"GET " + root + "/job/Brno/Modeller":                         {{File: "sparse.json"}},
	}
	for name, pages := range map[string][]sourcetest.Reply{
		"board":        {{File: "page1.json"}, {File: "page2.json"}},
		"page_lost":    {{File: "page1.json"}, {Status: 500}},
		"page_twice":   {{File: "page1.json"}, {File: "page1.json"}},
		"waiting_room": {{Status: 303, Header: map[string]string{"Location": "/waiting"}}, {File: "page1.json"}, {File: "page2.json"}},
		"no_total":     {{File: "sparse.json"}},
		"moved":        {{Status: 301, Header: map[string]string{"Location": "/elsewhere"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := sourcetest.Site{list: pages}
			maps.Copy(site, details)
			host := site.Start(t)
			sourcetest.GoldenAt(t, name, Source{}, host, source.Board{Token: "Terravane/WD3/Terravane_Careers", BaseURL: host})
		})
	}
}

// TestSecondHost reads the vendor's second host, which has the tenant in the path of its public pages.
func TestSecondHost(t *testing.T) {
	t.Parallel()
	const root = "/wday/cxs/terravane/Terravane_Careers"
	host := sourcetest.Site{
		"POST " + root + "/jobs":                               {{File: "page1.json"}, {File: "page2.json"}},
		"GET " + root + "/job/Remote/Intern--Glazes_R-0010466": {{File: "sparse.json"}},
	}.Start(t)
	board := source.Board{Token: "terravane/wd3.myworkdaysite/Terravane_Careers", BaseURL: host}
	var urls []string
	_, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), board, func(p source.Posting) error {
		if !p.Touch {
			urls = append(urls, p.URL)
		}
		return nil
	})
	want := "https://wd3.myworkdaysite.com/recruiting/terravane/Terravane_Careers/job/Remote/Intern--Glazes_R-0010466"
	if err != nil || !slices.Equal(urls, []string{want}) {
		t.Errorf("got %v, %v, want %s", urls, err, want)
	}
}

// TestClampedBoards checks that a tenant that lists at most 2,000 postings is read once per value of a facet, and is
// complete if the parts add up.
func TestClampedBoards(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		groups []int // postings per value of the facet
		lost   int   // postings that belong to no value
		facet  string
		all    int // postings that another facet counts, which is too coarse to split the board by
		want   source.Outcome
		seen   int
	}{
		{"divided by family", []int{1200, 900, 400}, 0, "jobFamilyGroup", 2500, source.Complete, 2500},
		{"exactly 2,000", []int{1500, 500}, 0, "timeType", 0, source.Complete, 2000},
		{"a value is clamped too", []int{2400, 100}, 0, "jobFamilyGroup", 0, source.Partial, 2000},
		{"no facet we know", []int{1200, 900}, 0, "moonPhase", 0, source.Partial, 2000},
		{"counts promise more", []int{1200, 900}, 50, "jobFamilyGroup", 0, source.Partial, 2050},
		{"postings without a value", []int{1200, 900}, 0, "jobFamilyGroup", 2400, source.Partial, 2100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(clamped(tt.groups, tt.lost, tt.facet, tt.all))
			defer srv.Close()
			known := func(string, string) bool { return true } // skip the details
			res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "a/wd1/b", BaseURL: srv.URL, Known: known}, func(source.Posting) error { return nil })
			if err != nil || res.Outcome != tt.want || res.Seen != tt.seen {
				t.Errorf("got %+v, %v, want %v with %d seen", res, err, tt.want, tt.seen)
			}
		})
	}
}

func clamped(groups []int, lost int, parameter string, all int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q query
		if json.NewDecoder(r.Body).Decode(&q) != nil || q.Limit > 20 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var paths []string
		values := []any{}
		for g, n := range groups {
			values = append(values, map[string]any{"id": fmt.Sprint(g), "count": n})
			if chosen := q.AppliedFacets[parameter]; len(chosen) > 0 && chosen[0] != fmt.Sprint(g) {
				continue
			}
			for i := range n {
				paths = append(paths, fmt.Sprintf("/job/x/y_R-%d-%d", g, i))
			}
		}
		if len(q.AppliedFacets) > 0 && lost > 0 {
			paths = paths[:len(paths)-lost/len(groups)]
		}
		offset := q.Offset
		if total := len(paths); len(q.AppliedFacets) == 0 && total > 2000 {
			paths, offset = paths[:2000], offset%2000
		}
		page := []any{}
		for _, path := range paths[min(offset, len(paths)):min(offset+q.Limit, len(paths))] {
			page = append(page, map[string]any{"title": "Kiln Operator", "externalPath": path})
		}
		total := len(paths)
		if q.Offset > 0 {
			total = 0
		}
		facets := []any{map[string]any{"facetParameter": parameter, "values": values}}
		if all > 0 {
			facets = append(facets, map[string]any{"facetParameter": "workerSubType", "values": []any{map[string]any{"id": "regular", "count": all}}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"total": total, "jobPostings": page, "facets": facets})
	})
}

// TestPartitionCoversTheBoard checks that a board is not divided by a facet of which some postings have no value if
// another one has them all.
func TestPartitionCoversTheBoard(t *testing.T) {
	t.Parallel()
	group := facet{Parameter: "jobFamilyGroup", Values: source.List[value]{{ID: "a", Count: 1200}, {ID: "b", Count: 900}}}
	kind := facet{Parameter: "workerSubType", Values: source.List[value]{{ID: "x", Count: 1500}, {ID: "y", Count: 900}}}
	if best, sum := partition([]facet{group, kind}); best == nil || best.Parameter != "workerSubType" || sum != 2400 {
		t.Errorf("got %+v with %d, want workerSubType with 2400", best, sum)
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "terravane/wd3/Careers", "*.json") }
