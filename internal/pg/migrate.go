package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"rolecall/internal/env"
)

// Schema is one service's part of the database.
type Schema struct {
	Name       string // the PostgreSQL schema
	Role       string // the role that works in it
	Migrations fs.FS  // numbered SQL files
}

func (s Schema) versionTable() string { return s.Name + "." + VersionTable }

// Migrate brings the schemas up to date in the given order: each file in a transaction of its own, under an advisory
// lock, so that any number of processes may start at once.
func Migrate(ctx context.Context, url env.Secret, schemas []Schema) error {
	cfg, err := pgx.ParseConfig(url.Reveal())
	if err != nil {
		return errURL
	}
	cfg.RuntimeParams["application_name"] = "rolecall migrate"
	db := stdlib.OpenDB(*cfg)
	defer db.Close()
	if err := prepare(ctx, db, schemas); err != nil {
		return Fault(fmt.Errorf("make schemas and roles: %w%s", err, adviseOwner(err, cfg, schemas)))
	}
	for _, s := range schemas {
		if err := up(ctx, db, s); err != nil {
			return Fault(fmt.Errorf("migrate schema %s: %w", s.Name, err))
		}
	}
	return nil
}

// adviseOwner says what a superuser has to do for an owner who may not make the roles or the schemas.
func adviseOwner(err error, cfg *pgx.ConnConfig, schemas []Schema) string {
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "42501" {
		return ""
	}
	advice := fmt.Sprintf(". As a superuser run what is missing of: ALTER DATABASE %s OWNER TO %s;", pgx.Identifier{cfg.Database}.Sanitize(), pgx.Identifier{cfg.User}.Sanitize())
	for _, s := range schemas {
		advice += fmt.Sprintf(" CREATE ROLE %s LOGIN PASSWORD '…';", s.Role)
	}
	return advice
}

// prepare makes what migrations stand on.
func prepare(ctx context.Context, db *sql.DB, schemas []Schema) error {
	return oneAtATime(ctx, db, func(tx *sql.Tx) error { return prepareIn(ctx, tx, schemas) })
}

// oneAtATime runs statements in a transaction while no other process does: PostgreSQL refuses two that change one and the
// same right in an instant.
func oneAtATime(ctx context.Context, db *sql.DB, run func(tx *sql.Tx) error) error {
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
			// So that the owner sees and can end what a service's sessions do. It does without where it may not.
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
	p, err := provider(db, s, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	if _, err = p.Up(ctx); err != nil {
		return err
	}
	return oneAtATime(ctx, db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.versionGrant())
		return err
	})
}

// versionGrant lets a server look at the version before it starts, as its own role.
func (s Schema) versionGrant() string {
	return fmt.Sprintf("GRANT SELECT ON %s TO %s", s.versionTable(), pgx.Identifier{s.Role}.Sanitize())
}

func provider(db *sql.DB, s Schema, opts ...goose.ProviderOption) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectPostgres, db, s.Migrations,
		append(opts, goose.WithTableName(s.versionTable()), goose.WithDisableGlobalRegistry(true), goose.WithSlog(quiet))...)
}

// Outdated compares the schemas' versions in the database with the newest migration of this build. It returns nil when
// the database is at least as new, and an error that says what to do when it is older.
func Outdated(ctx context.Context, conn Conn, schemas []Schema) error {
	for _, s := range schemas {
		want, err := newest(s)
		if err != nil {
			return err
		}
		var got int64
		err = conn.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM "+s.versionTable()+" WHERE is_applied").Scan(&got)
		if err != nil {
			if undefined(err) {
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
