// Package crawler is the worker that pulls employers' boards and derives facts from postings. It has no HTTP server: it
// reads its work from the database and writes the results there.
//
// # Passes
//
// There are two kinds of passes, crawl and enrichment, which are independent of each other. An administrator
// (crawler.trigger_request), the schedule or a command starts a pass. Its worker, the holder, has the lock of the kind
// (crawler.pass_lock) under a lease, and the request that the pass answers:
//
//	queued ──claim──► running ──finish──► succeeded | failed
//	                  │    ▲
//	                  │    └─ take over: the lease expired (the holder died) or was released (the holder was stopped)
//	                  └─ the third holder died: failed, "lease expired"
//
// A lease is renewed three times in its duration. The last statement of every transaction of a pass checks the lock and
// keeps it until the commit: a holder that lost its lease writes nothing more, drops the pass and continues to run.
//
// # Crawl
//
// Boards are pulled independently of each other. The postings of a board go to a temporary file first, and are then
// written in one short transaction together with a row of crawler.pull_log. A pass that is taken over continues with the
// boards that have no such row. Only a complete pull closes postings, and one that would close too many of them closes
// only those that the next pull does not find either.
//
// # Board requests
//
// A user who searches for the board of an employer, or adds one, and an administrator who pauses, resumes, pulls or
// deletes one, leave a row of crawler.board_request. It is claimed under its own lease, without a lock: such a request
// is answered within seconds, whatever pass runs. Two pulls of one board at the same time are safe, because they write
// one after the other under the lock of its row.
//
// # Enrichment
//
// A crawl writes new and changed postings with their facts, so that searches by these find them at once. Enrichment does the
// rest: postings that an older version of the rules enriched or on which the rules failed, and all of them where a model is
// asked or scheduled enrichment is off.
//
// Postings are claimed in batches. Attempts are counted before they are made, and facts are written unless the text
// changed meanwhile. A posting whose attempt did not finish is tried alone, and given up after the third attempt.
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

// PassKind is the kind of a pass.
type PassKind string

// The kinds of passes.
const (
	CrawlPass      PassKind = "crawl"
	EnrichmentPass PassKind = "enrichment"
)

// maxPass is the time after which a pass that hangs is stopped.
const maxPass = 48 * time.Hour

// Deps are the dependencies of the worker.
type Deps struct {
	Log     *slog.Logger
	Metrics prometheus.Registerer // nil means none
	DB      *pgxpool.Pool
	Version string
	Now     func() time.Time // nil means time.Now
}

// Worker runs passes. Any number of workers may share a database.
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
	rules    chan struct{} // slots for the rules while boards are read: a long text takes several megabytes
	instance string        // identifies this process
	claims   atomic.Int64
	facts    func(enrich.Input) enrich.Facts
	llm      *llm // nil when off
}

// New returns a worker. It uses neither the database nor the network.
func New(cfg Config, deps Deps) (*Worker, error) {
	return newWorker(cfg, deps, func(*source.Options) {})
}

func newWorker(cfg Config, deps Deps, tune func(*source.Options)) (*Worker, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	process, err := uuid.NewRandom()
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
		// Half of the connections: others must be free to renew leases.
		writers:  make(chan struct{}, min(max(deps.DB.Config().MaxConns/2, 1), 8)),
		rules:    make(chan struct{}, enrichWorkers),
		instance: fmt.Sprintf("%s/%d/%s", host, os.Getpid(), process.String()[:8]),
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

// Close closes idle connections to boards. Run calls it at its end.
func (w *Worker) Close() { w.fetcher.Close() }

// Ready returns an error if the worker cannot work.
func (w *Worker) Ready(ctx context.Context) error { return w.db.Ping(ctx) }

// Run works until the context ends. A running pass then has the drain timeout to finish; after that it is released, so
// that another worker takes it over immediately.
func (w *Worker) Run(ctx context.Context) error {
	defer w.Close()
	w.log.InfoContext(ctx, "worker started", "instance", w.instance)
	runner := &background.Runner{Log: w.log, Metrics: w.metrics, Drain: w.cfg.DrainTimeout}
	var loops sync.WaitGroup
	loop := func(name string, schedule background.Schedule, task func(context.Context) (Report, error)) {
		loops.Go(func() { background.Cron(ctx, runner, name, schedule, task, background.Timeout(maxPass)) })
	}
	loop("crawl requests", w.cfg.PollCron, func(ctx context.Context) (Report, error) { return w.Poll(ctx, CrawlPass) })
	loop("enrichment requests", w.cfg.PollCron, func(ctx context.Context) (Report, error) { return w.Poll(ctx, EnrichmentPass) })
	if w.cfg.CrawlEnabled {
		loop("scheduled crawl", w.cfg.CrawlCron, func(ctx context.Context) (Report, error) { return w.Scheduled(ctx, CrawlPass) })
	} else {
		w.log.InfoContext(ctx, "scheduled crawls are off: crawler.crawl.enabled is false")
	}
	if w.cfg.EnrichEnabled {
		loop("scheduled enrichment", w.cfg.EnrichCron, func(ctx context.Context) (Report, error) { return w.Scheduled(ctx, EnrichmentPass) })
	} else {
		w.log.InfoContext(ctx, "scheduled enrichments are off: crawler.enrichment.enabled is false")
	}
	for range boardWorkers {
		loops.Go(func() { background.Every(ctx, runner, "board requests", boardPollEvery, w.PollBoards) })
	}
	loops.Go(func() { background.Every(ctx, runner, "old finds", time.Hour, w.TrimFinds) })
	loops.Wait()
	return nil
}
