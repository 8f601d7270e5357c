package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"rolecall/internal/env"
)

// VersionTable is the table, in each schema, that records its migrations.
const VersionTable = "schema_migration"

// isOldSQL reports whether the database has the version table of release 0.8. Its migrations were numbered differently: one
// that is recorded as applied there is not the one that has this number now.
const isOldSQL = "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = ANY($1) AND tablename = 'schema_version')"

var errOldDatabase = errors.New("the database was created by version 0.8 or older and cannot be upgraded: " +
	"export what you need with that version, then start this one with an empty database (docs/upgrading.md)")

// Schema is one service's part of the database.
type Schema struct {
	Name       string
	Role       string // the role of the service that uses it
	Migrations fs.FS  // numbered SQL files
}

func (s Schema) versionTable() string { return s.Name + "." + VersionTable }

func names(schemas []Schema) []string {
	var list []string
	for _, s := range schemas {
		list = append(list, s.Name)
	}
	return list
}

// files returns the names of the migrations by their numbers.
func (s Schema) files() (map[int64]string, error) {
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
		files[n] = name
	}
	return files, nil
}

// Newest returns the highest number among the schema's migrations.
func (s Schema) Newest() (int64, error) {
	files, err := s.files()
	if err != nil {
		return 0, err
	}
	return slices.Max(append(slices.Collect(maps.Keys(files)), 0)), nil
}

// Migrate brings the schemas up to date in the given order. Each file runs in its own transaction under an advisory
// lock, so any number of processes may start at once.
func Migrate(ctx context.Context, url env.Secret, schemas []Schema) error {
	cfg, err := pgx.ParseConfig(url.Reveal())
	if err != nil {
		return ErrURL
	}
	cfg.RuntimeParams["application_name"] = "rolecall migrate"
	db := stdlib.OpenDB(*cfg)
	defer db.Close()
	var old bool
	if err := db.QueryRowContext(ctx, isOldSQL, names(schemas)).Scan(&old); err != nil {
		return Fault(fmt.Errorf("look for an old database: %w", err))
	}
	if old {
		return errOldDatabase
	}
	if err := prepare(ctx, db, schemas); err != nil {
		return Fault(fmt.Errorf("create schemas and roles: %w%s", err, adviseOwner(err, cfg, schemas)))
	}
	for _, s := range schemas {
		if err := up(ctx, db, s); err != nil {
			return Fault(fmt.Errorf("migrate schema %s: %w", s.Name, err))
		}
	}
	return nil
}

// adviseOwner returns the statements a superuser has to run when the owner may not create the roles or schemas.
func adviseOwner(err error, cfg *pgx.ConnConfig, schemas []Schema) string {
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "42501" {
		return ""
	}
	advice := fmt.Sprintf(". As a superuser run what is missing of: ALTER DATABASE %s OWNER TO %s;",
		pgx.Identifier{cfg.Database}.Sanitize(), pgx.Identifier{cfg.User}.Sanitize())
	for _, s := range schemas {
		advice += fmt.Sprintf(" CREATE ROLE %s LOGIN PASSWORD '…';", s.Role)
	}
	return advice
}

// prepare creates the roles and schemas that the migrations need.
func prepare(ctx context.Context, db *sql.DB, schemas []Schema) error {
	return inLockedTx(ctx, db, func(tx *sql.Tx) error { return prepareIn(ctx, tx, schemas) })
}

// inLockedTx runs statements in a transaction under a lock: PostgreSQL fails when two processes change the same grant
// at once.
func inLockedTx(ctx context.Context, db *sql.DB, run func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, prepareLock); err != nil {
		return err
	}
	if err := run(tx); err != nil {
		return err
	}
	return tx.Commit()
}

const prepareLock = "SELECT pg_advisory_xact_lock(hashtext('rolecall.prepare'))"

func prepareIn(ctx context.Context, tx *sql.Tx, schemas []Schema) error {
	for _, s := range schemas {
		role, schema := pgx.Identifier{s.Role}.Sanitize(), pgx.Identifier{s.Name}.Sanitize()
		for _, stmt := range []string{
			createRole(s.Role),
			// The owner may see and end the sessions of services. Nothing depends on it, so a refusal is ignored.
			fmt.Sprintf(`DO $$ BEGIN
				IF NOT pg_has_role(current_user, '%s', 'MEMBER') THEN EXECUTE format('GRANT %s TO %%I', current_user); END IF;
			EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL; END $$`, s.Role, role),
			"CREATE SCHEMA IF NOT EXISTS " + schema,
			fmt.Sprintf("GRANT USAGE ON SCHEMA %s TO %s", schema, role),
		} {
			if _, err := tx.ExecContext(ctx, stmt); err != nil {
				return err
			}
		}
	}
	return nil
}

func up(ctx context.Context, db *sql.DB, s Schema) error {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, s.Migrations, goose.WithSessionLocker(locker),
		goose.WithTableName(s.versionTable()), goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return err
	}
	if _, err = p.Up(ctx); err != nil {
		return err
	}
	return inLockedTx(ctx, db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.versionGrant())
		return err
	})
}

// versionGrant lets a service's role read the version before it starts.
func (s Schema) versionGrant() string {
	return fmt.Sprintf("GRANT SELECT ON %s TO %s", s.versionTable(), pgx.Identifier{s.Role}.Sanitize())
}

// CheckVersions returns nil when every schema in the database is at least as new as the newest migration of this build,
// and otherwise an error with the remedy.
func CheckVersions(ctx context.Context, conn Conn, schemas []Schema) error {
	var old bool
	if err := conn.QueryRow(ctx, isOldSQL, names(schemas)).Scan(&old); err != nil {
		return Fault(fmt.Errorf("look for an old database: %w", err))
	}
	if old {
		return errOldDatabase
	}
	for _, s := range schemas {
		want, err := s.Newest()
		if err != nil {
			return err
		}
		var got int64
		err = conn.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM "+s.versionTable()+" WHERE is_applied").Scan(&got)
		if err != nil {
			if noTable(err) {
				return fmt.Errorf("the database has no schema %q yet: run `rolecall migrate`", s.Name)
			}
			return Fault(fmt.Errorf("read the version of schema %s: %w", s.Name, err))
		}
		if got < want {
			return fmt.Errorf("schema %q is at version %d, this build needs %d: run `rolecall migrate`", s.Name, got, want)
		}
	}
	return nil
}

// noTable reports whether the version table or its whole schema is missing.
func noTable(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pgErr.Code == "42P01" || pgErr.Code == "3F000")
}
