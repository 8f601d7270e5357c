package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rolecall/internal/identity/oas"
)

// TestDoctorNotesWhatIsNotSetUp checks that optional settings that are missing are notes: the platform works without
// them, but the operator should know.
func TestDoctorNotesWhatIsNotSetUp(t *testing.T) {
	t.Parallel()
	values := map[string]string{"PLATFORM_DATA_DIR": t.TempDir()}
	p, err := newPlatform(t.Context(), shell{getenv: func(k string) string { return values[k] }, err: t.Output()}, settings{LogFormat: "text"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if f := p.mailFinding(t.Context()); f.level() != oas.FindingLevelNote || !strings.Contains(f.text(), "no mail server is set") {
		t.Errorf("mail: %+v", f)
	}
	p.backups = p.newKeeper()
	check := func(level oas.FindingLevel, words string) {
		t.Helper()
		if f := p.backupFinding(); f.level() != level || !strings.Contains(f.text(), words) {
			t.Errorf("got %s %q, want %s with %q", f.level(), f.text(), level, words)
		}
	}
	check(oas.FindingLevelNote, "no backup yet")
	dir := p.backups.Dir
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write("rolecall-20260302T033000.000Z.backup", "x")
	check(oas.FindingLevelOk, "2026-03-02T03:30:00Z")
	write("state.json", `{"lastFailure":{"at":"2026-03-03T03:30:00Z","reason":"the disk is full"}}`)
	check(oas.FindingLevelFailure, "the disk is full")
}
