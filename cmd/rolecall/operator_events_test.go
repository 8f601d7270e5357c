package main

import (
	"bytes"
	"strings"
	"testing"

	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
	"rolecall/internal/seal"
)

// TestOperatorCommandsAreRecorded checks that operators' commands appear among the administrators' events.
func TestOperatorCommandsAreRecorded(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	values := map[string]string{
		"DATABASE_URL": db.URL, "AUTH_DATABASE_URL": db.As(schema.IdentityRole), "JOB_DATABASE_URL": db.As(schema.JobsRole),
		"CRAWLER_DATABASE_URL": db.As(schema.CrawlerRole),
		"PLATFORM_DATA_DIR":    t.TempDir(), "PLATFORM_INTERNAL_SERVICE_KEY": "a key", "TOTP_ENCRYPTION_KEY": seal.NewKey().Reveal(),
		"PLATFORM_PUBLIC_URL": "https://jobs.example.org", "CRAWLER_SOURCE_GREENHOUSE_BASE_URL": "http://127.0.0.1:1", // nobody answers there
	}
	do := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, shell{getenv: func(name string) string { return values[name] }, out: &out, err: &errs}); code != want {
			t.Fatalf("%v: exit %d: %s%s", args, code, &out, &errs)
		}
		return out.String() + errs.String()
	}
	if said := do(0, "keys", "rotate", "--end-sessions"); !strings.Contains(said, "audit=true kind=signing_key.rotated actor=operator") {
		t.Errorf("the log says %s", said)
	}
	do(0, "targets", "add", "greenhouse", "no-such-board", "--name", "Foo Widgets")
	do(0, "targets", "pause", "greenhouse", "no-such-board")
	owner := db.Pool("")
	for table, want := range map[string]string{"identity.audit_event": "signing_key.rotated sessions.all_ended",
		"job.audit_event": "board.added board.paused"} {
		var got string
		if err := owner.QueryRow(t.Context(), "SELECT string_agg(kind, ' ' ORDER BY id) FROM "+table+
			" WHERE actor = 'operator'").Scan(&got); err != nil || got != want {
			t.Errorf("%s has %q, want %q (%v)", table, got, want, err)
		}
	}

	// The doctor reports a proxy that is not trusted.
	if said := do(0, "doctor"); !strings.Contains(said, "ok    clients") {
		t.Errorf("the doctor says %s", said)
	}
	if _, err := owner.Exec(t.Context(), "INSERT INTO identity.audit_event (at, kind, account_id, actor, address) "+
		"SELECT now(), 'login.succeeded', gen_random_uuid(), 'user', '10.0.0.5' FROM generate_series(1, 5)"); err != nil {
		t.Fatal(err)
	}
	if said := do(0, "doctor"); !strings.Contains(said, "note  clients") || !strings.Contains(said, "GATEWAY_TRUSTED_PROXIES=10.0.0.5/32") {
		t.Errorf("the doctor says %s", said)
	}
}
