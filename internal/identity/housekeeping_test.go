package identity

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/identity/oas"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestHousekeeping(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	u.challenge()
	u.requestCode("delete-account")
	h.forgot(u.Email)
	u.requestMove("new@example.org", m{"totpCode": u.backup[0]}).Want(200)
	h.deliver()
	h.runCalls()
	h.tryLogin(u.Email, "wrong").WantError(401, "Invalid Credentials")
	gone := h.user()
	gone.Do("POST", "/auth/logout", nil).Want(204)
	if _, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.Now()); err != nil {
		t.Fatal(err)
	}
	sweep := func() Swept {
		t.Helper()
		got, err := h.svc.Housekeep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := sweep(); got != (Swept{}) {
		t.Errorf("too early: %+v", got)
	}
	// Codes go an hour after they expire.
	h.clock.Add(15*time.Minute + time.Hour + time.Second)
	if got := sweep(); got.Challenges == 0 || got.Codes == 0 || got.Recoveries == 0 || got.Steps == 0 {
		t.Errorf("after an hour: %+v", got)
	}
	for _, table := range []string{"two_factor_challenge", "verification_code", "password_reset", "email_change", "used_totp_step"} {
		h.wantRows(0, table)
	}
	h.clock.Add(30 * 24 * time.Hour)
	got := sweep()
	for name, n := range map[string]int64{
		"attempts": got.Attempts, "sessions": got.Sessions, "revocations": got.Revocations, "keys": got.Keys, "outbox": got.Outbox,
	} {
		if n == 0 {
			t.Errorf("no %s were removed: %+v", name, got)
		}
	}
	for _, table := range []string{"throttle", "session", "revocation", "outbox"} {
		h.wantRows(0, table)
	}
	if got := sweep(); got != (Swept{}) {
		t.Errorf("again: %+v", got)
	}
	// The account, its second factor and the active key stay.
	h.finish(u.challenge(), u.totp()).Want(200)
}

func TestRunStartsAndStops(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.svc.Run(ctx) }()
	mails := h.sink.Wait(1) // sent by the background worker
	if mails[0].To[0] != u.Email {
		t.Errorf("to %v", mails[0].To)
	}
	h.Do("GET", "/readyz", nil).Want(200)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	server := pgtest.Cluster(t)
	h := open(t)
	h.db, h.pool = server.Database, server.Pool(schema.IdentityRole)
	h.svc = h.replica(h.cfg)
	h.Client = h.client(h.cfg)
	u := h.user()
	server.Stop()
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/auth/login", m{"email": u.Email, "password": password}},
		{"POST", "/auth/login/2fa", m{"twoFactorToken": strings.Repeat("A", 43), "totpCode": "123456"}},
		{"POST", "/auth/account/resend-verification", m{"email": u.Email}},
		{"POST", "/auth/account/verify-email", m{"email": u.Email, "code": "123456"}},
		{"GET", "/auth/account", nil},
		{"GET", "/auth/.well-known/jwks.json", nil},
	} {
		u.Do(call.method, call.path, call.body).WantError(503, "Service Unavailable")
	}
	h.Do("GET", "/readyz", nil).Want(503)
}

func TestRoleGrants(t *testing.T) {
	t.Parallel()
	tx := pgtest.Tx(t, schema.IdentityRole)
	for _, statement := range []string{
		"SELECT 1 FROM job.company", "SELECT 1 FROM crawler.job_post",
		"SELECT 1 FROM applications.application", "SELECT 1 FROM notification.preferences",
		"UPDATE identity.schema_migration SET is_applied = false", "DROP TABLE identity.account", "CREATE TABLE identity.mine (id int)",
	} {
		err := pg.InTx(t.Context(), tx, func(inner pgx.Tx) error {
			_, err := inner.Exec(t.Context(), statement)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	good := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "k", "TOTP_ENCRYPTION_KEY": newKeySecret().Reveal()}
	load := func(change map[string]string) (Config, error) {
		var cfg Config
		err := env.Load(func(key string) string {
			if v, ok := change[key]; ok {
				return v
			}
			return good[key]
		}, &cfg)
		return cfg, err
	}
	cfg, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(PasswordConfig{Memory: 19 << 20, Iterations: 2}, cfg.Password); diff != "" || !cfg.MustVerify ||
		cfg.AddressLimit != 50 || cfg.TOTPIssuer != "Rolecall" || len(cfg.AdminEmails) != 0 {
		t.Errorf("defaults: %+v", cfg)
	}
	for name, test := range map[string]struct {
		change map[string]string
		want   string
	}{
		"no encryption key":    {map[string]string{"TOTP_ENCRYPTION_KEY": ""}, "totp.encryption.key"},
		"short encryption key": {map[string]string{"TOTP_ENCRYPTION_KEY": "abcd"}, "totp.encryption.key"},
		"bad old encryption key": {map[string]string{"TOTP_ENCRYPTION_KEYS_OLD": good["TOTP_ENCRYPTION_KEY"] + ",abcd"},
			"totp.encryption.keys.old"},
		"no service key":      {map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": ""}, "platform.internal.service-key"},
		"odd administrator":   {map[string]string{"AUTH_ADMIN_EMAILS": "ada@example.org,bob"}, "auth.admin.emails"},
		"cheap passwords":     {map[string]string{"AUTH_PASSWORD_MEMORY": "18MiB"}, "auth.password.memory"},
		"one pass":            {map[string]string{"AUTH_PASSWORD_ITERATIONS": "1"}, "auth.password.iterations"},
		"unknown mode":        {map[string]string{"AUTH_REGISTRATION": "some"}, "auth.registration"},
		"no limit":            {map[string]string{"AUTH_LOGIN_ADDRESS_LIMIT": "0"}, "auth.login.address-limit"},
		"short life":          {map[string]string{"AUTH_TOKEN_LIFESPAN_SECONDS": "1"}, "auth.token.lifespan-seconds"},
		"issuer with a colon": {map[string]string{"AUTH_TOTP_ISSUER": "a:b"}, "auth.totp.issuer"},
		"public address":      {map[string]string{"PLATFORM_PUBLIC_URL": "rolecall.example"}, "platform.public-url"},
	} {
		if _, err := load(test.change); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "abcd") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestChecksListTheDeclaredValues checks that where a CHECK repeats an enum, it lists the values that the contract or
// the code declares.
func TestChecksListTheDeclaredValues(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	actions := []string{}
	for _, a := range oas.VerificationActionVerifyEmail.AllValues() {
		actions = append(actions, string(a))
	}
	for constraint, want := range map[string][]string{
		"verification_code_action_known": actions,
		"throttle_state_known":           {string(attemptPending), string(attemptFailed), string(attemptForgiven)},
		"passkey_ceremony_purpose_check": {string(forRegistration), string(forLogin), string(forSecondFactor)},
	} {
		var got []string
		err := db.Pool("").QueryRow(t.Context(), `
			SELECT array(SELECT m[1] FROM regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''::text', 'g') m)
			FROM pg_constraint c WHERE c.conname = $1 AND c.connamespace = 'identity'::regnamespace`, constraint).Scan(&got)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", constraint, diff)
		}
	}
}
