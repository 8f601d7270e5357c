package pgserver

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

func TestSecondStartKeepsDataAndAddress(t *testing.T) {
	t.Parallel()
	dir := newFolder(t)
	first := start(t, kept(t, dir))
	remember(t, first.URL(""))
	stop(t, first)

	second := start(t, quick(dir))
	if got, want := second.URL(""), first.URL(""); got != want {
		t.Errorf("address after a restart: got %s, want %s", got, want)
	}
	recall(t, second.URL(""))
}

func TestStopLeavesNoProcess(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	held := connect(t, s.URL("")) // a session must not hold the shutdown up
	if err := s.Err(); err != nil {
		t.Errorf("while it runs: %v", err)
	}

	stop(t, s)
	<-s.Done()
	if err := s.Err(); err != nil {
		t.Errorf("after Stop: %v", err)
	}
	stop(t, s) // a second time does no harm
	if err := held.Ping(t.Context()); err == nil {
		t.Error("a session is still served")
	}
	left, err := s.folder.leftovers()
	if err != nil || len(left) > 0 {
		t.Errorf("still running: %v, %v", pids(left), err)
	}
	for _, path := range []string{filepath.Join(s.folder.cluster(), "postmaster.pid"), s.folder.draft()} {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there (%v)", path, err)
		}
	}
}

func TestSecretFilesArePrivate(t *testing.T) {
	t.Parallel()
	s := start(t, quick(newFolder(t)))
	for path, want := range map[string]fs.FileMode{
		s.folder.passwordFile(): 0o600,
		s.folder.lockFile():     0o600,
		s.folder.logFile():      0o600,
		s.folder.cluster():      0o700,
		s.folder.socket():       0o700,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %v, want %v", path, got, want)
		}
	}
	entries, err := os.ReadDir(s.folder.socket())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name() == "initial-password" {
			t.Error("the password handed to initdb is still there")
		}
	}
}

func TestThePasswordIsAsked(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	for name, dsn := range map[string]string{
		"loopback": address("wrong", s.port, "postgres"),
		"socket":   "host=" + s.folder.socket() + " user=postgres password=wrong dbname=postgres port=" + portOf(s),
	} {
		if err := ping(t.Context(), dsn); !refusedPassword(err) {
			t.Errorf("%s with a wrong password: %v", name, err)
		}
	}
}

func TestLostPasswordIsReplaced(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	first := start(t, quick(dir))
	remember(t, first.URL(""))
	stop(t, first)
	if err := os.Remove(first.folder.passwordFile()); err != nil {
		t.Fatal(err)
	}

	second := start(t, quick(dir))
	recall(t, second.URL(""))
	if second.password == first.password {
		t.Error("the lost password is in use again")
	}
}

func TestWrongPasswordFileIsReported(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	s := start(t, quick(dir))
	stop(t, s)
	if err := s.folder.write(s.folder.passwordFile(), "guess"); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), quick(dir))
	wantRefusal(t, err, s.folder.passwordFile(), "delete that file")
	recoverable(t, s)
}

// recoverable follows the advice of an error and checks that it helps.
func recoverable(t *testing.T, s *Server) {
	t.Helper()
	if err := os.Remove(s.folder.passwordFile()); err != nil {
		t.Fatal(err)
	}
	start(t, s.opt)
}

func TestTakenPortIsReplaced(t *testing.T) {
	t.Parallel()
	dir := madeFolder(t)
	first := start(t, kept(t, dir))
	remember(t, first.URL(""))
	stop(t, first)
	squatter, err := net.Listen("tcp4", "127.0.0.1:"+portOf(first))
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()

	second := start(t, quick(dir))
	if second.port == first.port {
		t.Errorf("still on port %d, which another program has", first.port)
	}
	recall(t, second.URL(""))
}

func TestAttach(t *testing.T) {
	t.Parallel()
	dir := newFolder(t)
	_, err := Attach(t.Context(), dir)
	wantRefusal(t, err, "no rolecall is running on "+dir)

	s := start(t, quick(dir))
	got, err := Attach(t.Context(), dir)
	if err != nil || got != s.URL("") {
		t.Errorf("got %q, %v, want %q", got, err, s.URL(""))
	}
	stop(t, s)
	_, err = Attach(t.Context(), dir)
	wantRefusal(t, err, "no rolecall is running on "+dir)
}

func TestExtraSettingsAndDatabase(t *testing.T) {
	t.Parallel()
	o := quick(madeFolder(t))
	o.Database = `we"ird name`
	o.Extra["work_mem"] = "3MB"
	conn := connect(t, start(t, o).URL(""))
	var database, memory string
	if err := conn.QueryRow(t.Context(), "SELECT current_database(), current_setting('work_mem')").Scan(&database, &memory); err != nil {
		t.Fatal(err)
	}
	if database != o.Database || memory != "3MB" {
		t.Errorf("got database %q and work_mem %s, want %q and 3MB", database, memory, o.Database)
	}
}

func TestFolderWithUnusualName(t *testing.T) {
	t.Parallel()
	real := filepath.Join(newFolder(t), `it's, a [n]ame\x`)
	start(t, quick(real))
	link := filepath.Join(newFolder(t), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), quick(link))
	wantRefusal(t, err, "is in use by another rolecall")
}

func TestInterruptedStartLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := newFolder(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		waitFor(t, func() bool { return exists(filepath.Join(dir, "cluster.new", "PG_VERSION")) })
	}()
	if s, err := Start(ctx, quick(dir)); err == nil {
		stop(t, s)
		t.Fatal("started although interrupted")
	}
	f := folder{root: dir}
	if left, err := f.leftovers(); err != nil || len(left) > 0 {
		t.Errorf("still running: %v, %v", pids(left), err)
	}
	start(t, quick(dir))
}

func portOf(s *Server) string { return strconv.Itoa(s.port) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// waitFor polls a condition outside our control, such as a file that another process makes.
func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	deadline := time.After(time.Minute)
	for !condition() {
		select {
		case <-poll.C:
		case <-deadline:
			t.Error("waited in vain")
			return
		}
	}
}
