package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

var (
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	citedTest    = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	citedFile    = regexp.MustCompile("`((?:api|cmd|deploy|docs|e2e|internal|scripts|web)/[^`\\s]+)`")
	citedLink    = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	citedMetric  = regexp.MustCompile("`(rolecall_[a-z_]+)`")
	citedKey     = regexp.MustCompile("`((?:APPLICATION|AUTH|CRAWLER|GATEWAY|JOB|NOTIFICATION|PLATFORM|TOTP)_[A-Z_]+)`")
	citedCommand = regexp.MustCompile("rolecall ([a-z]+)")
)

// source returns all our Go code as one text, product and tests apart.
func source(t *testing.T) (product, tests string) {
	t.Helper()
	var p, q strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "oas" || d.Name() == ".git" || d.Name() == ".cache") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if strings.HasSuffix(path, "_test.go") {
			q.Write(b)
		} else {
			p.Write(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p.String(), q.String()
}

func document(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestCitationsExist checks that the tests, files and links that the security pages name exist.
func TestCitationsExist(t *testing.T) {
	t.Parallel()
	_, tests := source(t)
	there := map[string]bool{}
	for _, m := range testFunction.FindAllStringSubmatch(tests, -1) {
		there[m[1]] = true
	}
	for _, page := range []string{"docs/security.md", "docs/security-asvs.md"} {
		cited := citedTest.FindAllStringSubmatch(document(t, page), -1)
		if len(cited) < 100 {
			t.Errorf("%s: only %d tests are cited: the pattern no longer fits the page", page, len(cited))
		}
		for _, m := range cited {
			if !there[m[1]] {
				t.Errorf("%s cites %s, which does not exist", page, m[1])
			}
		}
	}
	for _, page := range []string{"docs/security.md", "docs/security-asvs.md", "docs/operating.md", "SECURITY.md"} {
		text := document(t, page)
		for _, m := range citedFile.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s: %v", page, m[1], err)
			}
		}
		for _, m := range citedLink.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
}

// TestOperatingPageIsCurrent checks that docs/operating.md names every metric, and only metrics, keys and commands that
// exist.
func TestOperatingPageIsCurrent(t *testing.T) {
	t.Parallel()
	product, _ := source(t)
	page := document(t, "docs/operating.md")
	named := map[string]bool{}
	for _, m := range citedMetric.FindAllStringSubmatch(page, -1) {
		named[m[1]] = true
		rest, gauge := strings.CutPrefix(m[1], "rolecall_outbox_")
		if !strings.Contains(product, `"`+m[1]+`"`) && !(gauge && strings.Contains(product, `gauge("`+rest+`"`)) {
			t.Errorf("there is no metric %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`"(rolecall_(?:[a-z]+_)+(?:total|seconds|connections|busy|max))"`).FindAllStringSubmatch(product,
		-1) {
		if !named[m[1]] {
			t.Errorf("the metric %s is not on the page", m[1])
		}
	}
	keys := document(t, "docs/configuration.md")
	for _, m := range citedKey.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(keys, "`"+m[1]+"`") {
			t.Errorf("there is no key %s", m[1])
		}
	}
	for _, m := range citedCommand.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(product, `arg:"subcommand:`+m[1]+`"`) {
			t.Errorf("there is no command rolecall %s", m[1])
		}
	}
}
