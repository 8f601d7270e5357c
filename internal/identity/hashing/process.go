package hashing

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"
)

// ErrLost is the answer when two processes in a row ended before they had made the key.
var ErrLost = errors.New("the process that hashes ended twice")

const (
	// A process that ends before it is this old has failed: the next one waits for a while, longer each time.
	young     = 5 * time.Second
	leastWait = 100 * time.Millisecond
	mostWait  = 10 * time.Second
	// closing is how long a process may take to end once its stdin has.
	closing = 2 * time.Second
)

// process makes keys in a second process, and in this one for as long as there can be none.
type process struct {
	*house
	mu     sync.Mutex
	now    *child // nil until the first, and after the end of one until the next
	from   time.Time
	wait   time.Duration
	closed bool
}

// derive makes a key. It has no side effects, so what a process that ended did not answer is simply asked again, once.
func (p *process) derive(r Request) ([]byte, error) {
	begun := time.Now()
	for range 2 {
		c := p.child()
		if c == nil {
			defer func() { p.seconds.WithLabelValues("service").Observe(time.Since(begun).Seconds()) }()
			return p.local.Derive(r)
		}
		key, err := c.derive(r)
		if !errors.Is(err, errGone) {
			p.seconds.WithLabelValues("process").Observe(time.Since(begun).Seconds())
			return key, err
		}
	}
	return nil, ErrLost
}

// child is the process to ask: the one there is, or a new one. It is nil when there can be none now.
func (p *process) child() *child {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		return p.now
	}
	if p.closed || p.command == nil || time.Now().Before(p.from) {
		return nil
	}
	// Nothing of our environment: it holds secrets.
	cmd := &exec.Cmd{Path: p.command[0], Args: p.command[1:], Env: []string{}, Stderr: &lines{log: p.log}, SysProcAttr: apart()}
	c, err := newChild(cmd, p.patience)
	if err != nil {
		p.starts.WithLabelValues("failed").Inc()
		p.delay()
		p.log.Error("passwords are hashed by the service itself: the process that should cannot be started", "error", err, "next_try_in", p.wait)
		return nil
	}
	p.starts.WithLabelValues("started").Inc()
	p.log.Info("hashing process started", "pid", c.cmd.Process.Pid)
	p.now = c
	go func() {
		begun := time.Now()
		state := c.listen()
		p.ended(c, state, time.Since(begun))
	}()
	return c
}

// ended makes room for the next one.
func (p *process) ended(c *child, state *os.ProcessState, age time.Duration) {
	p.mu.Lock()
	p.now = nil
	if !p.closed {
		if age < young {
			p.delay()
		} else {
			p.wait = 0
		}
		p.log.Warn("hashing process ended, another takes its place", "pid", c.cmd.Process.Pid, "state", state.String(), "age", age)
	}
	p.mu.Unlock()
	c.lose() // only now: whoever asks again must find the place empty
}

// delay keeps a process that fails at once from being started over and over. The first time costs nothing.
func (p *process) delay() {
	p.from = time.Now().Add(p.wait)
	p.wait = min(max(2*p.wait, leastWait), mostWait)
}

// close ends the second process. Nobody may be waiting for a key.
func (p *process) close() {
	p.mu.Lock()
	p.closed = true
	c := p.now
	p.mu.Unlock()
	if c == nil {
		return
	}
	late := time.AfterFunc(closing, c.kill)
	defer late.Stop()
	_ = c.in.Close()
	<-c.gone
}
