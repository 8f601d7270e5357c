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
)

// madeSecrets are the secrets that `up` makes once when the operator gives none, so that one command is enough.
var madeSecrets = []string{"PLATFORM_INTERNAL_SERVICE_KEY", "TOTP_ENCRYPTION_KEY"}

// secretsFile keeps them in the data folder, readable by its owner alone.
func secretsFile(dataDir string) string { return filepath.Join(dataDir, "secrets.json") }

// withMadeSecrets adds the kept secrets to the environment; missing ones are made first. What the operator sets wins.
func withMadeSecrets(getenv func(string) string, dataDir string) (func(string) string, error) {
	kept, err := keepSecrets(secretsFile(dataDir), madeSecrets)
	if err != nil {
		return nil, err
	}
	return func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		if getenv(name+"_FILE") != "" {
			return ""
		}
		// The service key has a second name: with it the operator sets the secret as well.
		if other := "NOTIFICATION_INTERNAL_SERVICE_KEY"; name == "PLATFORM_INTERNAL_SERVICE_KEY" && (getenv(other) != "" || getenv(other+"_FILE") != "") {
			return ""
		}
		return kept[name]
	}, nil
}

// keepSecrets reads the kept secrets; those of the given names that are missing are made first.
func keepSecrets(path string, names []string) (map[string]string, error) {
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
			return nil, fmt.Errorf("keep the made secrets: %w", err)
		}
	}
	return kept, nil
}

func readSecrets(path string) (map[string]string, error) {
	kept := map[string]string{}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the made secrets: %w", err)
	}
	if err := json.Unmarshal(b, &kept); err != nil {
		return nil, fmt.Errorf("%s is damaged: put back a copy of it; without it two-factor logins stop working", path)
	}
	return kept, nil
}

// writeSecrets replaces the file in one step: losing it half-written would lock people out of their second factor.
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
