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

// process is one replica, started again whenever a fault has ended it.
type process struct {
	name    string // such as identity-2
	service string
	args    []string
	env     []string
	program string
	address string // where it answers; empty for the crawler
	metrics string
	log     *os.File
	// complain reports an end that nobody asked for.
	complain func(what string)

	mu      sync.Mutex
	cmd     *exec.Cmd     // nil while it is down
	asked   string        // the fault that asked for its end
	away    time.Duration // how long it stays down then
	clock   int           // seconds by which the next start's clock is wrong
	skewed  string        // program whose clock can be wrong
	wrong   bool          // the one that runs has such a clock
	closing bool
	changed chan struct{} // closed and replaced on every start and end
	done    chan struct{}
}

// stopLimit is how long SIGTERM may take: the platform's own drain time-out and a margin.
const stopLimit = 40 * time.Second

func (p *process) start() {
	p.changed, p.done = make(chan struct{}), make(chan struct{})
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
		asked, away, closing := p.asked, p.away, p.closing
		p.asked = ""
		p.signalChange()
		p.mu.Unlock()
		var exit *exec.ExitError
		switch {
		case asked == "" && !closing:
			p.complain(fmt.Sprintf("%s ended by itself: %v", p.name, err))
			away = time.Second
		case asked == "term" && errors.As(err, &exit) && exit.Exited(): // else the signal came before anybody could take it
			p.complain(fmt.Sprintf("%s did not end well after SIGTERM: %v", p.name, err))
		}
		if closing {
			return
		}
		time.Sleep(away)
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
	// A group of its own: Ctrl-C reaches the drill alone, which ends its processes in order. They do not outlive it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.cmd = cmd
	p.signalChange()
	return cmd, nil
}

func (p *process) signalChange() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// end asks for the end of the process; it stays down for a while and starts again. It reports whether there was a
// process to end that no other fault is ending already.
func (p *process) end(fault string, s syscall.Signal, away time.Duration, clock int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil || p.asked != "" && s != syscall.SIGKILL {
		return false
	}
	p.asked, p.away, p.clock = fault, away, clock
	return p.cmd.Process.Signal(s) == nil
}

// freeze stops the process in its tracks for a while, as a machine does that swaps or is being moved.
func (p *process) freeze(ctx context.Context, d time.Duration) bool {
	p.mu.Lock()
	cmd := p.cmd
	p.mu.Unlock()
	if cmd == nil || cmd.Process.Signal(syscall.SIGSTOP) != nil {
		return false
	}
	pause(ctx, d)
	_ = cmd.Process.Signal(syscall.SIGCONT)
	return true
}

// pid is that of the running process, 0 while it is down.
func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// wrongClock tells whether the process that runs was started with one.
func (p *process) wrongClock() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wrong
}

// close ends the process for good.
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
		p.complain(p.name + " does not end after SIGTERM")
		if cmd != nil {
			_ = cmd.Process.Kill()
		}
		<-p.done
	}
	_ = p.log.Close()
}

// openLog is where a process writes; it is appended to over all its starts.
func openLog(dir, name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}

// quietPort finds a loopback port below the range that the kernel hands out, so that no connection takes it while the
// replica that listens there is down.
func quietPort(taken map[int]bool, from int) (string, error) {
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
