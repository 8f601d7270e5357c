package source

import (
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
)

// TestUsageCountsEveryRequest checks that repeated requests and redirects count, at the host that gets them.
func TestUsageCountsEveryRequest(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	first := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte(`{"jobs":[]}`))
	})
	second := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, first, http.StatusFound) })
	f := testFetcher(t, func(*Options) {})
	used := &Usage{}
	res, err := f.Fetch(withUsage(t.Context(), used), Request{URL: second, Redirects: Anywhere})
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := ReadValue(res.Body, &doc); err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	host := func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return u.Host
	}
	if got := used.Hosts(); got[host(second)].Requests != 1 || got[host(first)] != (Cost{Requests: 2, Bytes: 11}) || used.Host() != host(second) {
		t.Errorf("got %+v, first %s, want 2 requests of 11 bytes at the first and 1 at the second", got, used.Host())
	}
	if total := used.Total(); total.Requests != 3 || total.Bytes < 11 {
		t.Errorf("total %+v", total)
	}
}
