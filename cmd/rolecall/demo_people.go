package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"rolecall/internal/identity"
)

// The accounts of the demo. They are created when it starts, use the passwords in its file, and are deleted when the
// platform starts without it.
var (
	demoUser  = identity.NewAccount{FirstName: "Robin", LastName: "Ames", Email: "robin@demo.example"}
	demoAdmin = identity.NewAccount{FirstName: "Sasha", LastName: "Quill", Email: "admin@demo.example"}
)

// demoFile holds their passwords in the data folder, readable only by its owner.
func demoFile(dataDir string) string { return filepath.Join(dataDir, "demo.json") }

// demoPeople returns the user and the administrator with their passwords, which the first start of a demo creates.
func demoPeople(dataDir string) (user, admin identity.NewAccount, err error) {
	path := demoFile(dataDir)
	kept := map[string]string{}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return user, admin, fmt.Errorf("read the demo's passwords: %w", err)
	}
	_ = json.Unmarshal(b, &kept) // a damaged file is replaced
	user, admin = demoUser, demoAdmin
	changed := false
	for _, n := range []*identity.NewAccount{&user, &admin} {
		if kept[n.Email] == "" {
			kept[n.Email], changed = demoPassword(), true
		}
		n.Password = kept[n.Email]
	}
	if changed {
		if err := writeSecrets(path, kept); err != nil {
			return user, admin, fmt.Errorf("store the demo's passwords: %w", err)
		}
	}
	return user, admin, nil
}

// demoPassword returns 80 random bits in a form that is easy to type.
func demoPassword() string {
	text := strings.ToLower(rand.Text())
	return strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:16]}, "-")
}

// demoStaysHere refuses a demo that others could reach: it prints its passwords, and one account is an administrator's.
func demoStaysHere(public publicURL, open listeners) error {
	var reasons []string
	if u, err := url.Parse(string(public)); err != nil || !localHost(u.Hostname()) {
		reasons = append(reasons, "platform.public-url is "+string(public))
	}
	for name, ln := range open {
		if host, _, err := net.SplitHostPort(ln.Addr().String()); err != nil || !localHost(host) {
			reasons = append(reasons, name+" listens on "+ln.Addr().String())
		}
	}
	if len(reasons) == 0 {
		return nil
	}
	return fmt.Errorf("up --demo is for this machine only: it creates an administrator and prints the password, and %s; omit --demo, or "+
		"add --demo-public if others may use the demo",
		strings.Join(reasons, ", "))
}

func localHost(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && a.Unmap().IsLoopback()
}

// endDemo deletes the accounts of an earlier demo and logs it.
func endDemo(ctx context.Context, p *platform, out io.Writer) error {
	var gone []string
	for _, n := range []identity.NewAccount{demoUser, demoAdmin} {
		removed, err := p.identity.RemoveAccount(ctx, n.Email)
		if err != nil {
			return fmt.Errorf("end the demo: %w", err)
		}
		if removed {
			gone = append(gone, n.Email)
		}
	}
	if len(gone) > 0 {
		fmt.Fprintf(out, "The demo has ended: its accounts %s and all their data were deleted.\n", strings.Join(gone, " and "))
	}
	if err := os.Remove(demoFile(p.settings.DataDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("end the demo: %w", err)
	}
	return nil
}
