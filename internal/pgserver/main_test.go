package pgserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/leaktest"
	"rolecall/internal/porttest"
)

// ownerFolder makes the test binary play another rolecall that owns a server in that folder.
const ownerFolder = "PGSERVER_TEST_OWNER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(ownerFolder); dir != "" {
		os.Exit(playOwner(dir))
	}
	code := m.Run()
	if made.dir != "" {
		_ = os.RemoveAll(made.dir)
	}
	if code == 0 {
		if err := leaktest.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// playOwner starts a server, reports it, and stops it when its standard input ends.
func playOwner(dir string) int {
	syscall.Umask(0o077) // the strictest there is: nothing may depend on a generous one
	s, err := Start(context.Background(), quick(dir))
	if err != nil {
		fmt.Println("failed", err)
		return 1
	}
	fmt.Println("ready", s.PID(), s.URL(""))
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := s.Stop(); err != nil {
		fmt.Println("failed", err)
		return 1
	}
	return 0
}

// owner is a process that runs playOwner.
type owner struct {
	cmd   *exec.Cmd
	stdin io.Closer
	pid   int // pid of its postmaster
	url   string
}

// beginOwner starts the process without waiting for its server; uid 0 is our own user.
func beginOwner(t *testing.T, dir string, uid int) (*owner, *bufio.Reader) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Dir = "/"
	if uid != 0 {
		cmd.Path = publicCopy(t, program)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	cmd.Env = append(os.Environ(), ownerFolder+"="+dir)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	o := &owner{cmd: cmd, stdin: stdin}
	t.Cleanup(o.kill)
	return o, bufio.NewReader(stdout)
}

func newOwner(t *testing.T, dir string, uid int) *owner {
	t.Helper()
	o, stdout := beginOwner(t, dir, uid)
	line, err := stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("the owner said nothing: %v", err)
	}
	fields := strings.Fields(line)
	if len(fields) != 3 || fields[0] != "ready" {
		t.Fatalf("the owner said %q", line)
	}
	o.url = fields[2]
	if o.pid, err = strconv.Atoi(fields[1]); err != nil {
		t.Fatal(err)
	}
	return o
}

// kill ends the process as kill -9 does and waits for it.
func (o *owner) kill() {
	_ = o.cmd.Process.Kill()
	_ = o.cmd.Wait()
}

// finish asks the process to stop its server and returns how it ended.
func (o *owner) finish() error {
	_ = o.stdin.Close()
	return o.cmd.Wait()
}

// publicCopy puts the test binary where any user can run it.
func publicCopy(t *testing.T, program string) string {
	t.Helper()
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(newFolder(t), "owner.test")
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// newFolder returns a folder like t.TempDir, but short enough for a socket and open to other users.
func newFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgserver")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// made is a folder with a new cluster, made once: copying it is far cheaper than initdb.
var made struct {
	once sync.Once
	dir  string
	err  error
}

// madeFolder returns a folder in which a server has already run.
func madeFolder(t *testing.T) string {
	t.Helper()
	made.once.Do(func() {
		if made.dir, made.err = os.MkdirTemp("", "pgserver"); made.err != nil {
			return
		}
		if made.err = os.Chmod(made.dir, 0o755); made.err != nil {
			return
		}
		var s *Server
		if s, made.err = Start(context.Background(), quick(made.dir)); made.err == nil {
			made.err = errors.Join(s.Stop(), os.Remove(s.folder.portFile())) // each copy picks its own
		}
	})
	if made.err != nil {
		t.Fatal(made.err)
	}
	dir := newFolder(t)
	if output, err := exec.Command("cp", "-a", made.dir+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return dir
}

// quick returns options for a cluster that need not survive a loss of power; it still survives kill -9.
func quick(dir string) Options {
	return Options{Dir: dir, SharedBuffers: "16MB", MaxConnections: 20, Extra: map[string]string{"fsync": "off"}}
}

// kept returns quick options with a port that stays reserved while the server is down.
func kept(t *testing.T, dir string) Options {
	t.Helper()
	o := quick(dir)
	o.Port = porttest.New(t).Number
	return o
}

// start runs a server until the test ends.
func start(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s) })
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// remember commits a row that recall finds again if the data survived.
func remember(t *testing.T, url string) {
	t.Helper()
	conn := connect(t, url)
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "CREATE TABLE note AS SELECT 'kept' AS text"); err != nil {
		t.Fatal(err)
	}
}

func recall(t *testing.T, url string) {
	t.Helper()
	conn := connect(t, url)
	defer conn.Close(t.Context())
	var text string
	if err := conn.QueryRow(t.Context(), "SELECT text FROM note").Scan(&text); err != nil || text != "kept" {
		t.Errorf("the data did not survive: %q, %v", text, err)
	}
}

// wantRefusal checks that err is one line with all the parts.
func wantRefusal(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("got no error, want one with %q", parts)
	}
	t.Log(err)
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error has more than one line: %q", err)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("got %q, want it to have %q", err, part)
		}
	}
}
