package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// generatedSecrets are the secrets that `up` generates once if the operator has not set them.
var generatedSecrets = []string{"PLATFORM_INTERNAL_SERVICE_KEY", "TOTP_ENCRYPTION_KEY"}

// secretsFile holds them in the data folder, readable only by its owner.
func secretsFile(dataDir string) string { return filepath.Join(dataDir, "secrets.json") }

// withGeneratedSecrets adds the generated secrets to the environment unless the operator has set them.
func withGeneratedSecrets(getenv func(string) string, dataDir string) (func(string) string, error) {
	kept, err := ensureSecrets(secretsFile(dataDir), generatedSecrets)
	return withSecrets(getenv, kept), err
}

// withStoredSecrets adds the secrets that an earlier start generated.
func withStoredSecrets(getenv func(string) string, dataDir string) (func(string) string, error) {
	kept, err := readSecrets(secretsFile(dataDir))
	return withSecrets(getenv, kept), err
}

func withSecrets(getenv func(string) string, kept map[string]string) func(string) string {
	// The service key has a second name, under which the operator may have set it.
	if isSet(getenv, "NOTIFICATION_INTERNAL_SERVICE_KEY") {
		delete(kept, "PLATFORM_INTERNAL_SERVICE_KEY")
	}
	return orElse(getenv, kept)
}

// orElse returns the environment with values for the variables that the operator has not set.
func orElse(getenv func(string) string, values map[string]string) func(string) string {
	return func(name string) string {
		if isSet(getenv, name) {
			return getenv(name)
		}
		return values[name]
	}
}

// isSet reports whether the operator has set a variable, itself or as the name of a file.
func isSet(getenv func(string) string, name string) bool {
	return getenv(name) != "" || getenv(name+"_FILE") != ""
}

// ensureSecrets generates the named secrets that are missing and returns all stored ones.
func ensureSecrets(path string, names []string) (map[string]string, error) {
	unlock, err := lockFolder(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("store the generated secrets: %w", err)
	}
	defer unlock()
	kept, err := readSecrets(path)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, name := range names {
		if kept[name] == "" {
			b := make([]byte, 32)
			if _, err := rand.Read(b); err != nil {
				return nil, err
			}
			kept[name], changed = hex.EncodeToString(b), true
		}
	}
	if changed {
		if err := writeSecrets(path, kept); err != nil {
			return nil, fmt.Errorf("store the generated secrets: %w", err)
		}
	}
	return kept, nil
}

// lockFolder keeps other processes from generating secrets at the same time: one would go on with a key that the other has
// replaced. Where the file system has no such locks, it does nothing.
func lockFolder(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	_ = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX)
	return func() { _ = folder.Close() }, nil
}

func readSecrets(path string) (map[string]string, error) {
	kept := map[string]string{}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the generated secrets: %w", err)
	}
	if err := json.Unmarshal(b, &kept); err != nil {
		return nil, fmt.Errorf("%s is damaged: restore a copy of it; without it two-factor logins stop working", path)
	}
	return kept, nil
}

// writeSecrets replaces the file atomically: a half-written file would lock people out of their second factor.
func writeSecrets(path string, kept map[string]string) error {
	b, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".secrets-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(append(b, '\n')); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
