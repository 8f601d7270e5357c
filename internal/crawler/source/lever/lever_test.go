package lever

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "eu:keellantern"},
		sourcetest.Files("GET /v0/postings/keellantern?mode=json&skip=0&limit=100", ".json", "board", "groups"))
}

// TestPaging checks that a pull is complete only if its pages fit together.
func TestPaging(t *testing.T) {
	t.Parallel()
	ids := func(from, to int) []int {
		var out []int
		for i := from; i < to; i++ {
			out = append(out, i)
		}
		return out
	}
	tests := []struct {
		name string
		page func(n, skip int) []int // ids on the page of the n-th request
		want source.Outcome
		seen int
	}{
		{"exactly one page", func(_, skip int) []int { return ids(skip, min(skip+100, 100)) }, source.Complete, 100},
		{"exactly two pages", func(_, skip int) []int { return ids(skip, min(skip+100, 200)) }, source.Complete, 200},
		{"ignores skip", func(int, int) []int { return ids(0, 100) }, source.Partial, 100},
		{"ignores limit", func(_, skip int) []int { return ids(skip, 250) }, source.Complete, 250},
		{"a posting is withdrawn in between", func(n, skip int) []int {
			if n == 0 {
				return ids(0, 100)
			}
			return ids(skip+1, 150)
		}, source.Partial, 150},
		{"a posting is added in between", func(n, skip int) []int {
			if n == 0 {
				return ids(0, 100)
			}
			return ids(skip-1, 150)
		}, source.Partial, 150},
		{"the second page is empty", func(n, _ int) []int {
			if n == 0 {
				return ids(0, 100)
			}
			return nil
		}, source.Partial, 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var skip int
				_, _ = fmt.Sscan(r.URL.Query().Get("skip"), &skip)
				out := []map[string]any{}
				for _, id := range tt.page(n, skip) {
					out = append(out, map[string]any{"id": fmt.Sprint(id), "text": "Porter", "hostedUrl": fmt.Sprintf("https://jobs.example/%d", id)})
				}
				n++
				_ = json.NewEncoder(w).Encode(out)
			}))
			defer srv.Close()
			res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: srv.URL}, func(source.Posting) error { return nil })
			if err != nil || res.Outcome != tt.want || res.Seen != tt.seen {
				t.Errorf("got %+v, %v, want %v with %d seen", res, err, tt.want, tt.seen)
			}
		})
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "keellantern", "*.json") }
