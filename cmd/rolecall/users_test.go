package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"rolecall/internal/env"
	"rolecall/internal/identity"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestUsersCommands(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	const mira = "mira@example.org"
	values := map[string]string{
		"DATABASE_URL": db.URL, "AUTH_DATABASE_URL": db.As(schema.IdentityRole), "PLATFORM_DATA_DIR": t.TempDir(),
		"PLATFORM_INTERNAL_SERVICE_KEY": "hunter2", "TOTP_ENCRYPTION_KEY": strings.Repeat("ab", 32),
	}
	getenv := func(k string) string { return values[k] }
	var cfg identityConfig
	if err := env.Load(getenv, &cfg); err != nil {
		t.Fatal(err)
	}
	pool := db.Pool(schema.IdentityRole)
	svc, err := identity.New(cfg.Config, identity.Deps{Log: slog.New(slog.DiscardHandler), DB: pool})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.DemoAccount(t.Context(), identity.NewAccount{
		FirstName: "Mira", LastName: "Sandoval", Email: mira, Password: "nine quiet herons",
	}); err != nil {
		t.Fatal(err)
	}
	count := func(sql string, want int) {
		t.Helper()
		var n int
		if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil || n != want {
			t.Errorf("%d (%v), want %d: %s", n, err, want, sql)
		}
	}
	for _, step := range []struct {
		args, answer string
		code         int
		want         string
	}{
		{"users", "", exitUsage, "rolecall users --help"},
		{"users show", "", exitUsage, "EMAIL is required"},
		{"users delete --help", "", exitDone, "cannot be undone"},
		{"users list", "", exitDone, "mira@example.org  Mira Sandoval  active  off         0 "},
		{"users show " + mira, "", exitDone, "two-factor  off"},
		{"users show nobody@example.org", "", exitFailed, "rolecall: nobody@example.org: there is no account with this address"},
		{"users reset-password MIRA@example.org", "", exitDone, "is now: "},
		{"users reset-2fa " + mira, "", exitDone, "was off already"},
		{"users verify " + mira, "", exitDone, "was confirmed already"},
		{"users disable " + mira, "", exitDone, "is disabled"},
		{"users list", "", exitDone, "disabled"},
		{"users enable " + mira, "", exitDone, "is enabled again"},
		{"users enable " + mira, "", exitDone, "was not disabled"},
		{"users sessions " + mira, "", exitDone, "is not logged in anywhere"},
		{"users sessions --end " + mira, "", exitDone, "Ended 0 sessions"},
		{"users delete " + mira, "", exitFailed, "nothing was deleted"},
		{"users delete " + mira, "yes\n", exitFailed, "nothing was deleted"},
		{"users delete " + mira, "MIRA@example.org\n", exitDone, "Deleted mira@example.org"},
		{"users delete --yes " + mira, "", exitFailed, "there is no account"},
		{"users list", "", exitDone, "There are no accounts yet."},
	} {
		if step.args == "users delete "+mira && step.answer == "" { // until here
			count("SELECT count(DISTINCT kind) FROM identity.audit_event WHERE actor = 'operator'", 7)
			count("SELECT count(*) FROM identity.outbox WHERE kind = 'mail'", 4)
		}
		var out bytes.Buffer
		code := run(t.Context(), strings.Fields(step.args), shell{getenv: getenv, in: strings.NewReader(step.answer), out: &out, err: &out})
		if code != step.code || !strings.Contains(out.String(), step.want) {
			t.Errorf("rolecall %s: exit %d, want %d and %q:\n%s", step.args, code, step.code, step.want, out.String())
		}
	}
	// Deleting takes the waiting mail of the account with it; the last one is about the deletion.
	count("SELECT count(*) FROM identity.outbox WHERE kind = 'mail'", 1)
	count("SELECT count(*) FROM identity.audit_event WHERE actor = 'operator' AND kind = 'account.deleted'", 1)
}
