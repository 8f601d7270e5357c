package main

import (
	"context"

	"rolecall/internal/crawler"
	"rolecall/internal/schema"
)

type crawlerCommand struct{ strictness }

func (crawlerCommand) Description() string {
	return "Starts the worker: it claims requested passes, pulls the boards on schedule and enriches postings. It listens nowhere;\n" +
		"any number of workers may run on one database."
}

func (c *crawlerCommand) run(ctx context.Context, sh shell) error {
	sh.strict = c.Strict
	return serveParts(ctx, sh, "crawler")
}

func makeCrawler(ctx context.Context, p *platform, getenv func(string) string) (part, error) {
	var cfg crawlerConfig
	if err := p.load(getenv, &cfg, &cfg.Database, schema.CrawlerRole); err != nil {
		return part{}, err
	}
	pool, err := p.pool(ctx, "crawler", cfg.Database, schema.CrawlerRole)
	if err != nil {
		return part{}, err
	}
	w, err := crawler.New(cfg.Config, crawler.Deps{Log: p.log, Metrics: p.metrics, DB: pool, Version: version})
	if err != nil {
		return part{}, err
	}
	return part{run: w.Run, ready: w.Ready, drain: cfg.DrainTimeout, db: pool, schema: schema.Crawler}, nil
}
