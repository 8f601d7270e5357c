package jobs

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

// Config is the service's part of the configuration.
type Config struct {
	Auth           auth.Config
	PublicURL      string         `key:"platform.public-url" default:"http://localhost:8080" help:"address of the platform as its users see it, for links in feeds"`
	Proxies        httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
	TriggerEnabled bool           `key:"platform.admin.trigger.enabled" default:"true" help:"whether admins may request crawl and enrichment passes"`
	Resolve        ResolveConfig
	Targets        TargetsConfig
	Search         SearchConfig
	Audit          audit.Config
}

// ResolveConfig steers the task that resolves companies.
type ResolveConfig struct {
	Enabled   bool          `key:"job.company.resolve.enabled" default:"true" help:"whether boards without a company are resolved"`
	Every     time.Duration `key:"job.company.resolve.every" default:"15m" help:"time between two runs"`
	BatchSize int           `key:"job.company.resolve.batch-size" default:"200" help:"boards resolved in one transaction"`
}

// TargetsConfig decides who may find boards and add them.
type TargetsConfig struct {
	Open        bool `key:"crawler.targets.open" default:"false" help:"whether every user may add boards, not only administrators"`
	FindsPerDay int  `key:"crawler.targets.finds-per-day" default:"30" help:"how often a user may look for the board of an employer in 24 hours"`
}

// SearchConfig steers the search index.
type SearchConfig struct {
	Rates       Rates               `key:"job.search.rates" help:"date and exchange rates per euro, such as 2026-10-30 USD=1.08 CHF=0.95; unset: a built-in table"`
	Currency    string              `key:"job.search.currency" default:"EUR" help:"currency of a least pay that names none; ISO 4217"`
	MaxPostings int                 `key:"job.search.max-postings" default:"5000000" help:"most postings kept in memory, open and closed; 0: no limit"`
	Snapshot    bool                `key:"job.search.snapshot" default:"true" help:"whether the index is saved to disk, for a quick start and less memory"`
	Dir         string              `key:"job.search.dir" help:"folder of the saved index; unset: in platform.data-dir, if there is one"`
	AtOnce      int                 `key:"job.search.limit.at-once" help:"searches that run at once, others wait; unset: two per processor, at least 4"`
	PerClient   int                 `key:"job.search.limit.per-client" help:"of these, searches of one client address or IPv6 /48; unset: half of the processors, 2 to 4"`
	CompareAt   background.Schedule `key:"job.search.compare.cron" default:"0 0 3 * * ?" help:"when the index is compared with the database"`
}

// Validate reports values that make no sense.
func (c Config) Validate() error {
	faults := env.Faults{c.Auth.Validate(), c.Audit.Validate()}
	faults.Check(c.Resolve.Every > 0, "job.company.resolve.every must be more than 0")
	faults.Check(c.Resolve.BatchSize >= 1 && c.Resolve.BatchSize <= 10_000, "job.company.resolve.batch-size must be between 1 and 10000")
	faults.Check(c.Targets.FindsPerDay >= 1, "crawler.targets.finds-per-day must be more than 0")
	faults.CheckAddress("platform.public-url", c.PublicURL)
	faults.Check(c.Search.MaxPostings >= 0, "job.search.max-postings must not be negative")
	faults.Check(c.Search.AtOnce >= 0 && c.Search.PerClient >= 0,
		"job.search.limit.at-once and job.search.limit.per-client must not be negative")
	_, rated := c.Search.Rates.orBuiltIn().PerEuro[c.Search.Currency]
	faults.Check(rated, "job.search.currency is %q, which has no rate in job.search.rates", c.Search.Currency)
	return errors.Join(faults...)
}

// readTimeout ends a read of postings that hangs.
const readTimeout = 3 * time.Second

// OpenRead makes the pool that reads the postings of a result: from a replica, or from the same server. It is a
// separate pool, so that a burst of searches leaves connections for the rest.
func OpenRead(ctx context.Context, o pg.Options) (*pgxpool.Pool, error) {
	o.StatementTimeout = cmp.Or(o.StatementTimeout, readTimeout)
	return pg.Open(ctx, o)
}
