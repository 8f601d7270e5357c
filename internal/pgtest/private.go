package pgtest

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"rolecall/internal/pgserver"
	"rolecall/internal/porttest"
	"rolecall/internal/schema"
)

// Private is a migrated server of one test, which may stop and restart it. Its URL stays the same.
type Private struct {
	*Database

	files *privateFiles
}

// Cluster starts a server for one test and removes it when the test ends.
func Cluster(t testing.TB) *Private {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
	defer cancel()
	files, err := startPrivate(ctx)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		if err := files.remove(); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	superuser := files.server.URL("")
	p := &Private{Database: &Database{URL: as(superuser, schema.OwnerRole), Superuser: superuser, t: t}, files: files}
	if err := schema.CreateRoles(ctx, superuser, passwords()); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	if err := schema.Migrate(ctx, p.URL); err != nil {
		t.Fatalf("pgtest: migrate: %v", err)
	}
	return p
}

// Stop shuts the server down and returns when it has exited.
func (p *Private) Stop() {
	p.t.Helper()
	if err := p.files.server.Stop(); err != nil {
		p.t.Fatalf("pgtest: %v", err)
	}
}

// Kill kills the server without a shutdown.
func (p *Private) Kill() {
	p.t.Helper()
	if err := syscall.Kill(p.files.server.PID(), syscall.SIGKILL); err != nil {
		p.t.Fatalf("pgtest: kill the server: %v", err)
	}
	<-p.files.server.Done()
	p.Stop() // its sessions may still run
}

// Start starts the server again after Stop or Kill.
func (p *Private) Start() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := p.files.restart(ctx); err != nil {
		p.t.Fatalf("pgtest: %v", err)
	}
}

// privateFiles is a server and its folder.
type privateFiles struct {
	scratch *scratch
	port    *porttest.Port // reserved, so that the address stays the same after a restart
	server  *pgserver.Server
	options pgserver.Options
}

// quick are settings for a cluster that need not survive a crash.
var quick = map[string]string{
	"fsync":              "off",
	"synchronous_commit": "off",
	"full_page_writes":   "off",
	"wal_level":          "minimal",
	"max_wal_senders":    "0",
	// A worker in the template would make copies of it wait; tests that need statistics run ANALYZE.
	"autovacuum": "off",
	// Inside the folder, so that it is removed with the folder even after kill -9.
	"dynamic_shared_memory_type": "mmap",
}

func startPrivate(ctx context.Context) (*privateFiles, error) {
	s, err := newScratch(scratchBase())
	if err != nil {
		return nil, err
	}
	port, err := porttest.Reserve()
	if err != nil {
		return nil, errors.Join(err, s.remove())
	}
	f := &privateFiles{
		scratch: s,
		port:    port,
		options: pgserver.Options{Dir: s.dir, Port: port.Number, SharedBuffers: "64MB", MaxConnections: 300, Extra: quick},
	}
	if f.server, err = pgserver.Start(ctx, f.options); err != nil {
		port.Release()
		return nil, errors.Join(err, s.remove())
	}
	return f, nil
}

func (f *privateFiles) restart(ctx context.Context) error {
	server, err := pgserver.Start(ctx, f.options)
	if err != nil {
		return err
	}
	f.server = server
	return nil
}

func (f *privateFiles) remove() error {
	defer f.port.Release()
	return errors.Join(f.server.Stop(), f.scratch.remove())
}
