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

// Token returns the secret that a browser needs to read the mailbox. It is made once and kept in the folder, for its
// owner alone: unlike the folder, the address of the page is open to every user of the machine.
func (b *Mailbox) Token() (string, error) {
	path := filepath.Join(b.dir, "token")
	if err := b.makeToken(path); err != nil {
		return "", fmt.Errorf("make the mailbox's token: %w", err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the mailbox's token: %w", err)
	}
	token := strings.TrimSpace(string(content))
	if token == "" {
		return "", fmt.Errorf("%s is empty: remove it, and a new token is made", path)
	}
	return token, nil
}

// makeToken writes the file unless there is one. Of several processes that start together one wins: a link, unlike a
// rename, replaces nothing.
func (b *Mailbox) makeToken(path string) error {
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
