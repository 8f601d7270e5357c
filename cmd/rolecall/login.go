package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// logins are the services' database URLs, each with the login of its own role.
type logins struct {
	Identity      env.Secret `key:"auth.database-url"`
	Jobs          env.Secret `key:"job.database-url"`
	Crawler       env.Secret `key:"crawler.database-url"`
	Applications  env.Secret `key:"application.database-url"`
	Notifications env.Secret `key:"notification.database-url"`
}

// loginVariables are the environment variables of those URLs, by role.
var loginVariables = map[string]string{
	schema.IdentityRole:      "AUTH_DATABASE_URL",
	schema.JobsRole:          "JOB_DATABASE_URL",
	schema.CrawlerRole:       "CRAWLER_DATABASE_URL",
	schema.ApplicationsRole:  "APPLICATION_DATABASE_URL",
	schema.NotificationsRole: "NOTIFICATION_DATABASE_URL",
}

var errNoOwner = errors.New("DATABASE_URL is missing: the PostgreSQL to use, with the login of its owner")

// errNoLogin says how to create a service's login. A service must not use the owner's, which may do everything.
func errNoLogin(role string) error {
	name := loginVariables[role]
	return fmt.Errorf("%s is missing: postgres://%s:PASSWORD@host:port/name. Run `rolecall migrate` with it and with the owner's "+
		"DATABASE_URL to create that login", name, role)
}

// list returns the logins that are set.
func (l logins) list() (services []pg.Service) {
	for _, s := range []pg.Service{
		{Role: schema.IdentityRole, URL: l.Identity}, {Role: schema.JobsRole, URL: l.Jobs}, {Role: schema.CrawlerRole, URL: l.Crawler},
		{Role: schema.ApplicationsRole, URL: l.Applications}, {Role: schema.NotificationsRole, URL: l.Notifications},
	} {
		if s.URL.Set() {
			services = append(services, s)
		}
	}
	return services
}

// givenLogins reports whether the operator has set the URL of any service.
func givenLogins(getenv func(string) string) bool {
	for _, name := range loginVariables {
		if isSet(getenv, name) {
			return true
		}
	}
	return false
}

// withLogins adds URLs for the services whose URL the operator has not set and whose password is known.
func withLogins(getenv func(string) string, database env.Secret, passwords map[string]string) (func(string) string, error) {
	urls := map[string]string{}
	for role, name := range loginVariables {
		if passwords[role] == "" {
			continue
		}
		url, err := pg.As(database, pg.Login{Role: role, Password: env.NewSecret(passwords[role])})
		if err != nil {
			return nil, err
		}
		urls[name] = url.Reveal()
	}
	return orElse(getenv, urls), nil
}

// ensurePasswords reads the passwords of the database roles from the data folder and creates missing ones.
func ensurePasswords(dataDir string) (map[string]string, error) {
	return ensureSecrets(secretsFile(dataDir), schema.Roles())
}

// checkOwner refuses a superuser: its objects could be migrated, backed up and restored only by a superuser, and a
// mistake in a migration could damage the whole server.
func checkOwner(ctx context.Context, url env.Secret) error {
	cfg, err := pgx.ParseConfig(url.Reveal())
	if err != nil {
		return errors.New("DATABASE_URL is not valid: expected postgres://user:password@host:port/name")
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return pg.Fault(fmt.Errorf("DATABASE_URL: %w", err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var super bool
	if err := conn.QueryRow(ctx, "SELECT rolsuper FROM pg_roles WHERE rolname = session_user").Scan(&super); err != nil {
		return pg.Fault(err)
	}
	if super {
		return fmt.Errorf("DATABASE_URL logs in as the superuser %[1]s: use an owner that is not one. As %[1]s run: "+
			"CREATE ROLE %[2]s LOGIN CREATEROLE PASSWORD '…'; ALTER DATABASE %[3]s OWNER TO %[2]s", cfg.User, schema.OwnerRole,
			pgx.Identifier{cfg.Database}.Sanitize())
	}
	return nil
}
