package mail_test

import (
	"errors"
	"fmt"
	stdmail "net/mail"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/mail"
)

func mailbox(t *testing.T, dir string) *mail.Mailbox {
	t.Helper()
	b, err := mail.NewMailbox(dir, stdmail.Address{Name: "Rolecall", Address: "jobs@rolecall.example"})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func subjects(t *testing.T, b *mail.Mailbox) []string {
	t.Helper()
	all, err := b.List()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range all {
		out = append(out, m.Subject)
	}
	return out
}

func TestMailboxStoresReadsAndClears(t *testing.T) {
	t.Parallel()
	b := mailbox(t, filepath.Join(t.TempDir(), "mail", "box"))
	for i := range 3 {
		m := letter()
		m.Subject = fmt.Sprint("mail ", i)
		if err := b.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"mail 2", "mail 1", "mail 0"}, subjects(t, b)); diff != "" {
		t.Error(diff)
	}
	all, _ := b.List()
	got, err := b.Read(all[2].ID)
	if err != nil {
		t.Fatal(err)
	}
	want := letter()
	want.Subject = "mail 0"
	if diff := cmp.Diff(want, got.Message); diff != "" {
		t.Error(diff)
	}
	if got.From != `"Rolecall" <jobs@rolecall.example>` || time.Since(got.ReceivedAt) > time.Minute {
		t.Errorf("from %s at %s", got.From, got.ReceivedAt)
	}
	if err := b.Clear(); err != nil {
		t.Fatal(err)
	}
	if left := subjects(t, b); len(left) != 0 {
		t.Errorf("left after clearing: %v", left)
	}
	if _, err := b.Read(all[0].ID); !errors.Is(err, mail.ErrNoMail) {
		t.Errorf("got %v, want %v", err, mail.ErrNoMail)
	}
}

func TestMailboxRefusesInvalidMessages(t *testing.T) {
	t.Parallel()
	b := mailbox(t, t.TempDir())
	m := letter()
	m.Subject = "Hello\nBcc: eve@example.org"
	if err := b.Send(t.Context(), m); !mail.IsPermanent(err) {
		t.Errorf("got %v, want a permanent error", err)
	}
}

func TestSharedMailboxStaysBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 4 {
		b := mailbox(t, dir) // as in separate processes
		wg.Go(func() {
			for i := range 150 {
				m := letter()
				m.Subject = fmt.Sprint(w, "/", i)
				if err := b.Send(t.Context(), m); err != nil {
					t.Error(err)
				}
				if i%50 == 0 {
					if _, err := b.List(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	b := mailbox(t, dir)
	last := letter()
	last.Subject = "last"
	if err := b.Send(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	if got := subjects(t, b); len(got) != 500 || got[0] != "last" {
		t.Errorf("%d messages, the newest %q", len(got), got[0])
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 500 {
		t.Errorf("%d files, want 500", len(entries))
	}
}

func TestMailboxIgnoresForeignFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := mailbox(t, dir)
	if err := b.Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	torn := uuid.Must(uuid.NewV7()).String() + ".json"
	for name, content := range map[string]string{"notes.txt": "mine", ".pending-old": "{", ".pending-new": "{", torn: ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, ".pending-old"), old, old); err != nil {
		t.Fatal(err)
	}
	if got := subjects(t, b); len(got) != 1 {
		t.Errorf("listed %v", got)
	}
	for name, want := range map[string]bool{"notes.txt": true, ".pending-old": false, ".pending-new": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
