package smartrecruiters

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	const postings = "GET /v1/companies/VoltgartenAG/postings"
	sourcetest.Golden(t, Source{}, source.Board{Token: "VoltgartenAG"}, map[string]sourcetest.Site{
		"board": {
			postings + "?limit=100&offset=0": {{File: "list.json"}},
			postings + "/743999900112233":    {{File: "detail.json"}},
			postings + "/743999900112299":    {{File: "bare.json"}},
			postings + "/743999900112300":    {{File: "bare.json"}},
			// The last one is listed and has vanished.
		},
		"unknown-board": {postings + "?limit=100&offset=0": {{File: "unknown-board.json"}}},
		"new_shape":     {postings + "?limit=100&offset=0": {{File: "detail.json"}}},
	})
}

// TestPay reads pay that is flat in newer responses and nested in older ones.
func TestPay(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]*source.Pay{
		`{"compensation":{"min":31,"max":44.5,"currency":"EUR","period":"HOURLY"}}`:                 {Min: 31, Max: 44.5, Currency: "EUR", Period: source.Hour},
		`{"compensation":{"salary":{"min":"2900","max":3400,"currency":"EUR","period":"MONTHLY"}}}`: {Min: 2900, Max: 3400, Currency: "EUR", Period: source.Month},
		`{"compensation":{"min":0,"max":0}}`:                                                        nil, `{"compensation":"on request"}`: nil, `{}`: nil,
	} {
		var d detail
		if err := json.Unmarshal([]byte(in), &d); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(entry{}.posting(d).Pay, want); diff != "" {
			t.Errorf("%s: %s", in, diff)
		}
	}
}

// TestUnreadableEntry checks that a pull with an unreadable entry says so, and not that the board sent too few.
func TestUnreadableEntry(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/postings") {
			_, _ = fmt.Fprint(w, `{"totalFound":2,"content":[{"id":"1","name":"Fitter"},["not","an","object"]]}`)
			return
		}
		_, _ = fmt.Fprint(w, `{}`)
	}))
	defer srv.Close()
	board := source.Board{Token: "x", BaseURL: srv.URL}
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), board, func(source.Posting) error { return nil })
	if err != nil || res.Outcome != source.Partial || !strings.HasPrefix(res.Reason, "1 postings could not be read") {
		t.Errorf("got %v, %q, %v; want a partial pull with 1 posting that could not be read", res.Outcome, res.Reason, err)
	}
}

// TestStampChangesWithThePosting checks that a change of a listed fact alone makes the crawler read the posting again.
func TestStampChangesWithThePosting(t *testing.T) {
	t.Parallel()
	const base = `{"id":"1","name":"Fitter","location":{"city":"Ghent"}}`
	stamp := func(text string) string {
		var e entry
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		return e.stamp()
	}
	for _, changed := range []string{
		`{"id":"1","name":"Pipe Fitter","location":{"city":"Ghent"}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Bruges"}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent","remote":true}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent","hybrid":true}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent"},"typeOfEmployment":{"id":"intern"}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent"},"experienceLevel":{"id":"director"}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent"},"language":{"code":"nl"}}`,
		`{"id":"1","name":"Fitter","location":{"city":"Ghent"},"company":"Voltgarten"}`,
	} {
		if stamp(changed) == stamp(base) {
			t.Errorf("%s: got the stamp of %s, want another", changed, base)
		}
	}
}

func TestTotals(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		totals []int
		counts []int
		want   source.Outcome
	}{
		"steady":            {[]int{150, 150}, []int{100, 50}, source.Complete},
		"one too few":       {[]int{151, 151}, []int{100, 50}, source.Partial},
		"one too many":      {[]int{149, 149}, []int{100, 50}, source.Partial},
		"changes between":   {[]int{150, 149}, []int{100, 49}, source.Partial},
		"ends too soon":     {[]int{300, 300, 300}, []int{100, 0, 0}, source.Partial},
		"nothing at all":    {[]int{0}, []int{0}, source.Complete},
		"negative nonsense": {[]int{-5}, []int{3}, source.Partial},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasSuffix(r.URL.Path, "/postings") {
					_, _ = fmt.Fprint(w, `{}`)
					return
				}
				offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
				page := offset / 100
				content := []map[string]any{}
				for i := range tt.counts[page] {
					content = append(content, map[string]any{"id": strconv.Itoa(offset + i), "name": "Fitter"})
				}
				_ = json.NewEncoder(w).Encode(map[string]any{"totalFound": tt.totals[page], "content": content})
			}))
			defer srv.Close()
			res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: srv.URL}, func(source.Posting) error { return nil })
			if err != nil || res.Outcome != tt.want {
				t.Errorf("got %+v, %v, want %v", res, err, tt.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "VoltgartenAG", "*.json") }
