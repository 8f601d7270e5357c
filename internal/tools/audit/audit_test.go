package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goDatabase is a database of vulnerabilities with one made-up entry for url.Parse of the standard library, or with none.
func goDatabase(t *testing.T, entry bool) string {
	t.Helper()
	const modified = "2026-01-02T03:04:05Z"
	files := map[string]string{
		"index/db.json": `{"modified":"` + modified + `"}`, "index/modules.json": "[]", "index/vulns.json": "[]",
	}
	if entry {
		files["index/modules.json"] = `[{"path":"stdlib","vulns":[{"id":"GO-2026-9999","modified":"` + modified + `","fixed":"99.0.0"}]}]`
		files["index/vulns.json"] = `[{"id":"GO-2026-9999","modified":"` + modified + `"}]`
		files["ID/GO-2026-9999.json"] = `{"schema_version":"1.3.1","id":"GO-2026-9999","modified":"` + modified + `","published":"` + modified +
			`",
			"summary":"A made-up flaw in net/url","database_specific":{"url":"https://advisories.example/GO-2026-9999"},
			"details":"Made up for a test.",
			"affected":[{"package":{"name":"stdlib","ecosystem":"Go"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"99.0.0"}]}],
			"ecosystem_specific":{"imports":[{"path":"net/url","symbols":["Parse"]}]}}]}`
	}
	return "file://" + write(t, files)
}

// npmRegistry knows one made-up package, and the advisories it is given.
func npmRegistry(t *testing.T, advisories string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasSuffix(r.URL.Path, "/advisories/bulk"):
			fmt.Fprint(w, advisories)
		case r.URL.Path == "/rolecall-made-up":
			fmt.Fprint(w, `{"name":"rolecall-made-up","dist-tags":{"latest":"1.0.0"},`+
				`"versions":{"1.0.0":{"name":"rolecall-made-up","version":"1.0.0"}}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func TestAuditDistinguishesCleanFoundAndUnchecked(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed")
	}
	t.Setenv("npm_config_cache", t.TempDir())
	module := write(t, map[string]string{
		"go.mod":  "module example.org/tiny\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"net/url\"\n\nfunc main() { _, _ = url.Parse(\"x\") }\n",
	})
	lock, err := json.Marshal(map[string]any{
		"name": "tiny", "version": "1.0.0", "lockfileVersion": 3, "requires": true,
		"packages": map[string]any{
			"": map[string]any{"name": "tiny", "version": "1.0.0",
				"dependencies": map[string]string{"rolecall-made-up": "1.0.0"}},
			"node_modules/rolecall-made-up": map[string]any{"version": "1.0.0"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	web := write(t, map[string]string{
		"package.json": `{"name":"tiny","version":"1.0.0","dependencies":{"rolecall-made-up":"1.0.0"}}`, "package-lock.json": string(lock),
	})
	advisory := npmRegistry(t, `{"rolecall-made-up":[{"id":1,"url":"https://advisories.example/1","title":"A made-up flaw",`+
		`"severity":"high","vulnerable_versions":"<2.0.0","cwe":[],"cvss":{"score":7}}]}`)
	for name, c := range map[string]struct {
		database, registry string
		code               int
		says               []string
	}{
		"clean": {goDatabase(t, false), npmRegistry(t, "{}"), exitClean, []string{"standard library: no known vulnerabilities",
			"web app: no known vulnerabilities"}},
		"found": {goDatabase(t, true), advisory, exitFound,
			[]string{"GO-2026-9999", "A made-up flaw in net/url", "rolecall-made-up *: high, A made-up flaw https://advisories.example/1"}},
		"away": {"file://" + t.TempDir() + "/away", "http://127.0.0.1:1/", exitUnseen,
			[]string{"standard library: NOT CHECKED", "web app: NOT CHECKED", "ECONNREFUSED", "run this again where the databases can be reached"}},
	} {
		var out, complaints bytes.Buffer
		code := run(t.Context(), []string{"-go-db", c.database, "-npm-registry", c.registry, "-module", module, "-web", web}, &out, &complaints)
		if code != c.code {
			t.Errorf("%s: exit code %d, want %d:\n%s%s", name, code, c.code, out.String(), complaints.String())
		}
		for _, words := range c.says {
			if !strings.Contains(out.String(), words) {
				t.Errorf("%s: %q is missing:\n%s", name, words, out.String())
			}
		}
	}
}

func TestFindingOutweighsUncheckedDatabase(t *testing.T) {
	t.Parallel()
	clean, found, unseen := verdict{what: "a"}, verdict{what: "b", found: "x"}, verdict{what: "c", unseen: errors.New("away")}
	for want, verdicts := range map[int][]verdict{exitClean: {clean, clean}, exitUnseen: {clean, unseen}, exitFound: {unseen, found}} {
		if got := report(io.Discard, verdicts...); got != want {
			t.Errorf("%v: exit code %d, want %d", verdicts, got, want)
		}
	}
	if got := report(io.Discard, found, unseen); got != exitFound {
		t.Errorf("found, then not checked: exit code %d, want %d", got, exitFound)
	}
}
