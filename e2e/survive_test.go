package e2e

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pgserver"
)

// mark writes a row that must survive, and reads it back.
func mark(t *testing.T, dir string, write bool) {
	t.Helper()
	url, err := pgserver.Attach(t.Context(), filepath.Join(dir, "data", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if write {
		_, err = conn.Exec(t.Context(), "INSERT INTO notification.preferences (user_id) VALUES ('00000000-0000-0000-0000-00000000000a')")
	} else {
		var n int
		err = conn.QueryRow(t.Context(), "SELECT count(*) FROM notification.preferences").Scan(&n)
		if n != 1 {
			t.Errorf("%d rows survived, want 1", n)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// postgresIn lists the live PostgreSQL processes of a data folder.
func postgresIn(dir string) (pids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, l := range links {
		cwd, err := os.Readlink(l)
		if err != nil || !strings.HasPrefix(cwd, dir) {
			continue
		}
		if exe, err := os.Readlink(filepath.Join(filepath.Dir(l), "exe")); err == nil && strings.Contains(exe, "postgres") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(l)))
			pids = append(pids, pid)
		}
	}
	return pids
}

func postmaster(t *testing.T, dir string) int {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(dir, "data", "postgres", "*", "postmaster.pid"))
	if len(found) == 0 {
		t.Fatal("no postmaster.pid")
	}
	b, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.Split(string(b), "\n")[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestDataSurvivesEveryExit(t *testing.T) {
	t.Parallel()
	dir := scratch(t)
	env := ports(t)

	p := up(t, dir, env)
	mark(t, dir, true)
	p.signal(syscall.SIGTERM)
	if code := p.wait(); code != 0 {
		t.Errorf("SIGTERM: exit code %d, want 0", code)
	}
	if left := postgresIn(dir); len(left) > 0 {
		t.Errorf("SIGTERM left processes %v", left)
	}

	for name, end := range map[string]func(*process){
		"kill -9 of the process": func(p *process) { p.signal(syscall.SIGKILL) },
		"kill -9 of both": func(p *process) {
			pid := postmaster(t, dir)
			p.signal(syscall.SIGKILL)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		},
	} {
		p := up(t, dir, env)
		mark(t, dir, false)
		end(p)
		if code := p.wait(); code == 0 {
			t.Errorf("%s: exit code 0", name)
		}
	}
	p = up(t, dir, env)
	mark(t, dir, false)

	// PostgreSQL alone is restarted while the services keep running.
	_ = syscall.Kill(postmaster(t, dir), syscall.SIGKILL)
	p.waitFor("the database is running again")
	eventually(t, "http://"+env["AUTH_ADDRESS"]+"/readyz", 200)
	mark(t, dir, false)
}

func TestSecondInstanceIsRefused(t *testing.T) {
	t.Parallel()
	dir := scratch(t)
	up(t, dir, ports(t))
	other := ports(t)
	other["PLATFORM_DATA_DIR"] = filepath.Join(dir, "data")
	code, out := run(t, other, "up")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); code != 1 || len(lines) != 1 || !strings.Contains(out, "in use") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

func TestTakenPortIsNamed(t *testing.T) {
	t.Parallel()
	dir := scratch(t)
	env := ports(t)
	up(t, dir, env)
	env["PLATFORM_DATA_DIR"] = filepath.Join(dir, "other")
	code, out := run(t, env, "up")
	for _, key := range []string{"gateway.address", "job.address", "auth.address", "application.address", "notification.address"} {
		if code != 1 || strings.Count(out, key) != 1 {
			t.Errorf("exit code %d, %s is not named once:\n%s", code, key, out)
		}
	}
}

func TestUpAsNormalUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Log("already a normal user: every other test shows it")
		return
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	dir := scratch(t)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	env := ports(t)
	p := up(t, dir, env, asUser(t, dir, uid, gid))
	eventually(t, "http://"+env["GATEWAY_ADDRESS"]+"/healthz", 200)
	p.signal(syscall.SIGTERM)
	if code := p.wait(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}
