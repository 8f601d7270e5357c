// Package e2e tests the whole platform from outside: the real binary, real processes, real HTTP.
package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/pgtest"
	"rolecall/internal/porttest"
)

// binary is the program under test, with the web app inside.
var binary string

func TestMain(m *testing.M) {
	var err error
	if binary, err = filepath.Abs("../bin/rolecall"); err != nil {
		panic(err)
	}
	// With the same flags as make test, which has built it already.
	build := exec.Command("make", "-C", "..", "build")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	pgtest.Main(m)
}

// process is one running rolecall.
type process struct {
	t      testing.TB
	cmd    *exec.Cmd
	out    *output
	exited chan struct{}
	err    error
}

// output collects what a process prints while others read it.
type output struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	line chan struct{} // signalled on every new line
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

func (o *output) follow(r io.Reader) {
	for s := bufio.NewScanner(r); s.Scan(); {
		o.mu.Lock()
		o.buf.WriteString(s.Text() + "\n")
		o.mu.Unlock()
		select {
		case o.line <- struct{}{}:
		default:
		}
	}
}

type option func(*exec.Cmd)

// asUser runs a copy of the program, in a folder open to all, as an unprivileged user.
func asUser(t testing.TB, dir string, uid, gid int) option {
	t.Helper()
	b, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "rolecall")
	if err := os.WriteFile(copied, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return func(c *exec.Cmd) {
		c.Path, c.Dir = copied, dir
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

// start runs the binary with the given environment only.
func start(t testing.TB, env map[string]string, args []string, options ...option) *process {
	t.Helper()
	dataDirs.Store(env["GATEWAY_ADDRESS"], env["PLATFORM_DATA_DIR"])
	cmd := exec.Command(binary, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	for _, o := range options {
		o(cmd)
	}
	r, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	p := &process{t: t, cmd: cmd, out: &output{line: make(chan struct{}, 1)}, exited: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.out.follow(r)
	}()
	go func() {
		p.err = cmd.Wait()
		_ = w.Close()
		<-read // all output is there once the process has exited
		close(p.exited)
	}()
	t.Cleanup(func() {
		p.signal(syscall.SIGTERM)
		select {
		case <-p.exited:
		case <-time.After(2 * time.Minute):
			p.signal(syscall.SIGKILL)
			<-p.exited
		}
		if t.Failed() {
			p.report(strings.Join(args, " "))
		}
	})
	return p
}

// report keeps all that the process printed in e2e/results and repeats what is not routine: a long log would hide the test's own words.
func (p *process) report(name string) {
	all := p.out.String()
	var odd strings.Builder
	for line := range strings.Lines(all) {
		if !strings.Contains(line, " level=INFO ") {
			odd.WriteString(line)
		}
	}
	file := filepath.Join("results", fmt.Sprintf("%s-%d.log", strings.ReplaceAll(p.t.Name(), "/", "-"), p.cmd.Process.Pid))
	err := os.MkdirAll("results", 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(all), 0o600)
	}
	p.t.Logf("rolecall %s printed, without level INFO (all of it is in e2e/%s, %v):\n%s", name, file, err, odd.String())
}

func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// waitFor waits until the process has printed the text.
func (p *process) waitFor(text string) {
	p.t.Helper()
	deadline := time.After(4 * time.Minute)
	for !strings.Contains(p.out.String(), text) {
		select {
		case <-p.out.line:
		case <-p.exited:
			if strings.Contains(p.out.String(), text) {
				return
			}
			p.t.Fatalf("the process ended (%v) before it printed %q:\n%s", p.err, text, p.out)
		case <-deadline:
			p.t.Fatalf("%q was not printed in time:\n%s", text, p.out)
		}
	}
}

// wait waits for the end and returns the exit code.
func (p *process) wait() int {
	p.t.Helper()
	select {
	case <-p.exited:
	case <-time.After(4 * time.Minute):
		p.t.Fatalf("the process does not end:\n%s", p.out)
	}
	return p.cmd.ProcessState.ExitCode()
}

// run runs a command to its end.
func run(t testing.TB, env map[string]string, args ...string) (code int, out string) {
	t.Helper()
	p := start(t, env, args)
	return p.wait(), p.out.String()
}

// scratch returns a folder that an unprivileged server may use, with a path short enough for a socket.
func scratch(t testing.TB) string {
	t.Helper()
	root := "/dev/shm"
	if _, err := os.Stat(root); err != nil {
		root = os.TempDir()
	}
	dir, err := os.MkdirTemp(root, "rc-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// ports reserves loopback ports for the five addresses and the metrics until the test ends.
func ports(t testing.TB) map[string]string {
	t.Helper()
	env := map[string]string{}
	for _, key := range []string{"GATEWAY_ADDRESS", "JOB_ADDRESS", "AUTH_ADDRESS", "APPLICATION_ADDRESS", "NOTIFICATION_ADDRESS",
		"PLATFORM_METRICS_ADDRESS"} {
		env[key] = porttest.New(t).Address()
	}
	for name, key := range map[string]string{"IDENTITY": "AUTH_ADDRESS", "JOBS": "JOB_ADDRESS", "APPLICATIONS": "APPLICATION_ADDRESS",
		"NOTIFICATIONS": "NOTIFICATION_ADDRESS"} {
		env["PLATFORM_CLIENT_"+name+"_URL"] = "http://" + env[key]
	}
	return env
}

// up starts the whole platform in one process and waits until it is ready.
func up(t testing.TB, dir string, env map[string]string, options ...option) *process {
	t.Helper()
	full := map[string]string{"PLATFORM_DATA_DIR": filepath.Join(dir, "data")}
	maps.Copy(full, env)
	p := start(t, full, []string{"up"}, options...)
	p.waitFor("is ready")
	return p
}

// get requests an address until it responds with the status or the time limit has passed.
func eventually(t testing.TB, url string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	last := "no answer"
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == status {
				return
			}
			last = res.Status
		} else if errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%s: %s, want %d", url, last, status)
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: %s, want %d", url, last, status)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
