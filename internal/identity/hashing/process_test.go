package hashing

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"golang.org/x/crypto/argon2"

	"rolecall/internal/leaktest"
)

// The test program is its own second process, as the real one is. With the word "service" it is a service that tells
// the number of its second process and waits to be killed.
func TestMain(m *testing.M) {
	Main()
	if len(os.Args) == 2 && os.Args[1] == "service" {
		p := New(Options{Threads: 1, Log: quietLog()})
		fmt.Println(p.pid())
		_, _ = p.Derive(request("a hash that takes much longer than the test", 64<<10, maxIterations))
		return
	}
	leaktest.Main(m)
}

func quietLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

const secret = "nine quiet herons"

func request(password string, memory, iterations uint32) Request {
	return Request{Password: []byte(password), Salt: []byte("sixteen bytes ok"), Memory: memory, Iterations: iterations, Parallelism: 1, KeyLength: 32}
}

// pid is that of the first process, 0 while there is none.
func (p *Processes) pid() int { return p.all[0].pid() }

func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now == nil {
		return 0
	}
	return p.now.cmd.Process.Pid
}

func open(t *testing.T, o Options) *Processes {
	t.Helper()
	if o.Log == nil {
		o.Log = quietLog()
	}
	p := New(o)
	t.Cleanup(p.Close)
	return p
}

// until waits for something that another process does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for limit := time.After(2 * time.Minute); !done(); {
		select {
		case <-limit:
			t.Fatalf("in vain: %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

// alive tells whether there is such a process; one that only waits for its parent to ask is none.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	return !bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" Z"))
}

func TestKeysAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	p, l := open(t, Options{Threads: 2}), NewLocal(2)
	for _, r := range []Request{
		request(secret, 64, 1), request("", 64, 1), request(strings.Repeat("long ", 100_000), 64, 2), request("пароль", 2<<10, 3),
		{Password: []byte(secret), Memory: 256, Iterations: 1, Parallelism: 4, KeyLength: 16},
	} {
		want := argon2.IDKey(r.Password, r.Salt, r.Iterations, r.Memory, r.Parallelism, r.KeyLength)
		for name, derive := range map[string]func(Request) ([]byte, error){"process": p.Derive, "local": l.Derive} {
			if got, err := derive(r); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: got %x, %v, want %x", name, got, err, want)
			}
		}
	}
	if n := testutil.ToFloat64(p.starts.WithLabelValues("started")); n != 1 {
		t.Errorf("%v processes were started, want 1", n)
	}
}

// A broken row neither ends the process nor takes the machine.
func TestImpossibleParametersAreRefused(t *testing.T) {
	t.Parallel()
	p, l := open(t, Options{Threads: 1}), NewLocal(1)
	for name, spoil := range map[string]func(*Request){
		"no passes":        func(r *Request) { r.Iterations = 0 },
		"too many passes":  func(r *Request) { r.Iterations = maxIterations + 1 },
		"too much memory":  func(r *Request) { r.Memory = maxMemory + 1 },
		"no lanes":         func(r *Request) { r.Parallelism = 0 },
		"no key":           func(r *Request) { r.KeyLength = 0 },
		"a key of a novel": func(r *Request) { r.KeyLength = maxKey + 1 },
		"a salt of a sea":  func(r *Request) { r.Salt = make([]byte, maxSalt+1) },
		"a frame too long": func(r *Request) { r.Password = make([]byte, maxFrame) },
	} {
		r := request(secret, 64, 1)
		spoil(&r)
		if _, err := p.Derive(r); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: the process says %v", name, err)
		}
		if _, err := l.Derive(r); !errors.Is(err, ErrRefused) && len(r.Password) < maxFrame {
			t.Errorf("%s: local says %v", name, err)
		}
	}
	if _, err := p.Derive(request(secret, 64, 1)); err != nil {
		t.Error(err)
	}
}

