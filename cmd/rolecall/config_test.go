package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfigurationPageIsComplete fails for a key that `rolecall config --markdown` has not written to the page.
func TestConfigurationPageIsComplete(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := (&configCommand{Markdown: true}).run(t.Context(), shell{getenv: func(string) string { return "" }, out: &out}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(page), out.String()) {
		t.Error("docs/configuration.md is out of date: run `make generate`")
	}
}

func TestConfigHidesSecretsAndNamesMalformedValues(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	env := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2", "DATABASE_URL": "postgres://u:hunter2@h/d",
		"NOTIFICATION_DIGEST_CRON": "every monday"}
	err := (&configCommand{}).run(t.Context(), shell{getenv: func(k string) string { return env[k] }, out: &out})
	if err == nil || !strings.Contains(err.Error(), "notification.digest.cron") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if strings.Contains(out.String(), "hunter2") {
		t.Errorf("a secret is shown:\n%s", out.String())
	}
}

// Every effective value is shown, with where it came from.
func TestConfigShowsValuesAndOrigins(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	if err := os.WriteFile(key, []byte("hunter2"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"XDG_DATA_HOME": dir, "JOB_ADDRESS": "127.0.0.1:9081", "NOTIFICATION_INTERNAL_SERVICE_KEY_FILE": key,
		"PLATFORM_TIMEZONE": "Europe/Oslo"}
	var out bytes.Buffer
	if err := (&configCommand{}).run(t.Context(), shell{getenv: func(k string) string { return values[k] }, out: &out}); err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(line)
		lines[fields[0]] = strings.Join(fields[1:], " ")
	}
	for name, want := range map[string]string{
		"PLATFORM_DATA_DIR":                 filepath.Join(dir, "rolecall") + " XDG_DATA_HOME",
		"JOB_ADDRESS":                       "127.0.0.1:9081 environment",
		"GATEWAY_ADDRESS":                   "127.0.0.1:8080 default",
		"NOTIFICATION_INTERNAL_SERVICE_KEY": "(hidden) NOTIFICATION_INTERNAL_SERVICE_KEY_FILE",
		"PLATFORM_INTERNAL_SERVICE_KEY":     "(hidden) NOTIFICATION_INTERNAL_SERVICE_KEY_FILE",
		"APPLICATION_TIMEZONE":              "Europe/Oslo PLATFORM_TIMEZONE",
		"PLATFORM_LOG_LEVEL":                "info, in up warn default",
		"PLATFORM_METRICS_ADDRESS":          "off, in up 127.0.0.1:9464 default",
		"PLATFORM_SMTP_URL":                 "local mailbox in " + filepath.Join(dir, "rolecall", "mailbox") + " default",
		"DATABASE_URL":                      "embedded server in " + filepath.Join(dir, "rolecall", "postgres") + " (up only) default",
		"JOB_DATABASE_URL":                  "made by up default",
		"TOTP_ENCRYPTION_KEY":               "made by up and kept in " + filepath.Join(dir, "rolecall", "secrets.json") + " default",
		"AUTH_ADMIN_EMAILS":                 "- unset",
	} {
		if lines[name] != want {
			t.Errorf("%s: got %q, want %q", name, lines[name], want)
		}
	}
}
