package source

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
)

// TestPagesProveCompleteness checks that a list is complete only if its total or its last page proves it, whatever page
// size the board serves.
func TestPagesProveCompleteness(t *testing.T) {
	t.Parallel()
	type page struct {
		Rows  []string `json:"rows"`
		Total *int     `json:"total"`
		Last  bool     `json:"last"`
	}
	of := func(n int, rows ...string) page { return page{Rows: rows, Total: &n} }
	for name, tt := range map[string]struct {
		pages []page
		want  Outcome
		rows  int
	}{
		"all of them":                    {[]page{of(3, "a", "b"), of(3, "c")}, Complete, 3},
		"smaller pages than asked for":   {[]page{of(3, "a"), of(3, "b"), of(3, "c")}, Complete, 3},
		"none":                           {[]page{of(0)}, Complete, 0},
		"an empty page after a promise":  {[]page{of(3, "a", "b"), of(3)}, Partial, 2},
		"like an empty board, later":     {[]page{of(3, "a", "b"), of(0)}, Partial, 2},
		"a page again":                   {[]page{of(4, "a", "b"), of(4, "a", "b")}, Partial, 2},
		"a total that changes":           {[]page{of(3, "a", "b"), of(4, "c", "d")}, Partial, 4},
		"one too many":                   {[]page{of(1, "a", "b")}, Partial, 2},
		"a last page":                    {[]page{{Rows: []string{"a"}}, {Rows: []string{"b"}, Last: true}}, Complete, 2},
		"a last page that is empty":      {[]page{{Rows: []string{"a"}}, {Last: true}}, Partial, 1},
		"no last page":                   {[]page{{Rows: []string{"a"}}, {Rows: []string{"a"}}}, Partial, 1},
		"a board that is empty and says": {[]page{{Last: true}}, Complete, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n, _ := strconv.Atoi(r.URL.Query().Get("page"))
				_ = json.NewEncoder(w).Encode(tt.pages[min(n, len(tt.pages)-1)])
			}))
			defer srv.Close()
			f := NewFetcher(Options{AllowPrivate: true})
			defer f.Close()
			rows := 0
			res, err := Pages[string]{
				Request: func(page, _ int) Request { return Request{URL: srv.URL + "?page=" + strconv.Itoa(page), Format: JSON} },
				Read: func(res *Response, row func(string) error) (Page, error) {
					var p page
					if err := ReadValue(res.Body, &p); err != nil {
						return Page{}, err
					}
					for _, r := range p.Rows {
						if err := row(r); err != nil {
							return Page{}, err
						}
					}
					return Page{Rows: len(p.Rows), Total: p.Total, Last: p.Last}, nil
				},
				ID:  func(s string) string { return s },
				Row: func(string) error { rows++; return nil },
			}.Pull(t.Context(), f, Board{Memory: &Memory{}})
			if err != nil || res.Outcome != tt.want || rows != tt.rows || (res.Outcome == Partial) != (res.Reason != "") {
				t.Errorf("got %+v with %d rows, %v, want %v with %d", res, rows, err, tt.want, tt.rows)
			}
		})
	}
}
