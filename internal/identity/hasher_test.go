package identity

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"rolecall/internal/apitest"
	"rolecall/internal/env"
	"rolecall/internal/identity/hashing"
)

// hashingProcesses are those that this process has started.
func hashingProcesses(t *testing.T) (pids []int) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range all {
		stat, err := os.ReadFile(filepath.Join(dir, "stat"))
		words, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		_, state, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(state); err != nil || len(f) < 2 || f[1] != strconv.Itoa(os.Getpid()) || !strings.Contains(string(words), "\x00"+hashing.Word+"\x00") {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// Logins, new passwords and backup codes all go through the second process, and survive its end.
func TestLoginsOutliveTheProcessThatHashes(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.Password = PasswordConfig{Memory: env.Bytes(4 << 20), Iterations: 8, Concurrency: 2}
	})
	h.hashes = hashing.New(hashing.Options{Threads: 2, Log: h.svc.log})
	t.Cleanup(h.hashes.Close)
	h.svc = h.replica(h.cfg)
	h.Client = apitest.New(t, "identity", h.svc.Handler())
	u := h.protected()
	before := hashingProcesses(t)
	if len(before) != 1 {
		t.Fatalf("the second processes are %v", before)
	}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200)
		})
	}
	if err := syscall.Kill(before[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if after := hashingProcesses(t); len(after) == 0 || slices.Contains(after, before[0]) {
		t.Errorf("the second processes are %v, were %v", after, before)
	}
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"}).WantError(401, "Invalid Credentials")
	h.Do("POST", "/auth/login", m{"email": "nobody@example.org", "password": password}).WantError(401, "Invalid Credentials")
	u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese", "totpCode": u.backup[0]}).Want(204)
	if text := h.log.String(); strings.Contains(text, "herons") || strings.Contains(text, "geese") || !strings.Contains(text, "another takes its place") {
		t.Errorf("the log says %s", text)
	}
}
