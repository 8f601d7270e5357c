package docs

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"rolecall/api"
)

// shared is one reference for all tests, as in production: pages are rendered once.
var shared = sync.OnceValues(New)

func get(t *testing.T, path string, headers ...string) *http.Response {
	t.Helper()
	handler, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	handler.ServeHTTP(rec, req)
	return rec.Result()
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryOperationAndSchemaIsOnItsPage(t *testing.T) {
	t.Parallel()
	for _, d := range api.Documents() {
		page := text(t, get(t, "/docs/"+d.Service))
		for _, op := range d.Operations {
			for _, want := range []string{`id="` + op.ID + `"`, `href="#` + op.ID + `"`} {
				if !strings.Contains(page, want) {
					t.Errorf("%s: %s is missing", d.Service, want)
				}
			}
		}
		for _, s := range d.Components.Schemas {
			if !strings.Contains(page, `id="schema-`+s.Name+`"`) {
				t.Errorf("%s: the schema %s is missing", d.Service, s.Name)
			}
		}
	}
}

var (
	anchor = regexp.MustCompile(` id="([^"]+)"`)
	link   = regexp.MustCompile(` href="([^"]+)"`)
)

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	pages := []string{"/docs"}
	for _, d := range api.Documents() {
		pages = append(pages, "/docs/"+d.Service)
	}
	for _, path := range pages {
		page := text(t, get(t, path))
		anchors := map[string]int{}
		for _, m := range anchor.FindAllStringSubmatch(page, -1) {
			if anchors[m[1]]++; anchors[m[1]] == 2 {
				t.Errorf("%s: the id %s is used twice", path, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			switch target, local := strings.CutPrefix(m[1], "#"); {
			case local && anchors[target] == 0:
				t.Errorf("%s: the link %s leads nowhere", path, m[1])
			case !local && m[1] != "/" && get(t, m[1]).StatusCode != http.StatusOK:
				t.Errorf("%s: the link %s leads nowhere", path, m[1])
			}
		}
	}
}

func TestPagesRunNoScript(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs", "/docs/identity"} {
		page := text(t, get(t, path))
		for _, forbidden := range []string{"<script", " style=", " onclick=", "javascript:", "ZgotmplZ"} {
			if strings.Contains(page, forbidden) {
				t.Errorf("%s contains %s", path, forbidden)
			}
		}
	}
}

func TestRawContract(t *testing.T) {
	t.Parallel()
	want, err := api.Published("jobs")
	if err != nil {
		t.Fatal(err)
	}
	res := get(t, "/docs/jobs.json")
	if got := text(t, res); got != string(want) || res.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %s, %d bytes; want the published contract", res.Header.Get("Content-Type"), len(got))
	}
	again := get(t, "/docs/jobs.json", "If-None-Match", res.Header.Get("Etag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with the tag: got %d, want 304", again.StatusCode)
	}
}

func TestUnknownPages(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs/nobody", "/docs/identity.yaml", "/docs/service.html", "/docs/../docs"} {
		if res := get(t, path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %d, want 404", path, res.StatusCode)
		}
	}
}

func TestProse(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                             "",
		"one\ntwo":                     "<p>one two</p>",
		"one\n\ntwo":                   "<p>one</p><p>two</p>",
		"a `<b>` & <c>":                "<p>a <code>&lt;b&gt;</code> &amp; &lt;c&gt;</p>",
		"- one\n  more\n- two":         "<ul><li>one more</li><li>two</li></ul>",
		"see:\n\n- `x`\n\nand the end": "<p>see:</p><ul><li><code>x</code></li></ul><p>and the end</p>",
	}
	for in, want := range tests {
		if got := string(prose(in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
