package e2e

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/apitest"
	"rolecall/internal/porttest"
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

// TestDemoForAdministrators checks that the demo's first runs are listed, that one board fails after having worked while its
// postings stay, also after a restart, and that the printed employer can be added by its address.
func TestDemoForAdministrators(t *testing.T) {
	t.Parallel()
	w := newDemo(t, map[string]string{"DEMO_ADDRESS": porttest.New(t).Address()})
	var runs struct {
		Content []struct{ Kind, Status, ResultSummary string }
	}
	w.admin.jobs.Do("GET", "/jobs/admin/triggers?scheduled=true", nil).Want(200).JSON(&runs)
	for _, want := range []string{
		"crawl succeeded 8 boards, 250 postings seen, ",
		"crawl succeeded 8 boards, 228 postings seen, 0 new, 0 changed, 0 closed; " +
			"1 board failed: workable/quillfeather (unavailable, retry after 3600 s",
	} {
		if !slices.ContainsFunc(runs.Content, func(r struct{ Kind, Status, ResultSummary string }) bool {
			return strings.HasPrefix(r.Kind+" "+r.Status+" "+r.ResultSummary, want)
		}) {
			t.Errorf("no run %q in %+v", want, runs.Content)
		}
	}
	var boards struct {
		Content []struct{ ID, CompanyName string }
	}
	w.admin.jobs.Do("GET", "/jobs/admin/targets?health=failing", nil).Want(200).JSON(&boards)
	if len(boards.Content) != 1 || boards.Content[0].CompanyName != "Quillfeather Press" {
		t.Fatalf("failing: %+v, want Quillfeather Press", boards.Content)
	}
	board := "/jobs/admin/targets/" + boards.Content[0].ID
	pulls := func() (out []string) {
		var details struct {
			Pulls []struct{ Outcome, Error string }
		}
		w.admin.jobs.Do("GET", board, nil).Want(200).JSON(&details)
		for _, p := range details.Pulls {
			if p.Outcome == "failed" && !strings.Contains(p.Error, "HTTP 503") {
				t.Errorf("the board fails for another reason: %s", p.Error)
			}
			out = append(out, p.Outcome)
		}
		return out
	}
	before := pulls()
	if before[0] != "failed" || before[len(before)-1] != "complete" {
		t.Errorf("pulls of the failing board, newest first: %v", before)
	}

	w.process.signal(syscall.SIGTERM)
	w.process.wait()
	w.process = start(t, w.env, []string{"up", "--demo"})
	w.process.waitFor("Press Ctrl-C")
	w.admin.logIn()
	w.admin.jobs.Do("POST", board+"/requests", object{"action": "retry"}).Want(202)
	soon(t, "the board fails again", func() bool { return slices.Equal(pulls(), slices.Concat([]string{"failed"}, before)) })
	var found struct{ TotalElements int }
	w.admin.jobs.Do("GET", "/jobs?size=1", nil).Want(200).JSON(&found)
	if found.TotalElements != 250 {
		t.Errorf("%d postings, want 250", found.TotalElements)
	}

	_, address, _ := strings.Cut(w.process.out.String(), "employers to add: Salt & Cedar Kitchens, ")
	address, _, _ = strings.Cut(address, "\n")
	find := made(w.admin.jobs.Do("POST", "/jobs/finds", object{"query": address}).Want(202))
	state := func() (out string) {
		var found struct {
			Boards []struct{ Name, State string }
		}
		w.admin.jobs.Do("GET", "/jobs/finds/"+find, nil).Want(200).JSON(&found)
		for _, b := range found.Boards {
			out += b.Name + " " + b.State
		}
		return out
	}
	soon(t, "the employer is found", func() bool { return state() == "Hafenlicht GmbH new" })
	w.admin.jobs.Do("POST", "/jobs/finds/"+find+"/additions", object{"choice": 0}).Want(202)
	soon(t, "the employer is added", func() bool { return state() == "Hafenlicht GmbH added" })
}

// soon waits until something is so.
func soon(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !so(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in time: %s", what)
		}
	}
}
