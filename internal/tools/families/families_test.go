package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"rolecall/internal/crawler/source/all"
)

// TestFilesNameEveryFamily checks that every file names all families. If it fails, run `make generate`.
func TestFilesNameEveryFamily(t *testing.T) {
	t.Parallel()
	for _, f := range files {
		old, err := os.ReadFile(filepath.Join("../../..", f.path))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := f.render(string(old)); err != nil || want != string(old) {
			t.Errorf("%s is not fresh (%v): run make generate", f.path, err)
		}
	}
}

// TestEveryFamilyDescribesItself checks that the database accepts the names of all families and that the table has a
// text for every column.
func TestEveryFamilyDescribesItself(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[a-z][a-z0-9]{1,30}$`) // as in pull_target_source_name
	for _, s := range all.Sources() {
		f := s.Family()
		if !name.MatchString(f.Name) || f.Label == "" || f.Form == "" || f.Right == 0 || f.Reads == "" || f.Proof == "" {
			t.Errorf("incomplete: %+v", f)
		}
		if (f.BaseURL == "") != (len(f.Domains) == 0) {
			t.Errorf("%s has a base URL and no domain, or the reverse", f.Name)
		}
		if g := f.Guess; g != nil && (g.Spelling == nil || g.Unknown == "") {
			t.Errorf("%s does not say how it answers for an unknown name", f.Name)
		}
	}
}
