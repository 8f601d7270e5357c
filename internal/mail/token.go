package mail

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Token returns the secret that a browser needs to read the mailbox. It is created once and stored in the folder, which
// only its owner can read; the page itself can be opened by every user of the machine.
func (b *Mailbox) Token() (string, error) {
	path := filepath.Join(b.dir, "token")
	if err := b.createToken(path); err != nil {
		return "", fmt.Errorf("create the mailbox token: %w", err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the mailbox token: %w", err)
	}
	token := strings.TrimSpace(string(content))
	if token == "" {
		return "", fmt.Errorf("%s is empty: remove it to create a new token", path)
	}
	return token, nil
}

// createToken writes the file unless it exists. It uses a link, which unlike a rename replaces nothing, so of several
// processes that start together one wins.
func (b *Mailbox) createToken(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	tmp, err := os.CreateTemp(b.dir, pending) // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(rand.Text() + "\n")
	if err := errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
