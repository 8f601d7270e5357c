package main

import (
	"context"
	"runtime/debug"

	"rolecall/internal/crawler"
	"rolecall/internal/schema"
)

type crawlerCommand struct {
	Tied bool `arg:"--tied" help:"exit when standard input closes; used by rolecall up"`
	strictness
}

func (crawlerCommand) Description() string {
	return "Starts the worker: it claims requested passes, pulls the boards on schedule and enriches postings. It does not listen on any\n" +
		"address; any number of workers may run on one database."
}

// crawlerHeap is the crawler's soft memory limit unless GOMEMLIMIT is set. The limits of the sources bound what is in
// use; see docs/decisions/0011-crawler-memory.md.
const crawlerHeap = 320 << 20

func (c *crawlerCommand) run(ctx context.Context, sh shell) error {
	if sh.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(crawlerHeap)
	}
	sh.strict = c.Strict
	if c.Tied {
		tie()
	}
	return serveParts(ctx, sh, "crawler")
}

func makeCrawler(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg crawlerConfig
	pool, err := p.open(ctx, getenv, "crawler", &cfg, &cfg.Database, schema.CrawlerRole)
	if err != nil {
		return part{}, err
	}
	w, err := crawler.New(cfg.Config, crawler.Deps{Log: p.log, Metrics: p.metrics, DB: pool, Version: version})
	if err != nil {
		return part{}, err
	}
	return part{run: w.Run, ready: w.Ready, drain: cfg.DrainTimeout, db: pool, schema: schema.Crawler}, nil
}
