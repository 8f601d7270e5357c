package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var browserStorage = regexp.MustCompile(`[lL]ocalStorage|[sS]essionStorage|indexedDB|document\.cookie|caches\.|persistQueryClient`)

// TestBrowserStorageIsListed checks that the web app stores only reviewed things in the browser: the session token, the
// chosen currency and language, the token of the local mailbox, notes that the server does not have yet, time zones,
// the last search of a tab until its user signs out, which postings were opened without an account, whether to hide
// them, the columns of the table, whether closed columns of the board are folded, how far the first questions got, the
// build for which the page was reloaded, and a copy of the board for reading offline. The service worker
// (web/public/sw.js) keeps the app's files and the key with which it renews its push subscription. Anything else must
// be reviewed and added here: other people may use the same browser.
func TestBrowserStorageIsListed(t *testing.T) {
	t.Parallel()
	var got []string
	web := filepath.Join(root, "web", "src")
	err := filepath.WalkDir(web, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") || strings.Contains(path, ".test.") {
			return err
		}
		b, err := os.ReadFile(path)
		if browserStorage.Match(b) {
			name, _ := filepath.Rel(web, path)
			got = append(got, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"api/version.ts", "format/zone.ts", "jobs/currency.ts", "jobs/last-search.ts", "jobs/seen.ts", "mailbox/token.ts",
		"offline/copy.ts", "session/draft.ts", "session/session.ts", "start/onboarding-state.ts", "text/languages.ts", "tracker/board.tsx",
		"tracker/table.tsx"}
	if !slices.Equal(got, want) {
		t.Errorf("files that use the browser's storage: %q, want %q", got, want)
	}
}
