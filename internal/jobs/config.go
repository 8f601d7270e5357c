package jobs

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

// Config is the service's part of the configuration.
type Config struct {
	Address        string `key:"job.address" default:"127.0.0.1:8081" help:"where jobs listens"`
	Auth           auth.Config
	Proxies        httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
	TriggerEnabled bool           `key:"platform.admin.trigger.enabled" default:"true" help:"whether admins may request crawl and enrichment passes"`
	Resolve        ResolveConfig
}

// ResolveConfig steers the task that resolves companies.
type ResolveConfig struct {
	Enabled   bool          `key:"job.company.resolve.enabled" default:"true" help:"whether boards without a company are resolved"`
	Every     time.Duration `key:"job.company.resolve.every" default:"15m" help:"time between two runs"`
	BatchSize int           `key:"job.company.resolve.batch-size" default:"200" help:"boards resolved in one transaction"`
}

// Validate reports values that make no sense.
func (c Config) Validate() error {
	var faults []error
	if c.Resolve.Every <= 0 {
		faults = append(faults, errors.New("job.company.resolve.every must be more than 0"))
	}
	if c.Resolve.BatchSize < 1 || c.Resolve.BatchSize > 10_000 {
		faults = append(faults, errors.New("job.company.resolve.batch-size must be between 1 and 10000"))
	}
	return errors.Join(append(faults, c.Auth.Validate())...)
}

// searchTimeout ends a search that cannot be afforded; a cheaper one answers in its place.
const searchTimeout = 3 * time.Second

// OpenRead makes the pool that searches run on: of a replica, or of the same server. It is a pool of its own, so that
// a burst of searches leaves connections for the rest, and its planner is told what the planner cannot know.
func OpenRead(ctx context.Context, o pg.Options) (*pgxpool.Pool, error) {
	o.StatementTimeout = cmp.Or(o.StatementTimeout, searchTimeout)
	o.Settings = map[string]string{
		"enable_seqscan":                  "off",  // reading all postings is never the way to twenty of them
		"jit":                             "off",  // compiling takes longer than any search
		"work_mem":                        "32MB", // the matches of a common word fit as they are; else each would be read again
		"random_page_cost":                "1.1",  // what is searched is in memory, or on a disk without a head
		"max_parallel_workers_per_gather": "0",    // many searches at once, each on its own
	}
	return pg.Open(ctx, o)
}
