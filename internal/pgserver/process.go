package pgserver

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

const (
	// fastStopWithin is the time limit for a shutdown checkpoint, after which the server is stopped immediately; the
	// next start then replays the write-ahead log.
	fastStopWithin      = 20 * time.Second
	immediateStopWithin = 5 * time.Second
)

// process is a child process that ends with this one where the system supports that.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // error of the exit; valid once done is closed
}

// command prepares a PostgreSQL program. Its environment is empty, so that no PG* variable affects it and no secret leaks;
// cwd must be a folder that the account can enter, which our own may not be.
func command(a account, bin, cwd, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(bin, program), args...)
	cmd.Dir = cwd
	cmd.Env = []string{"LC_ALL=" + locale, "PATH=/usr/bin:/bin", "TZ=UTC"}
	cmd.SysProcAttr = attributes(a.credential())
	return cmd
}

// spawn starts a child and waits for it on one locked thread: the kernel sends the death signal when the thread that
// forked ends, and the Go runtime may end idle threads.
func spawn(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// run runs a program until it exits and returns its output.
func run(ctx context.Context, cmd *exec.Cmd) (string, error) {
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = immediateStopWithin // in case a grandchild keeps the pipe open
	p, err := spawn(cmd)
	if err != nil {
		return "", err
	}
	select {
	case <-p.done:
		return output.String(), p.err
	case <-ctx.Done():
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // the group: initdb has children
		<-p.done
		return output.String(), ctx.Err()
	}
}

// end stops a postmaster: with a fast shutdown, then immediately, then by force.
func (p *process) end() {
	for _, step := range []struct {
		signal syscall.Signal
		within time.Duration
	}{
		{syscall.SIGINT, fastStopWithin},
		{syscall.SIGQUIT, immediateStopWithin},
	} {
		_ = p.cmd.Process.Signal(step.signal) // fails only if it has already exited
		select {
		case <-p.done:
			return
		case <-time.After(step.within):
		}
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}

// outcome describes how a process ended.
func (p *process) outcome() string {
	if p.err == nil {
		return "exit status 0"
	}
	return fmt.Sprint(p.err)
}
