package gateway

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

const appWithPlace = `<!doctype html><title>app</title><div id="root">` + firstPostingsPlace + `</div>`

func takesFirstPostings(o *Options) {
	files := maps.Clone(appFiles)
	files["index.html"] = &fstest.MapFile{Data: []byte(appWithPlace)}
	o.Site = files
}

func TestFirstPostingsComeWithThePage(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"content":[
			{"id":"one","title":"Pilot <script>&","location":"Oslo","company":{"name":"Keel & Sons"}},
			{"id":"two","title":"Cook","location":null,"company":{"name":"Salt"}}]}`)
	}, takesFirstPostings)
	for path, want := range map[string]string{
		"/find": "/jobs?size=10",
		"/find?location=Oslo&skill=Go&skill=SQL&page=7&size=100": "/jobs?location=Oslo&size=10&skill=Go&skill=SQL",
		"/find?keyword=ship+pilot":                               "/jobs?interpret=true&keyword=ship+pilot&size=10&sort=relevance",
		"/find?keyword=pilot&sort=newest":                        "/jobs?interpret=true&keyword=pilot&size=10&sort=newest",
	} {
		before := len(h.visits())
		got := h.send(t, "GET", path, nil, "Accept", "text/html,*/*")
		if sent := h.visits()[before:]; len(sent) != 1 || sent[0].request.URL.String() != want {
			t.Errorf("%s: job search was asked %v, want %s", path, sent, want)
		}
		if !strings.HasPrefix(got.body, `<!doctype html><title>app</title><div id="root"><ol class="first">`) ||
			!strings.HasSuffix(got.body, "</ol></div>") {
			t.Errorf("%s: got\n%s", path, got.body)
		}
		for _, part := range []string{
			`<b dir="auto">Pilot &lt;script&gt;&amp;</b> <span dir="auto">Keel &amp; Sons · Oslo</span>`,
			`<b dir="auto">Cook</b> <span dir="auto">Salt</span>`,
		} {
			if !strings.Contains(got.body, part) {
				t.Errorf("%s: %s is missing in\n%s", path, part, got.body)
			}
		}
	}
	// A link keeps the search.
	got := h.send(t, "GET", `/find?keyword="><b>&location=Oslo`, nil, "Accept", "text/html")
	if want := `href="/find?job=two&amp;keyword=%22%3E%3Cb%3E&amp;location=Oslo"`; !strings.Contains(got.body, want) {
		t.Errorf("%s is missing in\n%s", want, got.body)
	}
	before := len(h.visits())
	for _, path := range []string{"/", "/find?job=x", "/tracker", "/find/more"} {
		if got := h.send(t, "GET", path, nil, "Accept", "text/html"); got.body != appWithPlace {
			t.Errorf("%s: got %s", path, got.body)
		}
	}
	_ = h.send(t, "GET", "/find", nil, "Accept", "application/json")
	_ = h.send(t, "POST", "/find", nil, "Accept", "text/html")
	if n := len(h.visits()) - before; n != 0 {
		t.Errorf("other requests sent %d searches, want 0", n)
	}
}

func TestSearchPageOpensWithoutFirstPostings(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]http.HandlerFunc{
		"refused":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"nonsense": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"nothing":  func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"content":[]}`) },
		"gone":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"slow":     func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, serve, takesFirstPostings, func(o *Options) { o.pageTimeout = 0 })
			got := h.send(t, "GET", "/find", nil, "Accept", "text/html")
			if got.StatusCode != http.StatusOK || got.body != appWithPlace {
				t.Errorf("got %d %s", got.StatusCode, got.body)
			}
		})
	}
}
