package main

import (
	"os"
	"strings"
	"sync"
	"testing"
)

func TestSecretsAreGeneratedOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	nothing := func(string) string { return "" }
	first, err := withGeneratedSecrets(nothing, dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := withGeneratedSecrets(nothing, dir)
	if err != nil {
		t.Fatal(err)
	}
	other, err := withGeneratedSecrets(nothing, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range generatedSecrets {
		if first(name) == other(name) {
			t.Errorf("%s is the same in two installations", name)
		}
		if len(first(name)) != 64 || first(name) != second(name) {
			t.Errorf("%s: %d characters, the same twice: %v", name, len(first(name)), first(name) == second(name))
		}
	}
	info, err := os.Stat(secretsFile(dir))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestProcessesThatStartTogetherShareSecrets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys := make(chan string, 16)
	var starts sync.WaitGroup
	for range cap(keys) {
		starts.Go(func() {
			getenv, err := withGeneratedSecrets(func(string) string { return "" }, dir)
			if err != nil {
				t.Error(err)
				return
			}
			keys <- getenv("TOTP_ENCRYPTION_KEY")
		})
	}
	starts.Wait()
	close(keys)
	first := <-keys
	for key := range keys {
		if key != first {
			t.Fatal("two processes use different keys")
		}
	}
}

func TestOperatorsSecretsTakePrecedence(t *testing.T) {
	t.Parallel()
	getenv, err := withGeneratedSecrets(func(name string) string {
		switch name {
		case "PLATFORM_INTERNAL_SERVICE_KEY":
			return "mine"
		case "TOTP_ENCRYPTION_KEY_FILE":
			return "/run/secrets/totp"
		}
		return ""
	}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got := getenv("PLATFORM_INTERNAL_SERVICE_KEY"); got != "mine" {
		t.Errorf("got %q, want %q", got, "mine")
	}
	if got := getenv("TOTP_ENCRYPTION_KEY"); got != "" {
		t.Error("a generated secret is used although a file has one")
	}
}

func TestDamagedSecretsStopTheStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(secretsFile(dir), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := withGeneratedSecrets(func(string) string { return "" }, dir)
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v: new secrets would lock everybody out", err)
	}
}
