package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

var searchWorkload = workload{
	name: "search", command: "go run ./bench -only search", everySize: true, minutes: 10.5, small: 2.8, run: measureSearch,
	about: `10,000 distinct queries are drawn by Zipf's law (exponent 1.0). Each is sent as two simultaneous requests, as in the web app:
the first page with its total, and the facets. Meanwhile 100 postings per second change on the boards; the crawler reads the boards
every five seconds and enriches what changed. A first-time query is one that the process has not seen before; no answer is cached in
any case. The first query is sent once the index has merged the parts left by its initial load, minutes after the start; the
workload "cold" covers the time before that. "Jobs service" means without the gateway.

The peak-throughput runs and the peers use a second set of 10,000 queries, of kinds that all sides can answer. Systems that are not
being measured, including the platform, are paused. Each rate is tried for a few seconds only, so the peak shows burst capacity, not
sustained throughput. The platform's peak is limited to a p99 of 100 ms, whereas PostgreSQL is credited with its peak throughput at
any latency; at the same p99 it would be lower.`,
	goals: []goal{
		{percentile(firstPageDirect, 95), "≤", 10},
		{percentile(firstPageDirect, 99), "≤", 40},
		{percentile(facetsDirect, 95), "≤", 25},
		{percentile(facetsDirect, 99), "≤", 60},
		{percentile(commitToSearchable, 99), "≤", 2000},
		{peakOverPostgres, "≥", 10},
		{failedSearches, "≤", 0},
	},
}

const (
	firstPageDirect     = "first-time page, jobs service"
	facetsDirect        = "facets, jobs service"
	commitToSearchable  = "commit to searchable"
	failedSearches      = "failed searches"
	peakPages           = "peak page throughput at p99 ≤ 100 ms"
	peakPagesWithFacets = "peak page-with-facets throughput at p99 ≤ 100 ms"
	peakOverPostgres    = "peak page throughput vs PostgreSQL"
	sentLate            = "send delay of the load generator" // also a figure of the people workload
)

const (
	queriesPerSecond = 20  // each a page and facets
	lowRate          = 5   // queries per second that every peer can sustain at the sizes it is tested with
	minRequests      = 20  // requests at each rate tried, however low the rate
	peakLatency      = 100 // milliseconds of p99 that the peaks allow, named in their figures
	postgresCallers  = 4
	changesPerSecond = 100
	peersUpTo        = 100_000 // postings; with more, Bleve and PocketBase take seconds per query

	// Kinds of request.
	firstPage    = "first-time page"
	repeatedPage = "page"
	facetsOnly   = "facets"
)

// liveCrawl starts a crawl and an enrichment pass every five seconds; each crawl reads every board.
var liveCrawl = []string{"CRAWLER_CRAWL_CRON=0/5 * * * * ?", "CRAWLER_ENRICHMENT_CRON=0/5 * * * * ?",
	"CRAWLER_CRAWL_MIN_INTERVAL=1s", "CRAWLER_CRAWL_MAX_INTERVAL=1s", "CRAWLER_FETCH_HOURLY_BUDGET=0"}

// querySource draws queries by popularity and records which ones it has drawn.
type querySource struct {
	queries []query
	zipf    zipf

	mu    sync.Mutex
	r     *rand.Rand
	drawn map[int]bool
}

func newQuerySource(queries []query) *querySource {
	return &querySource{queries: queries, zipf: newZipf(len(queries)), r: rand.New(rand.NewPCG(9, 10)), drawn: map[int]bool{}}
}

// next returns a query and whether it is drawn for the first time.
func (s *querySource) next() (q query, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.zipf.draw(s.r)
	first = !s.drawn[n]
	s.drawn[n] = true
	return s.queries[n], first
}

// pageAndFacets draws a query and requests its page and its facets.
func (s *querySource) pageAndFacets(c *client) func(n int) []request {
	return func(n int) []request {
		q, first := s.next()
		send := func(path string) func(context.Context) error {
			return func(ctx context.Context) error { return c.get(ctx, caller{number: n}, path, nil) }
		}
		page := repeatedPage
		if first {
			page = firstPage
		}
		return []request{{kind: page, send: send(q.page())}, {kind: facetsOnly, send: send(q.facets())}}
	}
}

// pages draws a query and requests its page only, from the platform or from a peer.
func (s *querySource) pages(c *client) func(n int) []request {
	return func(n int) []request {
		q, _ := s.next()
		return []request{{send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, q.page(), nil) }}}
	}
}

// searchRun is the workload at one size.
type searchRun struct {
	*bench
	st *stage
	p  *platform

	timed       *querySource // queries whose latency is measured
	peerQueries *querySource // queries for the peak-throughput runs and the peers

	fts    *peer
	bleve  *peer // up to peersUpTo postings
	pocket *peer // at one size only: the largest up to peersUpTo

	duration     time.Duration // at the usual rate
	stepDuration time.Duration // at each rate tried for the peak
	pagePeak     *climber
	combinedPeak *climber // pages with facets
}

