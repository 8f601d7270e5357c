package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// crawlerOf returns the crawler's process of a platform, 0 if there is none.
func crawlerOf(parent int) int {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		words, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		_, state, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(state); len(f) > 1 && f[1] == strconv.Itoa(parent) &&
			strings.Contains(string(words), "\x00crawler\x00--tied\x00") {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			return pid
		}
	}
	return 0
}

// TestPlatformOutlivesItsCrawler checks that a crawler that dies is restarted while the platform continues. The crawler
// has a lower priority than the services, is the first to be killed when memory runs out, has none of their secrets,
// and exits with the platform, however that exits.
func TestPlatformOutlivesItsCrawler(t *testing.T) {
	t.Parallel()
	env := ports(t)
	env["AUTH_ADMIN_EMAILS"], env["CRAWLER_TRIGGER_POLL_CRON"] = "chief@example.org", "* * * * * ?"
	dir := scratch(t)
	p := up(t, dir, env)
	gateway := "http://" + env["GATEWAY_ADDRESS"]
	first := 0
	waitUntil(t, "a crawler starts", func() bool { first = crawlerOf(p.cmd.Process.Pid); return first != 0 })
	waitUntil(t, "it is confined", func() bool { return readProc(t, first, "oom_score_adj") == "500\n" })
	if _, rest, _ := strings.Cut(readProc(t, first, "stat"), ") "); strings.Fields(rest)[16] != "10" {
		t.Errorf("its niceness is %s, want %s", strings.Fields(rest)[16], "10")
	}
	// Where the kernel groups processes by session, the niceness of the group counts.
	if group, err := os.ReadFile(fmt.Sprintf("/proc/%d/autogroup", first)); err == nil && !strings.HasSuffix(string(group), " nice 10\n") {
		t.Errorf("its session's niceness: %s", group)
	}
	for v := range strings.SplitSeq(readProc(t, first, "environ"), "\x00") {
		name, _, _ := strings.Cut(v, "=")
		if v != "" && name != "PATH" && !strings.HasPrefix(name, "CRAWLER_") && !strings.HasPrefix(name, "PLATFORM_") ||
			strings.Contains(name, "KEY") {
			t.Errorf("it knows %s", name)
		}
	}
	waitUntil(t, "its metrics are shown", func() bool {
		res, err := http.Get("http://" + env["PLATFORM_METRICS_ADDRESS"] + "/metrics")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return strings.Contains(string(body), `rolecall_scheduler_runs_total{name="crawl requests"`)
	})

	_ = syscall.Kill(first, syscall.SIGKILL)
	eventually(t, gateway+"/readyz", 200)
	second := 0
	waitUntil(t, "another crawler starts", func() bool {
		second = crawlerOf(p.cmd.Process.Pid)
		return second != 0 && second != first
	})
	p.signal(syscall.SIGTERM)
	if code := p.wait(); code != 0 || running(second) {
		t.Errorf("exit code %d, the crawler still runs: %v", code, running(second))
	}

	p = up(t, dir, env)
	waitUntil(t, "a crawler starts", func() bool { first = crawlerOf(p.cmd.Process.Pid); return first != 0 })
	p.signal(syscall.SIGKILL)
	waitUntil(t, "the crawler of a killed platform ends", func() bool { return !running(first) })
}

func readProc(t testing.TB, pid int, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for limit := time.After(10 * time.Minute); !done(); {
		select {
		case <-limit:
			t.Fatalf("in vain: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// running reports whether the process still runs the program.
func running(pid int) bool {
	words, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	return err == nil && len(words) > 0
}
