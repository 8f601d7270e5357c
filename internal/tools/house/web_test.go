package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	htmlSink = regexp.MustCompile(`dangerouslySetInnerHTML|(?:inner|outer)HTML\s*=|insertAdjacentHTML|` +
		`createContextualFragment|srcDoc|document\.write`)
	component     = regexp.MustCompile(`<(\w+) [^>]*`)
	passwordField = regexp.MustCompile(`-password"|(?i:password')\)\}`)
)

// webLines calls f for each line of the web app, except tests, with the path of its file.
func webLines(t *testing.T, f func(file, line string)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, "web/src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, ".ts") || strings.Contains(path, ".test.") {
			return err
		}
		b, err := os.ReadFile(path)
		file, _ := filepath.Rel(root, path)
		for line := range strings.Lines(string(b)) {
			f(filepath.ToSlash(file), strings.TrimSpace(line))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTwoFilesShowHTML checks that only two files show HTML, because React escapes text: one sanitises it first, the
// other shows it in a sandboxed frame without scripts and without an origin.
func TestTwoFilesShowHTML(t *testing.T) {
	t.Parallel()
	safe := map[string]string{
		"web/src/jobs/rich-text.tsx":  "dangerouslySetInnerHTML={{ __html: safe }}",
		"web/src/mailbox/mailbox.tsx": `sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc=`,
	}
	found := 0
	webLines(t, func(file, line string) {
		if !htmlSink.MatchString(line) {
			return
		}
		if found++; safe[file] == "" || !strings.Contains(line, safe[file]) {
			t.Errorf("%s writes HTML: %s", file, line)
		}
	})
	if found != len(safe) {
		t.Errorf("%d places write HTML, want %d", found, len(safe))
	}
}

// TestPasswordFieldsAreMasked checks that every password field is a PasswordInput, which hides the text, names its
// purpose to password managers and allows pasting.
func TestPasswordFieldsAreMasked(t *testing.T) {
	t.Parallel()
	found := 0
	webLines(t, func(file, line string) {
		if strings.Contains(line, "onPaste") {
			t.Errorf("%s handles pasting: %s", file, line)
		}
		for _, m := range component.FindAllStringSubmatch(line, -1) {
			if !passwordField.MatchString(m[0]) && m[1] != "PasswordInput" {
				continue
			}
			if found++; m[1] != "PasswordInput" || !strings.Contains(m[0], `-password"`) {
				t.Errorf("%s: %s", file, m[0])
			}
		}
	})
	if found < 7 {
		t.Errorf("%d password fields, want 7 or more", found)
	}
}
