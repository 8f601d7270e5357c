package httpd_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/httpd"
)

// vouchedAt returns the headers sent by a gateway whose clock is ahead.
func vouchedAt(t *testing.T, ahead time.Duration) http.Header {
	h := http.Header{}
	synctest.Test(t, func(t *testing.T) { // each bubble's clock starts at the same time
		time.Sleep(ahead)
		httpd.Clients{Key: env.NewSecret("service-key")}.Vouch(h, netip.MustParseAddr("203.0.113.9"))
	})
	return h
}

func TestAddressProofExpires(t *testing.T) {
	clients := httpd.Clients{Key: env.NewSecret("service-key")}
	old := vouchedAt(t, 0)
	future := vouchedAt(t, time.Hour)
	moved := old.Clone()
	if at, mac, ok := strings.Cut(future.Get(httpd.ForwardedProofHeader), "."); ok {
		_, oldMAC, _ := strings.Cut(old.Get(httpd.ForwardedProofHeader), ".")
		moved.Set(httpd.ForwardedProofHeader, at+"."+oldMAC)
		_ = mac
	}
	for name, c := range map[string]struct {
		header http.Header
		at     time.Duration // what the service's clock shows
		want   string
	}{
		"at once":                        {old, 0, "203.0.113.9"},
		"the gateway's clock is behind":  {old, 110 * time.Second, "203.0.113.9"},
		"the gateway's clock is ahead":   {future, time.Hour - 110*time.Second, "203.0.113.9"},
		"replayed minutes later":         {old, 3 * time.Minute, "127.0.0.1"},
		"replayed a year later":          {old, 365 * 24 * time.Hour, "127.0.0.1"},
		"from the future":                {future, time.Hour - 3*time.Minute, "127.0.0.1"},
		"an old proof with a newer time": {moved, time.Hour, "127.0.0.1"},
		"a proof without a time":         {http.Header{"X-Forwarded-For": {"203.0.113.9"}, "X-Forwarded-Proof": {"00"}}, 0, "127.0.0.1"},
		"a proof with a time of no sense": {http.Header{"X-Forwarded-For": {"203.0.113.9"}, "X-Forwarded-Proof": {"9223372036854775807.00"}}, 0,
			"127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(c.at)
				r := httptest.NewRequest("GET", "/", nil)
				r.RemoteAddr, r.Header = "127.0.0.1:5", c.header
				if got := clients.Address(r).String(); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			})
		})
	}
}

// TestClockDifferenceIsLogged checks that clocks that differ too much are logged, because then all clients share one
// address.
func TestClockDifferenceIsLogged(t *testing.T) {
	header := vouchedAt(t, 0)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		clients := httpd.Clients{Key: env.NewSecret("service-key")}
		h := httpd.Handler(http.NotFoundHandler(), httpd.Options{Service: "test", Log: slog.New(slog.NewTextHandler(&log, nil)),
			Clients: clients})
		ask := func() int {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr, r.Header = "127.0.0.1:5", header
			h.ServeHTTP(httptest.NewRecorder(), r)
			return strings.Count(log.String(), "clock")
		}
		if ask() != 0 {
			t.Error("a warning although the clocks agree")
		}
		time.Sleep(5 * time.Minute)
		if ask(); ask() != 1 || !strings.Contains(log.String(), "5m0s") {
			t.Errorf("want one warning with the difference, got %q", log.String())
		}
		time.Sleep(time.Minute)
		if ask() != 2 {
			t.Error("the warning is not repeated")
		}
	})
}
