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

// upCrawler is the crawler's part of `up`.
const upCrawler = "crawler process"

// Waits between two starts of a crawler that ends by itself, doubling while it does so soon.
const (
	firstRestart   = time.Second
	longestRestart = time.Minute
)

// crawlerProcess runs the crawler of `up` as a process of its own: what boards send is read there, so neither memory nor
// processor time nor a crash over it is the platform's. See docs/decisions/0011-crawler-memory.md.
type crawlerProcess struct {
	log     *slog.Logger
	environ []string
	stderr  io.Writer
	drain   time.Duration
}

// makeCrawlerProcess checks the configuration here, where the operator reads it, and hands it on.
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

// crawlerEnviron is the environment without any setting but the crawler's: its process is the one that strangers feed.
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

// freeAddress is a loopback address that nobody listens on. Another process may take it before the crawler does: then
// there are no metrics of the crawler, and a warning.
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
		c.log.ErrorContext(ctx, "the crawler ended and is started again", "error", err, "in", wait)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, longestRestart)
	}
}

// killAfter is what a crawler gets beyond its own time to drain before it is ended.
const killAfter = 5 * time.Second

// once runs one process to its end. When the context ends it is asked to stop and gets its time to drain.
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
	// Held open until the process has ended. It closes by itself when this process dies, however that happens.
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

// startGently starts a process that gives way to this one. Its priority is that of the thread that starts it, which is
// not used again: a priority can be lowered but not raised.
func startGently(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		lowerPriority()
		started <- cmd.Start()
	}()
	return <-started
}

// tie ends this process with its standard input, and confines it.
func tie() {
	confine()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitFailed)
	}()
}
