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
	name: "search", command: "go run ./bench -only search", everySize: true, run: measureSearch,
	about: `10,000 distinct queries are drawn by Zipf's law (exponent 1.0). Each is sent as two simultaneous requests, as in the web app:
the first page with its total, and the facets. Meanwhile a crawl every five seconds reads 20 of 1,000 boards at random (of 100 at the
smaller sizes) and finds all of their 500 postings changed. Nothing is new or closed, and the texts share a
template. No answer is cached. The first query is sent once the index has merged the parts left by its initial load, minutes after the
start; only the figures for the first twenty seconds are from before that, while nothing is crawled.

In the rows "callers in turn", one caller, then eight, send their next page or facets when they have the last answer, from a set of 10,000
queries of their own: eight of them load the machine fully.

The highest page rates and the peers use another set of 10,000 queries, whose filters all sides support; one in eleven has a typo or a place
among its words, which the peers do not understand. The rows "peers' queries" are the platform's answers to them at the rate of the peer.
What the peers leave out is listed below. Systems that are not being measured are paused. Bleve and PocketBase take part at 100,000 postings
only: loading a million takes Bleve more than a quarter of an hour, so whether it is faster there is not known. A
highest rate is sought in three rounds in steps of 10%, each rate for as long as a crawl interval: it shows burst capacity, and its p99 rests
on the slowest few of some hundred answers. The goal allows
both sides the same p99, 500 ms, since PostgreSQL's is seldom below 100 ms; the platform's index may lag by seconds at its highest rates
(last row), PostgreSQL cannot.`,
	goals: []goal{
		{percentile(firstPageDirect, 95), "≤", 10},
		{percentile(firstPageDirect, 99), "≤", 40},
		{peakOverPostgres, "≥", 10},
		{percentile(facetsDirect, 95), "≤", 25},
		{percentile(facetsDirect, 99), "≤", 60},
		{failedSearches, "≤", 0},
	},
}

const (
	startWithoutIndex = "start without a saved index"
	firstPageDirect   = "first-time page, jobs service"
	facetsDirect      = "facets, jobs service"
	pageGateway       = "page, gateway"
	facetsGateway     = "facets, gateway"
	failedSearches    = "failed searches"
	peakOverPostgres  = "page rate at p99 ≤ 500 ms vs PostgreSQL"
	mostSearches      = "most pages with facets, gateway, p99 ≤ 100 ms"
	memoryWithCrawl   = "platform memory after the last round, single process"
	memoryOfStart     = "platform memory at most during that start"
	oursAsPostgres    = "peers' queries, jobs service, at PostgreSQL's rate"
	oursAsBleve       = "peers' queries, jobs service, at Bleve's rate"
	pagePostgres      = "page, plain PostgreSQL"
	pageBleve         = "page, Bleve"
	lagsAtPeak        = commitToSearchable + " while rates are tried"
)

const (
	queriesPerSecond = 20 // each a page and facets
	lowRate          = 5  // queries per second that every peer can sustain at the sizes it is tested with
	secondsPerCrawl  = 5
	peakRounds       = 3   // rounds in which the highest rates are sought, which takes most of a round
	minRequests      = 100 // requests at each rate tried, however low the rate
	searchLatency    = 100 // milliseconds of p99 that mostSearches allows
	peakLatency      = 500 // milliseconds of p99 that the comparison with PostgreSQL allows
	postgresCallers  = 4
	changesPerSecond = 100
	peersUpTo        = 100_000 // postings of Bleve and PocketBase: loading a million into Bleve takes a quarter of an hour

	// Kinds of request.
	firstPage    = "first-time page"
	repeatedPage = "page"
	facetsOnly   = "facets"
)

// callersInTurn are the numbers of callers that each wait for an answer before they send the next request.
var callersInTurn = [2]int{1, 8}

// inTurnBy returns the end of the name of a figure of so many callers.
func inTurnBy(callers int) string { return fmt.Sprintf(", jobs service, callers in turn: %d", callers) }

// liveCrawl starts a crawl and an enrichment pass every five seconds; a crawl reads the boards that are due.
var liveCrawl = []string{"CRAWLER_CRAWL_CRON=0/5 * * * * ?", "CRAWLER_ENRICHMENT_CRON=0/5 * * * * ?", "CRAWLER_FETCH_HOURLY_BUDGET=0"}

