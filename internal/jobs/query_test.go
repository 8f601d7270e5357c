package jobs_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestUnreadableQuery checks that a query that cannot be read is refused: without its filters it would find everything.
func TestUnreadableQuery(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(nil)
	for _, query := range []string{"keyword=%zz", "keyword=%", "keyword=go;lang", "location=Lisbon;size=1"} {
		for _, path := range []string{"/jobs", "/jobs/facets"} {
			rec := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.URL.RawQuery = query
			w.handler.ServeHTTP(rec, r)
			if rec.Code != http.StatusBadRequest {
				t.Errorf("GET %s?%s: got %d, want 400: %s", path, query, rec.Code, rec.Body)
			}
		}
	}
}
