package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/schema"
)

// upCrawler is the name of the part that runs the crawler of `up`.
const upCrawler = "crawler process"

// Waits between restarts of a crawler that exited on its own, doubling while it exits soon.
const (
	firstRestart   = time.Second
	longestRestart = time.Minute
)

// crawlerProcess runs the crawler of `up` in its own process, so that reading what boards send can neither exhaust the
// platform's memory and processors nor crash it. See docs/decisions/0011-crawler-memory.md.
type crawlerProcess struct {
	log     *slog.Logger
	environ []string
	stderr  io.Writer
	drain   time.Duration
}

// makeCrawlerProcess validates the configuration in this process, where the operator sees errors, and passes it on.
func makeCrawlerProcess(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg crawlerConfig
	if err := p.load(getenv, &cfg, &cfg.Database, schema.CrawlerRole); err != nil {
		return part{}, err
	}
	c := &crawlerProcess{log: p.log, environ: p.crawlerEnviron(getenv), stderr: p.shell.err, drain: cfg.DrainTimeout}
	if address := freeAddress(ctx); p.settings.Metrics != "" && address != "" {
		c.environ = append(c.environ, env.Name("platform.metrics.address")+"="+address)
		p.others = append(p.others, remoteMetrics("http://"+address+"/metrics"))
	}
	return part{run: c.run, drain: c.drain + killAfter}, nil
}

// crawlerEnviron returns the environment with only the crawler's settings, because its process reads untrusted data.
func (p *platform) crawlerEnviron(getenv func(string) string) []string {
	ours := map[string]bool{"GOMEMLIMIT": true}
	for _, s := range env.Settings(allConfigs()...) {
		ours[s.Variable], ours[s.Variable+"_FILE"] = true, true
	}
	var out []string
	for _, v := range p.shell.environ {
		if name, _, _ := strings.Cut(v, "="); !ours[name] {
			out = append(out, v)
		}
	}
	set := map[string]string{
		env.Name("platform.log.level"):     p.settings.LogLevel.String(),
		env.Name("platform.log.format"):    string(p.settings.LogFormat),
		env.Name("platform.data-dir"):      p.settings.DataDir,
		env.Name("platform.otel.endpoint"): p.settings.OTLP,
	}
	for _, s := range env.Settings(&crawlerConfig{}) {
		for _, name := range []string{s.Variable, s.Variable + "_FILE"} {
			if v := getenv(name); v != "" {
				set[name] = v
			}
		}
	}
	if name := env.Name("platform.database.max-connections"); getenv(name) != "" {
		set[name] = getenv(name)
	}
	for name, v := range set {
		if v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

// freeAddress returns a free loopback address. If another process takes it before the crawler does, the crawler logs a
// warning and has no metrics.
func freeAddress(ctx context.Context) string {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return ""
	}
	defer ln.Close()
	return ln.Addr().String()
}

// run keeps a crawler running until the context ends.
func (c *crawlerProcess) run(ctx context.Context) error {
	wait := firstRestart
	for {
		began := time.Now()
		err := c.once(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > longestRestart {
			wait = firstRestart
		}
		c.log.ErrorContext(ctx, "the crawler exited and is restarted", "error", err, "in", wait)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, longestRestart)
	}
}

// killAfter is how long after its drain time a crawler is killed.
const killAfter = 5 * time.Second

// once runs one process until it exits. When the context ends, the process is asked to stop and gets its drain time.
func (c *crawlerProcess) once(ctx context.Context) error {
	self, err := executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, self, "crawler", "--tied")
	cmd.Args[0] = os.Args[0]
	cmd.Env, cmd.Stderr, cmd.SysProcAttr = c.environ, c.stderr, apart()
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = c.drain + killAfter
	// Open until the process has exited. The kernel closes it when this process dies for any reason.
	tie, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer tie.Close()
	if err := startGently(cmd); err != nil {
		return err
	}
	return cmd.Wait()
}

// startGently starts a process with a lower priority. It inherits the priority of the thread that starts it; that thread
// is not used again, because a priority can be lowered but not raised.
func startGently(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		lowerPriority()
		started <- cmd.Start()
	}()
	return <-started
}

// tie ends this process when its standard input closes, and confines it.
func tie() {
	confine()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitFailed)
	}()
}
