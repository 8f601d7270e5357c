package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rolecall/internal/audit"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// TestSecurityEventsAreLoggedAtEveryLevel checks both formats and that events go to the same stream as the log.
func TestSecurityEventsAreLoggedAtEveryLevel(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t).Pool(schema.IdentityRole)
	for format, want := range map[logFormat]string{"text": "audit=true kind=password.changed",
		"json": `"audit":true,"kind":"password.changed"`} {
		for _, level := range []slog.Level{slog.LevelDebug, slog.LevelWarn, slog.LevelError} {
			var out bytes.Buffer
			log, events := openLogs(&out, format, level)
			log.With("a", 1).Info("chatter")
			if err := audit.New("identity", events, time.Now).Record(t.Context(), db, audit.Event{Kind: "password.changed",
				Actor: audit.User}); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); !strings.Contains(got, want) || strings.Contains(got, "chatter") != (level == slog.LevelDebug) {
				t.Errorf("%s at %s: %s", format, level, got)
			}
		}
	}
}
