package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	idleGoal   = 150 << 20
	secondGoal = 3 * time.Second
)

// running is a process under measurement.
type running struct {
	cmd   *exec.Cmd
	url   string // of a single service
	ready time.Duration
}

// manySearchers lifts the limits on searches: all the people of a measurement have one address.
var manySearchers = []string{"JOB_SEARCH_LIMIT_AT_ONCE=4096", "JOB_SEARCH_LIMIT_PER_CLIENT=4096"}

// up starts the platform on free ports and waits until it says that it is ready.
func (b *bench) up(ctx context.Context, dir string, environment ...string) (*running, error) {
	cmd := exec.CommandContext(ctx, b.binary, "up")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Env = append(os.Environ(), "PLATFORM_DATA_DIR="+filepath.Join(dir, "data"), "GATEWAY_ADDRESS=127.0.0.1:0", "JOB_ADDRESS=127.0.0.1:0",
		"AUTH_ADDRESS=127.0.0.1:0", "APPLICATION_ADDRESS=127.0.0.1:0", "NOTIFICATION_ADDRESS=127.0.0.1:0", "PLATFORM_METRICS_ADDRESS=127.0.0.1:0")
	cmd.Env = append(append(cmd.Env, manySearchers...), environment...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "is ready") {
			go func() {
				for lines.Scan() { // keep the pipe empty
				}
			}()
			return &running{cmd: cmd, ready: time.Since(begun)}, nil
		}
	}
	return nil, fmt.Errorf("the platform did not start: %w", cmd.Wait())
}

func (r *running) stop() error {
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return r.cmd.Wait()
}

// Lines of /proc/PID/status. The peak is read there and not from the usage of an ended process, which may be that of
// the process it was forked from.
const (
	residentMemory = "VmRSS:"
	peakMemory     = "VmHWM:"
)

// resident is the memory of the program alone; PostgreSQL is another.
func (r *running) resident() (int64, error) {
	return r.sum(func(pid int) (int64, error) { return memoryOf(pid, residentMemory) })
}

// peak is the most memory each process of the program ever had, together.
func (r *running) peak() (int64, error) {
	return r.sum(func(pid int) (int64, error) { return memoryOf(pid, peakMemory) })
}

// cpu is the processor time of the program so far, in the kernel's ticks of a hundredth of a second.
func (r *running) cpu() (time.Duration, error) {
	ticks, err := r.sum(ticksOf)
	return time.Duration(ticks) * 10 * time.Millisecond, err
}

// sum adds up a figure of the process and of those that it started from the same program: passwords are hashed in a
// second one. Memory that they share is counted for each.
func (r *running) sum(of func(pid int) (int64, error)) (int64, error) {
	own := r.cmd.Process.Pid
	total, err := of(own)
	if err != nil {
		return 0, err
	}
	program, err := programOf(own)
	if err != nil {
		return 0, err
	}
	others, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, dir := range others {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			return 0, err
		}
		// Who has ended meanwhile is nobody's child.
		parent, err := statOf(pid, statParent)
		if err != nil || parent != int64(own) {
			continue
		}
		if name, err := programOf(pid); err != nil || name != program {
			continue
		}
		n, err := of(pid)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// programOf is the name that a process was started by.
func programOf(pid int) (string, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	name, _, _ := strings.Cut(string(b), "\x00")
	return name, err
}

func memoryOf(pid int, which string) (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == which {
			kib, err := strconv.ParseInt(f[1], 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("the kernel does not tell %s", which)
}

// ticksOf is the processor time of a process, user and system.
func ticksOf(pid int) (int64, error) {
	user, err := statOf(pid, statUser)
	if err != nil {
		return 0, err
	}
	system, err := statOf(pid, statSystem)
	return user + system, err
}

// Fields of /proc/PID/stat, counted from the one behind the name.
const (
	statParent = 1
	statUser   = 11
	statSystem = 12
)

func statOf(pid, field int) (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The name of the program, in brackets, may contain anything.
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(f) <= field {
		return 0, errors.New("the kernel tells too little of a process")
	}
	return strconv.ParseInt(f[field], 10, 64)
}

// kill ends the process as a crash would, if there is one.
func (r *running) kill() {
	if r == nil {
		return
	}
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait()
}

// service starts one service of the built program as a process of its own on a database of ours.
func (b *bench) service(ctx context.Context, name, addressKey string, db *database, environment ...string) (*running, error) {
	dir, err := os.MkdirTemp(b.scratch, name+"-")
	if err != nil {
		return nil, err
	}
	return b.serviceIn(ctx, dir, time.Minute, name, addressKey, db, environment...)
}

// serviceIn does the same with a data folder that may have been used before, and waits until the service is ready.
func (b *bench) serviceIn(ctx context.Context, dir string, patience time.Duration, name, addressKey string, db *database, environment ...string) (*running, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, b.binary, "serve", name)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Env = append(append(os.Environ(), manySearchers...), append(environment, addressKey+"="+address, "PLATFORM_DATA_DIR="+dir,
		"PLATFORM_INTERNAL_SERVICE_KEY="+serviceKey.Reveal(), "PLATFORM_LOG_LEVEL=error")...)
	if db != nil {
		cmd.Env = append(cmd.Env, db.logins()[1:]...)
	}
	cmd.Stderr = os.Stderr
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := &running{cmd: cmd, url: "http://" + address}
	if err := awaitFor(ctx, patience, r.url+"/readyz"); err != nil {
		return nil, errors.Join(err, r.stop())
	}
	r.ready = time.Since(begun)
	return r, nil
}

// freeAddress is a loopback address that nobody listens on at this moment.
func freeAddress() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer ln.Close()
	return ln.Addr().String(), nil
}

// await waits until the address answers 200.
func await(ctx context.Context, url string) error { return awaitFor(ctx, time.Minute, url) }

func awaitFor(ctx context.Context, patience time.Duration, url string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s does not get ready", url)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// measurePlatform starts the built program as a newcomer does. Nothing is compared; the goals are bounds.
func measurePlatform(ctx context.Context, b *bench) error {
	dir := filepath.Join(b.scratch, "platform")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	first, err := b.up(ctx, dir)
	if err != nil {
		return err
	}
	if err := first.stop(); err != nil {
		return err
	}
	second, err := b.up(ctx, dir)
	if err != nil {
		return err
	}
	// Idle means after every scheduler that runs at once has run, not the first quiet instant.
	settling := 20 * time.Second
	if b.quick {
		settling /= 4
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
	}
	idle, err := second.resident()
	if err := errors.Join(err, second.stop(), ctx.Err()); err != nil {
		return err
	}
	info, err := os.Stat(b.binary)
	if err != nil {
		return err
	}
	b.add(stated("first start, database made", duration(first.ready), ""))
	r := row{workload: "second start", ours: duration(second.ready), against: duration(secondGoal)}
	r.ratio, r.goal, r.held = atMost(second.ready.Seconds()/secondGoal.Seconds(), 1)
	b.add(r)
	r = row{workload: "idle memory, all services", ours: mebibytes(idle), against: mebibytes(idleGoal), note: "resident, PostgreSQL not counted"}
	r.ratio, r.goal, r.held = atMost(float64(idle)/idleGoal, 1)
	b.add(r)
	b.add(stated("size of the binary", mebibytes(info.Size()), "web app and contracts inside"))
	return nil
}
