package gateway

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rolecall/api"
	"rolecall/internal/apitest"
	mailing "rolecall/internal/mail"
)

func TestSecurityHeadersOnEveryResponse(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		// A service that sets these headers itself must neither override nor double them.
		w.Header().Set("Content-Security-Policy", "default-src *")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Strict-Transport-Security", "max-age=1")
		if r.URL.Path == "/jobs/abort" {
			panic(http.ErrAbortHandler)
		}
	}, func(o *Options) { o.Config.PublicURL = "https://jobs.example.org" })
	want := map[string]string{
		"Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: " +
			"https:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "same-origin",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Strict-Transport-Security":    "max-age=31536000",
	}
	for _, target := range []string{"/", "/search", "/assets/index-1a2b.js", "/assets/none.js", "/docs", "/docs/jobs", "/docs/jobs.json",
		"/docs/none",
		"/jobs", "/jobs/abort", "/internal", "//", "/platform", "/mailbox/messages", "/healthz", "/readyz"} {
		got := h.raw(t, "GET", target, "Accept: text/html")
		for name, value := range want {
			if v := got.Header.Values(name); len(v) != 1 || v[0] != value {
				t.Errorf("%s (%d): %s is %q", target, got.StatusCode, name, v)
			}
		}
		if len(got.Header.Values("Permissions-Policy")) != 1 || len(got.Header.Values("X-Request-Id")) != 1 {
			t.Errorf("%s: headers are missing: %v", target, got.Header)
		}
	}
}

// TestBuildIsNamedOnEveryResponse checks that an old page notices a new build, whatever it asks for.
func TestBuildIsNamedOnEveryResponse(t *testing.T) {
	t.Parallel()
	built := maps.Clone(appFiles)
	built["index.html"] = &fstest.MapFile{Data: []byte(`<!doctype html><meta name="build" content="1a2b3c" /><title>app</title>`)}
	for want, files := range map[string]fstest.MapFS{"1a2b3c": built, "": appFiles} {
		h := open(t, nil, func(o *Options) { o.Site = files })
		for _, target := range []string{"/", "/platform", "/jobs", "/internal", "/assets/none.js"} {
			if got := h.send(t, "GET", target, nil).Header.Get(buildHeader); got != want {
				t.Errorf("%s: got %q, want %q", target, got, want)
			}
		}
	}
}

