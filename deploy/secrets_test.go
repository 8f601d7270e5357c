package deploy

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// allowed are the secrets of each part. An attacker who takes over one part gets no others: the owner's login and the
// encryption key are each in one place.
var allowed = map[string][]string{
	"identity":      {"AUTH_DATABASE_URL", "PLATFORM_INTERNAL_SERVICE_KEY", "PLATFORM_SMTP_URL", "TOTP_ENCRYPTION_KEY"},
	"jobs":          {"JOB_DATABASE_URL", "PLATFORM_INTERNAL_SERVICE_KEY"},
	"applications":  {"APPLICATION_DATABASE_URL", "PLATFORM_INTERNAL_SERVICE_KEY"},
	"notifications": {"NOTIFICATION_DATABASE_URL", "PLATFORM_INTERNAL_SERVICE_KEY", "PLATFORM_SMTP_URL"},
	"gateway":       {"PLATFORM_INTERNAL_SERVICE_KEY"},
	"crawler":       {"CRAWLER_DATABASE_URL"},
}

var secretName = regexp.MustCompile(`(DATABASE_URL|SMTP_URL|SERVICE_KEY|ENCRYPTION_KEY|ENCRYPTION_KEYS_OLD)(_FILE)?$`)

// secretsIn lists the secrets that an environment gives, by the names without _FILE.
func secretsIn(variables map[string]string) []string {
	var names []string
	for name := range variables {
		if secretName.MatchString(name) {
			names = append(names, strings.TrimSuffix(name, "_FILE"))
		}
	}
	slices.Sort(names)
	return names
}

func TestComposeServicesGetOnlyTheirSecrets(t *testing.T) {
	t.Parallel()
	file := compose(t)
	want := maps.Clone(allowed)
	want["migrate"] = []string{"DATABASE_URL"}
	for part, secrets := range want {
		s := file.Services[part]
		if got := secretsIn(s.Environment); !slices.Equal(got, secrets) {
			t.Errorf("%s is given %v, not %v", part, got, secrets)
		}
		var mounted []string
		for _, value := range s.Environment {
			if name, ok := strings.CutPrefix(value, "/run/secrets/"); ok {
				mounted = append(mounted, name)
				if strings.HasSuffix(name, "_database_url") && part != "migrate" && name != part+"_database_url" {
					t.Errorf("%s is given the login %s", part, name)
				}
			}
		}
		slices.Sort(mounted)
		if got := slices.Sorted(slices.Values(s.Secrets)); !slices.Equal(got, mounted) {
			t.Errorf("%s mounts %v, and reads %v", part, got, mounted)
		}
	}
}

// unit reads the assignments of a systemd unit and its drop-in: environment, and credentials by their id.
func unit(t *testing.T, paths ...string) (environment, credentials map[string]string) {
	t.Helper()
	environment, credentials = map[string]string{}, map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			switch key {
			case "Environment":
				for word := range strings.FieldsSeq(value) {
					name, text, _ := strings.Cut(word, "=")
					environment[name] = text
				}
			case "LoadCredential":
				id, file, _ := strings.Cut(value, ":")
				credentials[id] = file
			}
		}
	}
	return environment, credentials
}

func TestUnitsGetOnlyTheirSecrets(t *testing.T) {
	t.Parallel()
	want := maps.Clone(allowed)
	want["migrate"] = []string{"APPLICATION_DATABASE_URL", "AUTH_DATABASE_URL", "CRAWLER_DATABASE_URL", "DATABASE_URL", "JOB_DATABASE_URL",
		"NOTIFICATION_DATABASE_URL"}
	for part, secrets := range want {
		paths := []string{"systemd/rolecall@.service", "systemd/rolecall@" + part + ".service.d/secrets.conf"}
		switch part {
		case "crawler", "migrate":
			paths = []string{"systemd/rolecall-" + part + ".service"}
		case "gateway":
			paths = paths[:1]
		}
		environment, credentials := unit(t, paths...)
		if got := secretsIn(environment); !slices.Equal(got, secrets) {
			t.Errorf("%s is given %v, not %v", part, got, secrets)
		}
		read := map[string]bool{}
		for name, value := range environment {
			if id, ok := strings.CutPrefix(value, "%d/"); ok {
				read[id] = true
				if credentials[id] == "" {
					t.Errorf("%s: %s reads the credential %s, which is not loaded", part, name, id)
				}
			}
		}
		for id, file := range credentials {
			if !read[id] {
				t.Errorf("%s is given %s and does not need it", part, file)
			}
			if strings.HasSuffix(file, "database-url") && part != "migrate" && file != "/etc/rolecall/"+part+"-database-url" {
				t.Errorf("%s is given the login in %s", part, file)
			}
		}
	}
	shared, err := os.ReadFile("rolecall.env.example")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(shared)) {
		if name, _, set := strings.Cut(line, "="); set && !strings.HasPrefix(name, "#") && secretName.MatchString(name) {
			t.Errorf("every unit reads rolecall.env, and it holds %s", name)
		}
	}
}

// emptyServer starts a server as the container image does: with a superuser and nothing else.
func emptyServer(t *testing.T) *pgx.ConnConfig {
	t.Helper()
	cfg, err := pgx.ParseConfig(pgtest.Cluster(t).Superuser)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Database = "postgres"
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{"DROP DATABASE rolecall", "DROP ROLE " + strings.Join(schema.Roles(), ", ")} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return cfg
}

// TestContainerRolesAreConfined runs the script of the database container on a real server: each login has only the rights of
// its service, and the owner migrates without being a superuser or creating roles.
func TestContainerRolesAreConfined(t *testing.T) {
	t.Parallel()
	tools, err := filepath.Glob("/usr/lib/postgresql/*/bin/psql")
	if err != nil || len(tools) == 0 {
		t.Skip("PostgreSQL's psql is not installed")
	}
	server := emptyServer(t)
	secrets := t.TempDir()
	script, err := os.ReadFile("secrets/make")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(secrets, "make"), script, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(filepath.Join(secrets, "make")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command("container/roles")
	cmd.Env = append(os.Environ(), "SECRETS="+secrets, "PATH="+filepath.Dir(tools[0])+":"+os.Getenv("PATH"), "PGHOST="+server.Host,
		fmt.Sprintf("PGPORT=%d", server.Port), "PGPASSWORD="+server.Password)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	login := func(name string) string {
		text, err := os.ReadFile(filepath.Join(secrets, name+"_database_url"))
		if err != nil {
			t.Fatal(err)
		}
		// A login may take long on a busy machine.
		return strings.Replace(strings.TrimSpace(string(text)), "@postgres:5432", fmt.Sprintf("@%s:%d", server.Host, server.Port), 1) +
			"&connect_timeout=60"
	}
	if err := schema.Migrate(t.Context(), login("owner")); err != nil {
		t.Fatal(err)
	}
	for _, s := range schema.All() {
		pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(login(strings.TrimPrefix(s.Role, "rolecall_"))), Role: s.Role,
			MaxConns: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		if err := pg.CheckVersions(t.Context(), pool, []pg.Schema{s}); err != nil {
			t.Errorf("%s: %v", s.Role, err)
		}
	}
}
