package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
)

// CreateRoles connects as the superuser and creates the owner, which migrates and backs up but is no superuser, and a
// login for each service. Objects that a superuser created earlier are given to the owner. CreateRoles may run at every
// start.
func CreateRoles(ctx context.Context, superuser env.Secret, owner Login, services []Login) error {
	cfg, err := pgx.ParseConfig(superuser.Reveal())
	if err != nil {
		return errURL
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
	if _, err := tx.Exec(ctx, "ALTER DATABASE "+pgx.Identifier{database}.Sanitize()+" OWNER TO "+
		pgx.Identifier{owner.Role}.Sanitize()); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT set_config('rolecall.owner', $1, true)", owner.Role); err != nil { // a DO block takes no parameters
		return err
	}
	_, err := tx.Exec(ctx, changeOwner)
	return err
}

// createRole returns the statement that creates a role without login unless it exists. Roles belong to the whole
// server, so another database's migration may create the same one at the same time.
func createRole(role string) string {
	return fmt.Sprintf(`DO $$ BEGIN
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s NOLOGIN; END IF;
	EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`, role, pgx.Identifier{role}.Sanitize())
}

// changeOwner gives the owner every schema of this database and the objects in it. REASSIGN OWNED fails because a
// superuser also owns objects of the server. Column sequences, row types and array types follow their tables; objects of
// extensions stay as they are.
const changeOwner = `
DO $$ DECLARE statement text; new CONSTANT oid := current_setting('rolecall.owner')::regrole; BEGIN
FOR statement IN
	WITH ours AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public')),
	extension AS (SELECT objid FROM pg_depend WHERE deptype = 'e')
	SELECT format('ALTER SCHEMA %I', nspname) FROM ours WHERE nspowner <> new
	UNION ALL SELECT format('ALTER TABLE %s', c.oid::regclass) FROM pg_class c JOIN ours ON ours.oid = relnamespace
		WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relowner <> new AND c.oid NOT IN (SELECT objid FROM extension)
		AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND relkind = 'S' AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0)
	UNION ALL SELECT format('ALTER ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN ours ON ours.oid = pronamespace
		WHERE proowner <> new AND p.oid NOT IN (SELECT objid FROM extension)
	UNION ALL SELECT format('ALTER TYPE %s', t.oid::regtype) FROM pg_type t JOIN ours ON ours.oid = typnamespace
		WHERE typtype IN ('d', 'e', 'r') AND typowner <> new AND t.oid NOT IN (SELECT objid FROM extension)
	UNION ALL SELECT format('ALTER STATISTICS %I.%I', nspname, stxname) FROM pg_statistic_ext JOIN ours ON ours.oid = stxnamespace
	WHERE stxowner <> new
LOOP
	EXECUTE statement || ' OWNER TO ' || new::regrole;
END LOOP; END $$`
