package httpd_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

// TestRequestIsLoggedOnOneLine checks that a client cannot forge log lines.
func TestRequestIsLoggedOnOneLine(t *testing.T) {
	t.Parallel()
	const forged = "x\r\ntime=2026-01-01T00:00:00Z level=INFO msg=event audit=true kind=login.succeeded\u2028\x1b[2J"
	h, log := edge(func(w http.ResponseWriter, r *http.Request) {
		httpd.WriteError(w, r, fault.New(fault.Forbidden, "", "m").Because(errors.New(forged)))
	}, nil)
	r := httptest.NewRequest("GET", "/", nil)
	r.URL = &url.URL{Path: "/" + forged}
	r.Header.Set("X-Request-Id", forged)
	r.Header.Set("User-Agent", forged)
	do(t, h, r)
	if got := log.String(); strings.Count(got, "\n") != 1 || strings.ContainsAny(got, "\r\x1b\u2028") || !strings.Contains(got, "status=403") {
		t.Errorf("logged %q", got)
	}
}
