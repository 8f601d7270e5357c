package crawler

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

const (
	childURL    = "ROLECALL_TEST_CRAWLER_DATABASE"
	childBoards = "ROLECALL_TEST_CRAWLER_BOARDS"
)

// childMain runs a worker in a separate process, which tests kill.
func childMain() int {
	ctx := context.Background()
	pool, err := pg.Open(ctx, pg.Options{URL: env.NewSecret(os.Getenv(childURL)), Role: schema.CrawlerRole, AppName: sessionsOf(os.Getpid()), MaxConns: 6})
	if err != nil {
		return 1
	}
	var cfg Config
	if err := env.Load(func(string) string { return "" }, &cfg); err != nil {
		return 1
	}
	cfg.Fetch.AllowPrivate, cfg.Fetch.Concurrency = true, 2
	cfg.BaseURL = fakeBases(os.Getenv(childBoards))
	worker, err := New(cfg, Deps{Log: slog.New(slog.DiscardHandler), DB: pool, Version: "test"})
	if err != nil {
		return 1
	}
	for _, kind := range []PassKind{CrawlPass, EnrichmentPass} {
		go func() {
			for {
				_, _ = worker.Poll(ctx, kind)
				pause(ctx, 5*time.Millisecond)
			}
		}()
	}
	// The parent holds the other end: exit when it ends.
	_, _ = os.Stdin.Read(make([]byte, 1))
	return 0
}

// child is a worker process.
type child struct{ cmd *exec.Cmd }

// spawnTwo starts two worker processes and returns a function that starts another. All end with the test.
func (w *world) spawnTwo() (children map[int]*child, spawn func()) {
	children = map[int]*child{}
	spawn = func() {
		c := w.spawn()
		children[c.cmd.Process.Pid] = c
	}
	w.t.Cleanup(func() {
		for _, c := range children {
			c.kill()
		}
	})
	spawn()
	spawn()
	return children, spawn
}

func (w *world) spawn() *child {
	w.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+w.db.As(schema.CrawlerRole), childBoards+"="+w.url)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return &child{cmd}
}

func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// sessionsOf returns the application name of the database connections of a child.
func sessionsOf(pid int) string { return fmt.Sprint("child ", pid) }

// killHolder kills a child and expires its leases. Leases short enough to wait for would also expire on a child that is
// only slow.
func (w *world) killHolder(c *child) {
	w.t.Helper()
	c.kill()
	pid := c.cmd.Process.Pid
	w.eventually("the end of its sessions", func() bool {
		return value[int](w, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", sessionsOf(pid)) == 0
	})
	for _, table := range []string{"pass_lock", "trigger_request"} {
		w.exec("UPDATE crawler."+table+" SET lease_expires_at = clock_timestamp() WHERE lease_expires_at IS NOT NULL AND split_part(locked_by, '/', 2) = $1", strconv.Itoa(pid))
	}
}

// holder returns the process id of the worker that holds the lock of a kind, 0 if none does.
func (w *world) holder(kind PassKind) int {
	name := value[string](w, "SELECT coalesce(locked_by, '') FROM crawler.pass_lock WHERE kind = $1", kind)
	parts := strings.Split(name, "/")
	if len(parts) != 3 {
		return 0
	}
	pid, _ := strconv.Atoi(parts[1])
	return pid
}

func TestKilledHoldersLoseNothing(t *testing.T) {
	t.Parallel()
	kills := 15
	if n, err := strconv.Atoi(os.Getenv("ROLECALL_TEST_KILLS")); err == nil {
		kills = n // set for longer runs
	}
	families := []string{"greenhouse", "lever", "ashby"}
	var employers []fakeboard.Employer
	for i := range 6 {
		employers = append(employers, employer(families[i%3], fmt.Sprintf("acorn%d", i), 25))
	}
	w := newWorld(t, employers...)
	for _, e := range employers {
		w.boards.Break(e.Family, e.Token, fakeboard.Slow(10*time.Millisecond))
	}
	children, spawn := w.spawnTwo()

	killed, failed, requests := 0, 0, 0
	for ; killed < kills || requests < 5; requests++ {
		for _, e := range employers {
			w.boards.Edit(e.Family, e.Token, 5)
			w.boards.Add(e.Family, e.Token, 1)
		}
		kind := []PassKind{CrawlPass, CrawlPass, EnrichmentPass}[requests%3]
		id := w.request(kind)
		aim, victims := rand.N(120*time.Millisecond), 0
		w.eventually("the end of a request", func() bool {
			got := w.trigger(id)
			if got.Status == "running" && killed < kills && victims < requests%4 { // sometimes all three die
				if victim := children[w.holder(kind)]; victim != nil && pause(t.Context(), aim) {
					w.killHolder(victim)
					delete(children, victim.cmd.Process.Pid)
					spawn()
					killed, victims = killed+1, victims+1
					aim = rand.N(120 * time.Millisecond)
				}
			}
			return got.Status == "succeeded" || got.Status == "failed"
		})
		got := w.trigger(id)
		switch {
		case got.Status == "failed" && (got.Reason != "lease expired" || got.Attempts != maxDeadHolders):
			t.Errorf("request %d: %+v", requests, got)
		case got.Status == "failed":
			failed++
		case kind == CrawlPass:
			if n := value[int](w, "SELECT count(*) FROM crawler.pull_log WHERE pass_id = $1", id); n != len(employers) {
				t.Errorf("request %d pulled %d of %d boards: %+v", requests, n, len(employers), got)
			}
		}
	}
	t.Logf("%d requests, %d kills, %d given up after three dead holders", requests, killed, failed)

	// One undisturbed pass of each kind completes what the kills interrupted.
	for _, kind := range []PassKind{CrawlPass, EnrichmentPass} {
		id := w.request(kind)
		w.eventually("a quiet pass", func() bool { return w.trigger(id).Status == "succeeded" })
	}
	want := 0
	for _, e := range employers {
		want += w.boards.Open(e.Family, e.Token)
	}
	if w.open() != want || w.closed() != 0 {
		t.Errorf("%d open of %d, %d closed", w.open(), want, w.closed())
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status <> 'done' OR enrichment_attempts <> 0"); n != 0 {
		t.Errorf("%d postings are not enriched, want 0", n)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.trigger_request WHERE status NOT IN ('succeeded', 'failed')"); n != 0 {
		t.Errorf("%d requests are left over, want 0", n)
	}
}
