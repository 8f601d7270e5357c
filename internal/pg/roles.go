package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
)

// CreateRoles connects as the superuser and creates the owner, which migrates and backs up but is not a superuser, and a
// login for each service. It may run at every start.
func CreateRoles(ctx context.Context, superuser env.Secret, owner Login, services []Login) error {
	cfg, err := pgx.ParseConfig(superuser.Reveal())
	if err != nil {
		return ErrURL
	}
	cfg.RuntimeParams["application_name"] = "rolecall roles"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return Fault(fmt.Errorf("create the database roles: %w", err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return createRoles(ctx, tx, owner, services) })
	if err != nil {
		return Fault(fmt.Errorf("create the database roles: %w", err))
	}
	return nil
}

func createRoles(ctx context.Context, tx pgx.Tx, owner Login, services []Login) error {
	if _, err := tx.Exec(ctx, prepareLock); err != nil {
		return err
	}
	for _, l := range append([]Login{owner}, services...) {
		if _, err := tx.Exec(ctx, createRole(l.Role)); err != nil {
			return err
		}
		if err := setPassword(ctx, tx, l, "LOGIN INHERIT NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS"); err != nil {
			return err
		}
	}
	for _, l := range services {
		// The owner may see and end the sessions of services.
		if _, err := tx.Exec(ctx, "GRANT "+pgx.Identifier{l.Role}.Sanitize()+" TO "+pgx.Identifier{owner.Role}.Sanitize()); err != nil {
			return err
		}
	}
	var database string
	if err := tx.QueryRow(ctx, "SELECT current_database()").Scan(&database); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "ALTER DATABASE "+pgx.Identifier{database}.Sanitize()+" OWNER TO "+pgx.Identifier{owner.Role}.Sanitize())
	return err
}

// createRole returns the statement that creates a role without login unless it exists. Roles belong to the whole
// server, so another database's migration may create the same one at the same time.
func createRole(role string) string {
	return fmt.Sprintf(`DO $$ BEGIN
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s NOLOGIN; END IF;
	EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`, role, pgx.Identifier{role}.Sanitize())
}
