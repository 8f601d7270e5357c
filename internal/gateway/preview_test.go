package gateway

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

const sharedLink = "/find?keyword=x&job=01920f50-3a7b-7c21-8e55-1d2c3b4a5f60"

func TestSharedPostingHasAPreview(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/jobs/01920f50-3a7b-7c21-8e55-1d2c3b4a5f60" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = io.WriteString(w, `{"title":"Pilot <script>&\"","location":"Oslo","workplaceType":null,
			"company":{"name":"Keel & Sons","logoUrl":null},"description":"long"}`)
	})
	for _, accept := range []string{"text/html", "*/*", ""} {
		got := h.send(t, "GET", sharedLink, nil, "Accept", accept)
		for _, want := range []string{
			"<title>Pilot &lt;script&gt;&amp;&#34; · Keel &amp; Sons · Rolecall</title>",
			`<meta property="og:title" content="Pilot &lt;script&gt;&amp;&#34;" />`,
			`<meta property="og:description" content="Keel &amp; Sons · Oslo" />`,
			`<meta property="og:url" content="http://localhost:8080/find?job=01920f50-3a7b-7c21-8e55-1d2c3b4a5f60" />`,
		} {
			if !strings.Contains(got.body, want) {
				t.Errorf("Accept %q: %s is missing in\n%s", accept, want, got.body)
			}
		}
		if strings.Contains(got.body, "og:image") || strings.Contains(got.body, "<title>app") {
			t.Errorf("got\n%s", got.body)
		}
	}
	// Other addresses get the app as it is, and cost no request.
	before := len(h.visits())
	for _, path := range []string{"/find", "/find?job=x", "/tracker?job=01920f50-3a7b-7c21-8e55-1d2c3b4a5f60"} {
		if got := h.send(t, "GET", path, nil, "Accept", "text/html"); got.body != string(appFiles["index.html"].Data) {
			t.Errorf("%s: got %s", path, got.body)
		}
	}
	if n := len(h.visits()) - before; n != 0 {
		t.Errorf("%d requests to services, want 0", n)
	}
}

func TestSharedPostingOpensWithoutAPreview(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]http.HandlerFunc{
		"unknown":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"nonsense": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"gone":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, serve)
			got := h.send(t, "GET", sharedLink, nil, "Accept", "text/html")
			if got.StatusCode != http.StatusOK || got.body != string(appFiles["index.html"].Data) {
				t.Errorf("got %d %s", got.StatusCode, got.body)
			}
		})
	}
}
