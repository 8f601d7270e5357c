package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgserver"
	"rolecall/internal/schema"
)

// embedded is the private PostgreSQL of this process, restarted when it dies.
type embedded struct {
	options pgserver.Options
	url     string           // address of the superuser, the same after a restart
	server  *pgserver.Server // used by supervise alone
	log     *slog.Logger
	stop    context.CancelFunc
	stopped chan struct{}
}

func postgresDir(dataDir string) string { return filepath.Join(dataDir, "postgres") }

func startEmbedded(ctx context.Context, p *platform) (*embedded, error) {
	roots := []string{"."}
	if exe, err := os.Executable(); err == nil {
		roots = append(roots, filepath.Dir(exe), filepath.Dir(filepath.Dir(exe)))
	}
	o := pgserver.Options{Dir: postgresDir(p.settings.DataDir), Bin: p.settings.PostgresBin, Roots: roots, Logger: p.log,
		MaxConnections: serverConnections(p.settings.MaxConns)}
	srv, err := pgserver.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	o.Port = srv.Port() // the services know this one, so a restart has to wait for it
	running, stop := context.WithCancel(context.Background())
	e := &embedded{options: o, url: srv.URL(""), server: srv, log: p.log, stop: stop, stopped: make(chan struct{})}
	go e.supervise(running)
	return e, nil
}

// serverConnections returns how many connections the server accepts: those of the six pools of `up`, and room for operators'
// commands, backups and a second crawler.
func serverConnections(perPool int32) int { return 40 + 8*int(max(perPool, 10)) }

// supervise restarts the server when it exits on its own (killed, out of memory). Meanwhile the services answer 503; the
// address stays the same. TestDataSurvivesEveryExit waits for what it logs.
func (e *embedded) supervise(ctx context.Context) {
	defer close(e.stopped)
	for {
		select {
		case <-ctx.Done():
			if err := e.server.Stop(); err != nil {
				e.log.Error("the database did not stop cleanly", "error", err)
			}
			return
		case <-e.server.Done():
		}
		e.log.Error("the database exited and is restarted", "error", e.server.Err())
		_ = e.server.Stop() // frees the folder
		if !e.restart(ctx) {
			return
		}
	}
}

func (e *embedded) restart(ctx context.Context) bool {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		// Longer than a server may take to replay its log: one that is stopped meanwhile begins again.
		starting, cancel := context.WithTimeout(ctx, 10*time.Minute)
		srv, err := pgserver.Start(starting, e.options)
		cancel()
		if err == nil {
			e.server = srv
			e.log.Warn("the database is running again")
			return true
		}
		e.log.Error("the database does not start", "error", err, "next_try_in", wait)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(wait):
		}
	}
}

// Stop stops the server and waits until it has exited.
func (e *embedded) Stop() {
	e.stop()
	<-e.stopped
}

// openDatabase returns the environment with the database logins of the owner and the services: the configured ones, or
// those of the embedded server, which it starts for the duration of the command unless it is running.
func (p *platform) openDatabase(ctx context.Context, getenv func(string) string) (func(string) string, error) {
	kept, err := readSecrets(secretsFile(p.settings.DataDir))
	if err != nil {
		return nil, err
	}
	if p.settings.Database.Set() {
		return withLogins(getenv, p.settings.Database, kept)
	}
	if givenLogins(getenv) {
		return getenv, nil // a command of one service does not need the owner
	}
	dir := postgresDir(p.settings.DataDir)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !p.mayMakeDatabase {
		return nil, fmt.Errorf("there is no database: %s does not exist. Set PLATFORM_DATA_DIR to the folder that `rolecall up` "+
			"prints as data, or DATABASE_URL, or start `rolecall up` once", dir)
	}
	e, err := startEmbedded(ctx, p)
	if errors.Is(err, pgserver.ErrInUse) {
		url, err := pgserver.Attach(ctx, dir)
		if err != nil {
			return nil, err
		}
		return p.createEmbeddedRoles(ctx, getenv, url)
	}
	if err != nil {
		return nil, err
	}
	p.close = append(p.close, e.Stop)
	return p.createEmbeddedRoles(ctx, getenv, e.url)
}

// createEmbeddedRoles creates the roles of the embedded server with the passwords in the data folder. Everything else
// uses these roles and not the superuser.
func (p *platform) createEmbeddedRoles(ctx context.Context, getenv func(string) string, superuser string) (func(string) string, error) {
	passwords, err := ensurePasswords(p.settings.DataDir)
	if err != nil {
		return nil, err
	}
	if err := schema.CreateRoles(ctx, superuser, passwords); err != nil {
		return nil, err
	}
	server := env.NewSecret(superuser)
	p.superuser = server
	if p.settings.Database, err = pg.As(server,
		pg.Login{Role: schema.OwnerRole, Password: env.NewSecret(passwords[schema.OwnerRole])}); err != nil {
		return nil, err
	}
	return withLogins(getenv, server, passwords)
}
