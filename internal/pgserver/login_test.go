package pgserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestPasswordIsRequired checks that the password is required, even on the socket: every user of the machine can reach
// the port.
func TestPasswordIsRequired(t *testing.T) {
	t.Parallel()
	s := start(t, quick(newFolder(t)))
	hba, err := os.ReadFile(filepath.Join(s.folder.cluster(), "pg_hba.conf"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(hba)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		lines++
		if method := fields[len(fields)-1]; method != "scram-sha-256" {
			t.Errorf("a login without a password is possible by %s: %s", method, line)
		}
	}
	if lines == 0 {
		t.Error("pg_hba.conf says nothing")
	}
	for _, host := range []string{"127.0.0.1", s.folder.socket()} {
		for _, password := range []string{"", "wrong"} {
			config, err := pgx.ParseConfig(s.URL(""))
			if err != nil {
				t.Fatal(err)
			}
			config.Host, config.Password = host, password
			if conn, err := pgx.ConnectConfig(t.Context(), config); err == nil {
				_ = conn.Close(t.Context())
				t.Errorf("the superuser gets in with the password %q by %s", password, host)
			}
		}
	}
}
