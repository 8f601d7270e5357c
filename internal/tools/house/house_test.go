// Package house checks rules of this repository that no compiler or linter knows: which package may import which, the
// tests, files, metrics and keys that the docs name, and what may reach a browser or a database unescaped.
package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "rolecall/"

var (
	services = []string{"identity", "jobs", "crawler", "applications", "notifications"}
	// platform packages import no service.
	platform = []string{"fault", "env", "httpd", "auth", "pg", "pgserver", "background", "outbox", "mail", "seal", "peer", "backup", "audit",
		"fair", "metrics", "egress", "personaldata", "lang", "status", "wire"}
	// onlyTests may be imported only by tests, and by the drill, which is one.
	onlyTests = []string{"internal/pgtest", "internal/apitest", "internal/auth/authtest", "internal/mail/mailtest", "internal/porttest",
		"internal/leaktest", "internal/clocktest", "internal/logtest"}
)

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "rolecall/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImportTable checks the table in docs/architecture.md.
func TestImportTable(t *testing.T) {
	t.Parallel()
	for _, p := range list(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, module)
			if !ours {
				continue
			}
			if !allowed(from, to) {
				t.Errorf("%s must not import %s", from, to)
			}
			if slices.Contains(onlyTests, to) && !slices.Contains(onlyTests, from) && from != "drill" && !strings.HasPrefix(from, "e2e") {
				t.Errorf("%s is for tests, but %s imports it", to, from)
			}
		}
	}
}

func allowed(from, to string) bool {
	switch {
	case strings.HasPrefix(from, "bench"):
		// It measures from outside.
		return slices.Contains([]string{"internal/jobs/seed", "internal/pgserver", "internal/schema", "internal/steal"}, to)
	case strings.HasPrefix(from, "cmd/"), strings.HasPrefix(from, "e2e"), strings.HasPrefix(from, "drill"),
		strings.HasPrefix(from, "internal/tools/"), slices.Contains(onlyTests, from):
		return true
	case strings.HasPrefix(from, "api"):
		return strings.HasPrefix(to, "api")
	}
	own := strings.Split(strings.TrimPrefix(from, "internal/"), "/")[0]
	target := strings.Split(strings.TrimPrefix(to, "internal/"), "/")[0]
	switch {
	case own == "slug", own == "gazetteer":
		return false
	case own == "schema":
		return slices.Contains(platform, target) || path.Base(to) == "migration"
	case own == "gateway":
		return target == "gateway" || slices.Contains(platform, target) || strings.HasPrefix(to, "api")
	case slices.Contains(platform, own):
		return slices.Contains(platform, target)
	case slices.Contains(services, own):
		return serviceMay(own, from, to, target)
	}
	return false
}

func serviceMay(own, from, to, target string) bool {
	switch {
	case strings.HasPrefix(from, "internal/"+own+"/store"):
		// A store does not import its service.
		return target == "pg" || target == "fault" || strings.HasPrefix(to, "internal/"+own+"/store")
	case strings.HasPrefix(from, "internal/"+own+"/oas"):
		return false
	case strings.HasPrefix(from, "internal/jobs/index"):
		// The index uses neither SQL nor HTTP.
		return from == "internal/jobs/index" && (to == "internal/jobs/index/analysis" || to == "internal/jobs/geo")
	case strings.HasPrefix(from, "internal/jobs/geo"):
		return target == "gazetteer"
	case strings.HasPrefix(from, "internal/jobs/feed"):
		return strings.HasPrefix(to, "internal/jobs/index") || slices.Contains(platform, target)
	case strings.HasPrefix(from, "internal/crawler/source/"):
		return strings.HasPrefix(to, "internal/crawler/source")
	case strings.HasPrefix(from, "internal/crawler/catalogue"):
		return false
	case strings.HasPrefix(from, "internal/crawler/enrich"):
		return strings.HasPrefix(to, "internal/crawler/enrich") || target == "gazetteer"
	case target == own, target == "slug", target == "schema", slices.Contains(platform, target):
		return true
	}
	// Another service is called through its contract.
	return slices.Contains(services, target) && path.Base(to) == "oas"
}

func TestImportTableRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to string }{
		{"internal/jobs", "internal/identity"},
		{"internal/jobs", "internal/crawler/store"},
		{"internal/jobs/store", "internal/jobs"},
		{"internal/jobs/index", "internal/pg"},
		{"internal/jobs/index", "internal/jobs"},
		{"internal/jobs/index/analysis", "internal/jobs/index"},
		{"internal/jobs/feed", "internal/jobs"},
		{"internal/jobs/feed", "internal/jobs/store"},
		{"internal/jobs/geo", "internal/jobs/index"},
		{"internal/pg", "internal/identity"},
		{"internal/gateway", "internal/identity/oas"},
		{"internal/crawler/source/lever", "internal/pg"},
		{"internal/slug", "internal/fault"},
		{"internal/notifications", "internal/applications"},
	} {
		if allowed(c.from, c.to) {
			t.Errorf("%s may import %s", c.from, c.to)
		}
	}
}

// TestNoOperationIsUnimplemented checks that every operation has a handler: a service that embeds the generated
// UnimplementedHandler would answer 501.
func TestNoOperationIsUnimplemented(t *testing.T) {
	t.Parallel()
	for _, service := range services {
		files, err := filepath.Glob("../../" + service + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue // a test may implement part of another service
			}
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(b, []byte("UnimplementedHandler")) {
				t.Errorf("%s leaves operations of %s unimplemented", file, service)
			}
		}
	}
}
