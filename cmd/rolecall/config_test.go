package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The page is made by `rolecall config --markdown`; a new key without its line fails here.
func TestTheConfigurationPageIsComplete(t *testing.T) {
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

func TestConfigHidesSecretsAndNamesWhatIsMalformed(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	env := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2", "DATABASE_URL": "postgres://u:hunter2@h/d", "NOTIFICATION_DIGEST_CRON": "every monday"}
	err := (&configCommand{}).run(t.Context(), shell{getenv: func(k string) string { return env[k] }, out: &out})
	if err == nil || !strings.Contains(err.Error(), "notification.digest.cron") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if strings.Contains(out.String(), "hunter2") {
		t.Errorf("a secret is shown:\n%s", out.String())
	}
}
