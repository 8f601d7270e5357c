package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"
	"time"
)

// TestLogLinesCarryTheirOffset checks that log lines have a UTC offset, so that their times can be read in any time
// zone.
func TestLogLinesCarryTheirOffset(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	_, events := openLogs(&out, "json", slog.LevelInfo)
	before := time.Now().Truncate(time.Second)
	events.Info("event")
	var line struct{ Time, Msg string }
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	at, err := time.Parse(time.RFC3339Nano, line.Time)
	if err != nil || at.Before(before) || time.Since(at) > time.Minute || line.Msg != "event" {
		t.Errorf("%s: %v", out.String(), err)
	}
}
