package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rolecall/internal/env"
	"rolecall/internal/gateway"
)

// TestServiceKeyHasTwoNames checks that the service key can be set under the platform's name and under the notification
// service's name.
func TestServiceKeyHasTwoNames(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, values := range map[string]map[string]string{
		"the platform's":                {"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2"},
		"that of notifications":         {"NOTIFICATION_INTERNAL_SERVICE_KEY": "hunter2"},
		"that of notifications, a file": {"NOTIFICATION_INTERNAL_SERVICE_KEY_FILE": file},
		"both":                          {"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2", "NOTIFICATION_INTERNAL_SERVICE_KEY": "hunter2"},
	} {
		var a applicationsConfig
		var n notificationsConfig
		var g gateway.Config
		given, dir := func(v string) string { return values[v] }, t.TempDir()
		made, err := withGeneratedSecrets(given, dir)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := withStoredSecrets(given, dir)
		if err != nil {
			t.Fatal(err)
		}
		for where, getenv := range map[string]func(string) string{"serve": given, "up": made, "doctor": stored} {
			if err := env.Load(getenv, &a, &n, &g); err != nil {
				t.Errorf("%s in %s: %v", name, where, err)
				continue
			}
			for who, key := range map[string]env.Secret{"applications": a.Auth.Key, "notifications": n.Auth.Key, "gateway": g.ServiceKey} {
				if key.Reveal() != "hunter2" {
					t.Errorf("%s in %s: %s has another key", name, where, who)
				}
			}
		}
	}
}

func TestDifferingServiceKeysAreRefused(t *testing.T) {
	t.Parallel()
	values := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2", "NOTIFICATION_INTERNAL_SERVICE_KEY": "hunter3"}
	var n notificationsConfig
	err := env.Load(func(v string) string { return values[v] }, &n)
	if err == nil || !strings.Contains(err.Error(), "notification.internal.service-key and platform.internal.service-key differ") ||
		strings.Contains(err.Error(), "hunter") {
		t.Errorf("got %v", err)
	}
}
