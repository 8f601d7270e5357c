package mail_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestTokenIsPrivateAndPermanent(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mailbox")
	tokens := make([]string, 8) // tokens of processes that start at the same time
	var all sync.WaitGroup
	for i := range tokens {
		all.Go(func() {
			var err error
			if tokens[i], err = mailbox(t, dir).Token(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, token := range tokens {
		if len(token) < 22 || token != tokens[0] { // 128 bits
			t.Errorf("got %q and %q, want one token of 128 bits", tokens[0], token)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "token"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", info.Mode(), err)
	}
	b := mailbox(t, dir)
	if err := b.Clear(); err != nil {
		t.Fatal(err)
	}
	if again, err := b.Token(); err != nil || again != tokens[0] {
		t.Errorf("after clearing: %q, %v", again, err)
	}
	if other, err := mailbox(t, t.TempDir()).Token(); err != nil || other == tokens[0] {
		t.Errorf("another mailbox: %q, %v", other, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "token"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if empty, err := mailbox(t, dir).Token(); err == nil {
		t.Errorf("an empty file gave the token %q", empty)
	}
}
