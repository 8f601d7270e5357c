package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	dir := scratch(t)
	env := ports(t)
	env["PLATFORM_DATA_DIR"] = filepath.Join(dir, "data")
	p := up(t, dir, env)
	want := func(env map[string]string, code int, words string, args ...string) {
		t.Helper()
		if got, out := run(t, env, args...); got != code || !strings.Contains(out, words) {
			t.Errorf("rolecall %s: exit %d, want %d and %q:\n%s", strings.Join(args, " "), got, code, words, out)
		}
	}
	file := filepath.Join(dir, "kept.backup")
	want(env, 0, "Added lever/keel", "targets", "add", "lever", "keel", "--name", "Keel & Lantern")
	want(env, 0, "Backed up", "backup", file)
	want(env, 1, "--force", "backup", file)
	want(env, 0, "Added lever/later", "targets", "add", "lever", "later", "--name", "Later")
	want(env, 1, "the platform is running", "restore", file, "--replace")
	p.signal(syscall.SIGTERM)
	p.wait()

	want(env, 1, "--replace", "restore", file)
	want(env, 0, "opens what is sealed", "restore", file, "--replace")
	if _, out := run(t, env, "targets", "list"); !strings.Contains(out, "keel") || strings.Contains(out, "later") {
		t.Errorf("not as of the backup:\n%s", out)
	}

	// A new machine: the backup, and the secrets that are not in it.
	fresh := maps.Clone(env)
	fresh["PLATFORM_DATA_DIR"] = filepath.Join(dir, "fresh")
	want(fresh, 0, "set TOTP_ENCRYPTION_KEY", "restore", file)
	secrets, err := os.ReadFile(filepath.Join(dir, "data", "secrets.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fresh", "secrets.json"), secrets, 0o600); err != nil {
		t.Fatal(err)
	}
	want(fresh, 0, "the only valid one", "keys", "rotate", "--end-sessions")
	want(fresh, 0, "up to date", "doctor")
	if _, out := run(t, fresh, "targets", "list"); !strings.Contains(out, "Keel & Lantern") {
		t.Errorf("not on the new machine:\n%s", out)
	}
	again := up(t, dir, fresh)
	again.signal(syscall.SIGTERM)
	again.wait()

	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	want(env, 1, "nothing was changed", "restore", file, "--replace")
}
