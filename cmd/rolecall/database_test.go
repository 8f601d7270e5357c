package main

import (
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestRestartedDatabaseKeepsItsAddress checks that a restart insists on the port that the services know.
func TestRestartedDatabaseKeepsItsAddress(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "embedded-") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL may run as another user
		t.Fatal(err)
	}
	p := &platform{log: slog.New(slog.DiscardHandler)}
	p.settings.DataDir = dir
	e, err := startEmbedded(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Stop()
	if port := e.options.Port; port == 0 || !strings.Contains(e.url, ":"+strconv.Itoa(port)+"/") {
		t.Errorf("a restart asks for port %d, the services know %s", port, e.url[strings.LastIndex(e.url, "@"):])
	}
}

// TestEmbeddedServerHasRoomForEveryPool checks that more connections per service do not exceed what the server accepts.
func TestEmbeddedServerHasRoomForEveryPool(t *testing.T) {
	t.Parallel()
	for _, perPool := range []int32{0, 10, 20, 50} {
		if got := serverConnections(perPool); got < 6*int(perPool)+20 {
			t.Errorf("%d connections per service, but the server accepts %d", perPool, got)
		}
	}
}
