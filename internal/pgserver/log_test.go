package pgserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTrimLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "server.log")
	if err := trimLog(path, 10); err != nil {
		t.Fatalf("no log yet: %v", err)
	}
	writer, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	say := func(text string) {
		t.Helper()
		if _, err := writer.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ said, log, before string }{
		{"0123456789", "0123456789", ""}, // exactly the limit
		{"abc", "", "3456789abc"},        // over it: the newest bytes are kept aside
		{"next", "next", "3456789abc"},   // and the writer goes on at the beginning
		{strings.Repeat("-", 20), "", strings.Repeat("-", 10)},
	} {
		say(step.said)
		if err := trimLog(path, 10); err != nil {
			t.Fatal(err)
		}
		if got := content(path); got != step.log {
			t.Errorf("after %q: log %q, want %q", step.said, got, step.log)
		}
		if got := content(path + ".1"); got != step.before {
			t.Errorf("after %q: log before %q, want %q", step.said, got, step.before)
		}
	}
}

func TestStartTrimsTheLog(t *testing.T) {
	t.Parallel()
	o := quick(madeFolder(t))
	o.LogLimit = 100
	s := start(t, o)
	said := content(s.folder.logFile())
	stop(t, s)
	if !strings.Contains(said, "ready to accept connections") {
		t.Fatalf("the log has %q", said)
	}
	start(t, o)
	if got := content(s.folder.logFile()); strings.Contains(got, said) {
		t.Errorf("the log was not trimmed: %q", got)
	}
	if got := content(s.folder.logFile() + ".1"); len(got) != 100 {
		t.Errorf("the log before has %d bytes, want 100", len(got))
	}
}

func content(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}
