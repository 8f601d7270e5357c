package gateway

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestPersonalDataIsOneArchive(t *testing.T) {
	t.Parallel()
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer of-mira" || r.UserAgent() != "a browser" { // the service records the device
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprintf(w, "%s?%s", r.URL.Path, r.URL.RawQuery)
	})
	get := func(token string) (*http.Response, []byte) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/personal-data", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", token)
		req.Header.Set("User-Agent", "a browser")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res, body
	}
	res, body := get("Bearer of-mira")
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "application/zip" || res.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("got %d %v", res.StatusCode, res.Header)
	}
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range archive.File {
		file, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == "README.txt" {
			content, _, _ = bytes.Cut(content, []byte("\n"))
		}
		got = append(got, f.Name+" "+string(content))
	}
	want := []string{
		"README.txt Everything that Rolecall knows about you", "account.json /auth/account/personal-data?",
		"applications.json /applications/personal-data?", "applications.csv /applications/export?format=csv",
		"jobs.json /jobs/personal-data?", "notifications.json /notifications/personal-data?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if res, body := get("Bearer of-nobody"); res.StatusCode != 401 || !strings.Contains(string(body), `"Unauthorized"`) {
		t.Errorf("without a token: got %d %s", res.StatusCode, body)
	}
}

// TestPersonalDataIsCompleteOrNotSent checks that a file that lacks a part is not sent: the user would think it
// complete.
func TestPersonalDataIsCompleteOrNotSent(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]http.HandlerFunc{
		"an error": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"a broken end": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			panic(http.ErrAbortHandler)
		},
	} {
		h := open(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/notifications") {
				fail(w, r)
			}
		})
		res, err := http.Get(h.URL + "/personal-data")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != 503 || res.Header.Get("Content-Type") == "application/zip" {
			t.Errorf("%s: got %d %s", name, res.StatusCode, res.Header.Get("Content-Type"))
		}
	}
}

// TestSlowDownloadsBlockNoExport checks that users who do not read their files keep nobody else from an export.
func TestSlowDownloadsBlockNoExport(t *testing.T) {
	t.Parallel()
	large := make([]byte, 2<<20) // more than the connection buffers
	_, _ = rand.NewChaCha8([32]byte{}).Read(large)
	h := open(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/jobs/personal-data" {
			_, _ = w.Write(large)
		}
	})
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		return conn, err
	}}}
	for n := range maxPersonalExports + 1 {
		res, err := client.Get(h.URL + "/personal-data")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		if res.StatusCode != 200 {
			t.Fatalf("export %d: got %d", n, res.StatusCode)
		}
	}
}
