// Package deploy tests the files for running Rolecall against the program, so that none sets a key that does not exist.
package deploy

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-faster/yaml"
)

// keys returns the program's environment variables from docs/configuration.md, which a test of the command compares with the
// program.
func keys(t *testing.T) map[string]bool {
	t.Helper()
	page, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `[^`]+` \\| `([A-Z0-9_]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		known[m[1]], known[m[1]+"_FILE"] = true, true
	}
	if len(known) < 50 {
		t.Fatalf("only %d keys found", len(known))
	}
	return known
}

type composeFile struct {
	Services map[string]struct {
		Image       string            `yaml:"image"`
		Command     []string          `yaml:"command"`
		Environment map[string]string `yaml:"environment"`
		Secrets     []string          `yaml:"secrets"`
		Networks    []string          `yaml:"networks"`
		ReadOnly    bool              `yaml:"read_only"`
		CapDrop     []string          `yaml:"cap_drop"`
		Healthcheck struct {
			Test []string `yaml:"test"`
		} `yaml:"healthcheck"`
	} `yaml:"services"`
	Networks map[string]any               `yaml:"networks"`
	Secrets  map[string]map[string]string `yaml:"secrets"`
}

func compose(t *testing.T) composeFile {
	t.Helper()
	b, err := os.ReadFile("compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file composeFile
	if err := yaml.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestComposeSetsOnlyKeysThatExist(t *testing.T) {
	t.Parallel()
	known := keys(t)
	for name, s := range compose(t).Services {
		if !strings.HasPrefix(s.Image, "rolecall:") {
			continue
		}
		for key, value := range s.Environment {
			if !known[key] {
				t.Errorf("%s: there is no key %s", name, key)
			}
			if secret, isSecret := strings.CutPrefix(value, "/run/secrets/"); isSecret && !slices.Contains(s.Secrets, secret) {
				t.Errorf("%s: %s reads %s, which is not among its secrets", name, key, secret)
			}
		}
		if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) {
			t.Errorf("%s can write its own file system or keeps capabilities", name)
		}
	}
}

// TestComposeRunsTheWholePlatform checks that every part of the platform runs, reaches the others where they listen,
// and gets the settings that it cannot start without.
func TestComposeRunsTheWholePlatform(t *testing.T) {
	t.Parallel()
	file := compose(t)
	for name, command := range map[string][]string{
		"migrate": {"migrate"}, "crawler": {"crawler"}, "gateway": {"serve", "gateway"}, "identity": {"serve", "identity"},
		"jobs": {"serve", "jobs"}, "applications": {"serve", "applications"}, "notifications": {"serve", "notifications"},
	} {
		s, ok := file.Services[name]
		if !ok || !slices.Equal(s.Command, command) {
			t.Errorf("%s runs %v, not %v", name, s.Command, command)
			continue
		}
		for key, value := range s.Environment {
			if !strings.HasPrefix(key, "PLATFORM_CLIENT_") {
				continue
			}
			peer, _, _ := strings.Cut(strings.TrimPrefix(value, "http://"), ":")
			if _, exists := file.Services[peer]; !exists {
				t.Errorf("%s: %s points at %s, which is no service", name, key, peer)
			}
		}
		for _, network := range s.Networks {
			if _, exists := file.Networks[network]; !exists {
				t.Errorf("%s: there is no network %s", name, network)
			}
		}
	}
	made, err := os.ReadFile("secrets/make")
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range file.Secrets {
		if secret["file"] != "secrets/"+name || !strings.Contains(string(made), "\nkeep "+name+" ") {
			t.Errorf("deploy/secrets/make does not create the secret %s", name)
		}
	}
}

// TestComposeWaitsForTheDatabase checks that PostgreSQL counts as healthy only when it answers on an address: the server that
// its image runs while it fills a new volume answers on a socket alone, and a migration that starts then is refused.
func TestComposeWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	if test := compose(t).Services["postgres"].Healthcheck.Test; !slices.Contains(test, "-h") {
		t.Errorf("the check is %v", test)
	}
}

func TestOtherFilesSetOnlyKeysThatExist(t *testing.T) {
	t.Parallel()
	known := keys(t)
	units, err := filepath.Glob("systemd/*.service")
	if err != nil || len(units) == 0 {
		t.Fatal("no units", err)
	}
	assignment := regexp.MustCompile(`\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=`)
	dropIns, err := filepath.Glob("systemd/*.service.d/*.conf")
	if err != nil || len(dropIns) == 0 {
		t.Fatal("no drop-ins", err)
	}
	for _, path := range append(append(units, dropIns...), "rolecall.env.example", "nginx/rolecall.conf", "container/Containerfile") {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			for _, m := range assignment.FindAllStringSubmatch(lines.Text(), -1) {
				if !known[m[1]] && m[1] != "CGO_ENABLED" && !strings.HasSuffix(m[1], "_DIGEST") {
					t.Errorf("%s: there is no key %s", path, m[1])
				}
			}
		}
		_ = f.Close()
	}
}

// TestUnitsOutliveAFailedMigration checks that no unit requires the migration: systemd restarts a migration that failed, as at
// a boot before the database answers, but never starts the units whose requirement has failed.
func TestUnitsOutliveAFailedMigration(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"systemd/rolecall@.service", "systemd/rolecall-crawler.service"} {
		unit, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(unit), "\n")
		for _, line := range []string{"After", "Wants", "PartOf"} {
			if !slices.Contains(lines, line+"=rolecall-migrate.service") {
				t.Errorf("%s has no %s=rolecall-migrate.service", path, line)
			}
		}
		if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Requires=") }) {
			t.Errorf("%s has a Requires=", path)
		}
	}
}
