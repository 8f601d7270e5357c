// Package refused has an example of everything that the linters must refuse. The comment behind a line names the linters
// that report it; a line without one must pass.
package refused

import (
	"context"
	"crypto/des" // want gosec
	"crypto/md5" // want gosec
	"crypto/rc4" // want gosec
	"crypto/tls"
	"fmt"
	"html/template"
	"log/slog"
	"math/rand/v2" // want depguard
	"net/http"
	_ "net/http/pprof" // want gosec
	"os"
	"os/exec"
	texttemplate "text/template" // want depguard
	"time"
	_ "unsafe" // want depguard

	"github.com/jackc/pgx/v5"
)

var _ = []any{weak, narrow, long, tlsConfigs, requests, servers, cookies, commands, files, html, errs, list, level(0).name}

func weak() (int, any, any) {
	sum := md5.Sum(nil)       // want gosec
	_, _ = des.NewCipher(nil) // want gosec
	_, _ = rc4.NewCipher(nil) // want gosec
	return rand.N(6), sum, texttemplate.New("x")
}

func narrow(n int) int32 { return int32(n) } // want gosec

const long = "a line of more than a hundred and forty characters, which no editor shows in full beside another file without wrapping it" // want lll

func tlsConfigs(lax bool) {
	_ = &tls.Config{MinVersion: tls.VersionTLS12}
	_ = &tls.Config{MinVersion: tls.VersionTLS10}                           // want gosec
	_ = &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true} // want gosec
	_ = &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: lax}  // want gosec
}

func requests(ctx context.Context) {
	res, err := http.Get("https://example.org") // want forbidigo noctx bodyclose
	_, _ = res, err
	http.DefaultClient.CloseIdleConnections()       // want forbidigo
	_, _ = http.NewRequest("GET", "/", http.NoBody) // want noctx
	_, _ = http.NewRequestWithContext(ctx, http.MethodGet, "/", http.NoBody)
}

func servers() {
	_ = http.ListenAndServe("", nil) // want gosec
	_ = &http.Server{Addr: "x"}      // want gosec
	_ = &http.Server{Addr: "x", ReadHeaderTimeout: time.Second}
	http.Handle("/", nil) // want forbidigo
}

func cookies(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: "x"}) // want gosec
	http.SetCookie(w, &http.Cookie{Name: "x", HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode})
}

func commands(ctx context.Context, x string) {
	_ = exec.CommandContext(ctx, "sh", "-c", x) // want gosec
	_ = exec.CommandContext(ctx, "postgres", "--version")
}

func files() {
	_ = os.WriteFile("x", nil, 0o666) // want gosec
	_ = os.WriteFile("x", nil, 0o600)
	_ = os.MkdirAll("x", 0o777) // want gosec
	_ = os.Chmod("x", 0o777)    // want gosec
}

func html(x string) template.HTML { // want forbidigo
	return template.HTML(x) // want gosec forbidigo
}

func errs(log *slog.Logger, err error) bool {
	os.Chdir("x")                      // want errcheck
	log.Info(fmt.Sprintf("x %v", err)) // want sloglint
	log.Info("x", "camelCase", err)    // want sloglint
	return err == context.Canceled     // want errorlint
}

func list(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, "SELECT 1") // want rowserrcheck
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
	}
	return nil
}

type level int

const (
	low level = iota
	high
)

func (l level) name() string {
	switch l { // want exhaustive
	case low:
		return "low"
	}
	return fmt.Sprint(high)
}
