package backup_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/backup"
	"rolecall/internal/pgtest"
)

const killedBackup = "back-up-until-killed"

// backUpUntilKilled is the body of a process that gets half-way through a backup and then waits for its end.
func backUpUntilKilled() {
	o := options(os.Args[2])
	o.Progress = func(s backup.Step) {
		if s.Done == 10 {
			fmt.Println("half-way")
			select {}
		}
	}
	_, err := backup.WriteFile(context.Background(), os.Args[3], false, o)
	fmt.Println("ended", err)
}

func TestKilledBackupLeavesNoFile(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fill(t, db.URL)
	dir := t.TempDir()
	path := filepath.Join(dir, "nightly")
	cmd := exec.Command(os.Args[0], killedBackup, db.URL, path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "half-way\n" {
		t.Errorf("printed %q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
	if left := files(t, dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	if _, err := backup.WriteFile(t.Context(), path, false, options(db.URL)); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); !cmp.Equal(left, []string{"nightly"}) {
		t.Errorf("the next backup left: %v", left)
	}
}

func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
