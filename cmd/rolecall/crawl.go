package main

import (
	"context"
	"errors"
	"fmt"

	"rolecall/internal/crawler"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

type crawlCommand struct {
	Once bool `arg:"--once" help:"pull every active board now, ignoring backoff"`
}

func (crawlCommand) Description() string {
	return "Pulls all boards in the foreground; if a crawl is running, it waits for that one first. `rolecall crawler` is the worker that\n" +
		"pulls boards on schedule."
}

func (c *crawlCommand) run(ctx context.Context, sh shell) error {
	if !c.Once {
		return usageError{errors.New("use `rolecall crawl --once` for a crawl in the foreground, or `rolecall crawler` to start the crawler")}
	}
	w, done, err := operatorCrawler(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	bar := newProgress(sh.err)
	var sum crawler.CrawlSummary
	waits := false
	err = afterOthers(ctx, func() (err error) {
		sum, err = w.CrawlOnce(ctx, bar.show)
		if fault.Is(err, fault.Conflict) && !waits {
			waits = true
			fmt.Fprintln(sh.err, "rolecall: another crawl is running; this one begins when it ends")
		}
		return err
	})
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintln(sh.out, sum)
	if sum.Boards > 0 && sum.Failed == sum.Boards {
		return errChecksFailed
	}
	return nil
}

// operatorCrawler returns a crawler for an operator's command. It uses the crawler's role and runs nothing on its own.
func operatorCrawler(ctx context.Context, sh shell) (*crawler.Worker, func(), error) {
	w, _, done, err := operatorBoards(ctx, sh)
	return w, done, err
}

// operatorBoards is operatorCrawler for commands that change boards. It also returns the function that audits them.
func operatorBoards(
	ctx context.Context, sh shell,
) (w *crawler.Worker, record func(kind string, detail map[string]any), done func(), err error) {
	p, getenv, err := operator(ctx, sh)
	if err != nil {
		return nil, nil, nil, err
	}
	if w, err = p.crawler(ctx, getenv); err != nil {
		p.Close()
		return nil, nil, nil, err
	}
	record = func(kind string, detail map[string]any) { p.recordBoards(ctx, getenv, kind, detail) }
	return w, record, func() { w.Close(); p.Close() }, nil
}

func (p *platform) crawler(ctx context.Context, getenv func(string) string) (*crawler.Worker, error) {
	var cfg crawlerConfig
	pool, err := p.open(ctx, getenv, "crawler", &cfg, &cfg.Database, schema.CrawlerRole)
	if err != nil {
		return nil, err
	}
	if err := pg.CheckVersions(ctx, pool, []pg.Schema{schema.Crawler}); err != nil {
		return nil, err
	}
	return crawler.New(cfg.Config, crawler.Deps{Log: p.log, Metrics: p.metrics, DB: pool, Version: version})
}