func TestNoHSTSOverPlainHTTP(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	if got := h.send(t, "GET", "/", nil).Header.Get("Strict-Transport-Security"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestCompression(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`{"title":"Engineer"}`, 500)
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/jobs/short":
			_, _ = io.WriteString(w, "{}")
		case "/jobs/encoded":
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, long)
		case "/jobs/image":
			w.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(w, long)
		default:
			_, _ = io.WriteString(w, long)
		}
	})
	tests := map[string]struct{ path, accept, want string }{
		"long JSON":          {"/jobs", "gzip", "gzip"},
		"not asked for":      {"/jobs", "identity", ""},
		"refused":            {"/jobs", "gzip;q=0", ""},
		"too short":          {"/jobs/short", "gzip", ""},
		"encoded already":    {"/jobs/encoded", "gzip", "br"},
		"compressed already": {"/jobs/image", "gzip", ""},
		"style sheet":        {"/assets/plain-3c4d.css", "gzip", "gzip"},
		"reference":          {"/docs/jobs", "gzip, br", "gzip"},
		"prepared, best":     {"/assets/index-1a2b.js", "gzip, deflate, br", "br"},
		"prepared, other":    {"/assets/index-1a2b.js", "gzip", "gzip"},
		"prepared, refused":  {"/assets/index-1a2b.js", "br;q=0, gzip;q=0", ""},
	}
	for name, test := range tests {
		got := h.send(t, "GET", test.path, nil, "Accept-Encoding", test.accept)
		if encoding := got.Header.Get("Content-Encoding"); got.StatusCode != 200 || encoding != test.want {
			t.Errorf("%s: got %d %q, want %q", name, got.StatusCode, encoding, test.want)
		}
		if !strings.Contains(strings.Join(got.Header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s: Vary does not name Accept-Encoding", name)
		}
	}

	got := h.send(t, "GET", "/jobs", nil, "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(strings.NewReader(got.body))
	if err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(reader); err != nil || string(content) != long {
		t.Errorf("decompressed: %d bytes, %v; want %d", len(content), err, len(long))
	}
	if got := h.send(t, "GET", "/assets/index-1a2b.js", nil, "Accept-Encoding", "br"); got.body != "br of the script" {
		t.Errorf("the precompressed file was not used: %q, want %q", got.body, "br of the script")
	}
}

func TestSite(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	const html, anything = "text/html,application/xhtml+xml,*/*;q=0.8", "*/*"
	tests := []struct {
		method, path, accept string
		status               int
		kind, cache          string
	}{
		{"GET", "/", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/", anything, 200, "text/html; charset=utf-8", "no-cache"},
		{"HEAD", "/", anything, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/index.html", anything, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/search", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/board/7/details", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/mailbox", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/jobsx", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/search", anything, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/search", "application/json", 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/assets/index-1a2b.js", anything, 200, "text/javascript; charset=utf-8", forever},
		{"GET", "/assets/deep/logo-5e6f.svg", anything, 200, "image/svg+xml; charset=utf-8", forever},
		{"GET", "/assets/index-1a2b.js.gz", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/assets/gone-9z.js", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/assets/", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/favicon.ico", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/docs", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/docs/", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/docs/jobs", html, 200, "text/html; charset=utf-8", "no-cache"},
		{"GET", "/docs/jobs.json", anything, 200, "application/json", "no-cache"},
		{"GET", "/docs/nobody", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/docs/identity.yaml", html, 404, "application/json; charset=utf-8", "no-store"},
		{"GET", "/robots.txt", anything, 200, "text/plain; charset=utf-8", "no-cache"},
		{"POST", "/", html, 405, "application/json; charset=utf-8", "no-store"},
		{"DELETE", "/search", html, 405, "application/json; charset=utf-8", "no-store"},
	}
	for _, test := range tests {
		got := h.send(t, test.method, test.path, nil, "Accept", test.accept)
		if got.StatusCode != test.status || got.Header.Get("Content-Type") != test.kind || got.Header.Get("Cache-Control") != test.cache {
			t.Errorf("%s %s (%s): got %d %q %q, want %d %q %q", test.method, test.path, test.accept,
				got.StatusCode, got.Header.Get("Content-Type"), got.Header.Get("Cache-Control"), test.status, test.kind, test.cache)
		}
		if got.StatusCode != 200 {
			continue
		}
		for _, encoding := range []string{"identity", "gzip", "br"} {
			again := h.send(t, test.method, test.path, nil, "Accept", test.accept, "Accept-Encoding", encoding, "If-None-Match",
				got.Header.Get("Etag"))
			if again.StatusCode != http.StatusNotModified || again.body != "" {
				t.Errorf("%s, asked again as %s: got %d, want 304", test.path, encoding, again.StatusCode)
			}
		}
	}
	if len(h.visits()) > 0 {
		t.Error("the app's pages went to a service")
	}
}

func TestEveryContractIsServed(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	page, err := os.ReadFile("../../web/docs.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range api.Documents() {
		want, err := api.Published(d.Service)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.send(t, "GET", "/docs/"+d.Service+".json", nil, "Accept-Encoding", "identity"); got.body != string(want) {
			t.Errorf("%s: got %d and %d bytes, want the published contract", d.Service, got.StatusCode, len(got.body))
		}
		if link := `href="/docs/` + d.Service + `"`; !strings.Contains(string(page), link) {
			t.Errorf("web/docs.html has no %s", link)
		}
	}
}

func TestSiteNeedsAnIndex(t *testing.T) {
	t.Parallel()
	if _, err := newSite(fstest.MapFS{"robots.txt": {}}); err == nil {
		t.Error("a web app without index.html was accepted")
	}
}

func TestAppInTheBinary(t *testing.T) {
	t.Parallel()
	h := open(t, nil, func(o *Options) { o.Site = nil })
	got := h.send(t, "GET", "/", nil)
	if got.StatusCode != 200 || !strings.Contains(got.body, "Rolecall") || strings.Contains(got.body, "<script>") {
		t.Errorf("got %d: %s", got.StatusCode, got.body)
	}
}

func withMailbox(t *testing.T) (*mailing.Mailbox, func(*Options)) {
	t.Helper()
	box, err := mailing.NewMailbox(t.TempDir(), mail.Address{Address: "rolecall@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	return box, func(o *Options) { o.Mailbox = box }
}

func tokenOf(t *testing.T, box *mailing.Mailbox) string {
	t.Helper()
	token, err := box.Token()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestMailbox(t *testing.T) {
	t.Parallel()
	box, with := withMailbox(t)
	h := open(t, nil, with)
	for _, m := range []mailing.Message{
		{To: "Mira <mira@example.org>", Subject: "first", Text: "1"},
		{To: "noor@example.org", Subject: "second", Text: "2", HTML: "<p>2</p>"},
		{To: "mira@example.org", Subject: "third", Text: "3"},
	} {
		if err := box.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	c := apitest.At(t, "gateway", h.URL).With(apitest.Header("X-Mailbox-Token", tokenOf(t, box)))
	var page mailPage
	list := func(query string) (subjects []string) {
		page = mailPage{}
		c.Do("GET", "/mailbox/messages"+query, nil).Want(200).JSON(&page)
		for _, m := range page.Content {
			subjects = append(subjects, m.Subject)
		}
		return subjects
	}
	if got := strings.Join(list(""), " "); got != "third second first" || page.TotalElements != 3 || page.TotalPages != 1 {
		t.Errorf("all: %s, %+v", got, page)
	}
	if got := strings.Join(list("?to=MIRA@example.org"), " "); got != "third first" || page.TotalElements != 2 {
		t.Errorf("of one address: %s, %+v", got, page)
	}
	if got := strings.Join(list("?page=1&size=2"), " "); got != "first" || page.TotalPages != 2 {
		t.Errorf("second page: %s, %+v", got, page)
	}
	if got := list("?page=1000000000&size=100"); got != nil || page.TotalElements != 3 {
		t.Errorf("far page: %s, %+v", got, page)
	}
	for _, query := range []string{"?page=-1", "?page=x", "?page=1000000001", "?size=0", "?size=101", "?size=", "?to=a", "?to=" +
		strings.Repeat("a", 255)} {
		c.Do("GET", "/mailbox/messages"+query, nil).WantError(400, "Validation Error")
	}

	list("")
	var message mailMessage
	c.Do("GET", "/mailbox/messages/"+page.Content[1].ID.String(), nil).Want(200).JSON(&message)
	if message.Text != "2" || message.HTML == nil || *message.HTML != "<p>2</p>" {
		t.Errorf("message: %+v", message)
	}
	for _, id := range []string{"0198c0de-7a11-7000-8000-000000000001", "x", strings.ReplaceAll(message.ID.String(), "-", "")} {
		c.Do("GET", "/mailbox/messages/"+id, nil).WantError(404, "Not Found")
	}
	c.Do("DELETE", "/mailbox/messages/"+message.ID.String(), nil).WantError(405, "Method Not Allowed")
	c.Do("PUT", "/mailbox/messages", nil).WantError(405, "Method Not Allowed")
	c.Do("DELETE", "/mailbox/messages", nil).Want(204)
	if got := list(""); got != nil || page.TotalPages != 0 {
		t.Errorf("after clearing: %s, %+v", got, page)
	}
}

func TestMailboxIsLocalOnly(t *testing.T) {
	t.Parallel()
	box, with := withMailbox(t)
	inside := open(t, nil, with)
	public := open(t, nil, with, func(o *Options) { o.Config.PublicURL = "https://jobs.example.org" })
	mailServer := open(t, nil)

	tests := map[string]struct {
		fixture            *fixture
		remote, host       string
		header, value      string
		wantStatus, method string
	}{
		"browser here":           {inside, "127.0.0.1:5000", "localhost:8080", "", "", "200", "GET"},
		"by number":              {inside, "127.0.0.1:5000", "127.0.0.1:8080", "", "", "200", "GET"},
		"by IPv6":                {inside, "[::1]:5000", "[::1]:8080", "", "", "200", "GET"},
		"a page of ours":         {inside, "127.0.0.1:5000", "localhost:8080", "Sec-Fetch-Site", "same-origin", "200", "GET"},
		"another machine":        {inside, "192.0.2.7:5000", "localhost:8080", "", "", "404", "GET"},
		"same network":           {inside, "10.0.0.5:5000", "localhost:8080", "", "", "404", "GET"},
		"rebound name":           {inside, "127.0.0.1:5000", "evil.example", "", "", "404", "GET"},
		"rebound name with port": {inside, "127.0.0.1:5000", "evil.example:8080", "", "", "404", "GET"},
		"lookalike name":         {inside, "127.0.0.1:5000", "localhost.evil.example", "", "", "404", "GET"},
		"number in a name":       {inside, "127.0.0.1:5000", "127.0.0.1.evil.example", "", "", "404", "GET"},
		"no name":                {inside, "127.0.0.1:5000", "", "", "", "404", "GET"},
		"forwarded":              {inside, "127.0.0.1:5000", "localhost:8080", "X-Forwarded-For", "127.0.0.1", "404", "GET"},
		"forwarded, standard":    {inside, "127.0.0.1:5000", "localhost:8080", "Forwarded", "for=127.0.0.1", "404", "GET"},
		"through a proxy":        {inside, "127.0.0.1:5000", "localhost:8080", "Via", "1.1 proxy", "404", "GET"},
		"another site's page":    {inside, "127.0.0.1:5000", "localhost:8080", "Sec-Fetch-Site", "cross-site", "404", "GET"},
		"another site deletes":   {inside, "127.0.0.1:5000", "localhost:8080", "Sec-Fetch-Site", "cross-site", "404", "DELETE"},
		"public installation":    {public, "127.0.0.1:5000", "localhost:8080", "", "", "404", "GET"},
		"public name":            {public, "127.0.0.1:5000", "jobs.example.org", "", "", "404", "GET"},
		"mail server configured": {mailServer, "127.0.0.1:5000", "localhost:8080", "", "", "404", "GET"},
	}
	for name, test := range tests {
		for _, path := range []string{"/mailbox/messages", "/mailbox/messages/0198c0de-7a11-7000-8000-000000000001"} {
			req := httptest.NewRequestWithContext(t.Context(), test.method, path, http.NoBody)
			req.RemoteAddr, req.Host = test.remote, test.host
			req.Header.Set("X-Mailbox-Token", tokenOf(t, box))
			if test.header != "" {
				req.Header.Set(test.header, test.value)
			}
			rec := httptest.NewRecorder()
			test.fixture.handler.ServeHTTP(rec, req)
			want := test.wantStatus
			if strings.Count(path, "/") == 3 {
				want = "404"
			}
			if got := rec.Result().Status[:3]; got != want {
				t.Errorf("%s: %s: got %s, want %s", name, path, got, want)
			}
		}
	}
}

func TestPlatform(t *testing.T) {
	t.Parallel()
	_, with := withMailbox(t)
	for mode, h := range map[string]*fixture{"local": open(t, nil, with), "smtp": open(t, nil)} {
		var got platform
		apitest.At(t, "gateway", h.URL).Do("GET", "/platform", nil).Want(200).JSON(&got)
		if want := (platform{"1.2.3", mode, "http://localhost:8080", "open"}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	ready := open(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("a service was asked for %s, want %s", r.URL.Path, "/readyz")
		}
	})
	if got := ready.send(t, "GET", "/readyz", nil); got.StatusCode != 200 {
		t.Errorf("got %d, want 200: %s", got.StatusCode, got.body)
	}
	waiting := open(t, nil, func(o *Options) { o.Config.Jobs = "http://127.0.0.1:1" })
	got := waiting.send(t, "GET", "/readyz", nil)
	got.want(t, 503, "Service Unavailable")
	if !strings.Contains(got.body, "jobs") || strings.Contains(got.body, "identity") || strings.Contains(got.body, "127.0.0.1") {
		t.Errorf("the message should name jobs and nothing else: %s", got.body)
	}
	if got := waiting.send(t, "GET", "/healthz", nil); got.StatusCode != 200 {
		t.Errorf("alive is not ready: %d, want 200", got.StatusCode)
	}
}

func TestReadinessIsCheckedOncePerSecond(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	asked := 0
	r := &readiness{now: func() time.Time { return now }, check: func(ctx context.Context) error {
		asked++
		return ctx.Err()
	}}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := errors.Join(r.ready(gone), r.ready(t.Context()), r.ready(t.Context())); err != nil || asked != 1 {
		t.Errorf("asked %d times, %v; want once, and a client that hung up must not decide", asked, err)
	}
	now = now.Add(time.Second)
	if err := r.ready(t.Context()); err != nil || asked != 2 {
		t.Errorf("a second later: asked %d times, %v", asked, err)
	}
}
