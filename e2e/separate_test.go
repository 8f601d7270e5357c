package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"rolecall/internal/pgtest"
)

const (
	serviceKey = "an-internal-key-for-tests"
	totpKey    = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
)

// services maps a part to its address variable and to a path that takes a JSON body without a login, or a token.
var services = []struct{ name, address, path string }{
	{"identity", "AUTH_ADDRESS", "/auth/login"},
	{"jobs", "JOB_ADDRESS", "/jobs/filters/saved"},
	{"applications", "APPLICATION_ADDRESS", "/applications"},
	{"notifications", "NOTIFICATION_ADDRESS", "/notifications/custom-reminders"},
}

// loginVariables give each service the URL of its own login.
var loginVariables = map[string]string{
	"identity": "AUTH_DATABASE_URL", "jobs": "JOB_DATABASE_URL", "applications": "APPLICATION_DATABASE_URL",
	"notifications": "NOTIFICATION_DATABASE_URL", "crawler": "CRAWLER_DATABASE_URL",
}

// only returns the environment of one part, without the logins of others and of the owner.
func only(env map[string]string, part string) map[string]string {
	own := maps.Clone(env)
	delete(own, "DATABASE_URL")
	for name, variable := range loginVariables {
		if name != part {
			delete(own, variable)
		}
	}
	if part != "identity" {
		delete(own, "TOTP_ENCRYPTION_KEY")
	}
	return own
}

// separate starts every service as a process of its own on one database.
func separate(t *testing.T, db *pgtest.Database) (env map[string]string, parts map[string]*process) {
	t.Helper()
	env = ports(t)
	delete(env, "PLATFORM_METRICS_ADDRESS") // one address cannot serve five processes
	env["DATABASE_URL"] = db.URL
	for name, variable := range loginVariables {
		env[variable] = db.As("rolecall_" + name)
	}
	env["PLATFORM_INTERNAL_SERVICE_KEY"] = serviceKey
	env["TOTP_ENCRYPTION_KEY"] = totpKey
	env["PLATFORM_DATA_DIR"] = scratch(t)
	if code, out := run(t, env, "migrate"); code != 0 {
		t.Fatalf("migrate: exit code %d, want 0:\n%s", code, out)
	}
	parts = map[string]*process{}
	for _, s := range services {
		parts[s.name] = start(t, only(env, s.name), []string{"serve", s.name})
	}
	parts["gateway"] = start(t, only(env, "gateway"), []string{"serve", "gateway"})
	for name, p := range parts {
		p.waitFor("listening")
		_ = name
	}
	for _, s := range services {
		eventually(t, "http://"+env[s.address]+"/readyz", 200)
	}
	eventually(t, "http://"+env["GATEWAY_ADDRESS"]+"/readyz", 200)
	return env, parts
}

type answer struct {
	status int
	header http.Header
	body   struct{ Error, Message string }
	raw    string
}

func send(t *testing.T, method, url, contentType string, body io.Reader) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	conn, err := net.Dial("tcp", req.URL.Host)
	if err != nil {
		t.Fatal(err)
	}
	res, b, err := exchange(conn, req)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, raw: string(b)}
	_ = json.Unmarshal(b, &a.body)
	return a
}

func (a answer) want(t *testing.T, what string, status int, title string) {
	t.Helper()
	if a.status != status || a.body.Error != title || a.body.Message == "" || a.header.Get("X-Request-Id") == "" {
		t.Errorf("%s: got %d %q, want %d %q", what, a.status, a.raw, status, title)
	}
}