// querySource draws queries by popularity and records which ones it has drawn.
type querySource struct {
	queries []query
	zipf    zipf

	mu    sync.Mutex
	r     *rand.Rand
	drawn map[int]bool
}

func newQuerySource(queries []query, seed int) *querySource {
	return &querySource{queries: queries, zipf: newZipf(len(queries)), r: rand.New(rand.NewPCG(9, uint64(seed))), drawn: map[int]bool{}}
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
	inTurn      *querySource // queries of callers that send one after the other
	peerQueries *querySource // queries for the peak-throughput runs and the peers

	fts    *peer
	bleve  *peer // at one size only: the largest up to peersUpTo
	pocket *peer // likewise

	duration, lowDuration         time.Duration // at the usual rate, at lowRate
	turns                         int           // rounds at this size
	searchPeak, pagePeak, ftsPeak *climber
	seekPeaks                     bool // in this round
}

func measureSearch(ctx context.Context, b *bench, st *stage) (err error) {
	s := &searchRun{
		bench: b, st: st, timed: newQuerySource(st.queries, 0), inTurn: newQuerySource(st.inTurn, 0), peerQueries: newQuerySource(st.peerQueries, 0),
		duration: b.length, lowDuration: b.length * 5 / 8, turns: b.rounds,
		searchPeak: newClimber(10, 1000, 60), pagePeak: newClimber(30, 4000, 280), ftsPeak: newClimber(5, 1000, 34),
	}
	if st.size < b.largest() { // no goals are judged there
		s.duration, s.lowDuration, s.turns = b.length/4, b.length*3/8, min(b.rounds, 3)
	}
	start := time.Now()
	if s.p, err = b.up(ctx, st, liveCrawl...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.p.stop()) }()
	s.add(startWithoutIndex, "s", exact(time.Since(start).Seconds()),
		"measured once; the index is built from the tables, as after a restore or an upgrade that changes its format")
	if st.size == b.largest() {
		s.queryAfterStart(ctx)
	}
	defer func() { err = errors.Join(err, s.stopPeers(ctx)) }()
	s.say("loading the peers while the index merges its parts")
	var loading errgroup.Group
	loading.Go(func() error { return s.startPeers(ctx) })
	loading.Go(func() error { return s.p.waitForMerge(ctx, s.st) })
	if err := loading.Wait(); err != nil {
		return err
	}
	s.add(memoryOfStart, "MB", exact(peakResident(s.p.parts["up"].cmd.Process.Pid)/1e6), "while the index is built and its parts are merged")
	return s.measure(ctx)
}

// queryAfterStart measures the first twenty seconds after a start without a saved index, while the index merges the parts of its initial load.
func (s *searchRun) queryAfterStart(ctx context.Context) {
	s.say("searching while the index merges its parts")
	got := openLoop(ctx, queriesPerSecond, time.Duration(s.scaled(20, 5))*time.Second, s.peerQueries.pageAndFacets(s.p.gateway))
	s.addLatency("page or facets in the first twenty seconds after that start", rounds{latencies(got, all)}, fmt.Sprintf(
		"gateway, %d of the peers' queries per second, nothing is crawled; measured once, so the interval is over tenths of it; %d failed", queriesPerSecond, s.countFailed(got)))
}

// searchSamples holds the observations of all rounds.
type searchSamples struct {
	first, facets, gateway, gatewayFacets, list rounds
	fts, bleve, pocket                          rounds
	asPostgres, asBleve                         rounds    // the platform on the peers' queries
	pagesInTurn, facetsInTurn                   [2]rounds // with each number of callers
	busyLags                                    rounds    // milliseconds from commit to searchable by crawl, while rates are tried
	memory                                      []float64 // bytes used by the platform at the end of each round
	ftsPeak                                     []float64 // pages per second
	failed, sent                                int
}

