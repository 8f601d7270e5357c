package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgserver"
	"rolecall/internal/schema"
)

// embedded is the private PostgreSQL of this process, brought back when it dies by itself.
type embedded struct {
	options pgserver.Options
	server  *pgserver.Server
	log     *slog.Logger
	stop    chan struct{}
	stopped chan struct{}
}

func postgresDir(dataDir string) string { return filepath.Join(dataDir, "postgres") }

func startEmbedded(ctx context.Context, p *platform) (*embedded, error) {
	roots := []string{"."}
	if exe, err := os.Executable(); err == nil {
		roots = append(roots, filepath.Dir(exe), filepath.Dir(filepath.Dir(exe)))
	}
	o := pgserver.Options{Dir: postgresDir(p.settings.DataDir), Bin: p.settings.PostgresBin, Roots: roots, Logger: p.log}
	srv, err := pgserver.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	e := &embedded{options: o, server: srv, log: p.log, stop: make(chan struct{}), stopped: make(chan struct{})}
	go e.supervise()
	return e, nil
}

// supervise starts the server again when it ended by itself (killed, out of memory). The services meanwhile answer 503
// and find it on the same address.
func (e *embedded) supervise() {
	defer close(e.stopped)
	for {
		select {
		case <-e.stop:
			if err := e.server.Stop(); err != nil {
				e.log.Error("the database did not stop cleanly", "error", err)
			}
			return
		case <-e.server.Done():
		}
		e.log.Error("the database ended by itself and is started again", "error", e.server.Err())
		_ = e.server.Stop() // frees the folder
		if !e.restart() {
			return
		}
	}
}

func (e *embedded) restart() bool {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		srv, err := pgserver.Start(ctx, e.options)
		cancel()
		if err == nil {
			e.server = srv
			e.log.Warn("the database runs again")
			return true
		}
		e.log.Error("the database does not start", "error", err, "next_try_in", wait)
		select {
		case <-e.stop:
			return false
		case <-time.After(wait):
		}
	}
}

// Stop ends the server and waits until it is gone.
func (e *embedded) Stop() {
	close(e.stop)
	<-e.stopped
}

// openDatabase finds the owner's login to the database: the configured one, else that of the embedded server, which it
// starts for the moment unless it runs already. It returns the environment with the services' logins, those that `up` made
// included.
func (p *platform) openDatabase(ctx context.Context, getenv func(string) string) (func(string) string, error) {
	kept, err := readSecrets(secretsFile(p.settings.DataDir))
	if err != nil {
		return nil, err
	}
	if p.settings.Database.Set() {
		return withLogins(getenv, p.settings.Database, kept)
	}
	if givenLogins(getenv) {
		return getenv, nil // a command of one service does without the owner
	}
	dir := postgresDir(p.settings.DataDir)
	if _, err := os.Stat(dir); err != nil && !p.mayMakeDatabase {
		return nil, fmt.Errorf("there is no database: set DATABASE_URL, or start `rolecall up` once so that %s exists", dir)
	}
	e, err := startEmbedded(ctx, p)
	if errors.Is(err, pgserver.ErrInUse) {
		url, err := pgserver.Attach(ctx, dir, "")
		if err != nil {
			return nil, err
		}
		return p.foundEmbedded(ctx, getenv, url)
	}
	if err != nil {
		return nil, err
	}
	p.close = append(p.close, e.Stop)
	return p.foundEmbedded(ctx, getenv, e.server.URL(""))
}

// foundEmbedded makes the roles of the embedded server with the passwords kept in the data folder, and from then on works
// under them: its superuser does nothing else.
func (p *platform) foundEmbedded(ctx context.Context, getenv func(string) string, superuser string) (func(string) string, error) {
	passwords, err := keepPasswords(p.settings.DataDir)
	if err != nil {
		return nil, err
	}
	if err := schema.CreateRoles(ctx, superuser, passwords); err != nil {
		return nil, err
	}
	server := env.NewSecret(superuser)
	if p.settings.Database, err = pg.As(server, pg.Login{Role: schema.OwnerRole, Password: env.NewSecret(passwords[schema.OwnerRole])}); err != nil {
		return nil, err
	}
	return withLogins(getenv, server, passwords)
}
