package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const serviceKey = "the service key that a benchmark uses"

// platform is the program under test: one process (`up`), or one process per service.
type platform struct {
	gateway, jobs, identity *client
	metrics                 *client // metrics of `rolecall up`; nil for separate services
	parts                   map[string]*process
}

// process is a running program.
type process struct {
	cmd    *exec.Cmd
	output string // its end; read only after the process has exited
	ended  chan struct{}
	err    error // exit error
}

// environment returns the variables common to every way of starting the platform. Limits and logs keep their defaults. This process is a
// trusted proxy, so that each of its callers counts as a separate client.
func (b *bench) environment(st *stage) []string {
	env := append(os.Environ(), st.db.logins()...)
	return append(env, "PLATFORM_DATA_DIR="+st.dir, "PLATFORM_INTERNAL_SERVICE_KEY="+serviceKey,
		"TOTP_ENCRYPTION_KEY="+strings.Repeat("5c", 32), "PLATFORM_TRUSTED_PROXIES=127.0.0.0/8", "GATEWAY_TRUSTED_PROXIES=127.0.0.0/8",
		"PLATFORM_SMTP_URL=smtp://"+b.sink.address+"?tls=none&from=rolecall@example.org", "CRAWLER_FETCH_ALLOW_PRIVATE=true",
		// The boards of this process stand for many hosts, so the per-host limit must not apply to all of them together.
		"CRAWLER_FETCH_PER_HOST=32", "CRAWLER_SOURCE_GREENHOUSE_BASE_URL="+st.boards.url, exchangeRates())
}

// noCrawl turns crawling and enrichment off.
var noCrawl = []string{"CRAWLER_CRAWL_ENABLED=false", "CRAWLER_ENRICHMENT_ENABLED=false"}

var addressKeys = map[string]string{
	"identity": "AUTH_ADDRESS", "jobs": "JOB_ADDRESS", "applications": "APPLICATION_ADDRESS",
	"notifications": "NOTIFICATION_ADDRESS", "gateway": "GATEWAY_ADDRESS",
}

// addresses picks a free port for each service.
func addresses() (env []string, urls map[string]string, err error) {
	urls = map[string]string{}
	for service, key := range addressKeys {
		ln, err := listenOnFree()
		if err != nil {
			return nil, nil, err
		}
		defer ln.Close() // closed after all are picked, so that all are different
		address := ln.Addr().String()
		urls[service] = "http://" + address
		env = append(env, key+"="+address)
		if service != "gateway" {
			env = append(env, "PLATFORM_CLIENT_"+strings.ToUpper(service)+"_URL=http://"+address)
		}
	}
	return append(env, "PLATFORM_METRICS_ADDRESS=127.0.0.1:0"), urls, nil
}

// up starts the whole platform in one process and waits until it answers searches.
func (b *bench) up(ctx context.Context, st *stage, more ...string) (*platform, error) {
	env, urls, err := addresses()
	if err != nil {
		return nil, err
	}
	metrics, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := newPlatform(urls)
	p.metrics = newClient("http://" + metrics)
	env = append(append(b.environment(st), env...), "PLATFORM_METRICS_ADDRESS="+metrics)
	if err := p.start(ctx, "up", b.binary, append(env, more...), "up"); err != nil {
		return nil, err
	}
	return p, p.await(ctx)
}

// waitForMerge waits until the index has merged the parts left by its initial load, which it then saves.
func (p *platform) waitForMerge(ctx context.Context, st *stage) error {
	for start := time.Now(); time.Since(start) < 20*time.Minute; {
		_, err := os.Stat(filepath.Join(st.dir, "search", "search.index"))
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.parts["up"].ended:
			return errors.New("the platform ended while its index was merged")
		case <-time.After(time.Second):
		}
	}
	return errors.New("the index was not saved")
}

// metric reads a metric without labels.
func (p *platform) metric(ctx context.Context, name string) (float64, error) {
	var text string
	if err := p.metrics.get(ctx, caller{}, "/metrics", &text); err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strconv.ParseFloat(strings.TrimSpace(value), 64)
		}
	}
	return 0, fmt.Errorf("there is no metric %s", name)
}

// fleet starts each service, and the crawler, in a process of its own.
func (b *bench) fleet(ctx context.Context, st *stage, more ...string) (*platform, error) {
	env, urls, err := addresses()
	if err != nil {
		return nil, err
	}
	p := newPlatform(urls)
	env = append(append(b.environment(st), env...), more...)
	for service := range addressKeys {
		if err := p.start(ctx, service, b.binary, env, "serve", service); err != nil {
			return nil, errors.Join(err, p.stop())
		}
	}
	if err := p.start(ctx, "crawler", b.binary, env, "crawler"); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, p.await(ctx)
}

func newPlatform(urls map[string]string) *platform {
	return &platform{
		gateway: newClient(urls["gateway"]), jobs: newClient(urls["jobs"]), identity: newClient(urls["identity"]),
		parts: map[string]*process{},
	}
}

