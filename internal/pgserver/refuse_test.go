package pgserver

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestOneOwnerAtATime(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	_, err := Start(t.Context(), s.opt)
	wantRefusal(t, err, "is in use by another rolecall (pid "+strconv.Itoa(os.Getpid())+")")
	if !errors.Is(err, ErrInUse) {
		t.Error("ErrInUse is not in the chain")
	}
	remember(t, s.URL("")) // unharmed
}

func TestRefusesAClusterOfAnotherVersion(t *testing.T) {
	t.Parallel()
	s := start(t, quick(madeFolder(t)))
	remember(t, s.URL(""))
	stop(t, s)
	version := filepath.Join(s.folder.cluster(), "PG_VERSION")
	before, err := os.ReadFile(version)
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, version, "12\n")
	_, err = Start(t.Context(), s.opt)
	wantRefusal(t, err, "created by PostgreSQL 12 but there is only", s.binaries.Dir, "install PostgreSQL 12", "move that folder away")

	overwrite(t, version, string(before))
	recall(t, start(t, s.opt).URL(""))
}

func TestRefusesFolderThatIsNoCluster(t *testing.T) {
	t.Parallel()
	dir := newFolder(t)
	precious := filepath.Join(dir, "cluster", "thesis.txt")
	if err := os.Mkdir(filepath.Dir(precious), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(precious, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), quick(dir))
	wantRefusal(t, err, "is not a PostgreSQL cluster", "move it away")
	if !exists(precious) {
		t.Error("a file that is not ours is gone")
	}
}

func TestRefusesATakenPort(t *testing.T) {
	t.Parallel()
	squatter, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()
	o := quick(madeFolder(t))
	o.Port = squatter.Addr().(*net.TCPAddr).Port
	_, err = Start(t.Context(), o)
	wantRefusal(t, err, "port "+strconv.Itoa(o.Port)+" on 127.0.0.1 is taken", "choose another port")
}

func TestRefusesAnUnknownSetting(t *testing.T) {
	t.Parallel()
	o := quick(madeFolder(t))
	o.Extra["no_such_setting"] = "1"
	_, err := Start(t.Context(), o)
	wantRefusal(t, err, `unrecognized configuration parameter "no_such_setting"`, "server.log")
}

func TestRefusesAPathTooLongForASocket(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), quick(filepath.Join(newFolder(t), strings.Repeat("x", 100))))
	wantRefusal(t, err, "too long for a unix socket", "choose a shorter one")
}

func TestRefusesAFileForAFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(newFolder(t), "file")
	overwrite(t, file, "")
	_, err := Start(t.Context(), quick(filepath.Join(file, "data")))
	wantRefusal(t, err, "not a directory", "choose another data folder")
}

func TestRefusesAClosedParent(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(newFolder(t), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	stranger := account{name: "stranger", uid: 54321, gid: 54321, dropped: true}
	_, err := openFolder(filepath.Join(closed, "a", "b"), stranger)
	wantRefusal(t, err, closed+" is closed to the user stranger", "chmod o+x "+closed)
}

func TestRefusesAnUnknownUser(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"root", "no-such-user"} {
		_, err := unprivileged(name)
		wantRefusal(t, err, "no unprivileged user "+name)
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	for cause, want := range map[error]string{
		syscall.ENOSPC: "the disk is full, free some space",
		syscall.EDQUOT: "the disk is full, free some space",
		syscall.EROFS:  "choose a data folder that can be written",
		syscall.EACCES: "access, or choose another data folder",
		syscall.EIO:    "see that the folder is sound",
	} {
		err := advise("make the data folder", &os.PathError{Op: "mkdir", Path: "/srv/x", Err: cause})
		wantRefusal(t, err, "cannot make the data folder: mkdir /srv/x: "+cause.Error(), want)
		if !errors.Is(err, cause) {
			t.Errorf("%v is not in the chain", cause)
		}
	}
}

func TestDiagnosis(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, output, want string }{
		{"nothing said", " \n", "it said nothing"},
		{
			"a turned away client is not the cause",
			"2026-01-01 00:00:00.000 UTC [7] FATAL:  the database system is starting up\n2026-01-01 00:00:01.000 UTC [5] FATAL:  lock file is " +
				"bad\n2026-01-01 00:00:01.000 UTC [5] HINT:  look",
			"lock file is bad",
		},
		{
			"full disk in initdb",
			"fixing permissions ... ok\nrunning bootstrap script ... 2026-01-01 00:00:00.000 UTC [9] PANIC:  could not write to file " +
				"\"pg_wal/xlogtemp.9\": No space left on device\nchild process was terminated\ninitdb: removing contents",
			`could not write to file "pg_wal/xlogtemp.9": No space left on device: the disk is full, free some space and start again`,
		},
		{
			"full disk in the middle of a page, with a consequence",
			"running bootstrap script ... 2026-01-01 00:00:00.000 UTC [9] FATAL:  could not extend file \"base/1/2691\": wrote only 4096 of 8192 " +
				"bytes at block 2\n2026-01-01 00:00:00.000 UTC [9] HINT:  Check free disk space.\n2026-01-01 00:00:00.000 UTC [9] PANIC:  cannot " +
				"abort transaction 1, it was already committed",
			`could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 2: the disk is full, free some space and start again`,
		},
		{
			"initdb's own error",
			"The files belong to you.\n\ninitdb: error: could not create directory \"/x/pg_wal\": Permission denied",
			`could not create directory "/x/pg_wal": Permission denied: give the server's user access to the data folder, or choose another one`,
		},
		{
			"missing library",
			"/opt/pg/bin/postgres: error while loading shared libraries: libicuuc.so.60: cannot open shared object file",
			"/opt/pg/bin/postgres: error while loading shared libraries: libicuuc.so.60: cannot open shared object file: the installation is " +
				"incomplete, install PostgreSQL again",
		},
	} {
		if got := diagnose(test.output); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func overwrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
