// Package crawler is the worker that pulls employers' boards and turns postings into facts. It has no HTTP: it finds
// what to do in the database and says there what it did.
//
// # Passes
//
// Work comes in passes of two kinds, crawl and enrichment, which are independent of each other. A pass is asked for by
// an administrator (crawler.trigger_request), by the schedule, or by a command. Whoever runs one holds the lock of its
// kind (crawler.pass_lock) under a lease, and with it the request it answers:
//
//	queued ──claim──► running ──finish──► succeeded | failed
//	                  │    ▲
//	                  │    └─ take over: the lease ran out (the holder died) or was given up (the holder was told to stop)
//	                  └─ the third holder died: failed, "lease expired"
//
// A lease is renewed every third of its length. Every write of a pass ends with a look at the lock that keeps it from
// changing hands until the commit: a holder that lost it writes nothing more, drops the pass and lives on.
//
// # A crawl
//
// Each board is pulled on its own: its postings are read into a bounded buffer, which spills to an unnamed file, and
// then written in one short transaction together with the row of crawler.pull_log that says so. A pass that is taken
// over goes on with the boards that have no such row yet. Only a pull that proved itself complete closes postings, and
// one that would close too many is believed only when the next one agrees.
//
// # An enrichment
//
// Postings are claimed in batches, their attempts counted before they are made, and their facts written unless their
// words changed meanwhile. A posting that was tried before without an end is tried alone, and given up after the third.
package crawler

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/background"
	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
	"rolecall/internal/crawler/store"
)

// Kinds of passes.
const (
	KindCrawl      = "crawl"
	KindEnrichment = "enrichment"
)

// longestPass ends a pass that hangs in a way nobody thought of.
const longestPass = 48 * time.Hour

// Deps are the parts the worker works with, made by the process that hosts it.
type Deps struct {
	Log     *slog.Logger
	Metrics prometheus.Registerer // nil means none
	DB      *pgxpool.Pool
	Version string
	Now     func() time.Time // nil means time.Now
}

// Worker runs passes. Any number of them may work on one database.
type Worker struct {
	cfg      Config
	log      *slog.Logger
	metrics  prometheus.Registerer
	meters   *meters
	db       *pgxpool.Pool
	q        *store.Queries
	now      func() time.Time
	sources  source.Registry
	fetcher  *source.Fetcher
	writers  chan struct{} // slots for transactions that write a board
	instance string        // this start of this process
	claims   atomic.Int64
	facts    func(enrich.Input) enrich.Facts
	llm      *llm // nil when off
}

// New wires the worker. It touches neither the database nor the network.
func New(cfg Config, deps Deps) (*Worker, error) {
	return newWorker(cfg, deps, func(*source.Options) {})
}

func newWorker(cfg Config, deps Deps, tune func(*source.Options)) (*Worker, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	start, err := uuid.NewRandom()
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname()
	w := &Worker{
		cfg:     cfg,
		log:     deps.Log,
		metrics: deps.Metrics,
		meters:  newMeters(deps.Metrics),
		db:      deps.DB,
		q:       store.New(),
		now:     deps.Now,
		sources: all.Sources(),
		// Half of the connections: the rest must be there when a lease is to be renewed.
		writers:  make(chan struct{}, min(max(deps.DB.Config().MaxConns/2, 1), 8)),
		instance: fmt.Sprintf("%s/%d/%s", host, os.Getpid(), start.String()[:8]),
		facts:    enrich.Posting,
		llm:      newLLM(cfg.LLM),
	}
	if w.now == nil {
		w.now = time.Now
	}
	w.fetcher = newFetcher(cfg, deps, tune)
	return w, nil
}

func newFetcher(cfg Config, deps Deps, tune func(*source.Options)) *source.Fetcher {
	o := source.Options{
		UserAgent:    userAgent(deps.Version, cfg.PublicURL),
		Concurrency:  cfg.Fetch.Concurrency,
		PerHost:      cfg.Fetch.PerHost,
		Timeout:      cfg.Fetch.Timeout,
		MaxBody:      int64(cfg.Fetch.MaxBody),
		AllowPrivate: cfg.Fetch.AllowPrivate,
		Now:          deps.Now,
	}
	tune(&o)
	return source.NewFetcher(o)
}

// Close drops idle connections to boards. Run does it at its end.
func (w *Worker) Close() { w.fetcher.Close() }

// Ready tells why the worker cannot work, or nil.
func (w *Worker) Ready(ctx context.Context) error { return w.db.Ping(ctx) }

// Run works until the context ends. A pass under way then has the drain timeout to finish; after that it is given up so
// that another worker takes it over at once.
func (w *Worker) Run(ctx context.Context) error {
	defer w.Close()
	w.log.InfoContext(ctx, "worker started", "instance", w.instance)
	runner := &background.Runner{Log: w.log, Metrics: w.metrics, Drain: w.cfg.DrainTimeout}
	var loops sync.WaitGroup
	loop := func(name string, schedule background.Schedule, task func(context.Context) (Report, error)) {
		loops.Go(func() { background.Cron(ctx, runner, name, schedule, task, background.Timeout(longestPass)) })
	}
	loop("crawl requests", w.cfg.PollCron, func(ctx context.Context) (Report, error) { return w.Poll(ctx, KindCrawl) })
	loop("enrichment requests", w.cfg.PollCron, func(ctx context.Context) (Report, error) { return w.Poll(ctx, KindEnrichment) })
	if w.cfg.CrawlEnabled {
		loop("scheduled crawl", w.cfg.CrawlCron, func(ctx context.Context) (Report, error) { return w.Scheduled(ctx, KindCrawl) })
	} else {
		w.log.InfoContext(ctx, "boards are not pulled on schedule: crawler.crawl.enabled is false")
	}
	if w.cfg.EnrichEnabled {
		loop("scheduled enrichment", w.cfg.EnrichCron, func(ctx context.Context) (Report, error) { return w.Scheduled(ctx, KindEnrichment) })
	} else {
		w.log.InfoContext(ctx, "postings are not enriched on schedule: crawler.enrichment.enabled is false")
	}
	loops.Wait()
	return nil
}
