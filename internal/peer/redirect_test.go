package peer_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"rolecall/internal/peer"
)

// TestRedirectsAreNotFollowed checks that a redirect does not send the service key elsewhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	hits := atomic.Int32{}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer elsewhere.Close()
	neighbour := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer neighbour.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, neighbour.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Service-Key", "secret")
	client := peer.Client("neighbour", nil)
	defer client.CloseIdleConnections()
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusTemporaryRedirect || hits.Load() != 0 {
		t.Errorf("got %d, and %d requests went elsewhere, want 307 and 0", res.StatusCode, hits.Load())
	}
}