// Killed in the middle of its work, whatever was asked is answered all the same, and right.
func TestAKilledProcessIsReplaced(t *testing.T) {
	t.Parallel()
	p := open(t, Options{Threads: 1})
	r := request(secret, 8<<10, 20)
	want := r.key()
	first := p.pid()
	var all sync.WaitGroup
	var answered atomic.Int64
	ask := func() {
		if got, err := p.Derive(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("got %x, %v", got, err)
		}
		answered.Add(1)
	}
	all.Go(ask)
	until(t, "it works", func() bool { return ticks(t, first) > 0 })
	// Held, it cannot answer the others before they are all asked.
	if err := syscall.Kill(first, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		all.Go(ask)
	}
	p.all[0].mu.Lock()
	c := p.all[0].now
	p.all[0].mu.Unlock()
	until(t, "all are asked", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.waiting)+int(answered.Load()) == 4
	})
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if now := p.pid(); now == first || now == 0 {
		t.Errorf("the process is %d, was %d", now, first)
	}
	if n := testutil.ToFloat64(p.starts.WithLabelValues("started")); n != 2 {
		t.Errorf("%v processes were started, want 2", n)
	}
}

// One that hangs is ended, and replaced like one that died.
func TestAStuckProcessIsReplaced(t *testing.T) {
	t.Parallel()
	p := open(t, Options{Threads: 1, patience: 500 * time.Millisecond})
	p.patience = patience // the second one may start as slowly as it has to
	first := p.pid()
	if err := syscall.Kill(first, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	r := request(secret, 64, 1)
	if got, err := p.Derive(r); err != nil || !bytes.Equal(got, r.key()) {
		t.Errorf("got %x, %v", got, err)
	}
	if alive(first) {
		t.Error("it still hangs")
	}
}

// A process that ends as soon as it is asked is not started for ever: the service does the work meanwhile.
func TestAProcessThatKeepsDying(t *testing.T) {
	t.Parallel()
	p := newProcesses(Options{Threads: 1, Log: quietLog()}, []string{"/bin/sh", "sh", "-c", "exit 3"})
	t.Cleanup(p.Close)
	lost := 0
	for range 100 {
		key, err := p.Derive(request(secret, 64, 1))
		switch {
		case errors.Is(err, ErrLost):
			lost++
		case err != nil || len(key) != 32:
			t.Fatalf("got %x, %v", key, err)
		}
	}
	if n := testutil.ToFloat64(p.starts.WithLabelValues("started")); n > 10 || lost > 5 {
		t.Errorf("%v starts, %d answers lost", n, lost)
	}
}

func TestWithoutAProgramTheServiceHashes(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	p := newProcesses(Options{Threads: 1, Log: slog.New(slog.NewTextHandler(&log, nil))}, []string{"/no/such/program", "program"})
	t.Cleanup(p.Close)
	if key, err := p.Derive(request(secret, 64, 1)); err != nil || len(key) != 32 {
		t.Errorf("got %x, %v", key, err)
	}
	if n := testutil.ToFloat64(p.starts.WithLabelValues("failed")); n == 0 || !strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("%v failures are counted, the log says %q", n, &log)
	}
}

