package gateway

import (
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"rolecall/api"
)

var parameter = regexp.MustCompile(`\{[^}]+\}`)

// TestRoutesMatchTheContracts sends every operation of every contract: it must reach the service that declares it, and an
// internal one must reach none.
func TestRoutesMatchTheContracts(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for _, op := range api.Operations() {
		if op.Service == "gateway" {
			continue
		}
		path := parameter.ReplaceAllString(op.Path, "0198c0de-7a11-7000-8000-000000000001")
		before := len(h.visits())
		got := h.send(t, op.Method, path, nil, "X-Service-Key", serviceKey)
		after := h.visits()
		switch {
		case op.Internal():
			if len(after) != before || got.StatusCode != http.StatusNotFound {
				t.Errorf("%s %s: got %d, and a service saw it: %v", op.Method, path, got.StatusCode, len(after) != before)
			}
		case len(after) != before+1:
			t.Errorf("%s %s reached internalOnly", op.Method, path)
		case after[before].service != op.Service || after[before].request.URL.Path != path:
			t.Errorf("%s %s reached %s as %s, want %s", op.Method, path, after[before].service, after[before].request.URL.Path, op.Service)
		}
	}
}

func TestPathTricksReachNoService(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	targets := []string{
		"/internal", "/internal/", "/internal/users/1", "/auth/internal", "/auth/internal/users/emails",
		"/INTERNAL/users/1", "/auth/Internal/x", "/auth/INTERNAL", "/Auth/internal/x", "/AUTH/INTERNAL/x",
		"/%69nternal/users/1", "/auth/%69nternal/x", "/auth/%49NTERNAL/x", "/auth/intern%61l", "/%61uth/internal/x",
		"/auth/%2569nternal/x", "/auth%2finternal/x", "/auth%2Finternal", "/auth/%2finternal", "/%2finternal",
		"/auth//internal/x", "//auth/internal/x", "//internal/x", "///internal", "/auth/./internal/x", "/auth/x/../internal/y",
		"/auth/%2e/internal/x", "/auth/x/%2e%2e/internal/y", "/jobs/../internal/x", "/jobs/%2e%2e/internal/x", "/jobs/..",
		"/jobs/..%2finternal", "/jobs/..%5cinternal", `/auth\internal\x`, `/\internal`, "/auth/%5cinternal",
		"/jobs//", "/jobs/%00", "/jobs/%0a", "/jobs/%ff", "/jobs/%25", "/./jobs", "/jobs/.", "/applications//custom-reminders",
		"http://localhost/internal/users/1", "http://localhost//internal/x",
	}
	for _, target := range targets {
		got := h.raw(t, "GET", target, "X-Service-Key: "+serviceKey, "Accept: text/html")
		if got.StatusCode != http.StatusNotFound || got.title() != "Not Found" {
			t.Errorf("%s: got %d, want 404 with the error body: %s", target, got.StatusCode, got.body)
		}
	}
	for _, v := range h.visits() {
		t.Errorf("%s reached %s as %s", v.request.RequestURI, v.service, v.request.URL.Path)
	}
}

func TestDestination(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path, service string
		routed        bool
	}{
		{"/auth", identity, true},
		{"/auth/", identity, true},
		{"/auth/login", identity, true},
		{"/auth/internals", identity, true},
		{"/auth/.well-known/jwks.json", identity, true},
		{"/authx", internalOnly, false},
		{"/jobs", jobs, true},
		{"/jobsx", internalOnly, false},
		{"/JOBS", internalOnly, false},
		{"/jobs/companies/internal", jobs, true},
		{"/applications", applications, true},
		{"/applications/7", applications, true},
		{"/applications/7/status", applications, true},
		{"/applications/7/custom-reminders", notifications, true},
		{"/applications/7/custom-reminders/8", notifications, true},
		{"/applications/7/custom-remindersx", applications, true},
		{"/applications/custom-reminders", applications, true},
		{"/applications//custom-reminders", applications, true}, // refused before routing
		{"/applications/7/8/custom-reminders", applications, true},
		{"/notifications", notifications, true},
		{"/notifications/unread-count", notifications, true},
		{"/internal", internalOnly, true},
		{"/internalx", internalOnly, false},
		{"/", internalOnly, false},
		{"/platform", internalOnly, false},
		{"/docs", internalOnly, false},
	}
	for _, test := range tests {
		if service, routed := destination(test.path); service != test.service || routed != test.routed {
			t.Errorf("%s: got %q, %v; want %q, %v", test.path, service, routed, test.service, test.routed)
		}
	}
}

// TestTypedAPIPathsLeadToPages checks that a browser which opens the path of an API gets the page that its user expects,
// and that every other request gets the API.
func TestTypedAPIPathsLeadToPages(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	tests := []struct {
		method, path string
		headers      []string
		page         string // empty if the service answers
	}{
		{"GET", "/jobs", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, "/find"},
		{"GET", "/applications", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, "/tracker"},
		{"GET", "/notifications", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, "/inbox"},
		{"GET", "/jobs", []string{"Accept", html, "Upgrade-Insecure-Requests", "1"}, "/find"}, // over plain HTTP
		{"GET", "/jobs", nil, ""},
		{"GET", "/jobs", []string{"Accept", html}, ""},
		{"GET", "/jobs", []string{"Accept", "application/json", "Sec-Fetch-Mode", "navigate"}, ""},
		{"GET", "/jobs", []string{"Accept", html, "Sec-Fetch-Mode", "cors"}, ""},
		{"GET", "/jobs?keyword=go", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, ""},
		{"GET", "/jobs/facets", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, ""},
		{"GET", "/applications/export", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, ""},
		{"GET", "/auth", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, ""},
		{"POST", "/applications", []string{"Accept", html, "Sec-Fetch-Mode", "navigate"}, ""},
	}
	for _, test := range tests {
		got := h.send(t, test.method, test.path, nil, test.headers...)
		if test.page == "" {
			if got.StatusCode != http.StatusOK || got.Header.Get("X-Service") == "" {
				t.Errorf("%s %s %v: got %d, want the service's answer", test.method, test.path, test.headers, got.StatusCode)
			}
			continue
		}
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusFound || to != test.page {
			t.Errorf("%s %s %v: got %d to %q, want %q", test.method, test.path, test.headers, got.StatusCode, to, test.page)
		}
	}
}

// FuzzInternalPathsAreNotForwarded checks that a forwarded path reads the same to the service and is not internal.
func FuzzInternalPathsAreNotForwarded(f *testing.F) {
	for _, seed := range []string{"/auth/login", "/auth/%69nternal", "/auth/./internal", "//internal", "/jobs/a%20b?x=1",
		"/auth/intern%C4%B1l"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := url.ParseRequestURI(target)
		if err != nil || !unambiguous(u) {
			return
		}
		if service, routed := destination(u.Path); !routed || service == internalOnly {
			return
		}
		sent := &url.URL{Scheme: "http", Host: "service", Path: u.Path}
		received, err := url.Parse(sent.String())
		if err != nil || received.Path != u.Path {
			t.Fatalf("%q is forwarded as %q, which reads as %q, %v", target, sent, received.Path, err)
		}
		tidy := strings.ToLower(path.Clean(received.Path)) + "/"
		if strings.HasPrefix(tidy, "/internal/") || strings.HasPrefix(tidy, "/auth/internal/") {
			t.Fatalf("%q reaches a service", target)
		}
	})
}
