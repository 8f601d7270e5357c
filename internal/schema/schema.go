// Package schema lists the schemas of the database, the role that uses each, and the order of their migrations. The
// order matters where one schema refers to another: crawler.pull_target references job.company, so job comes before
// crawler, and grants on another service's tables are in the later schema of the two.
package schema

import (
	"context"

	"rolecall/internal/env"
	"rolecall/internal/pg"

	applications "rolecall/internal/applications/store/migration"
	crawler "rolecall/internal/crawler/store/migration"
	identity "rolecall/internal/identity/store/migration"
	jobs "rolecall/internal/jobs/store/migration"
	notifications "rolecall/internal/notifications/store/migration"
)

// OwnerRole owns the database of an embedded server; an operator's own database may have another owner.
const OwnerRole = "rolecall_owner"

// Roles of the services.
const (
	IdentityRole      = "rolecall_identity"
	JobsRole          = "rolecall_jobs"
	CrawlerRole       = "rolecall_crawler"
	ApplicationsRole  = "rolecall_applications"
	NotificationsRole = "rolecall_notifications"
)

// Identity, Jobs, Crawler, Applications and Notifications are the services' schemas.
var (
	Identity      = pg.Schema{Name: "identity", Role: IdentityRole, Migrations: identity.FS}
	Jobs          = pg.Schema{Name: "job", Role: JobsRole, Migrations: jobs.FS}
	Crawler       = pg.Schema{Name: "crawler", Role: CrawlerRole, Migrations: crawler.FS}
	Applications  = pg.Schema{Name: "applications", Role: ApplicationsRole, Migrations: applications.FS}
	Notifications = pg.Schema{Name: "notification", Role: NotificationsRole, Migrations: notifications.FS}
)

// All lists the schemas in the order of their migrations.
func All() []pg.Schema {
	return []pg.Schema{Identity, Jobs, Crawler, Applications, Notifications}
}

// Roles lists the owner's role and those of the services.
func Roles() []string {
	roles := []string{OwnerRole}
	for _, s := range All() {
		roles = append(roles, s.Role)
	}
	return roles
}

// CreateRoles creates the roles with the given passwords. url logs in as the server's superuser.
func CreateRoles(ctx context.Context, url string, passwords map[string]string) error {
	var services []pg.Login
	for _, s := range All() {
		services = append(services, pg.Login{Role: s.Role, Password: env.NewSecret(passwords[s.Role])})
	}
	return pg.CreateRoles(ctx, env.NewSecret(url), pg.Login{Role: OwnerRole, Password: env.NewSecret(passwords[OwnerRole])}, services)
}

// Migrate brings the whole database up to date.
func Migrate(ctx context.Context, url string) error {
	return pg.Migrate(ctx, env.NewSecret(url), All())
}
