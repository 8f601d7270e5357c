package deploy

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/porttest"
)

// TestDebianPackage installs, starts, upgrades, removes and purges the package in a root of its own, as dpkg would on a
// machine. There is no systemd in a test, so it starts the program with what the unit says.
func TestDebianPackage(t *testing.T) {
	for _, tool := range []string{"dpkg", "systemd-sysusers"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not on this machine", tool)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("dpkg installs as root only")
	}
	t.Parallel()
	m := newMachine(t)

	m.dpkg("-i", m.pack("0.8.0"))
	settings := filepath.Join(m.root, "etc/rolecall/rolecall.env")
	if info, err := os.Stat(settings); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("settings: %v %v, want a file with mode 0600", info, err)
	}
	users, _ := os.ReadFile(filepath.Join(m.root, "etc/passwd"))
	if !strings.Contains(string(users), "\nrolecall:") && !strings.HasPrefix(string(users), "rolecall:") {
		t.Errorf("no user rolecall in %q", users)
	}
	stop := m.start()
	if got := m.version(); got != "0.8.0" {
		t.Errorf("the platform says version %q, want %q", got, "0.8.0")
	}
	keys := m.get("/auth/.well-known/jwks.json")
	stop()

	if err := os.WriteFile(settings, []byte("AUTH_ADMIN_EMAILS=kept@example.org\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.dpkg("-i", m.pack("0.9.0"))
	if got, _ := os.ReadFile(settings); string(got) != "AUTH_ADMIN_EMAILS=kept@example.org\n" {
		t.Errorf("after the upgrade the settings are %q", got)
	}
	stop = m.start()
	if got := m.version(); got != "0.9.0" {
		t.Errorf("after the upgrade the platform says version %q, want %q", got, "0.9.0")
	}
	if got := m.get("/auth/.well-known/jwks.json"); got != keys {
		t.Errorf("after the upgrade the keys are %s, before they were %s", got, keys)
	}
	stop()

	m.dpkg("--remove", "rolecall")
	m.has("usr/bin/rolecall", false)
	m.has("usr/lib/systemd/system/rolecall.service", false)
	m.has("etc/rolecall/rolecall.env", true)
	m.dpkg("--purge", "rolecall")
	m.has("etc/rolecall", false)
	m.has("var/lib/rolecall/secrets.json", true)
}

// machine is a folder that dpkg uses as the root of a machine.
type machine struct {
	*testing.T
	root, packages string
	address        string
	other          []string // settings that keep the services' ports apart from others'
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	root, err := os.MkdirTemp("", "package-") // short, for the socket of PostgreSQL, which runs as another user
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	m := &machine{T: t, root: root, packages: t.TempDir()}
	for _, dir := range []string{"etc", "var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"GATEWAY_ADDRESS", "AUTH_ADDRESS", "JOB_ADDRESS", "APPLICATION_ADDRESS", "NOTIFICATION_ADDRESS"} {
		address := porttest.New(t).Address()
		if key == "GATEWAY_ADDRESS" {
			m.address = address
		}
		m.other = append(m.other, key+"="+address)
	}
	return m
}

// pack builds the program with a version and makes its package.
func (m *machine) pack(version string) string {
	m.Helper()
	program := filepath.Join(m.packages, "rolecall")
	m.run(exec.Command("go", "build", "-ldflags", "-s -w -X main.version="+version, "-o", program, "../cmd/rolecall"))
	arch := strings.TrimSpace(m.run(exec.Command("dpkg", "--print-architecture")))
	m.run(exec.Command("../scripts/package", program, version, arch, m.packages))
	return filepath.Join(m.packages, "rolecall_"+version+"_"+arch+".deb")
}

func (m *machine) dpkg(args ...string) {
	m.Helper()
	m.run(exec.Command("dpkg", append([]string{"--root=" + m.root, "--force-script-chrootless", "--force-depends"}, args...)...))
}

func (m *machine) run(cmd *exec.Cmd) string {
	m.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// start runs what rolecall.service starts until stop is called.
func (m *machine) start() (stop func()) {
	m.Helper()
	unit, err := os.ReadFile(filepath.Join(m.root, "usr/lib/systemd/system/rolecall.service"))
	if err != nil {
		m.Fatal(err)
	}
	_, line, found := strings.Cut(string(unit), "\nExecStart=rolecall ")
	if !found {
		m.Fatal("the unit does not start rolecall")
	}
	args, _, _ := strings.Cut(line, "\n")
	settings, err := os.ReadFile(filepath.Join(m.root, "etc/rolecall/rolecall.env"))
	if err != nil {
		m.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(m.root, "usr/bin/rolecall"), strings.Fields(args)...)
	cmd.Env = append(m.other, "PATH="+os.Getenv("PATH"), "PLATFORM_DATA_DIR="+filepath.Join(m.root, "var/lib/rolecall"))
	for setting := range strings.Lines(string(settings)) {
		if !strings.HasPrefix(setting, "#") {
			cmd.Env = append(cmd.Env, strings.TrimSpace(setting))
		}
	}
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := cmd.Start(); err != nil {
		m.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	deadline := time.After(2 * time.Minute)
	for ready := false; !ready; {
		select {
		case err := <-ended:
			m.Fatalf("rolecall ended: %v\n%s", err, log.String())
		case <-deadline:
			_ = cmd.Process.Kill()
			m.Fatal("rolecall is not ready after two minutes")
		case <-time.After(50 * time.Millisecond):
			res, err := http.Get("http://" + m.address + "/readyz")
			if err == nil {
				_ = res.Body.Close()
				ready = res.StatusCode == http.StatusOK
			}
		}
	}
	return func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := <-ended; err != nil {
			m.Errorf("rolecall did not end well: %v\n%s", err, log.String())
		}
	}
}

func (m *machine) get(path string) string {
	m.Helper()
	res, err := http.Get("http://" + m.address + path)
	if err != nil {
		m.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		m.Fatalf("%s: %d %v %s", path, res.StatusCode, err, body)
	}
	return string(body)
}

func (m *machine) version() string {
	m.Helper()
	var platform struct{ Version string }
	if err := json.Unmarshal([]byte(m.get("/platform")), &platform); err != nil {
		m.Fatal(err)
	}
	return platform.Version
}

func (m *machine) has(path string, want bool) {
	m.Helper()
	if _, err := os.Stat(filepath.Join(m.root, path)); (err == nil) != want {
		m.Errorf("%s exists: %t, want %t", path, err == nil, want)
	}
}
