package e2e

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rolecall/internal/apitest"
)

// demoPasswords reads the passwords of the demo's people where up keeps them.
func demoPasswords(t testing.TB, dataDir string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dataDir, "demo.json"))
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	if err := json.Unmarshal(b, &kept); err != nil {
		t.Fatal(err)
	}
	return kept
}

// keepDemoPasswords sets the passwords of the demo's accounts before its first start.
func keepDemoPasswords(t testing.TB, dataDir string) {
	t.Helper()
	b, err := json.Marshal(map[string]string{demoUser: demoUserPassword, demoAdmin: demoAdminPassword})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(dataDir, 0o755), os.Chmod(dataDir, 0o755),
		os.WriteFile(filepath.Join(dataDir, "demo.json"), b, 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestDemoAccountsEndWithDemo(t *testing.T) {
	t.Parallel()
	env := ports(t)
	env["DEMO_ADDRESS"] = "127.0.0.1:0"
	env["PLATFORM_DATA_DIR"] = filepath.Join(scratch(t), "data")
	gateway := "http://" + env["GATEWAY_ADDRESS"]
	status := func(email, password string) int {
		return apitest.At(t, "identity", gateway).Do("POST", "/auth/login", object{"email": email, "password": password}).Status
	}
	run := func(args ...string) *process {
		p := start(t, env, append([]string{"up"}, args...))
		p.waitFor("is ready")
		return p
	}
	stop := func(p *process) {
		p.signal(syscall.SIGTERM)
		p.wait()
	}

	p := run("--demo")
	first := demoPasswords(t, env["PLATFORM_DATA_DIR"])
	info, err := os.Stat(filepath.Join(env["PLATFORM_DATA_DIR"], "demo.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the passwords' file has mode %v, %v", info.Mode(), err)
	}
	for _, email := range []string{demoUser, demoAdmin} {
		if got := status(email, first[email]); got != 200 {
			t.Errorf("%s cannot log in: %d, want 200", email, got)
		}
		p.waitFor(email + " " + first[email])
	}
	for email, password := range map[string]string{demoUser: "visit-the-demo-2026", demoAdmin: "keep-the-demo-2026"} {
		if got := status(email, password); got != 401 {
			t.Errorf("%s logs in with a password that everybody knows: %d, want 401", email, got)
		}
	}
	stop(p)

	p = run("--demo")
	for email, password := range demoPasswords(t, env["PLATFORM_DATA_DIR"]) {
		if password != first[email] {
			t.Errorf("%s has a new password after a restart", email)
		}
		p.waitFor(email + " " + password)
	}
	stop(p)

	p = run()
	p.waitFor("The demo has ended")
	for email, password := range first {
		if got := status(email, password); got != 401 {
			t.Errorf("%s can still log in after the demo: %d, want 401", email, got)
		}
	}
	stop(p)

	run("--demo")
	for email, password := range demoPasswords(t, env["PLATFORM_DATA_DIR"]) {
		if got := status(email, password); got != 200 || password == first[email] {
			t.Errorf("%s in a new demo: %d, the old password: %v", email, got, password == first[email])
		}
	}
}

func TestDemoIsLocalOnly(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]map[string]string{
		"a public address":        {"PLATFORM_PUBLIC_URL": "https://jobs.example.org"},
		"a name that looks local": {"PLATFORM_PUBLIC_URL": "http://localhost.example.org"},
		"every interface":         {"GATEWAY_ADDRESS": "0.0.0.0:0"},
		"identity on every one":   {"AUTH_ADDRESS": "[::]:0"},
	} {
		env := ports(t)
		env["DEMO_ADDRESS"] = "127.0.0.1:0"
		env["PLATFORM_DATA_DIR"] = filepath.Join(scratch(t), "data")
		maps.Copy(env, change)
		code, out := run(t, env, "up", "--demo")
		if code != 1 || !strings.Contains(out, "--demo-public") {
			t.Errorf("%s: exit code %d, %s", name, code, out)
		}
		if _, err := os.Stat(filepath.Join(env["PLATFORM_DATA_DIR"], "demo.json")); err == nil {
			t.Errorf("%s: passwords were made", name)
		}
	}
	env := ports(t)
	env["DEMO_ADDRESS"] = "127.0.0.1:0"
	env["PLATFORM_DATA_DIR"] = filepath.Join(scratch(t), "data")
	env["PLATFORM_PUBLIC_URL"] = "https://jobs.example.org"
	start(t, env, []string{"up", "--demo", "--demo-public"}).waitFor("is ready")
}
