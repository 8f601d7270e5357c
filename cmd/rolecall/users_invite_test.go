package main

import (
	"bytes"
	"strings"
	"testing"

	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
	"rolecall/internal/seal"
)

func TestInviteCommand(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	values := map[string]string{
		"DATABASE_URL": db.URL, "AUTH_DATABASE_URL": db.As(schema.IdentityRole), "PLATFORM_DATA_DIR": t.TempDir(),
		"PLATFORM_INTERNAL_SERVICE_KEY": "the key of the services", "TOTP_ENCRYPTION_KEY": seal.NewKey().Reveal(),
	}
	rolecall := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(t.Context(), args, shell{getenv: func(k string) string { return values[k] }, out: &out, err: &out})
		return code, out.String()
	}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"users", "invite", "Mira@Example.org"}, exitDone, "Invited Mira@Example.org."},
		{[]string{"users", "invite", "not an address"}, exitFailed, "is not an email address"},
		{[]string{"users", "invite"}, exitUsage, "EMAIL is required"},
		{[]string{"users"}, exitUsage, "rolecall users"},
	} {
		if code, out := rolecall(test.args...); code != test.code || !strings.Contains(out, test.says) {
			t.Errorf("%v: exit code %d: %s", test.args, code, out)
		}
	}
	var email string
	var waiting, recorded int
	err := db.Pool("").QueryRow(t.Context(),
		`SELECT (SELECT email FROM identity.invitation), (SELECT count(*) FROM identity.outbox WHERE kind = 'mail' AND sealed),
		(SELECT count(*) FROM identity.audit_event WHERE kind = 'invitation.sent' AND actor = 'operator')`).Scan(&email, &waiting, &recorded)
	if err != nil || email != "mira@example.org" || waiting != 1 || recorded != 1 {
		t.Errorf("%q is invited, %d mails wait, %d events: %v", email, waiting, recorded, err)
	}
}