func (s *searchRun) measure(ctx context.Context) error {
	var samples searchSamples
	err := s.repeat(ctx, s.turns, "searching", func(round int) error {
		s.seekPeaks = s.size == s.largest() && round < peakRounds
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
	lags, err := s.whileChanging(ctx, func() { s.queryAtUsualRate(ctx, samples) })
	if err != nil {
		return err
	}
	busy, err := s.whileChanging(ctx, func() {
		s.queryInTurn(ctx, samples)
		s.queryAsPeers(ctx, samples)
		if s.seekPeaks {
			s.queryAtPeak(ctx)
		}
	})
	if err != nil {
		return err
	}
	s.st.lags, samples.busyLags = append(s.st.lags, lags...), append(samples.busyLags, busy...)
	samples.memory = append(samples.memory, resident(s.p.parts["up"].cmd.Process.Pid))
	return nil
}

// whileChanging runs fn while postings change and returns the lags from commit to searchable.
func (s *searchRun) whileChanging(ctx context.Context, fn func()) (rounds, error) {
	stop := s.st.keepChanging(ctx, s.p.jobs, s.st.live)
	fn()
	return stop()
}

func isPage(a answer) bool { return a.kind != facetsOnly }

func (s *searchRun) queryAtUsualRate(ctx context.Context, samples *searchSamples) {
	// Twice as long as through the gateway, because there are goals for the p99.
	direct := openLoop(ctx, queriesPerSecond, 2*s.duration, s.timed.pageAndFacets(s.p.jobs))
	samples.first = append(samples.first, latencies(direct, kind(firstPage)))
	samples.facets = append(samples.facets, latencies(direct, kind(facetsOnly)))
	through := openLoop(ctx, queriesPerSecond, s.duration, s.timed.pageAndFacets(s.p.gateway))
	samples.gateway = append(samples.gateway, latencies(through, isPage))
	samples.gatewayFacets = append(samples.gatewayFacets, latencies(through, kind(facetsOnly)))
	answers := append(direct, through...)
	if s.pocket != nil {
		list := s.runAtLowRate(ctx, s.lists(s.p.gateway, query.page))
		answers = append(answers, list...)
		samples.list = append(samples.list, latencies(list, all))
	}
	samples.failed, samples.sent = samples.failed+s.countFailed(answers), samples.sent+len(answers)
}

// queryInTurn sends queries from one caller and from several, each its next page or facets when it has the last answer.
func (s *searchRun) queryInTurn(ctx context.Context, samples *searchSamples) {
	for i, callers := range callersInTurn {
		answers := inTurn(ctx, callers, s.length/4, s.inTurn.pageAndFacets(s.p.jobs))
		samples.pagesInTurn[i] = append(samples.pagesInTurn[i], latencies(answers, isPage))
		samples.facetsInTurn[i] = append(samples.facetsInTurn[i], latencies(answers, kind(facetsOnly)))
		samples.failed, samples.sent = samples.failed+s.countFailed(answers), samples.sent+len(answers)
	}
}

// queryAsPeers sends the peers' queries at the rates of the peers.
func (s *searchRun) queryAsPeers(ctx context.Context, samples *searchSamples) {
	answers := s.runAtLowRate(ctx, s.peerQueries.pages(s.p.jobs))
	samples.asPostgres = append(samples.asPostgres, latencies(answers, all))
	if s.bleve != nil {
		list := openLoop(ctx, queriesPerSecond, s.duration, s.peerQueries.pages(s.p.jobs))
		answers, samples.asBleve = append(answers, list...), append(samples.asBleve, latencies(list, all))
	}
	samples.failed, samples.sent = samples.failed+s.countFailed(answers), samples.sent+len(answers)
}

// queryAtPeak looks for the highest rates that the platform can take, so for moments it gets more than that.
func (s *searchRun) queryAtPeak(ctx context.Context) {
	s.climb(ctx, s.searchPeak, searchLatency, s.timed.pageAndFacets(s.p.gateway))
	s.climb(ctx, s.pagePeak, peakLatency, s.peerQueries.pages(s.p.jobs))
}

// climb tries each rate for as long as a crawl interval, longer if that is too short for minRequests.
func (s *searchRun) climb(ctx context.Context, c *climber, bound float64, next func(n int) []request) {
	c.climb(ctx, bound, func(rate float64) []answer {
		seconds := max(secondsPerCrawl, minRequests/rate)
		if s.quick {
			seconds = 2
		}
		return openLoop(ctx, rate, time.Duration(seconds*float64(time.Second)), next)
	})
}

// runAtLowRate sends queries at lowRate.
func (s *searchRun) runAtLowRate(ctx context.Context, next func(n int) []request) []answer {
	return openLoop(ctx, lowRate, s.lowDuration, next)
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
		err := record(&samples.fts, s.runAtLowRate(ctx, s.peerQueries.pages(s.fts.client)))
		if err != nil || !s.seekPeaks {
			return err
		}
		s.climb(ctx, s.ftsPeak, peakLatency, s.peerQueries.pages(s.fts.client))
		peak, err := closedLoop(postgresCallers, secondsPerCrawl*time.Second, func() error {
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
	usual := func(length time.Duration) string {
		return fmt.Sprintf("%d queries/s, %s per round", queriesPerSecond, length)
	}
	s.addLatency(firstPageDirect, samples.first, usual(2*s.duration))
	s.addLatency(facetsDirect, samples.facets, usual(2*s.duration))
	s.addLatency(pageGateway, samples.gateway, usual(s.duration))
	s.addLatency(facetsGateway, samples.gatewayFacets, usual(s.duration))
	s.add(failedSearches, "", exact(float64(samples.failed)),
		fmt.Sprintf("of %s, without those of the highest rates and of the first twenty seconds", count(samples.sent)))
	for i, callers := range callersInTurn {
		note := fmt.Sprintf("each sends its next page or facets when it has the last answer; %s per round", s.length/4)
		s.addLatency("page"+inTurnBy(callers), samples.pagesInTurn[i], note)
		s.addLatency("facets"+inTurnBy(callers), samples.facetsInTurn[i], note)
	}
	low := fmt.Sprintf("%d queries/s, %s per round", lowRate, s.lowDuration)
	s.addLatency(oursAsPostgres, samples.asPostgres, low)
	s.addLatency(pagePostgres, samples.fts, low)
	if s.bleve != nil {
		s.addLatency(oursAsBleve, samples.asBleve, usual(s.duration))
		s.addLatency(pageBleve, samples.bleve, usual(s.duration))
	}
	if s.pocket != nil {
		s.addLatency("filtered list, gateway", samples.list, low+", without keywords, companies and places")
		s.addLatency("filtered list, PocketBase", samples.pocket, "the same queries, but for the order and postings without pay (see below)")
	}
	if s.size == s.largest() {
		s.reportLargest(samples)
	}
	s.add(memoryWithCrawl, "MB", exact(samples.memory[len(samples.memory)-1]/1e6),
		fmt.Sprintf("includes the crawler; %s MB after the first round", short(samples.memory[0]/1e6)))
}

// reportLargest records what is measured at the largest size only.
func (s *searchRun) reportLargest(samples *searchSamples) {
	tried := fmt.Sprintf("%d s and at least %d requests at each rate tried, so not sustained", secondsPerCrawl, minRequests)
	s.add(mostSearches, "/s", oneEach(s.searchPeak.found).mean(), tried)
	s.add("most pages at p99 ≤ 500 ms", "/s", oneEach(s.pagePeak.found).mean(), tried)
	s.add("most pages at p99 ≤ 500 ms, plain PostgreSQL", "/s", oneEach(s.ftsPeak.found).mean(), tried+"; 0 means less than 5")
	s.add("most pages at any latency, plain PostgreSQL", "/s", oneEach(samples.ftsPeak).mean(),
		fmt.Sprintf("%d s; %d callers, each sending its next query as soon as the last is answered", secondsPerCrawl, postgresCallers))
	s.add(peakOverPostgres, "×", ratio(oneEach(s.pagePeak.found), oneEach(s.ftsPeak.found)), "queries from the same set and the same bound on both sides")
	s.add("page rate at p99 ≤ 500 ms vs PostgreSQL at any latency", "×", ratio(oneEach(s.pagePeak.found), oneEach(samples.ftsPeak)), "")
	s.addLatency(lagsAtPeak, samples.busyLags, "not judged: some rates are more than the platform can take")
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

func (s *searchRun) startPeers(ctx context.Context) (err error) {
	var loading errgroup.Group
	loading.Go(func() (err error) {
		s.fts, err = s.startPeer(ctx, "fts", "-url", s.st.db.url, "-changes", fmt.Sprint(changesPerSecond))
		return err
	})
	if s.st.size == min(peersUpTo, s.largest()) {
		loading.Go(func() (err error) {
			s.bleve, err = s.startFromFile(ctx, "bleve", true)
			return err
		})
		loading.Go(func() (err error) {
			s.pocket, err = s.startFromFile(ctx, "pocketbase", false)
			return err
		})
	}
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
	file := filepath.Join(s.st.dir, name+".jsonl")
	err := s.st.export(ctx, file, texts)
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
