package deploy

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// startNginx starts nginx in front of a gateway that responds to everything. It returns its addresses with and without TLS.
func startNginx(t *testing.T) (secure, plain string, trusted *tls.Config) {
	t.Helper()
	if _, err := os.Stat(nginxProgram); err != nil {
		t.Skip("nginx is not installed")
	}
	gateway := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(gateway.Close)
	dir := t.TempDir()
	secure, trusted = nginx(t, dir, strings.TrimPrefix(gateway.URL, "http://"))
	config, err := os.ReadFile(filepath.Join(dir, "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	listens := regexp.MustCompile(`listen (\S+);`).FindSubmatch(config)
	if listens == nil {
		t.Fatal("nginx listens nowhere without TLS")
	}
	return strings.TrimPrefix(secure, "https://"), "http://" + string(listens[1]), trusted
}

// TestNginxAcceptsOnlyModernTLS checks that the proxy accepts TLS 1.2 and 1.3 only, and 1.2 only with forward secrecy
// and authenticated encryption.
func TestNginxAcceptsOnlyModernTLS(t *testing.T) {
	t.Parallel()
	secure, _, trusted := startNginx(t)
	dial := func(change func(*tls.Config)) error {
		cfg := trusted.Clone()
		change(cfg)
		c, err := tls.Dial("tcp", secure, cfg)
		if err == nil {
			_ = c.Close()
		}
		return err
	}
	for name, v := range map[string]uint16{"1.0": tls.VersionTLS10, "1.1": tls.VersionTLS11} {
		if dial(func(c *tls.Config) { c.MinVersion, c.MaxVersion = v, v }) == nil {
			t.Errorf("TLS %s is spoken", name)
		}
	}
	for _, v := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		if err := dial(func(c *tls.Config) { c.MinVersion, c.MaxVersion = v, v }); err != nil {
			t.Errorf("%s: %v", tls.VersionName(v), err)
		}
	}
	c, err := tls.Dial("tcp", secure, &tls.Config{RootCAs: trusted.RootCAs, MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.ConnectionState().CipherSuite; got != tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 {
		t.Errorf("chosen: %s", tls.CipherSuiteName(got))
	}
	_ = c.Close()
	all := append(tls.CipherSuites(), tls.InsecureCipherSuites()...)
	taken := 0
	for _, suite := range all {
		if suite.SupportedVersions[0] == tls.VersionTLS13 {
			continue // chosen by the library, all secure
		}
		good := strings.HasPrefix(suite.Name, "TLS_ECDHE_") &&
			(strings.Contains(suite.Name, "_GCM_") || strings.Contains(suite.Name, "_POLY1305"))
		err := dial(func(c *tls.Config) { c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{suite.ID} })
		if err == nil && !good {
			t.Errorf("%s is spoken", suite.Name)
		} else if err == nil {
			taken++
		}
	}
	if taken != 3 { // those for a certificate like the test's
		t.Errorf("%d suites are spoken in TLS 1.2, want 3", taken)
	}
}

// TestNginxRedirectsOnlyBrowsers checks that plain HTTP redirects browsers and refuses other requests, whose contents
// were already readable on the network.
func TestNginxRedirectsOnlyBrowsers(t *testing.T) {
	t.Parallel()
	_, plain, _ := startNginx(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]int{
		"/": 308, "/search?q=go": 308, "/settings/security": 308, "/jobsx": 308, "/docs/jobs": 308,
		"/auth/login": 403, "/jobs": 403, "/jobs?keyword=go": 403, "/applications": 403, "/notifications/calendar.ics?token=x": 403,
	} {
		res, err := client.Get(plain + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want || (want == 308) != strings.HasPrefix(res.Header.Get("Location"), "https://") {
			t.Errorf("%s: %d to %q, want %d", path, res.StatusCode, res.Header.Get("Location"), want)
		}
	}
}
