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

// The demo's people. Their accounts belong to the demo: they are made when it starts, keep the passwords of its file,
// and are deleted when the platform starts without it.
var (
	demoUser  = identity.NewAccount{FirstName: "Robin", LastName: "Ames", Email: "robin@demo.example"}
	demoAdmin = identity.NewAccount{FirstName: "Sasha", LastName: "Quill", Email: "admin@demo.example"}
)

// demoFile keeps their passwords in the data folder, readable by its owner alone.
func demoFile(dataDir string) string { return filepath.Join(dataDir, "demo.json") }

// demoPeople returns the user and the administrator with their passwords, which are made at the first start of a demo.
func demoPeople(dataDir string) (user, admin identity.NewAccount, err error) {
	path := demoFile(dataDir)
	kept := map[string]string{}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return user, admin, fmt.Errorf("read the demo's passwords: %w", err)
	}
	_ = json.Unmarshal(b, &kept) // of a damaged file nothing is kept
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
			return user, admin, fmt.Errorf("keep the demo's passwords: %w", err)
		}
	}
	return user, admin, nil
}

// demoPassword is 80 random bits that can be typed from a screen.
func demoPassword() string {
	text := strings.ToLower(rand.Text())
	return strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:16]}, "-")
}

// demoStaysHere refuses a demo that others could reach: its passwords are printed, and one of its people is an
// administrator.
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
	return fmt.Errorf("up --demo is for this machine: it makes an administrator and prints the password, and %s; leave out --demo, or add --demo-public if others may see the demo",
		strings.Join(reasons, ", "))
}

func localHost(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && a.Unmap().IsLoopback()
}

// endDemo deletes the accounts of an earlier demo, and says so.
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
		fmt.Fprintf(out, "The demo has ended: its accounts %s and all that belonged to them are deleted.\n", strings.Join(gone, " and "))
	}
	if err := os.Remove(demoFile(p.settings.DataDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("end the demo: %w", err)
	}
	return nil
}
