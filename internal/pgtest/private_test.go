package pgtest

import "testing"

func TestServerRestarts(t *testing.T) {
	t.Parallel()
	server := Cluster(t)
	pool := server.Pool("")
	exec(t, pool, "CREATE TABLE note AS SELECT 'kept' AS text")
	for _, test := range []struct {
		name string
		away func()
	}{{"stop", server.Stop}, {"kill", server.Kill}} {
		url := server.URL
		test.away()
		if err := pool.Ping(t.Context()); err == nil {
			t.Errorf("%s: the server still answers", test.name)
		}
		server.Start()
		if server.URL != url {
			t.Errorf("%s: the address changed", test.name)
		}
		if got := count(t, pool, "SELECT count(*) FROM note"); got != 1 {
			t.Errorf("%s: got %d rows, want 1", test.name, got)
		}
	}
	server.Stop()
	server.Start()
	if got := count(t, server.Pool(""), "SELECT count(*) FROM note"); got != 1 {
		t.Errorf("restart: got %d rows, want 1", got)
	}
}

func TestStoppedServerIsCleanedUp(t *testing.T) {
	t.Parallel()
	Cluster(t).Stop()
}
