package mail

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	mailboxLimit = 500
	staleAfter   = time.Hour
	pending      = ".pending-"
)

// ErrNoMail means that the message is not in the mailbox.
var ErrNoMail = errors.New("no such mail")

// Mailbox stores the newest 500 mails as files in a folder. Several processes may share the folder: a message appears
// complete or not at all, and one that another process has just removed is absent.
type Mailbox struct {
	dir  string
	from mail.Address
}

var _ Sender = (*Mailbox)(nil)

// Stored is a message in a mailbox.
type Stored struct {
	ID         uuid.UUID `json:"id"` // ordered by time
	ReceivedAt time.Time `json:"receivedAt"`
	From       string    `json:"from"`
	Message
}

// NewMailbox creates the folder if it is missing, readable only by its owner because mail contains codes.
func NewMailbox(dir string, from mail.Address) (*Mailbox, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create mailbox: %w", err)
	}
	return &Mailbox{dir: dir, from: from}, nil
}

// Send stores the message.
func (b *Mailbox) Send(_ context.Context, m Message) error {
	if err := m.Validate(); err != nil {
		return &failure{permanent: true, err: err}
	}
	if err := b.store(m); err != nil {
		return fmt.Errorf("store mail: %w", err)
	}
	return nil
}

func (b *Mailbox) store(m Message) error {
	id := uuid.Must(uuid.NewV7())
	if m.MessageID == "" {
		_, domain, _ := strings.Cut(b.from.Address, "@")
		m.MessageID = MessageID(id.String(), domain)
	}
	content, err := json.MarshalIndent(Stored{ID: id, ReceivedAt: time.Now().UTC(), From: b.from.String(), Message: m}, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(b.dir, pending)
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	err = cmp.Or(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), b.path(id))
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	// The message is stored. If old ones cannot be removed now, the next message tries again.
	_ = b.trim()
	return nil
}

// List returns all messages, newest first.
func (b *Mailbox) List() ([]Stored, error) {
	ids, err := b.ids()
	if err != nil {
		return nil, fmt.Errorf("list mailbox: %w", err)
	}
	var out []Stored
	for _, id := range ids {
		m, err := b.Read(id)
		if errors.Is(err, ErrNoMail) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// Read returns one message, or ErrNoMail.
func (b *Mailbox) Read(id uuid.UUID) (Stored, error) {
	content, err := os.ReadFile(b.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Stored{}, ErrNoMail
	}
	if err != nil {
		return Stored{}, fmt.Errorf("read mail: %w", err)
	}
	var m Stored
	if err := json.Unmarshal(content, &m); err != nil {
		// A power cut can leave an incomplete file.
		return Stored{}, fmt.Errorf("%w: %w", ErrNoMail, err)
	}
	return m, nil
}

// Clear removes all messages.
func (b *Mailbox) Clear() error {
	ids, err := b.ids()
	if err != nil {
		return fmt.Errorf("clear mailbox: %w", err)
	}
	return b.remove(ids)
}

// ids returns the ids of the messages, newest first.
func (b *Mailbox) ids() ([]uuid.UUID, error) {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return nil, err
	}
	var out []uuid.UUID
	for _, e := range entries {
		if id, err := uuid.Parse(strings.TrimSuffix(e.Name(), ".json")); err == nil && e.Name() == filepath.Base(b.path(id)) {
			out = append(out, id)
		} else if strings.HasPrefix(e.Name(), pending) {
			b.removeStale(e)
		}
	}
	slices.SortFunc(out, func(x, y uuid.UUID) int { return slices.Compare(y[:], x[:]) })
	return out, nil
}

// removeStale removes an incomplete file of a killed process.
func (b *Mailbox) removeStale(e fs.DirEntry) {
	if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAfter {
		_ = os.Remove(filepath.Join(b.dir, e.Name()))
	}
}

func (b *Mailbox) trim() error {
	ids, err := b.ids()
	if err != nil || len(ids) <= mailboxLimit {
		return err
	}
	return b.remove(ids[mailboxLimit:])
}

func (b *Mailbox) remove(ids []uuid.UUID) error {
	for _, id := range ids {
		if err := os.Remove(b.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove mail: %w", err)
		}
	}
	return nil
}

func (b *Mailbox) path(id uuid.UUID) string { return filepath.Join(b.dir, id.String()+".json") }
