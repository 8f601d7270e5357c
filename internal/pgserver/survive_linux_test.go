package pgserver

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSurvivesKillOfThePostmaster(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	remember(t, s.URL(""))
	kill(t, s.PID())
	<-s.Done()
	wantRefusal(t, s.Err(), "PostgreSQL exited on its own (signal: killed)", s.folder.logFile())
	stop(t, s)
	wantRefusal(t, s.Err(), "exited on its own") // Stop after the fact does not hide it

	recall(t, start(t, s.opt).URL(""))
}

func TestSurvivesKillOfTheOwner(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	o := newOwner(t, dir, 0)
	remember(t, o.url)
	gone := watch(t, o.pid)
	o.kill()
	gone() // the kernel signalled the postmaster

	recall(t, start(t, quick(dir)).URL(""))
}

func TestSurvivesKillOfTheOwnerWithoutAPause(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	o := newOwner(t, dir, 0)
	remember(t, o.url)
	session := connect(t, o.url)
	o.kill()

	recall(t, start(t, quick(dir)).URL(""))
	if err := session.Ping(t.Context()); err == nil {
		t.Error("the old server still answers")
	}
}

func TestSurvivesKillOfBoth(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	o := newOwner(t, dir, 0)
	remember(t, o.url)
	gone := watch(t, o.pid)
	kill(t, o.pid)
	o.kill()
	gone()
	if f := (folder{root: dir}); f.recordedPID(f.cluster()) != o.pid {
		t.Error("there is no stale pid file, so this test proves nothing")
	}

	recall(t, start(t, quick(dir)).URL(""))
}

func TestOrphanIsStopped(t *testing.T) {
	t.Parallel()
	s, orphan := orphaned(t)
	done := make(chan error, 1)
	go func() { done <- orphan.Wait() }()

	recall(t, start(t, s.opt).URL(""))
	if err := <-done; err != nil {
		t.Errorf("the orphan was not shut down in order: %v", err)
	}
}

func TestZombieIsIgnored(t *testing.T) {
	t.Parallel()
	s, orphan := orphaned(t)
	gone := watch(t, orphan.Process.Pid)
	kill(t, orphan.Process.Pid)
	gone() // ended but, without a Wait, not reaped: its id still exists

	recall(t, start(t, s.opt).URL(""))
	_ = orphan.Wait()
}

func TestSessionsWithoutPostmasterAreStopped(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	remember(t, s.URL(""))
	busy := connect(t, s.URL(""))
	gone := watch(t, int(busy.PgConn().PID()))
	ended := make(chan error, 1)
	go func() {
		_, err := busy.Exec(context.Background(), "DO $$ BEGIN LOOP END LOOP; END $$") // never looks up
		ended <- err
	}()
	running(t, s, busy.PgConn().PID())
	kill(t, s.PID())
	<-s.Done()
	stop(t, s)
	gone()
	if err := <-ended; err == nil {
		t.Error("an endless loop ended well")
	}

	recall(t, start(t, s.opt).URL(""))
}

func TestUnrelatedProcessInPidFileIsIgnored(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	remember(t, s.URL(""))
	stop(t, s)
	// The process of this test is alive and is not a server.
	text := strings.Join([]string{strconv.Itoa(os.Getpid()), s.folder.cluster(), "1", portOf(s), s.folder.socket(), "127.0.0.1", "", "ready",
		""}, "\n")
	if err := os.WriteFile(filepath.Join(s.folder.cluster(), "postmaster.pid"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	recall(t, start(t, s.opt).URL(""))
}

func TestIncompleteClusterIsReplaced(t *testing.T) {
	t.Parallel()
	dir := newFolder(t)
	o, _ := beginOwner(t, dir, 0)
	waitFor(t, func() bool { return exists(filepath.Join(dir, "cluster.new", "PG_VERSION")) })
	o.kill()

	s := start(t, quick(dir))
	if exists(s.folder.draft()) {
		t.Error("the half-made cluster is still there")
	}
	remember(t, s.URL(""))
	recall(t, s.URL(""))
}

func TestAnotherProcessIsRefused(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	o := newOwner(t, dir, 0)
	_, err := Start(t.Context(), quick(dir))
	wantRefusal(t, err, dir+" is in use by another rolecall (pid "+strconv.Itoa(o.cmd.Process.Pid)+")")
	remember(t, o.url) // unharmed
	if err := o.finish(); err != nil {
		t.Errorf("the owner did not stop well: %v", err)
	}
	recall(t, start(t, quick(dir)).URL(""))
}

// TestUsersTakeTurns goes from a normal user to root and back. Run by a normal user it stays one.
func TestUsersTakeTurns(t *testing.T) {
	t.Parallel()
	const nobody = 65534
	dir, uid := filepath.Join(newFolder(t), "data"), 0
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		uid = nobody
		if err := os.Chown(dir, uid, uid); err != nil {
			t.Fatal(err)
		}
	}
	first := newOwner(t, dir, uid)
	remember(t, first.url)
	if err := first.finish(); err != nil {
		t.Fatal(err)
	}

	s := start(t, quick(dir))
	recall(t, s.URL(""))
	stop(t, s)

	third := newOwner(t, dir, uid)
	recall(t, third.url)
	if err := third.finish(); err != nil {
		t.Error(err)
	}
}

// orphaned returns a folder whose server still runs although its owner has died.
func orphaned(t *testing.T) (*Server, *exec.Cmd) {
	t.Helper()
	s := start(t, kept(t, madeFolder(t)))
	remember(t, s.URL(""))
	stop(t, s)
	s.opt.Port = 0 // the next one has to do with what it finds
	cmd := command(s.account, s.binaries.Dir, s.folder.cluster(), "postgres", s.arguments()...)
	cmd.SysProcAttr.Pdeathsig = 0
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return ping(t.Context(), s.URL("")) == nil })
	return s, cmd
}

// running waits until the session is executing a statement.
func running(t *testing.T, s *Server, session uint32) {
	t.Helper()
	conn := connect(t, s.URL(""))
	waitFor(t, func() bool {
		var active bool
		err := conn.QueryRow(t.Context(), "SELECT state = 'active' FROM pg_stat_activity WHERE pid = $1", session).Scan(&active)
		return err == nil && active
	})
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// watch returns a function that waits for the end of a process with any parent.
func watch(t *testing.T, pid int) (gone func()) {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return func() {
		t.Helper()
		for {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 60_000)
			switch {
			case err == unix.EINTR:
			case err != nil || n == 0:
				t.Fatalf("process %d has not ended: %v", pid, err)
			default:
				return
			}
		}
	}
}
