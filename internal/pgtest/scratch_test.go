package pgtest

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestSweepRemovesOnlyDeadFolders(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	dead, live := newScratchIn(t, base), newScratchIn(t, base)
	// Like the kernel for a dead process. Closing alone would not do while another test starts a program, which has the file too.
	if err := errors.Join(syscall.Flock(int(dead.owner.Fd()), syscall.LOCK_UN), dead.owner.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dead.dir, "cluster"), 0o700); err != nil {
		t.Fatal(err)
	}
	next := newScratchIn(t, base)
	for s, want := range map[*scratch]bool{dead: false, live: true, next: true} {
		if got := there(s.dir); got != want {
			t.Errorf("%s is there: %v, want %v", s.dir, got, want)
		}
	}
	if err := errors.Join(live.remove(), next.remove()); err != nil {
		t.Error(err)
	}
	if there(live.dir) || there(next.dir) {
		t.Error("a removed folder is still there")
	}
}

func TestFolderOfKilledProcessIsRemoved(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := osexec.Command(program)
	cmd.Env = append(os.Environ(), victim+"=1")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(stdout).ReadString('\n')
	fields := strings.Fields(line)
	if len(fields) != 3 || fields[0] != "ready" {
		t.Fatalf("the victim said %q", line)
	}
	dir := fields[1]
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for there(dir) { // its server may still be shutting down, and hold a sweep up
		s := newScratchIn(t, scratchBase())
		if err := s.remove(); err != nil {
			t.Fatal(err)
		}
	}
}

func newScratchIn(t *testing.T, base string) *scratch {
	t.Helper()
	s, err := newScratch(base)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func there(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
