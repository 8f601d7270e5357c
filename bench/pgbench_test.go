package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The first time that a client runs a script is told apart: it prepares the statements.
func TestReadLatencies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"log.1":   "0 0 900 0 1 1\n0 1 100 0 1 1\n0 2 700 1 1 1\n0 3 300 0 1 1\n",
		"log.1.1": "1 0 800 0 1 1\n1 1 200 0 1 1\nbroken\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settled, preparing, err := readLatencies(dir)
	if err != nil {
		t.Fatal(err)
	}
	us := time.Microsecond
	if diff := cmp.Diff([][]time.Duration{{100 * us, 200 * us, 300 * us}, {900 * us, 700 * us, 800 * us}}, [][]time.Duration{settled, preparing}); diff != "" {
		t.Error(diff)
	}
}