func measureSearch(ctx context.Context, b *bench, st *stage) (err error) {
	s := &searchRun{
		bench: b, st: st, timed: newQuerySource(st.queries), peerQueries: newQuerySource(st.peerQueries),
		duration: b.length, stepDuration: b.length / 3, pagePeak: newClimber(5, 4000), combinedPeak: newClimber(5, 4000),
	}
	if st.size < b.largest() { // no goals are judged there
		s.duration, s.stepDuration = b.length/4, b.length/4
	}
	begun := time.Now()
	if s.p, err = b.up(ctx, st, liveCrawl...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.p.stop()) }()
	s.add("start without a saved index", "s", exact(time.Since(begun).Seconds()),
		"measured once; the index is built from the tables, as after a restore or an upgrade that changes its format")
	defer func() { err = errors.Join(err, s.stopPeers(ctx)) }()
	s.say("loading the peers while the index merges its parts")
	var loading errgroup.Group
	loading.Go(func() error { return s.startPeers(ctx) })
	loading.Go(func() error { return s.p.waitForMerge(ctx) })
	if err := loading.Wait(); err != nil {
		return err
	}
	return s.measure(ctx)
}

// searchSamples holds the observations of all rounds.
type searchSamples struct {
	first, pages, facets, gateway, gatewayFacets, late, list rounds
	fts, bleve, pocket                                       rounds
	lags, busyLags                                           rounds    // milliseconds from commit to searchable
	written                                                  []float64 // posting rows per second
	memory                                                   []float64 // bytes used by the platform at the end of each round
	ftsPeak                                                  []float64 // pages per second
	failed, sent                                             int
}

func (s *searchRun) measure(ctx context.Context) error {
	var samples searchSamples
	err := s.perRound(ctx, "searching", func(int) error {
		if err := s.platformTurn(ctx, &samples); err != nil {
			return err
		}
		return s.p.paused(func() error { return s.peersTurn(ctx, &samples) })
	})
	if err != nil {
		return err
	}
	s.report(&samples)
	return nil
}

