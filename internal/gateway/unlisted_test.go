package gateway

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

func TestUnlistedProxyIsLoggedOnce(t *testing.T) {
	t.Parallel()
	for trusted, want := range map[string]int{"": 1, "127.0.0.0/8": 0} {
		var log bytes.Buffer
		h := open(t, nil, func(o *Options) {
			o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
			if err := o.Config.TrustedProxies.UnmarshalText([]byte(trusted)); err != nil {
				t.Fatal(err)
			}
		})
		h.send(t, "GET", "/jobs", nil)
		if log.Len() > 0 {
			t.Errorf("a client without a proxy is logged as one: %s", &log)
		}
		for _, client := range []string{"192.0.2.9", "192.168.7.7"} {
			h.send(t, "GET", "/jobs", nil, "X-Forwarded-For", client)
		}
		if got := strings.Count(log.String(), "GATEWAY_TRUSTED_PROXIES=127.0.0.1/32"); got != want || strings.Contains(log.String(), "192.168") {
			t.Errorf("trusting %q, the proxy is logged %d times, want %d: %s", trusted, got, want, &log)
		}
	}
}

// TestDeviceTokensAreForwarded checks that the device's cookie and header pass in both directions.
func TestDeviceTokensAreForwarded(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Set-Cookie", "rolecall_device=x; Path=/auth")
	})
	res := h.send(t, "POST", "/auth/login", nil, "Cookie", "rolecall_device=a", "X-Device-Token", "b")
	if got := res.Header.Get("Set-Cookie"); got != "rolecall_device=x; Path=/auth" {
		t.Errorf("the browser got %q", got)
	}
	seen := h.visits()[0].request.Header
	if seen.Get("Cookie") != "rolecall_device=a" || seen.Get("X-Device-Token") != "b" {
		t.Errorf("the service got %v", seen)
	}
}
