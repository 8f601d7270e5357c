package jobs_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"rolecall/internal/httpd"
	"rolecall/internal/jobs"
)

// ask sends a request as the gateway passes it on.
func (w *world) ask(client, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(w.t.Context(), "GET", path, nil)
	httpd.Clients{Key: w.issuer.Config().Key}.Vouch(r.Header, netip.MustParseAddr(client))
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, r)
	return answer
}

func TestOneClientsSearchesLeaveRoomForOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *jobs.Config, _ *jobs.Deps) { c.Search.AtOnce, c.Search.PerClient = 2, 1 })
	w.ask("192.0.2.9", "/jobs") // the index is loaded
	leave, err := w.svc.HoldSearch(t.Context(), netip.MustParsePrefix("2001:db8::/48"))
	if err != nil {
		t.Fatal(err)
	}
	// Requests from other networks of the same customer queue for its slot.
	answers := make(chan *httptest.ResponseRecorder, 100)
	for i := range 64 {
		go func() { answers <- w.ask("2001:db8:0:"+strconv.Itoa(i)+"::1", "/jobs") }()
	}
	for w.svc.WaitingSearches() < 64 {
		time.Sleep(time.Millisecond)
	}
	const id = "7b7f2a52-3c1c-4f4e-9f55-0d8f5c6a7b10"
	for _, path := range []string{"/jobs", "/jobs/facets", "/jobs/suggest?q=en", "/jobs/" + id + "/similar", "/jobs/summaries?id=" + id} {
		refused := w.ask("2001:db8::1", path)
		if wait, _ := strconv.Atoi(refused.Header().Get("Retry-After")); refused.Code != http.StatusTooManyRequests || wait < 1 {
			t.Errorf("%s: got %d, Retry-After %q, want 429 with a time to wait", path, refused.Code, refused.Header().Get("Retry-After"))
		}
		if other := w.ask("192.0.2.2", path); other.Code != http.StatusOK && other.Code != http.StatusNotFound {
			t.Errorf("%s: another client gets %d", path, other.Code)
		}
	}
	leave()
	for range 64 {
		if got := <-answers; got.Code != http.StatusOK {
			t.Errorf("a search that waited for its turn: %d, want %d", got.Code, http.StatusOK)
		}
	}
}