func TestSeparateProcessesWorkAsOne(t *testing.T) {
	t.Parallel()
	db := pgtest.Cluster(t)
	env, parts := separate(t, db.Database)
	gateway := "http://" + env["GATEWAY_ADDRESS"]

	t.Run("bad input", func(t *testing.T) {
		for _, s := range services {
			for where, base := range map[string]string{"direct": "http://" + env[s.address], "gateway": gateway} {
				what := s.name + " " + where
				send(t, "GET", base+strings.SplitAfterN(s.path, "/", 3)[0]+strings.Split(s.path, "/")[1]+"/no/such/path/here", "", nil).want(t, what+
					" unknown path", 404, "Not Found")
				send(t, "TRACE", base+s.path, "", nil).want(t, what+" wrong method", 405, "Method Not Allowed")
				send(t, "POST", base+s.path, "application/json", bytes.NewReader(make([]byte, 2<<20))).want(t, what+" 2 MiB", 413, "Payload Too Large")
			}
		}
		login := gateway + "/auth/login"
		send(t, "POST", login, "application/json", strings.NewReader(`{"email":`)).want(t, "malformed JSON", 400, "Validation Error")
		send(t, "POST", login, "application/json", strings.NewReader(`{"email":7,"password":"x"}`)).want(t, "wrong type", 400, "Validation Error")
		send(t, "POST", login, "application/json", strings.NewReader(`{}`)).want(t, "missing fields", 400, "Validation Error")
		send(t, "POST", login, "application/json", nil).want(t, "no body", 400, "Validation Error")
		send(t, "POST", login, "text/plain", strings.NewReader(`{}`)).want(t, "wrong content type", 415, "Unsupported Media Type")
		send(t, "POST", login, "application/json", strings.NewReader(`{"email":"`+strings.Repeat("a", 300)+`","password":"x"}`)).want(t,
			"over-long", 400, "Validation Error")
		send(t, "GET", gateway+"/jobs?sort=best", "", nil).want(t, "unknown enum", 400, "Validation Error")
		send(t, "GET", gateway+"/jobs?size=101", "", nil).want(t, "size", 400, "Validation Error")
		send(t, "GET", gateway+"/jobs/not-a-uuid", "", nil).want(t, "bad UUID", 404, "Not Found")
		send(t, "GET", gateway+"/applications", "", nil).want(t, "no token", 401, "Unauthorized")
		for _, path := range []string{"/internal/applications/stale", "/auth/internal/users/emails", "/auth/%69nternal/users/emails",
			"//internal/applications/stale"} {
			send(t, "GET", gateway+path, "", nil).want(t, path, 404, "Not Found")
		}
		send(t, "GET", "http://"+env["AUTH_ADDRESS"]+"/auth/internal/users/not-a-uuid/two-factor", "", nil).want(t, "no service key", 401,
			"Unauthorized")
	})

	t.Run("a dead database", func(t *testing.T) {
		db.Stop()
		for _, s := range services {
			eventually(t, "http://"+env[s.address]+"/readyz", 503)
			eventually(t, "http://"+env[s.address]+"/healthz", 200)
		}
		send(t, "GET", gateway+"/jobs/companies", "", nil).want(t, "companies", 503, "Service Unavailable")
		send(t, "GET", gateway+"/jobs/00000000-0000-7000-8000-000000000000", "", nil).want(t, "single", 503, "Service Unavailable")
		send(t, "POST", gateway+"/auth/login", "application/json", strings.NewReader(`{"email":"a@example.org","password":"password-1"}`)).want(t,
			"login", 503, "Service Unavailable")
		db.Start()
		for _, s := range services {
			eventually(t, "http://"+env[s.address]+"/readyz", 200)
		}
		eventually(t, gateway+"/jobs", 200)
	})

	t.Run("a service away", func(t *testing.T) {
		parts["jobs"].signal(syscall.SIGTERM)
		if code := parts["jobs"].wait(); code != 0 {
			t.Errorf("SIGTERM: exit code %d, want 0", code)
		}
		send(t, "GET", gateway+"/jobs", "", nil).want(t, "search", 503, "Service Unavailable")
		eventually(t, gateway+"/healthz", 200)
	})
}

func TestMissingSecretsAreListedAtOnce(t *testing.T) {
	t.Parallel()
	code, out := run(t, map[string]string{"PLATFORM_DATA_DIR": scratch(t)}, "serve", "identity")
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	for _, key := range []string{"AUTH_DATABASE_URL", "platform.internal.service-key", "TOTP_ENCRYPTION_KEY"} {
		if strings.Count(out, key) < 1 {
			t.Errorf("%s is not named:\n%s", key, out)
		}
	}
}

func TestOlderSchemaIsRefused(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	if _, err := db.Pool("").Exec(t.Context(), "DELETE FROM identity.schema_migration WHERE version_id > 0"); err != nil {
		t.Fatal(err)
	}
	env := ports(t)
	env["AUTH_DATABASE_URL"], env["PLATFORM_INTERNAL_SERVICE_KEY"], env["TOTP_ENCRYPTION_KEY"] = db.As("rolecall_identity"), serviceKey,
		totpKey
	env["PLATFORM_DATA_DIR"] = scratch(t)
	if code, out := run(t, env, "serve", "identity"); code != 1 || !strings.Contains(out, "rolecall migrate") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	// A database of version 0.8 has another table of versions.
	if _, err := db.Pool("").Exec(t.Context(), "ALTER TABLE identity.schema_migration RENAME TO schema_version"); err != nil {
		t.Fatal(err)
	}
	if code, out := run(t, env, "serve", "identity"); code != 1 || !strings.Contains(out, "cannot be upgraded") {
		t.Errorf("version 0.8: exit code %d:\n%s", code, out)
	}
	if code, out := run(t, map[string]string{"DATABASE_URL": db.URL, "PLATFORM_DATA_DIR": scratch(t)}, "migrate"); code != 1 ||
		!strings.Contains(out, "cannot be upgraded") {
		t.Errorf("migrate version 0.8: exit code %d:\n%s", code, out)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--help"}, 0, "Usage: rolecall"},
		{[]string{"up", "--help"}, 0, "--demo"},
		{[]string{"serve", "--help"}, 0, "SERVICE"},
		{[]string{"--version"}, 0, "rolecall "},
		{nil, 2, "Usage: rolecall"},
		{[]string{"dance"}, 2, "dance"},
		{[]string{"serve", "dance"}, 2, "there is no service"},
		{[]string{"up", "--loud"}, 2, "--loud"},
	} {
		if code, out := run(t, nil, c.args...); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("rolecall %v: exit code %d:\n%s", c.args, code, out)
		}
	}
}
