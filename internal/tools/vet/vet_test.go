// Package vet runs `sqlc vet` on the statements of all services against a migrated database: each is valid there, its
// service's role has the grants for it, and in the services that hold users' data it names the user.
package vet

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// The rule "grant" compares the cost only to have sqlc explain the statement, which PostgreSQL refuses without the grants.
const rules = `
rules:
  - name: grant
    message: costs less than nothing
    rule: postgresql.explain.plan.total_cost < 0.0
  - name: owner
    message: does not name user_id; if that is right, list it in vet_test.go
    rule: '!query.sql.contains("user_id") && !(query.name in [EXCEPTIONS])'
`

// owned are the services whose statements name a user, except those listed.
var owned = map[string][]string{
	"applications": {
		"MoveOfOperation", "MoveForService", // called by another service, about any user
		"LockUser", // the user is the key of an advisory lock
	},
	"notifications": {
		"LockReminders", "LockChannels", "CancelOrphans", "ReleaseDigests", "FinishGhosted", "ReleaseGhosted", // claimed rows, by their ids
		"ClaimChannels", "NextDelivery", "DeliverySucceeded", "DeliveryFailed", "SwitchOff", "RemoveGone", "ReleaseChannel", // of a held channel
		"PruneDeliveries", "VapidKey", "AddVapidKey", "ReplaceVapidKey",
		"HeldDigests", "HeldGhosted", // counts over all users
		"PruneDigestClaims", "PruneGhosted", "PruneHits", "SchedulerState", "SchedulerRan", "SchedulerFailed", "MailDue",
	},
}

func TestStatements(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	for _, service := range []string{"identity", "jobs", "crawler", "applications", "notifications"} {
		if out, err := vet(t, db, service); err != nil {
			t.Errorf("%s: %v\n%s", service, err, out)
		}
	}
}

func TestMissingGrantAndOwnerAreReported(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	if _, err := db.Pool("").Exec(t.Context(), "REVOKE DELETE ON applications.application FROM rolecall_applications"); err != nil {
		t.Fatal(err)
	}
	out, err := vet(t, db, "applications", "LockUser")
	for _, want := range []string{"DeleteAll: grant: error explaining query: ERROR: permission denied", "LockUser: owner:"} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("got %v, want %q:\n%s", err, want, out)
		}
	}
}

var quoted = regexp.MustCompile(`"[^"]+"`)

// vet runs sqlc with the service's own configuration and our rules. Missed exceptions of the rule "owner" are left out.
func vet(t *testing.T, db *pgtest.Database, service string, missed ...string) (string, error) {
	t.Helper()
	store, err := filepath.Abs("../../" + service + "/store")
	if err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile(filepath.Join(store, "sqlc.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	from, err := filepath.Rel(dir, store) // sqlc reads paths relative to its configuration
	if err != nil {
		t.Fatal(err)
	}
	names := "grant"
	exceptions, isOwned := owned[service]
	if isOwned {
		names += ", owner"
	}
	var text strings.Builder
	for line := range strings.Lines(string(config)) {
		switch key, _, _ := strings.Cut(strings.TrimSpace(line), ":"); key {
		case "schema", "queries":
			line = quoted.ReplaceAllStringFunc(line, func(path string) string {
				return `"` + filepath.Join(from, strings.Trim(path, `"`)) + `"`
			})
		case "gen":
			text.WriteString("    database: {uri: \"" + db.As("rolecall_"+service) + "\"}\n")
			text.WriteString("    rules: [sqlc/db-prepare, " + names + "]\n")
		}
		text.WriteString(line)
	}
	list := `"` + strings.Join(exceptions, `", "`) + `"`
	for _, name := range missed {
		list = strings.ReplaceAll(list, name, "")
	}
	text.WriteString(strings.Replace(rules, "EXCEPTIONS", list, 1))
	if err := os.WriteFile(filepath.Join(dir, "sqlc.yaml"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "tool", "-modfile=tools/go.mod", "sqlc", "vet", "-f", filepath.Join(dir, "sqlc.yaml"))
	cmd.Dir = "../../.."
	out, err := cmd.CombinedOutput()
	return string(out), err
}