// await waits until the platform answers searches, and stops it if it does not.
func (p *platform) await(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, part := range p.parts { // a process that has exited will never answer
		go func() {
			select {
			case <-part.ended:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	var err error
	for _, c := range []struct {
		client *client
		path   string
	}{{p.jobs, "/readyz"}, {p.identity, "/readyz"}, {p.gateway, "/jobs?size=1"}, {p.gateway, "/auth/.well-known/jwks.json"}} {
		if err == nil {
			err = c.client.awaitOK(ctx, c.path, 20*time.Minute)
		}
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the platform did not become ready: %w", err), p.stop())
	}
	return nil
}

func (p *platform) start(ctx context.Context, name, program string, env []string, args ...string) error {
	part, err := startProcess(ctx, program, env, args...)
	if err == nil {
		p.parts[name] = part
	}
	return err
}

// startProcess starts a program whose output goes to a file, as an operator's would: services log every request. The file is removed
// here, so nothing is left of it once it is closed.
func startProcess(ctx context.Context, program string, env []string, args ...string) (*process, error) {
	log, err := os.CreateTemp("", "rolecall-bench-log-")
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.CommandContext(ctx, program, args...), ended: make(chan struct{})}
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = env, log, log
	if err = os.Remove(log.Name()); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	go func() {
		p.err = p.cmd.Wait()
		p.output = tail(log)
		_ = log.Close()
		close(p.ended)
	}()
	return p, nil
}

// tail returns the last kilobytes of a file, more than lastLines shows.
func tail(f *os.File) string {
	info, err := f.Stat()
	if err != nil {
		return err.Error()
	}
	const most = 8 << 10
	text, _ := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-most), most))
	return string(text)
}

func (p *platform) stop() error {
	var err error
	for _, part := range p.parts {
		err = errors.Join(err, part.end(syscall.SIGTERM))
	}
	for _, c := range []*client{p.gateway, p.jobs, p.identity, p.metrics} {
		if c != nil {
			c.close()
		}
	}
	return err
}

// paused suspends all processes of the platform while fn runs, so that its background work does not slow a peer.
func (p *platform) paused(fn func() error) error {
	signal := func(s syscall.Signal) error {
		var err error
		for _, part := range p.parts {
			for _, pid := range tree(part.cmd.Process.Pid) {
				err = errors.Join(err, syscall.Kill(pid, s))
			}
		}
		return err
	}
	if err := signal(syscall.SIGSTOP); err != nil {
		return errors.Join(err, signal(syscall.SIGCONT))
	}
	err := fn()
	return errors.Join(err, signal(syscall.SIGCONT))
}

// end signals the process and waits for it to exit. Only after SIGTERM is a failed exit an error.
func (p *process) end(signal os.Signal) error {
	_ = p.cmd.Process.Signal(signal) // fails if it has exited
	<-p.ended
	if p.err != nil && signal == syscall.SIGTERM {
		return fmt.Errorf("%s: %w: %s", strings.Join(p.cmd.Args, " "), p.err, lastLines(p.output))
	}
	return nil
}

// command runs a rolecall command to completion.
func (b *bench) command(ctx context.Context, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, b.binary, args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("rolecall %s: %w: %s", strings.Join(args, " "), err, lastLines(string(out)))
	}
	return nil
}

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// freeAddress returns a loopback address with a free port.
func freeAddress() (string, error) {
	ln, err := listenOnFree()
	if err != nil {
		return "", err
	}
	defer ln.Close()
	return ln.Addr().String(), nil
}

// listenOnFree listens on a port below those that Linux gives to outgoing connections, so that no connection of a benchmark takes it
// before the program that is to listen there has started.
func listenOnFree() (net.Listener, error) {
	var err error
	for range 100 {
		var ln net.Listener
		if ln, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))); err == nil {
			return ln, nil
		}
	}
	return nil, err
}

// resident returns the memory of a process and its descendants in bytes, 0 if it has exited. Pages shared by several processes
// count once (proportional set size).
func resident(pid int) float64 {
	total := 0.0
	for _, pid := range tree(pid) {
		total += procBytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss")
	}
	return total
}

// procField returns the first value with a name in a file of /proc, "" if there is none or the process has exited.
func procField(path, name string) string {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// procBytes returns a field of /proc that is in kB, 0 if there is none.
func procBytes(path, name string) float64 {
	kib, _ := strconv.ParseFloat(strings.TrimSuffix(procField(path, name), " kB"), 64)
	return 1024 * kib
}

// tree returns a process and its descendants.
func tree(pid int) []int {
	out := []int{pid}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range lists {
		text, _ := os.ReadFile(path) // fails if the thread has exited
		for child := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(child); err == nil {
				out = append(out, tree(n)...)
			}
		}
	}
	return out
}