// The service drains its requests after the signal that the whole group gets.
func TestSignalsOfTheGroupAreNotForIt(t *testing.T) {
	t.Parallel()
	p := open(t, Options{Threads: 1})
	if _, err := p.Derive(request(secret, 64, 1)); err != nil { // it has started for certain
		t.Fatal(err)
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if err := syscall.Kill(p.pid(), s); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Derive(request(secret, 64, 1)); err != nil {
		t.Error(err)
	}
	if n := testutil.ToFloat64(p.starts.WithLabelValues("started")); n != 1 {
		t.Errorf("%v processes were started, want 1", n)
	}
}

// However the service ends, the second process ends too, at once and in the middle of a hash.
func TestTheProcessEndsWithTheService(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.Command(program, "service")
	out, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscanln(out, &pid); err != nil || pid == 0 {
		t.Fatalf("the service tells %d, %v", pid, err)
	}
	until(t, "the second process works", func() bool { return ticks(t, pid) > 200*time.Millisecond })
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	until(t, "the second process ends", func() bool { return !alive(pid) })
}

func TestCloseLeavesNothing(t *testing.T) {
	t.Parallel()
	p := New(Options{Threads: 2, Log: quietLog()})
	both := startAll(t, p)
	p.Close()
	for _, pid := range both {
		if alive(pid) {
			t.Error("a process lives on")
		}
	}
	p.Close()
	if _, err := p.Derive(request(secret, 64, 1)); err != nil { // a straggler
		t.Error(err)
	}
}

// startAll asks every process once, as happens when the others are busy, and gives their numbers.
func startAll(t *testing.T, p *Processes) (pids []int) {
	t.Helper()
	for range p.all {
		n := p.take()
		defer p.leave(n)
		if _, err := p.all[n].derive(request(secret, 64, 1)); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, p.all[n].pid())
	}
	return pids
}

// A process is started when those before it are busy, and one that is idle is asked before one that is not.
func TestProcessesAreStartedWhenTheyAreNeeded(t *testing.T) {
	t.Parallel()
	p := open(t, Options{Threads: 3})
	for range 5 {
		if _, err := p.Derive(request(secret, 64, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if p.pid() == 0 || p.all[1].pid() != 0 || p.all[2].pid() != 0 {
		t.Errorf("asked one by one, the processes are %d, %d, %d", p.pid(), p.all[1].pid(), p.all[2].pid())
	}
	startAll(t, p)
	if n := testutil.ToFloat64(p.starts.WithLabelValues("started")); n != 3 {
		t.Errorf("%v processes were started, want 3", n)
	}
	var taken []int
	for range 4 {
		taken = append(taken, p.take())
	}
	p.leave(1)
	if taken = append(taken, p.take()); !slices.Equal(taken, []int{0, 1, 2, 0, 1}) {
		t.Errorf("asked were %v", taken)
	}
}

// Many at once take no more memory in a process than the hash under way and the last one.
func TestABurstStaysWithinItsMemory(t *testing.T) {
	t.Parallel()
	p := open(t, Options{Threads: 2})
	startAll(t, p)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, err := p.Derive(request(secret, 64<<10, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, one := range p.all {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", one.pid()))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		peak, err := strconv.Atoi(strings.Fields(rest)[0])
		if err != nil {
			t.Fatal(err)
		}
		// All of its eight at once would be 512 MiB. The race detector doubles everything.
		if limit := 300 << 10; peak > limit {
			t.Errorf("it took %d KiB, want at most %d", peak, limit)
		}
	}
}

// Nothing of a password is where others look: in the words and the environment of the process, in a dump, in the log.
func TestNothingOfAPasswordIsSaid(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	p := New(Options{Threads: 1, Log: slog.New(slog.NewTextHandler(&log, nil))})
	pid := p.pid()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := p.Derive(request(secret, 8<<10, 50)); err != nil {
			t.Error(err)
		}
	}()
	until(t, "it works", func() bool { return ticks(t, pid) > 100*time.Millisecond })
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err == nil && len(environ) > 0 { // only root may even ask
		t.Errorf("its environment is %q", environ)
	}
	words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil || !bytes.HasSuffix(words, []byte("\x00hash\x00")) {
		t.Errorf("its words are %q, %v", words, err)
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if err == nil && !strings.Contains(strings.Join(strings.Fields(string(limits)), " "), "Max core file size 0 0") {
		t.Errorf("it may be dumped:\n%s", limits)
	}
	if err := syscall.Kill(pid, syscall.SIGABRT); err != nil { // Go's own way of dying with a report
		t.Fatal(err)
	}
	<-done
	p.Close()
	if text := log.String(); strings.Contains(text, "herons") || strings.Contains(text, fmt.Sprintf("%x", "herons")) || !strings.Contains(text, "SIGABRT") {
		t.Errorf("the log says %s", text)
	}
}
