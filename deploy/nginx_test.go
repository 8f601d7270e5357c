package deploy

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rolecall/internal/porttest"
)

const nginxProgram = "/usr/sbin/nginx"

// TestNginxLogsNoTokens checks that the proxy logs no token of a calendar or of a link in mail, whether or not the
// gateway responds.
func TestNginxLogsNoTokens(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(nginxProgram); err != nil {
		t.Skip("nginx is not installed")
	}
	const token = "Qm9hdHMtYW5kLWhhcmJvdXJzLTI3"
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("token") != token {
			t.Errorf("the gateway was asked for %s", r.URL)
		}
	}))
	defer gateway.Close()
	dir := t.TempDir()
	address, trusted := nginx(t, dir, strings.TrimPrefix(gateway.URL, "http://"))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: trusted}}
	paths := []string{"/notifications/calendar.ics", "/notifications/unsubscribe"}
	ask := func(status int) {
		t.Helper()
		for _, path := range paths {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+path+"?token="+token, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Referer", address+path+"?token="+token)
			res, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if res.StatusCode != status {
				t.Errorf("%s: %s, want %d", path, res.Status, status)
			}
		}
	}
	ask(http.StatusOK)
	gateway.Close()
	ask(http.StatusBadGateway)

	// nginx writes a line after sending the response, so the last one may take a moment.
	var all bytes.Buffer
	for deadline := time.Now().Add(time.Minute); strings.Count(all.String(), "\"GET /notifications/") < 4 &&
		time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
		if err != nil || len(logs) < 2 {
			t.Fatalf("logs %v, %v", logs, err)
		}
		all.Reset()
		for _, path := range logs {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(b)
		}
	}
	if bytes.Contains(all.Bytes(), []byte(token)) {
		t.Errorf("a token was logged:\n%s", all.Bytes())
	}
	for _, path := range paths {
		if n := strings.Count(all.String(), `"GET `+path+" HTTP/1.1\""); n != 2 {
			t.Errorf("%s was logged %d times, want 2:\n%s", path, n, all.Bytes())
		}
	}
}

// nginx runs the installed configuration with other ports, certificate and log folder. It returns the address and the
// certificates to trust.
func nginx(t *testing.T, dir, gateway string) (address string, trusted *tls.Config) {
	t.Helper()
	b, err := os.ReadFile("nginx/rolecall.conf")
	if err != nil {
		t.Fatal(err)
	}
	secure, plain := porttest.New(t).Address(), porttest.New(t).Address()
	trusted = &tls.Config{RootCAs: writeCertificate(t, dir), MinVersion: tls.VersionTLS12}
	site := strings.NewReplacer(
		"listen 80;", "listen "+plain+";", "listen [::]:80;", "",
		"listen 443 ssl http2;", "listen "+secure+" ssl http2;", "listen [::]:443 ssl http2;", "",
		"/etc/ssl/rolecall/", dir+"/", "/var/log/nginx/", dir+"/", "127.0.0.1:8080", gateway,
	).Replace(string(b))
	main := fmt.Sprintf("daemon off;\nmaster_process off;\npid %s/pid;\nerror_log %s/main.log;\nevents {}\n"+
		"http {\naccess_log %s/access.log;\n", dir, dir, dir)
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		main += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	config := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(config, []byte(main+site+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), nginxProgram, "-t", "-p", dir, "-c", config).CombinedOutput(); err != nil {
		t.Fatalf("nginx -t: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), nginxProgram, "-p", dir, "-c", config)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		c, err := tls.Dial("tcp", secure, trusted)
		if err == nil {
			_ = c.Close()
			return "https://" + secure, trusted
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func writeCertificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"fullchain.pem": {Type: "CERTIFICATE", Bytes: certificate}, "privkey.pem": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made, err := x509.ParseCertificate(certificate)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(made)
	return pool
}
