package crawler

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/env"
)

// Config holds the settings of the crawler.
type Config struct {
	PollCron     background.Schedule `key:"crawler.trigger.poll-cron" default:"0/10 * * * * ?" help:"when to look for requested passes"`
	Lease        time.Duration       `key:"crawler.trigger.lease" default:"60s" help:"time after which another worker takes over the pass of a dead one"`
	DrainTimeout time.Duration       `key:"crawler.shutdown.drain-timeout" default:"25s" help:"time for a pass to finish at shutdown before it is released"`

	CrawlCron     background.Schedule `key:"crawler.crawl.cron" default:"0 0/10 * * * ?" help:"when a scheduled pass pulls the boards that are due; it takes at most half of the time to the next one"`
	MinInterval   time.Duration       `key:"crawler.crawl.min-interval" default:"1h" help:"shortest time between two scheduled pulls of a board, for boards that change often"`
	MaxInterval   time.Duration       `key:"crawler.crawl.max-interval" default:"72h" help:"longest time between two scheduled pulls of a board, for boards that hardly change"`
	CrawlEnabled  bool                `key:"crawler.crawl.enabled" default:"true" help:"pull boards on schedule; requested passes always run"`
	EnrichCron    background.Schedule `key:"crawler.enrichment.cron" default:"0 * * * * ?" help:"when pending postings are enriched"`
	EnrichEnabled bool                `key:"crawler.enrichment.enabled" default:"true" help:"enrich new postings while they are crawled, and pending ones on schedule; requested passes always run"`
	LLM           LLMConfig
	Fetch         FetchConfig
	BaseURL       BaseURLs
	Undocumented  bool   `key:"crawler.source.undocumented" default:"true" help:"read boards that are publicly reachable but that their vendor does not document as public, see docs/sources.md"`
	PublicURL     string `key:"platform.public-url" default:"http://localhost:8080" help:"address under which people reach the platform, for links in mail"`
}

// FetchConfig limits the requests to boards and the size of their answers.
type FetchConfig struct {
	Concurrency  int           `key:"crawler.fetch.concurrency" default:"32" help:"boards pulled and requests sent at a time"`
	PerHost      int           `key:"crawler.fetch.per-host" default:"4" help:"requests at a time per host"`
	HourlyBudget int           `key:"crawler.fetch.hourly-budget" default:"3600" help:"requests per host and hour at which scheduled passes leave the host's other boards for later; 0: no limit"`
	Timeout      time.Duration `key:"crawler.fetch.timeout" default:"30s" help:"time limit of one request"`
	BoardTimeout time.Duration `key:"crawler.fetch.board-timeout" default:"10m" help:"time limit of one board"`
	MaxBody      env.Bytes     `key:"crawler.fetch.max-body" default:"64MiB" help:"largest answer that is read"`
	AllowPrivate bool          `key:"crawler.fetch.allow-private" default:"false" help:"let the crawler reach loopback and private addresses"`
}

// LLMConfig configures the optional model that is asked for facts the rules did not find; off without a URL.
type LLMConfig struct {
	URL     string        `key:"crawler.enrichment.llm.url" help:"OpenAI-compatible endpoint for facts that the rules miss, such as http://127.0.0.1:11434/v1; unset: off"`
	Model   string        `key:"crawler.enrichment.llm.model" help:"model to ask at that endpoint"`
	Key     env.Secret    `key:"crawler.enrichment.llm.key" help:"API key for that endpoint, if it needs one"`
	Timeout time.Duration `key:"crawler.enrichment.llm.timeout" default:"20s" help:"time limit of one question"`
	Budget  int           `key:"crawler.enrichment.llm.budget" default:"40" help:"questions per pass"`
}

// Validate reports values that are well formed but not usable.
func (c Config) Validate() error {
	var faults env.Faults
	positive := func(key string, ok bool) {
		faults.Check(ok, "%s (%s) must be more than zero", key, env.Name(key))
	}
	positive("crawler.fetch.concurrency", c.Fetch.Concurrency > 0)
	positive("crawler.fetch.per-host", c.Fetch.PerHost > 0)
	positive("crawler.fetch.timeout", c.Fetch.Timeout > 0)
	positive("crawler.fetch.board-timeout", c.Fetch.BoardTimeout > 0)
	positive("crawler.fetch.max-body", c.Fetch.MaxBody > 0)
	positive("crawler.trigger.lease", c.Lease > 0)
	positive("crawler.crawl.min-interval", c.MinInterval > 0)
	faults.Check(c.MaxInterval >= c.MinInterval,
		"crawler.crawl.max-interval (CRAWLER_CRAWL_MAX_INTERVAL) must not be less than crawler.crawl.min-interval")
	faults.Check(c.Fetch.HourlyBudget >= 0, "crawler.fetch.hourly-budget (CRAWLER_FETCH_HOURLY_BUDGET) must not be negative")
	for _, b := range c.BaseURL {
		faults = append(faults, checkAddress(b.key(), b.Address))
	}
	faults = append(faults, checkAddress("crawler.enrichment.llm.url", c.LLM.URL))
	faults.Check(c.LLM.URL == "" || c.LLM.Model != "",
		"crawler.enrichment.llm.model (CRAWLER_ENRICHMENT_LLM_MODEL) is missing: crawler.enrichment.llm.url is set")
	return errors.Join(faults...)
}

func checkAddress(key, address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(strings.ReplaceAll(address, "{token}", "x"))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return fmt.Errorf("%s (%s) is %q: must be an http or https address", key, env.Name(key), address)
	}
	return nil
}

// userAgent identifies the crawler and gives an address for complaints.
func userAgent(version, publicURL string) string {
	return fmt.Sprintf("Rolecall/%s (+%s)", version, publicURL)
}
