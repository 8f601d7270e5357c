package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// prepareCluster makes sure that there is a complete cluster of a version we can run, and that its password is known.
func (s *Server) prepareCluster(ctx context.Context) error {
	major, err := clusterMajor(s.folder.cluster())
	if err != nil {
		return err
	}
	if s.binaries, err = find(ctx, s.opt, s.account, major); err != nil {
		return err
	}
	known, err := s.loadPassword()
	if err != nil {
		return err
	}
	switch {
	case major == 0:
		return s.initCluster(ctx)
	case !known:
		return s.resetPassword(ctx)
	}
	return nil
}

// clusterMajor returns the version of the cluster in dir, or 0 if there is none. A folder that is neither empty nor a
// cluster is an error, because we must not delete it.
func clusterMajor(dir string) (int, error) {
	text, err := os.ReadFile(filepath.Join(dir, "PG_VERSION"))
	if err == nil {
		major, _, _ := strings.Cut(strings.TrimSpace(string(text)), ".") // "9.6" was the last with a dot
		if n, err := strconv.Atoi(major); err == nil && n > 0 {
			return n, nil
		}
		return 0, fmt.Errorf("%s has no readable PG_VERSION: restore it from a backup, or move it away to start with an empty database", dir)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return 0, advise("read the version of the database", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, advise("read the database folder", err)
	}
	if len(entries) > 0 {
		return 0, fmt.Errorf("%s is not a PostgreSQL cluster: move it away, or choose another data folder", dir)
	}
	return 0, nil
}

// loadPassword reads the password or creates one; known reports which.
func (s *Server) loadPassword() (known bool, err error) {
	s.password, err = s.folder.read(s.folder.passwordFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, advise("read the database password", err)
	}
	if s.password != "" {
		return true, nil
	}
	s.password = rand.Text()
	return false, nil
}

// initCluster creates the cluster in a temporary folder and renames it when it is complete, so that a kill leaves nothing
// that looks like a cluster.
func (s *Server) initCluster(ctx context.Context) error {
	draft := s.folder.draft()
	if err := os.RemoveAll(draft); err != nil {
		return advise("clear a half-made database", err)
	}
	if err := makePrivate(draft, s.account); err != nil {
		return advise("make the database folder", err)
	}
	if err := s.folder.write(s.folder.passwordFile(), s.password); err != nil {
		return err
	}
	handed, err := s.handPassword()
	if err != nil {
		return advise("hand over the database password", err)
	}
	defer os.Remove(handed)
	args := []string{
		"--pgdata=" + draft, "--username=" + superuser, "--pwfile=" + handed, "--auth=scram-sha-256",
		"--encoding=UTF8", "--locale=" + locale, "--data-checksums",
	}
	if s.opt.Extra["fsync"] == "off" {
		args = append(args, "--no-sync")
	}
	if output, err := run(ctx, command(s.account, s.binaries.Dir, draft, "initdb", args...)); err != nil {
		return fmt.Errorf("cannot create the database in %s (%w): %s", s.folder.root, err, diagnose(output))
	}
	if err := os.Remove(s.folder.cluster()); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty one
		return advise("make way for the database", err)
	}
	if err := os.Rename(draft, s.folder.cluster()); err != nil {
		return advise("put the database in place", err)
	}
	if err := syncFolder(s.folder.root); err != nil {
		return advise("put the database in place", err)
	}
	return nil
}

// handPassword writes the password to the socket folder, which only the account can enter, so that initdb can read it.
func (s *Server) handPassword() (path string, err error) {
	path = filepath.Join(s.folder.socket(), "initial-password")
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.WriteFile(path, []byte(s.password+"\n"), 0o400); err != nil {
		return "", err
	}
	return path, s.account.give(path)
}

// resetPassword sets a new password if the file with the old one is missing. It uses single-user mode, which needs no
// password: anyone who can read the files has the data anyway.
func (s *Server) resetPassword(ctx context.Context) error {
	s.opt.Logger.WarnContext(ctx, "setting a new database password, the old one is lost", "file", s.folder.passwordFile())
	cmd := command(s.account, s.binaries.Dir, s.folder.cluster(), "postgres", "--single", "-D", s.folder.cluster(), "postgres")
	// The password is letters and digits only, so it needs no quoting.
	cmd.Stdin = strings.NewReader("ALTER ROLE " + superuser + " PASSWORD '" + s.password + "'\n")
	if output, err := run(ctx, cmd); err != nil {
		return fmt.Errorf("cannot set a new database password (%w): %s", err, diagnose(output))
	}
	return s.folder.write(s.folder.passwordFile(), s.password)
}

func (s *Server) createDatabase(ctx context.Context) error {
	conn, err := s.connect(ctx)
	if err != nil {
		return fmt.Errorf("cannot reach PostgreSQL to create the database %s: %s", s.opt.Database, oneLine(err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var exists bool
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, s.opt.Database).Scan(&exists)
	if err == nil && !exists {
		_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{s.opt.Database}.Sanitize())
	}
	if err != nil {
		return fmt.Errorf("cannot create the database %s: %s", s.opt.Database, diagnose(oneLine(err)))
	}
	return nil
}

// connect uses the socket: its folder is private, so only our server can answer there.
func (s *Server) connect(ctx context.Context) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(address(s.password, s.port, "postgres"))
	if err != nil {
		return nil, err
	}
	config.Host = s.folder.socket() // not in the URL, where a comma would separate two hosts
	return pgx.ConnectConfig(ctx, config)
}

func ping(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.Ping(ctx)
}

// refusedPassword reports whether the server is running but refuses our password.
func refusedPassword(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && pgErr.Code == "28P01"
}