// platformTurn queries the platform while postings change.
func (s *searchRun) platformTurn(ctx context.Context, samples *searchSamples) error {
	before, err := s.st.updates(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	lags, err := s.whileChanging(ctx, func() { s.queryAtUsualRate(ctx, samples) })
	if err != nil {
		return err
	}
	busy, err := s.whileChanging(ctx, func() { s.queryAtPeak(ctx) })
	if err != nil {
		return err
	}
	after, err := s.st.updates(ctx)
	if err != nil {
		return err
	}
	samples.lags, samples.busyLags = append(samples.lags, lags), append(samples.busyLags, busy)
	samples.memory = append(samples.memory, resident(s.p.parts["up"].cmd.Process.Pid))
	samples.written = append(samples.written, (after-before)/time.Since(begun).Seconds())
	return nil
}

// whileChanging runs fn while postings change and returns the lags from commit to searchable.
func (s *searchRun) whileChanging(ctx context.Context, fn func()) ([]float64, error) {
	stop := s.st.keepChanging(ctx, s.p.jobs)
	fn()
	return stop()
}

func (s *searchRun) queryAtUsualRate(ctx context.Context, samples *searchSamples) {
	pages := func(a answer) bool { return a.kind != facetsOnly }
	// Twice as long as through the gateway, because there are goals for the p99.
	direct := openLoop(ctx, queriesPerSecond, 2*s.duration, s.timed.pageAndFacets(s.p.jobs))
	samples.first = append(samples.first, latencies(direct, kind(firstPage)))
	samples.pages = append(samples.pages, latencies(direct, pages))
	samples.facets = append(samples.facets, latencies(direct, kind(facetsOnly)))
	through := openLoop(ctx, queriesPerSecond, s.duration, s.timed.pageAndFacets(s.p.gateway))
	samples.gateway = append(samples.gateway, latencies(through, pages))
	samples.gatewayFacets = append(samples.gatewayFacets, latencies(through, kind(facetsOnly)))
	answers := append(direct, through...)
	samples.late = append(samples.late, lateness(answers))
	if s.pocket != nil {
		list := s.runAtLowRate(ctx, s.lists(s.p.gateway, query.page))
		answers = append(answers, list...)
		samples.list = append(samples.list, latencies(list, all))
	}
	samples.failed, samples.sent = samples.failed+s.countFailed(answers), samples.sent+len(answers)
}

// queryAtPeak looks for the highest rates that the platform can take, so for moments it gets more than that.
func (s *searchRun) queryAtPeak(ctx context.Context) {
	s.pagePeak.climb(ctx, peakLatency, func(rate float64) []answer { return s.runAtRate(ctx, rate, s.peerQueries.pages(s.p.jobs)) })
	if s.size == s.largest() {
		s.combinedPeak.climb(ctx, peakLatency, func(rate float64) []answer {
			return s.runAtRate(ctx, rate, s.peerQueries.pageAndFacets(s.p.jobs))
		})
	}
}

// runAtRate sends requests at a rate for stepDuration, longer if that is too short for minRequests.
func (s *searchRun) runAtRate(ctx context.Context, rate float64, next func(n int) []request) []answer {
	return openLoop(ctx, rate, max(s.stepDuration, time.Duration(minRequests/rate*float64(time.Second))), next)
}

// runAtLowRate sends queries at lowRate for 5/8 of a measurement: five seconds in a full run, at every size.
func (s *searchRun) runAtLowRate(ctx context.Context, next func(n int) []request) []answer {
	return openLoop(ctx, lowRate, s.length*5/8, next)
}

// peersTurn queries the peers one at a time, each while the others are paused. If a peer fails to answer, the workload fails,
// because a failure must not make the peer look slow.
func (s *searchRun) peersTurn(ctx context.Context, samples *searchSamples) error {
	record := func(r *rounds, list []answer) error {
		*r = append(*r, latencies(list, all))
		_, err := failures(list)
		return err
	}
	err := s.fts.turn(func() error {
		if s.size < s.largest() {
			return record(&samples.fts, s.runAtLowRate(ctx, s.peerQueries.pages(s.fts.client)))
		}
		if err := record(&samples.fts, s.runAtRate(ctx, 1, s.peerQueries.pages(s.fts.client))); err != nil {
			return err
		}
		// Longer than usual, because it answers few queries per second.
		peak, err := closedLoop(postgresCallers, 3*s.duration/2, func() error {
			q, _ := s.peerQueries.next()
			return s.fts.client.get(ctx, caller{}, q.page(), nil)
		})
		samples.ftsPeak = append(samples.ftsPeak, peak)
		return err
	})
	if err == nil && s.bleve != nil {
		err = s.bleve.turn(func() error {
			return record(&samples.bleve, openLoop(ctx, queriesPerSecond, s.duration, s.peerQueries.pages(s.bleve.client)))
		})
	}
	if err == nil && s.pocket != nil {
		err = s.pocket.turn(func() error {
			return record(&samples.pocket, s.runAtLowRate(ctx, s.lists(s.pocket.client, pocketList)))
		})
	}
	return err
}

func (s *searchRun) report(samples *searchSamples) {
	usual := fmt.Sprintf("%d queries per second, each with facets", queriesPerSecond)
	s.addLatency(firstPageDirect, samples.first, usual)
	s.addLatency("page, jobs service", samples.pages, usual+"; includes repeated queries")
	s.addLatency(facetsDirect, samples.facets, usual)
	s.addLatency("page, gateway", samples.gateway, usual)
	s.addLatency("facets, gateway", samples.gatewayFacets, usual)
	s.add(failedSearches, "", exact(float64(samples.failed)),
		fmt.Sprintf("of %s; each counts as %g s above", count(samples.sent), failedAnswer/1000))
	s.add(percentile(sentLate, 99), "ms", samples.late.quantile(0.99), "included in the latencies above")
	tried := fmt.Sprintf("jobs service; %s or %d requests at each rate tried", s.stepDuration.Round(time.Second/10), minRequests)
	s.add(peakPages, "/s", oneEach(s.pagePeak.found).mean(), tried)
	rate := lowRate
	if s.size == s.largest() {
		s.add(peakPagesWithFacets, "/s", oneEach(s.combinedPeak.found).mean(), tried)
		rate = 1
	}
	s.addLatency("page, plain PostgreSQL", samples.fts,
		fmt.Sprintf("%d per second; no typo correction, synonyms, places inside keywords, currency conversion or highlights", rate))
	if s.size == s.largest() {
		s.add("peak page throughput, plain PostgreSQL", "/s", oneEach(samples.ftsPeak).mean(),
			fmt.Sprintf("%d callers, each sending its next query as soon as the last is answered", postgresCallers))
		s.add(peakOverPostgres, "×", ratio(oneEach(s.pagePeak.found), oneEach(samples.ftsPeak)),
			"ours at p99 ≤ 100 ms, PostgreSQL's at any latency")
	}
	if s.bleve != nil {
		s.addLatency("page, Bleve", samples.bleve,
			fmt.Sprintf("%d queries per second; its data is static, and its features are those of plain PostgreSQL here", queriesPerSecond))
	}
	if s.pocket != nil {
		s.addLatency("filtered list, gateway", samples.list, fmt.Sprintf("%d queries without keywords per second", lowRate))
		s.addLatency("filtered list, PocketBase", samples.pocket,
			"the same queries; in-process SQLite, without live writes and without company or location filters")
	}
	s.add("platform memory after the last round, single process", "MiB", exact(samples.memory[len(samples.memory)-1]/(1<<20)),
		fmt.Sprintf("includes the crawler; %s after the first round", short(samples.memory[0]/(1<<20))))
	s.add("posting rows written during the measurement", "/s", oneEach(samples.written).mean(),
		fmt.Sprintf("by crawling and enrichment, which write each of the %d postings that change per second more than once", changesPerSecond))
	s.add(percentile(commitToSearchable, 50), "ms", samples.lags.quantile(0.5), "")
	s.add(percentile(commitToSearchable, 99), "ms", samples.lags.quantile(0.99), "from when the row is seen in the table, polled every 20 ms, "+
		"to when a search over HTTP finds it, polled every 50 ms; a crawl commits every 5 s")
	s.add(percentile(commitToSearchable+" at peak throughput", 99), "ms", samples.busyLags.quantile(0.99),
		"while the highest rates are sought, some of which are more than the platform can take")
}

// lists requests pages of queries that PocketBase can answer too: those without keywords, companies or places.
func (s *searchRun) lists(c *client, path func(query) string) func(n int) []request {
	return func(n int) []request {
		q, _ := s.peerQueries.next()
		for q.params.Has("keyword") || q.params.Has("company") || q.params.Has("location") {
			q, _ = s.peerQueries.next()
		}
		return []request{{send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, path(q), nil) }}}
	}
}

