package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

// VersionTable is where a schema's migrations are counted, without the schema's name.
const VersionTable = "schema_version"

// Build makes the schemas at the given versions inside the caller's transaction, for a restore that comes about as a
// whole or not at all; Migrate gives every file a transaction of its own. The version tables are made and left empty:
// their rows are data. No migration runs elsewhere until the transaction ends.
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
			return fmt.Errorf("make schema %s: %w", s.Name, err)
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

// Newest is the highest number among the schema's migrations.
func (s Schema) Newest() (int64, error) { return newest(s) }

// upTo lists the texts of the migrations up to a version, in order.
func (s Schema) upTo(version int64) ([]string, error) {
	names, err := fs.Glob(s.Migrations, "*.sql")
	if err != nil {
		return nil, err
	}
	files := map[int64]string{}
	for _, name := range names {
		digits, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s of schema %s has no number", name, s.Name)
		}
		if n <= version {
			files[n] = name
		}
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(files)) {
		b, err := fs.ReadFile(s.Migrations, files[n])
		if err != nil {
			return nil, err
		}
		up, err := upPart(string(b))
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", files[n], err)
		}
		out = append(out, up)
	}
	return out, nil
}

// upPart is what a migration does, without what would undo it. The marks inside are comments to PostgreSQL. A file that
// asks to run outside a transaction does so to build an index while others write; on empty tables nobody does.
func upPart(text string) (string, error) {
	_, up, found := strings.Cut(text, "-- +goose Up")
	if !found {
		return "", errors.New("has no line `-- +goose Up`")
	}
	up, _, _ = strings.Cut(up, "-- +goose Down")
	return strings.ReplaceAll(up, "INDEX CONCURRENTLY", "INDEX"), nil
}
