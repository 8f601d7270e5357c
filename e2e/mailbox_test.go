package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// dataDirs are the data folders of the platforms that the tests started, by the address of their gateway.
var dataDirs sync.Map

// mailboxToken returns the token of the mailbox behind a gateway.
func mailboxToken(t testing.TB, gateway string) string {
	t.Helper()
	dir, ok := dataDirs.Load(strings.TrimPrefix(gateway, "http://"))
	if !ok {
		t.Fatalf("no data folder is known of %s", gateway)
	}
	b, err := os.ReadFile(filepath.Join(dir.(string), "mailbox", "token"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}

func TestMailboxLinkIsPrinted(t *testing.T) {
	t.Parallel()
	env := ports(t)
	p := up(t, scratch(t), env)
	token := mailboxToken(t, env["GATEWAY_ADDRESS"])
	p.waitFor("/mailbox#" + token)
}
