package schema_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"strings"
	"testing"

	"rolecall/internal/schema"
)

// TestMigrationsAreKept fails if a migration is changed, renamed or removed: databases that have run it would differ from
// new ones. A new migration is added to the list.
func TestMigrationsAreKept(t *testing.T) {
	t.Parallel()
	const list = "testdata/migrations.sum"
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{} // sums by name
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		kept[name] = sum
	}
	for _, s := range schema.All() {
		names, err := fs.Glob(s.Migrations, "*.sql")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has %d migrations, %v", s.Name, len(names), err)
		}
		for _, file := range names {
			sql, err := fs.ReadFile(s.Migrations, file)
			if err != nil {
				t.Fatal(err)
			}
			hash := sha256.Sum256(sql)
			name, sum := s.Name+"/"+file, hex.EncodeToString(hash[:])
			switch before, known := kept[name]; {
			case !known:
				t.Errorf("%s is new: add this line to %s\n%s  %s", name, list, sum, name)
			case before != sum:
				t.Errorf("%s was changed: undo that and write a new migration", name)
			}
			delete(kept, name)
		}
	}
	for name := range kept {
		t.Errorf("%s is gone", name)
	}
}
