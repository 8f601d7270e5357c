package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// process is one replica, restarted whenever a fault has ended it.
type process struct {
	name    string // such as identity-2
	service string
	args    []string
	env     []string
	program string
	address string // address it listens on; empty for the crawler
	metrics string
	log     *os.File
	// report is called for an exit that no fault caused.
	report func(what string)

	mu      sync.Mutex
	cmd     *exec.Cmd     // nil while it is down
	fault   string        // the fault that is ending it
	downFor time.Duration // time that it then stays down
	clock   int           // error of the clock at the next start, in seconds
	skewed  string        // program whose clock can be wrong
	wrong   bool          // the running process has a wrong clock
	closing bool
	done    chan struct{}
}

// stopLimit is the time limit for SIGTERM: the platform's own drain timeout and a margin.
const stopLimit = 40 * time.Second

func (p *process) start() {
	p.done = make(chan struct{})
	go p.supervise()
}

func (p *process) supervise() {
	defer close(p.done)
	for {
		cmd, err := p.launch()
		if err == nil {
			err = cmd.Wait()
		}
		p.mu.Lock()
		p.cmd = nil
		fault, downFor, closing := p.fault, p.downFor, p.closing
		p.fault = ""
		p.mu.Unlock()
		var exit *exec.ExitError
		switch {
		case fault == "" && !closing:
			p.report(fmt.Sprintf("%s exited on its own: %v", p.name, err))
			downFor = time.Second
		case fault == "term" && errors.As(err, &exit) && exit.Exited(): // else it was killed before it handled the signal
			p.report(fmt.Sprintf("%s failed after SIGTERM: %v", p.name, err))
		}
		if closing {
			return
		}
		time.Sleep(downFor)
	}
}

func (p *process) launch() (*exec.Cmd, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	program, env := p.program, p.env
	if p.wrong = p.clock != 0; p.wrong {
		program, env = p.skewed, append(env[:len(env):len(env)], fmt.Sprintf("%s=%d", clockVariable, p.clock))
		p.clock = 0
	}
	cmd := exec.Command(program, p.args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, p.log, p.log
	// A separate process group: Ctrl-C reaches only the drill, which stops its processes in order. If the drill dies, so
	// do they.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.cmd = cmd
	return cmd, nil
}

// end signals the process, which stays down for a while and is started again. It reports whether there was a process that no
// other fault was ending.
func (p *process) end(fault string, s syscall.Signal, downFor time.Duration, clock int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil || p.fault != "" && s != syscall.SIGKILL {
		return false
	}
	p.fault, p.downFor, p.clock = fault, downFor, clock
	return p.cmd.Process.Signal(s) == nil
}

// freeze suspends the process for a while, as happens on a machine that swaps or is migrated.
func (p *process) freeze(ctx context.Context, d time.Duration) bool {
	p.mu.Lock()
	cmd := p.cmd
	p.mu.Unlock()
	if cmd == nil || cmd.Process.Signal(syscall.SIGSTOP) != nil {
		return false
	}
	sleep(ctx, d)
	_ = cmd.Process.Signal(syscall.SIGCONT)
	return true
}

// pid returns the id of the running process, or 0 while it is down.
func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// wrongClock reports whether the running process has a wrong clock.
func (p *process) wrongClock() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wrong
}

// close stops the process for good.
func (p *process) close() {
	p.mu.Lock()
	p.closing = true
	cmd := p.cmd
	p.mu.Unlock()
	if cmd != nil {
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}
	select {
	case <-p.done:
	case <-time.After(stopLimit):
		p.report(p.name + " does not exit after SIGTERM")
		if cmd != nil {
			_ = cmd.Process.Kill()
		}
		<-p.done
	}
	_ = p.log.Close()
}

// openLog opens the log of a process, which is kept across restarts.
func openLog(dir, name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}

// freePort returns a loopback address whose port is below the ephemeral range, so that no connection takes it while the
// replica is down.
func freePort(taken map[int]bool, from int) (string, error) {
	for port := from; port < 32000; port++ {
		if taken[port] {
			continue
		}
		address := fmt.Sprintf("127.0.0.1:%d", port)
		if ln, err := net.Listen("tcp", address); err == nil {
			_ = ln.Close()
			taken[port] = true
			return address, nil
		}
	}
	return "", errors.New("no free port")
}
