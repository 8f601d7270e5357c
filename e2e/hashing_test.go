package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hashing is the process that a platform has its passwords hashed by, 0 if there is none.
func hashing(parent int) int {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		words, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		_, state, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(state); len(f) > 1 && f[1] == strconv.Itoa(parent) && strings.Contains(string(words), "\x00hash\x00") {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			return pid
		}
	}
	return 0
}

func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for limit := time.After(2 * time.Minute); !done(); {
		select {
		case <-limit:
			t.Fatalf("in vain: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// running tells whether the process still runs the program.
func running(pid int) bool {
	words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && len(words) > 0
}

// The process that hashes is replaced when it dies, and goes when the platform does, however that ends.
func TestTheHashingProcessComesAndGoesWithThePlatform(t *testing.T) {
	t.Parallel()
	dir, env := scratch(t), ports(t)
	// An unknown address costs a hash like any other.
	login := func() {
		t.Helper()
		res, err := http.Post("http://"+env["GATEWAY_ADDRESS"]+"/auth/login", "application/json", strings.NewReader(`{"email":"nobody@example.org","password":"nine quiet herons"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			t.Errorf("login: %d", res.StatusCode)
		}
	}
	for _, end := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		p := up(t, dir, env)
		first := hashing(p.cmd.Process.Pid)
		if first == 0 {
			t.Fatal("nobody hashes")
		}
		login()
		if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		login()
		waitUntil(t, "another hashes", func() bool { now := hashing(p.cmd.Process.Pid); return now != 0 && now != first })
		second := hashing(p.cmd.Process.Pid)
		p.signal(end)
		p.wait()
		waitUntil(t, "it goes with the platform", func() bool { return !running(second) })
	}
}