// updates returns the number of posting rows written so far.
func (st *stage) updates(ctx context.Context) (float64, error) {
	return st.db.number(ctx, `SELECT (n_tup_ins + n_tup_upd)::float8 FROM pg_stat_user_tables
		WHERE relid = 'crawler.job_post'::regclass`)
}

func (s *searchRun) startPeers(ctx context.Context) (err error) {
	var loading errgroup.Group
	loading.Go(func() (err error) {
		s.fts, err = s.startPeer(ctx, "fts", "-url", s.st.db.url, "-changes", fmt.Sprint(changesPerSecond))
		return err
	})
	loading.Go(func() (err error) {
		if s.st.size <= peersUpTo {
			s.bleve, err = s.startFromFile(ctx, "bleve", true)
		}
		if err == nil && s.st.size == min(peersUpTo, s.largest()) {
			s.pocket, err = s.startFromFile(ctx, "pocketbase", false)
		}
		return err
	})
	if err := loading.Wait(); err != nil {
		return err
	}
	for _, p := range []*peer{s.fts, s.bleve, s.pocket} {
		if p != nil {
			err = errors.Join(err, p.pause())
		}
	}
	return err
}

// startFromFile starts a peer that loads its postings from a file.
func (s *searchRun) startFromFile(ctx context.Context, name string, texts bool) (*peer, error) {
	file, err := s.st.export(ctx, texts)
	if err != nil {
		return nil, err
	}
	p, err := s.startPeer(ctx, name, "-file", file, "-dir", filepath.Join(s.st.dir, name))
	return p, errors.Join(err, os.Remove(file))
}

func (s *searchRun) stopPeers(ctx context.Context) error {
	var err error
	for _, p := range []*peer{s.fts, s.bleve, s.pocket} {
		err = errors.Join(err, p.stop())
	}
	return errors.Join(err, s.st.db.exec(context.WithoutCancel(ctx), "DROP SCHEMA IF EXISTS peer CASCADE"))
}

// pocketList returns PocketBase's path for the first page with the same filters, in its own filter syntax.
func pocketList(q query) string {
	var filter string
	and := func(format string, args ...any) {
		if filter != "" {
			filter += " && "
		}
		filter += fmt.Sprintf(format, args...)
	}
	for name, values := range q.params {
		switch name {
		case "workplaceType", "employmentType", "careerLevel":
			and("%s = %q", name, values[0])
		case "language":
			and("languages ~ %q", `"`+values[0]+`"`)
		case "skill":
			and("skills ~ %q", `"`+values[0]+`"`)
		case "experienceMax":
			and("experience <= %s", values[0])
		case "compensationMin":
			and("pay >= %s", values[0])
		case "postedWithin":
			and("listedAt >= %q", time.Now().Add(-postedSince[values[0]]).UTC().Format("2006-01-02 15:04:05.000Z"))
		}
	}
	return "/api/collections/posts/records?" + url.Values{"perPage": {"20"}, "sort": {"-listedAt"}, "filter": {filter}}.Encode()
}

var postedSince = map[string]time.Duration{
	"today": 24 * time.Hour, "3d": 72 * time.Hour, "week": 7 * 24 * time.Hour, "month": 30 * 24 * time.Hour,
}
