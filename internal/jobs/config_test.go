package jobs_test

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/jobs"
)

func TestConfig(t *testing.T) {
	t.Parallel()
	set := map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "k"}
	load := func() (cfg jobs.Config, err error) {
		err = env.Load(func(name string) string { return set[name] }, &cfg)
		return cfg, err
	}
	cfg, err := load()
	if err != nil || !cfg.TriggerEnabled || cfg.Resolve != (jobs.ResolveConfig{Enabled: true, Every: 15 * time.Minute, BatchSize: 200}) {
		t.Errorf("defaults: %+v, %v", cfg, err)
	}
	set["PLATFORM_ADMIN_TRIGGER_ENABLED"], set["JOB_COMPANY_RESOLVE_ENABLED"] = "false", "false"
	set["JOB_COMPANY_RESOLVE_EVERY"], set["JOB_COMPANY_RESOLVE_BATCH_SIZE"] = "2h", "7"
	if cfg, err = load(); err != nil || cfg.TriggerEnabled || cfg.Resolve != (jobs.ResolveConfig{Every: 2 * time.Hour, BatchSize: 7}) {
		t.Errorf("set: %+v, %v", cfg, err)
	}
	if cfg.Search.Currency != "EUR" || cfg.Search.MaxPostings != 5_000_000 || !cfg.Search.Snapshot || cfg.Search.Dir != "" ||
		cfg.Search.CompareAt.String() != "0 0 3 * * ?" {
		t.Errorf("defaults of search: %+v", cfg.Search)
	}
	for name, value := range map[string]string{
		"JOB_SEARCH_RATES": "yesterday USD=1", "JOB_SEARCH_CURRENCY": "XXX", "JOB_SEARCH_MAX_POSTINGS": "-1",
		"JOB_SEARCH_COMPARE_CRON": "at night",
	} {
		set[name] = value
		if _, err := load(); err == nil || !strings.Contains(err.Error(), "job.search.") {
			t.Errorf("%s=%s: %v", name, value, err)
		}
		delete(set, name)
	}
	set["JOB_SEARCH_RATES"], set["JOB_SEARCH_CURRENCY"] = "2026-10-30 XXX=2", "XXX"
	if cfg, err := load(); err != nil || cfg.Search.Rates.PerEuro["XXX"] != 2 {
		t.Errorf("own rates: %+v, %v", cfg.Search, err)
	}
	for name, value := range map[string]string{"JOB_COMPANY_RESOLVE_EVERY": "0s", "JOB_COMPANY_RESOLVE_BATCH_SIZE": "0"} {
		old := set[name]
		set[name] = value
		if _, err := load(); err == nil || !strings.Contains(err.Error(), "job.company.resolve") {
			t.Errorf("%s=%s: %v", name, value, err)
		}
		set[name] = old
	}
}
