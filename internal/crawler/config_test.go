package crawler

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/env"
)

func load(values map[string]string) (Config, error) {
	var cfg Config
	err := env.Load(func(name string) string { return values[name] }, &cfg)
	return cfg, err
}

func TestDefaultConfig(t *testing.T) {
	t.Parallel()
	cfg, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{
		"poll":     cfg.PollCron.String() == "0/10 * * * * ?",
		"crawl":    cfg.CrawlCron.String() == "0 0/10 * * * ?" && cfg.CrawlEnabled && cfg.MinInterval == time.Hour && cfg.MaxInterval == 72*time.Hour,
		"enrich":   cfg.EnrichCron.String() == "0 * * * * ?" && cfg.EnrichEnabled,
		"lease":    cfg.Lease == time.Minute && cfg.DrainTimeout == 25*time.Second,
		"fetch":    cfg.Fetch == FetchConfig{Concurrency: 32, PerHost: 4, Timeout: 30 * time.Second, BoardTimeout: 10 * time.Minute, MaxBody: 64 << 20, HourlyBudget: 3600},
		"no model": cfg.LLM.URL == "",
	} {
		if !ok {
			t.Errorf("%s: %+v", name, cfg)
		}
	}
	if got := userAgent("1.2.3", cfg.PublicURL); got != "Rolecall/1.2.3 (+http://localhost:8080)" {
		t.Errorf("user agent %q, want %q", got, "Rolecall/1.2.3 (+http://localhost:8080)")
	}
}

func TestInvalidConfig(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"CRAWLER_TRIGGER_POLL_CRON", "every minute"}, {"CRAWLER_TRIGGER_LEASE", "0s"}, {"CRAWLER_FETCH_CONCURRENCY", "0"}, {"CRAWLER_FETCH_MAX_BODY", "much"},
		{"CRAWLER_SOURCE_LEVER_BASE_URL", "lever.example"}, {"CRAWLER_ENRICHMENT_LLM_URL", "ftp://model"},
		{"CRAWLER_CRAWL_MIN_INTERVAL", "0s"}, {"CRAWLER_CRAWL_MAX_INTERVAL", "59m"}, {"CRAWLER_FETCH_HOURLY_BUDGET", "-1"},
	} {
		if _, err := load(map[string]string{c[0]: c[1]}); err == nil || !strings.Contains(err.Error(), c[0]) {
			t.Errorf("%s=%s: %v", c[0], c[1], err)
		}
	}
	if _, err := load(map[string]string{"CRAWLER_ENRICHMENT_LLM_URL": "http://127.0.0.1:1/v1"}); err == nil || !strings.Contains(err.Error(), "CRAWLER_ENRICHMENT_LLM_MODEL") {
		t.Errorf("a model without a name: %v", err)
	}
}
