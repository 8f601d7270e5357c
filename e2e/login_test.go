package e2e

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pgserver"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// sessions lists who is logged in to the database of a platform, as "login application".
func sessions(t *testing.T, url string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), "SELECT DISTINCT application_name, usename FROM pg_stat_activity "+
		"WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()")
	if err != nil {
		t.Fatal(err)
	}
	logins := map[string]string{}
	var name, login string
	if _, err := pgx.ForEachRow(rows, []any{&name, &login}, func() error { logins[name] = login; return nil }); err != nil {
		t.Fatal(err)
	}
	return logins
}

var wantSessions = map[string]string{
	"rolecall identity": schema.IdentityRole, "rolecall jobs": schema.JobsRole, "rolecall applications": schema.ApplicationsRole,
	"rolecall notifications": schema.NotificationsRole, "rolecall crawler": schema.CrawlerRole,
}

// TestEmbeddedServicesUseTheirLogins checks that the embedded server gives each service a login, and nobody the superuser's.
func TestEmbeddedServicesUseTheirLogins(t *testing.T) {
	t.Parallel()
	dir := scratch(t)
	postgres := filepath.Join(dir, "data", "postgres")
	p := up(t, dir, ports(t))
	superuser, err := pgserver.Attach(t.Context(), postgres)
	if err != nil {
		t.Fatal(err)
	}
	got := sessions(t, superuser)
	// The platform is ready before its crawler, which is a process of lower priority.
	for deadline := time.Now().Add(time.Minute); got["rolecall crawler"] == "" && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
		got = sessions(t, superuser)
	}
	for name, login := range wantSessions {
		if got[name] != login {
			t.Errorf("%s is logged in as %q, not as %s", name, got[name], login)
		}
	}
	// The session of Attach ends a moment after it was closed.
	superusers := func() (names []string) {
		for name, login := range sessions(t, superuser) {
			if login == "postgres" {
				names = append(names, fmt.Sprintf("%q", name))
			}
		}
		return names
	}
	names := superusers()
	for deadline := time.Now().Add(time.Minute); len(names) > 0 && time.Now().Before(deadline); names = superusers() {
		time.Sleep(50 * time.Millisecond)
	}
	if len(names) > 0 {
		t.Errorf("%v are logged in as the superuser", names)
	}
	var secrets map[string]string
	text, err := os.ReadFile(filepath.Join(dir, "data", "secrets.json"))
	if err != nil || json.Unmarshal(text, &secrets) != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, role := range schema.Roles() {
		if len(secrets[role]) < 32 || seen[secrets[role]] {
			t.Errorf("%s has no password of its own", role)
		}
		seen[secrets[role]] = true
	}
	env := map[string]string{"PLATFORM_DATA_DIR": filepath.Join(dir, "data")}
	if code, out := run(t, env, "targets", "list"); code != 0 {
		t.Errorf("a command beside the running platform: exit code %d, want 0:\n%s", code, out)
	}
	if code, out := run(t, env, "doctor"); code != 0 || strings.Count(out, "has only the rights of its service") != 5 ||
		!strings.Contains(out, "not a superuser") {
		t.Errorf("doctor: exit code %d:\n%s", code, out)
	}
	p.signal(syscall.SIGTERM)
	p.wait()
	// A second start uses the passwords in the folder.
	again := up(t, dir, ports(t))
	again.signal(syscall.SIGTERM)
	again.wait()
}

func TestServicesRefuseOtherLogins(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t)
	base := ports(t)
	base["PLATFORM_INTERNAL_SERVICE_KEY"], base["TOTP_ENCRYPTION_KEY"], base["PLATFORM_DATA_DIR"] = serviceKey, totpKey, scratch(t)
	for what, c := range map[string]struct {
		variable, url string
		args          []string
		want          string
	}{
		"the owner's login only": {"DATABASE_URL", db.URL, []string{"serve", "identity"}, "AUTH_DATABASE_URL is missing"},
		"the owner's as its own": {"AUTH_DATABASE_URL", db.URL, []string{"serve", "identity"}, "too powerful"},
		"the superuser's":        {"CRAWLER_DATABASE_URL", db.Superuser, []string{"crawler"}, "too powerful"},
		"another service's": {"JOB_DATABASE_URL", db.As(schema.CrawlerRole), []string{"serve", "jobs"},
			"does not have the rights of rolecall_jobs"},
		"a wrong password": {"JOB_DATABASE_URL", withPassword(t, db.As(schema.JobsRole), "wrong"), []string{"serve", "jobs"},
			"rolecall migrate"},
		"a superuser migrates":       {"DATABASE_URL", db.Superuser, []string{"migrate"}, "ALTER DATABASE"},
		"a service's login migrates": {"JOB_DATABASE_URL", db.As(schema.JobsRole), []string{"migrate"}, "DATABASE_URL is missing"},
		"a service backs up":         {"JOB_DATABASE_URL", db.As(schema.JobsRole), []string{"backup", "-"}, "DATABASE_URL is missing"},
	} {
		env := only(base, "identity")
		env[c.variable] = c.url
		if code, out := run(t, env, c.args...); code != 1 || !strings.Contains(out, c.want) || strings.Contains(out, "wrong@") {
			t.Errorf("%s: exit code %d, want %q:\n%s", what, code, c.want, out)
		}
	}
}

// TestMigrateCreatesLoginsInExternalDatabase checks that migrate creates the services' roles in an external database,
// with the passwords of their URLs, if the owner may create roles.
func TestMigrateCreatesLoginsInExternalDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t)
	conn, err := pgx.Connect(t.Context(), db.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{"CREATE ROLE operator LOGIN CREATEROLE PASSWORD 'operator'", "CREATE DATABASE theirs OWNER operator"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	at := func(address string) string { return strings.Replace(address, "/rolecall?", "/theirs?", 1) }
	env := ports(t)
	env["DATABASE_URL"] = at(db.As("operator"))
	env["PLATFORM_INTERNAL_SERVICE_KEY"], env["TOTP_ENCRYPTION_KEY"], env["PLATFORM_DATA_DIR"] = serviceKey, totpKey, scratch(t)
	for name, variable := range loginVariables {
		env[variable] = at(withPassword(t, db.As("rolecall_"+name), "a new one for "+name))
	}
	if code, out := run(t, env, "migrate"); code != 0 {
		t.Fatalf("migrate: exit code %d, want 0:\n%s", code, out)
	}
	if code, out := run(t, env, "doctor"); code != 0 {
		t.Errorf("doctor: exit code %d, want 0:\n%s", code, out)
	}
	if code, out := run(t, only(env, "crawler"), "targets", "add", "lever", "keel", "--name", "Keel"); code != 0 {
		t.Errorf("a command with the crawler's login alone: exit code %d, want 0:\n%s", code, out)
	}
	p := start(t, only(env, "identity"), []string{"serve", "identity"})
	p.waitFor("listening")
	eventually(t, "http://"+env["AUTH_ADDRESS"]+"/readyz", 200)
}

func withPassword(t *testing.T, address, password string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}
