package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
)

// Found makes the roles of a database of our own, as its superuser, and is the only thing that superuser does: the owner,
// who migrates and backs up and is no superuser, and a login for each service. A database whose tables a superuser made
// before is handed over. It may be called at every start.
func Found(ctx context.Context, superuser env.Secret, owner Login, services []Login) error {
	cfg, err := pgx.ParseConfig(superuser.Reveal())
	if err != nil {
		return errURL
	}
	cfg.RuntimeParams["application_name"] = "rolecall roles"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return Fault(fmt.Errorf("make the database's roles: %w", err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return found(ctx, tx, owner, services) })
	if err != nil {
		return Fault(fmt.Errorf("make the database's roles: %w", err))
	}
	return nil
}

func found(ctx context.Context, tx pgx.Tx, owner Login, services []Login) error {
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
		// So that the owner sees and can end what a service's sessions do.
		if _, err := tx.Exec(ctx, "GRANT "+pgx.Identifier{l.Role}.Sanitize()+" TO "+pgx.Identifier{owner.Role}.Sanitize()); err != nil {
			return err
		}
	}
	var database string
	if err := tx.QueryRow(ctx, "SELECT current_database()").Scan(&database); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "ALTER DATABASE "+pgx.Identifier{database}.Sanitize()+" OWNER TO "+pgx.Identifier{owner.Role}.Sanitize()); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT set_config('rolecall.owner', $1, true)", owner.Role); err != nil { // a DO block takes no parameters
		return err
	}
	_, err := tx.Exec(ctx, handOver)
	return err
}

// createRole makes a role that cannot log in, if there is none. Roles belong to the whole server: another database's
// migration may be making the same one this instant, which is as good as having made it.
func createRole(role string) string {
	return fmt.Sprintf(`DO $$ BEGIN
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s NOLOGIN; END IF;
	EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`, role, pgx.Identifier{role}.Sanitize())
}

// handOver gives the owner every schema of this database and what is in it. REASSIGN OWNED would refuse: some of what a
// superuser owns belongs to the server. Sequences of columns follow their tables, row types and array types theirs; what
// an extension brought stays with it.
const handOver = `
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
	UNION ALL SELECT format('ALTER STATISTICS %I.%I', nspname, stxname) FROM pg_statistic_ext JOIN ours ON ours.oid = stxnamespace WHERE stxowner <> new
LOOP
	EXECUTE statement || ' OWNER TO ' || new::regrole;
END LOOP; END $$`
