package main

import (
	"strings"
	"testing"

	"rolecall/internal/env"
)

// TestDeploymentHasOneTimeZone checks that applications and notifications agree on the day of a next step.
func TestDeploymentHasOneTimeZone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		values map[string]string
		zone   string // of both services, if they start
		fault  string
	}{
		{"none", nil, "UTC", ""},
		{"the shared key", map[string]string{"PLATFORM_TIMEZONE": "Europe/Oslo"}, "Europe/Oslo", ""},
		{"both agree", map[string]string{"PLATFORM_TIMEZONE": "Europe/Oslo", "APPLICATION_TIMEZONE": "Europe/Oslo",
			"NOTIFICATION_TIMEZONE": "Europe/Oslo"}, "Europe/Oslo", ""},
		{"applications differs", map[string]string{"PLATFORM_TIMEZONE": "Europe/Oslo", "APPLICATION_TIMEZONE": "UTC"}, "",
			"application.timezone"},
		{"notifications differs", map[string]string{"NOTIFICATION_TIMEZONE": "Europe/Oslo"}, "", "notification.timezone"},
	} {
		var a applicationsConfig
		var n notificationsConfig
		err := env.Load(func(name string) string {
			if name == "PLATFORM_INTERNAL_SERVICE_KEY" {
				return "key"
			}
			return tt.values[name]
		}, &a, &n)
		switch {
		case tt.fault != "":
			if err == nil || !strings.Contains(err.Error(), tt.fault+" is ") || !strings.Contains(err.Error(), "platform.timezone") {
				t.Errorf("%s: got %v", tt.name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case a.Timezone.String() != tt.zone || n.Timezone.String() != tt.zone:
			t.Errorf("%s: applications in %s, notifications in %s, want %s", tt.name, a.Timezone, n.Timezone, tt.zone)
		}
	}
}
