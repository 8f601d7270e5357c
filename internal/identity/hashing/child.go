package hashing

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// errGone says that the process ended before it answered.
var errGone = errors.New("the process that hashes has ended")

// patience is how long an answer may take before the process counts as stuck and is ended: a minute, and a hundred times
// what the work itself takes, for hashes that are made to take long.
const patience = time.Minute

func (r Request) patience() time.Duration {
	return time.Duration(r.Memory) * time.Duration(r.Iterations) * 80 * time.Microsecond
}

// child is one second process.
type child struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.Reader
	patience time.Duration
	gone     chan struct{} // closed after the end, when nothing is to be expected any more

	writing sync.Mutex
	mu      sync.Mutex
	number  uint64
	waiting map[uint64]chan []byte
}

// newChild starts a process from a thread of its own, whose priority the process has from its first instruction on. The
// thread ends with its goroutine, which never lets go of it: a priority can be lowered but not raised again.
func newChild(cmd *exec.Cmd, patience time.Duration) (*child, error) {
	c := &child{cmd: cmd, patience: patience, gone: make(chan struct{}), waiting: map[uint64]chan []byte{}}
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		lowerPriority()
		started <- cmd.Start()
	}()
	return c, <-started
}

// derive asks for a key and waits for it. It cannot be called off: the work would still be done, and who gave up could
// ask for more.
func (c *child) derive(r Request) ([]byte, error) {
	answer := make(chan []byte, 1)
	c.mu.Lock()
	number := c.number
	c.number++
	c.waiting[number] = answer
	c.mu.Unlock()
	defer c.forget(number)
	frame, err := appendRequest(nil, number, r)
	if err != nil {
		return nil, err
	}
	stuck := time.AfterFunc(c.patience+r.patience(), c.kill)
	defer stuck.Stop()
	c.writing.Lock()
	_, err = c.in.Write(frame)
	c.writing.Unlock()
	clear(frame)
	if err == nil {
		select {
		case key := <-answer:
			if len(key) == int(r.KeyLength) {
				return key, nil
			}
		case <-c.gone:
			return nil, errGone
		}
	}
	// Half a request or half an answer: this process is of no more use.
	c.kill()
	<-c.gone
	return nil, errGone
}

func (c *child) forget(number uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, number)
}

// listen hands out the answers until the process ends, and says how it did.
func (c *child) listen() *os.ProcessState {
	for frames := bufio.NewReader(c.out); ; {
		number, key, err := readFrame(frames)
		if err != nil {
			break
		}
		c.mu.Lock()
		answer := c.waiting[number]
		delete(c.waiting, number)
		c.mu.Unlock()
		if answer == nil {
			break // an answer to nothing: it is not to be believed any more
		}
		answer <- key
	}
	c.kill()
	_ = c.cmd.Wait() // the state says it too
	return c.cmd.ProcessState
}

// lose tells everybody who waits that nothing comes any more.
func (c *child) lose() { close(c.gone) }

func (c *child) kill() { _ = c.cmd.Process.Kill() }

// lines passes on what the process says before it dies. The runtime speaks in fixed sentences; a line is cut all the
// same, and only the first few are kept.
type lines struct {
	log  *slog.Logger
	rest []byte
	said int
}

const (
	maxLine  = 200
	maxLines = 20
)

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			l.rest = l.rest[:min(len(l.rest), maxLine)]
			return len(p), nil
		}
		if l.rest = rest; l.said < maxLines && len(line) > 0 {
			l.said++
			l.log.Warn("hashing process", "message", string(line[:min(len(line), maxLine)]))
		}
	}
}
