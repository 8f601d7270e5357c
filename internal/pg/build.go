package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

// Build creates the schemas at the given versions inside the caller's transaction, so that a restore happens as a whole
// or not at all; Migrate runs every file in its own transaction. The version tables are created empty: their rows are
// data. No other migration runs until the transaction ends.
func Build(ctx context.Context, tx *sql.Tx, schemas []Schema, versions map[string]int64) error {
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", lock.DefaultLockID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, prepareLock); err != nil {
		return err
	}
	if err := prepareIn(ctx, tx, schemas); err != nil {
		return err
	}
	for _, s := range schemas {
		if err := build(ctx, tx, s, versions[s.Name]); err != nil {
			return fmt.Errorf("create schema %s: %w", s.Name, err)
		}
	}
	return nil
}

func build(ctx context.Context, tx *sql.Tx, s Schema, version int64) error {
	store, err := database.NewStore(goose.DialectPostgres, s.versionTable())
	if err != nil {
		return err
	}
	if err := store.CreateVersionTable(ctx, tx); err != nil {
		return err
	}
	statements, err := s.upTo(version)
	if err != nil {
		return err
	}
	for _, sql := range append(statements, s.versionGrant()) {
		if _, err := tx.ExecContext(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// upTo returns the statements of the migrations up to a version, in order.
func (s Schema) upTo(version int64) ([]string, error) {
	files, err := s.files()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(files)) {
		if n > version {
			break
		}
		b, err := fs.ReadFile(s.Migrations, files[n])
		if err != nil {
			return nil, err
		}
		up, err := upSection(string(b))
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", files[n], err)
		}
		out = append(out, up)
	}
	return out, nil
}

// upSection returns the Up section of a migration; the goose annotations in it are comments to PostgreSQL. A file that
// runs outside a transaction does so to build an index concurrently, which empty tables do not need.
func upSection(text string) (string, error) {
	_, up, found := strings.Cut(text, "-- +goose Up")
	if !found {
		return "", errors.New("has no line `-- +goose Up`")
	}
	up, _, _ = strings.Cut(up, "-- +goose Down")
	return strings.ReplaceAll(up, "INDEX CONCURRENTLY", "INDEX"), nil
}
