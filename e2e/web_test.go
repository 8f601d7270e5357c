package e2e

import (
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestWebApp walks through the web app in Chromium (e2e/web) against the whole platform with its demo. With
// JOURNEY=name it walks only through those of e2e/web/journeys whose names contain it.
func TestWebApp(t *testing.T) {
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "../scripts/web", "install").CombinedOutput(); err != nil { // Playwright
		t.Fatalf("install: %v\n%s", err, out)
	}
	env := ports(t)
	gateway := "http://localhost:" + port(t, env["GATEWAY_ADDRESS"])
	dir := filepath.Join(scratch(t), "data")
	keepDemoPasswords(t, dir)
	maps.Copy(env, map[string]string{
		"PLATFORM_DATA_DIR":   dir,
		"PLATFORM_PUBLIC_URL": gateway,
		"DEMO_ADDRESS":        "127.0.0.1:0",
		// Journeys wait for these tasks. The administrator's journey makes two requests between two polls of the crawler and
		// relies on the five seconds.
		"NOTIFICATION_CUSTOM_REMINDER_CRON": "* * * * * ?",
		"CRAWLER_TRIGGER_POLL_CRON":         "0/5 * * * * ?",
		// The administrator's journey ends the administrator's other sessions, so others add employers as themselves.
		"CRAWLER_TARGETS_OPEN": "true",
		// For the same reason there is another administrator, who manages users.
		"AUTH_ADMIN_EMAILS": "users-admin@example.org",
		// Journeys receive webhooks and push messages themselves.
		"NOTIFICATION_CHANNEL_ALLOW_PRIVATE": "true",
		// All the people of the journeys share one address.
		"GATEWAY_LIMIT_RATE": "0",
	})
	demo := func() *process {
		p := start(t, env, []string{"up", "--demo"})
		p.waitFor("is ready")
		return p
	}
	p := demo()
	token := mailboxToken(t, env["GATEWAY_ADDRESS"])
	journeys(t, env, gateway, token, "journeys")
	if t.Failed() || os.Getenv("JOURNEY") != "" {
		return
	}
	p.signal(syscall.SIGTERM)
	p.wait()
	env["PLATFORM_ADMIN_TRIGGER_ENABLED"] = "false"
	env["CRAWLER_TARGETS_OPEN"] = "false"
	demo()
	journeys(t, env, gateway, token, "switched-off")
}

// journeys walks through all journeys of a folder of e2e/web. They may run the program as its operator. Each becomes a
// subtest with what it printed.
func journeys(t *testing.T, env map[string]string, gateway, token, folder string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"web/run.mjs"}, strings.Fields(os.Getenv("JOURNEY"))...)...)
	cmd.Env = append(os.Environ(), "BASE_URL="+gateway, "MAILBOX_TOKEN="+token, "ADMIN_PASSWORD="+demoAdminPassword, "JOURNEYS="+folder,
		"ROLECALL="+binary)
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	out, err := cmd.CombinedOutput()
	failed := false
	for _, journey := range verdict.FindAllStringSubmatch("\n"+string(out), -1) {
		t.Run(journey[2], func(t *testing.T) {
			t.Log(journey[0])
			if journey[1] == "FAIL" {
				failed = true
				t.Errorf("traces are in e2e/results")
			}
		})
	}
	rest := strings.TrimSpace(verdict.ReplaceAllString("\n"+string(out), ""))
	if err != nil && !failed {
		t.Fatalf("%s: %v\n%s", folder, err, rest)
	}
	if rest != "" {
		t.Log(rest) // such as why node ended before the other journeys
	}
}

// verdict matches what e2e/web/run.mjs prints of one journey: "ok" or "FAIL", the name, the time, and indented lines.
var verdict = regexp.MustCompile(`\n(ok  |FAIL) (\S+) \([^)]*\)(?:\n {5}.*)*`)

func port(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse("//" + address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Port()
}
