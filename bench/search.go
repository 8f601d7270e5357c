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
	about: `10,000 different questions, drawn by Zipf's law (exponent 1.0), are each asked as the first page with its total and, at the
same instant, as facets, as the web app does. Meanwhile the crawler reads, every five seconds, boards on which 100 postings
change every second, and enriches them. First-asked means that this question was not asked before in the life of the process; no
answer is cached in any case. The first question is asked once the index has merged the parts that its load leaves, minutes
after the start; the workload "cold" is about the time before. "In the service" is without the gateway.

The highest rates, and the peers, are asked another 10,000 questions, of the kinds that all sides can answer. Whoever is not
asked is stopped meanwhile, the platform too. Each rate is tried for some seconds only: it says what a burst may be, not what
can be kept up for hours. With PostgreSQL the platform is compared at a p99 of 100 ms, while PostgreSQL counts with the most that it
answers to several callers at once, however long that takes: at the same p99 it answers less.`,
	goals: []goal{
		{"first-asked page in the service, p95", "≤", 10},
		{"first-asked page in the service, p99", "≤", 40},
		{"facets in the service, p95", "≤", 25},
		{"facets in the service, p99", "≤", 60},
		{"commit to searchable, p99", "≤", 2000},
		{overPostgres, "≥", 10},
		{"failed searches", "≤", 0},
	},
}

const (
	questionsPerSecond = 20 // each a page and facets
	fewPerSecond       = 5
	callersAtOnce      = 4 // of plain PostgreSQL
	changesPerSecond   = 100
	firstPage          = "first-asked page"
	repeatedPage       = "page"
	facetsOnly         = "facets"
	overPostgres       = "rate of pages over the most that plain PostgreSQL answers"
	rateOfPages        = "highest rate of pages with p99 ≤ 100 ms"
	rateOfQuestions    = "highest rate of pages with facets with p99 ≤ 100 ms"
)

// liveCrawl lets passes start every five seconds, and each pull every board.
var liveCrawl = []string{"CRAWLER_CRAWL_CRON=0/5 * * * * ?", "CRAWLER_ENRICHMENT_CRON=0/5 * * * * ?",
	"CRAWLER_CRAWL_MIN_INTERVAL=1s", "CRAWLER_CRAWL_MAX_INTERVAL=1s", "CRAWLER_FETCH_HOURLY_BUDGET=0"}

// peersUpTo is the most postings for the peers that take seconds for a question beyond it.
const peersUpTo = 100_000

// asker draws questions and records which were asked.
type asker struct {
	questions []question
	zipf      zipf

	mu    sync.Mutex
	r     *rand.Rand
	asked map[int]bool
}

func newAsker(questions []question) *asker {
	return &asker{questions: questions, zipf: newZipf(len(questions)), r: rand.New(rand.NewPCG(9, 10)), asked: map[int]bool{}}
}

func (a *asker) next() (q question, first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.zipf.draw(a.r)
	first = !a.asked[n]
	a.asked[n] = true
	return a.questions[n], first
}

// both requests the page and the facets of a question.
func (a *asker) both(c *client) func(n int) []request {
	return func(n int) []request {
		q, first := a.next()
		page := request{kind: repeatedPage, send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, q.page(), nil) }}
		if first {
			page.kind = firstPage
		}
		return []request{page, {kind: facetsOnly, send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, q.facets(), nil) }}}
	}
}

// pages requests pages only, also from a peer.
func (a *asker) pages(c *client) func(n int) []request {
	return func(n int) []request {
		q, _ := a.next()
		return []request{{send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, q.page(), nil) }}}
	}
}

// searchRun is one size of the workload.
type searchRun struct {
	*bench
	st     *stage
	p      *platform
	asker  *asker // draws the questions that are timed
	others *asker // draws the questions of the search for the highest rate, and of the peers
	fts    *peer
	bleve  *peer // up to peersUpTo postings
	pocket *peer // at one size only: the largest up to peersUpTo

	stretch, rung    time.Duration
	pages, questions *climber
}

func measureSearch(ctx context.Context, b *bench, st *stage) (err error) {
	s := &searchRun{bench: b, st: st, asker: newAsker(st.questions), others: newAsker(st.others), stretch: b.length, rung: b.length / 3}
	if st.size < b.largest() {
		s.stretch, s.rung = b.length/4, b.length/4
	}
	s.pages, s.questions = newClimber(5, 4000), newClimber(5, 4000)
	begun := time.Now()
	if s.p, err = b.up(ctx, st, liveCrawl...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.p.stop()) }()
	s.add("start without a saved index", "s", exact(time.Since(begun).Seconds()),
		"once; the index is built from the tables, as after a restore, and after an upgrade that changes its format")
	defer func() { err = errors.Join(err, s.stopPeers(ctx)) }()
	s.say("filling the peers while the index merges its parts")
	var filling errgroup.Group
	filling.Go(func() error { return s.startPeers(ctx) })
	filling.Go(func() error { return s.p.settle(ctx) })
	if err := filling.Wait(); err != nil {
		return err
	}
	return s.measure(ctx)
}

// searchSamples are the observations of all rounds.
type searchSamples struct {
	first, pages, facets, gateway, gatewayFacets, late, list rounds
	fts, bleve, pocket                                       rounds
	lags                                                     rounds    // milliseconds from commit to searchable
	written                                                  []float64 // rows a second
	memory                                                   []float64 // bytes of the platform at the end of each round
	ftsMost                                                  []float64 // pages a second
	failed, sent                                             int
}

func (s *searchRun) measure(ctx context.Context) error {
	var got searchSamples
	err := s.perRound(ctx, "searching", func(int) error {
		if err := s.ownTurn(ctx, &got); err != nil {
			return err
		}
		return s.p.rest(func() error { return s.peersTurn(ctx, &got) })
	})
	if err != nil {
		return err
	}
	s.report(&got)
	return nil
}

// ownTurn asks the platform while postings change.
func (s *searchRun) ownTurn(ctx context.Context, to *searchSamples) error {
	before, err := s.st.updates(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	stop := s.st.keepChanging(ctx, s.p.jobs)
	s.askPlatform(ctx, to)
	lags, err := stop()
	if err != nil {
		return err
	}
	after, err := s.st.updates(ctx)
	if err != nil {
		return err
	}
	to.lags = append(to.lags, lags)
	to.memory = append(to.memory, resident(s.p.parts["up"].cmd.Process.Pid))
	to.written = append(to.written, (after-before)/time.Since(begun).Seconds())
	return nil
}

func (s *searchRun) askPlatform(ctx context.Context, to *searchSamples) {
	pages := func(a answer) bool { return a.kind != facetsOnly }
	// The service twice as long as the gateway: its p99 has goals.
	direct := openLoop(ctx, questionsPerSecond, 2*s.stretch, s.asker.both(s.p.jobs))
	to.first, to.facets = append(to.first, latencies(direct, kind(firstPage))), append(to.facets, latencies(direct, kind(facetsOnly)))
	to.pages = append(to.pages, latencies(direct, pages))
	through := openLoop(ctx, questionsPerSecond, s.stretch, s.asker.both(s.p.gateway))
	to.gateway, to.gatewayFacets = append(to.gateway, latencies(through, pages)), append(to.gatewayFacets, latencies(through, kind(facetsOnly)))
	asked := append(direct, through...)
	to.late = append(to.late, lateness(asked))
	s.pages.climb(ctx, 100, func(rate float64) []answer { return s.try(ctx, rate, s.others.pages(s.p.jobs)) })
	if s.size == s.largest() {
		s.questions.climb(ctx, 100, func(rate float64) []answer { return s.try(ctx, rate, s.others.both(s.p.jobs)) })
	}
	if s.pocket != nil {
		list := s.askFew(ctx, s.lists(s.p.gateway, question.page))
		asked = append(asked, list...)
		to.list = append(to.list, latencies(list, all))
	}
	to.failed, to.sent = to.failed+s.countFailed(asked), to.sent+len(asked)
}

// try asks at a rate. At low rates it takes longer, for twenty questions at least.
func (s *searchRun) try(ctx context.Context, rate float64, next func(n int) []request) []answer {
	return openLoop(ctx, rate, max(s.rung, time.Duration(20/rate*float64(time.Second))), next)
}

// askFew asks five questions a second, which every peer can answer at the sizes it is given.
func (s *searchRun) askFew(ctx context.Context, next func(n int) []request) []answer {
	return openLoop(ctx, fewPerSecond, s.length*5/8, next)
}

// peersTurn asks the peers one after the other, each while the others are paused. A failed answer of a peer ends the workload:
// it must not make the peer look slow.
func (s *searchRun) peersTurn(ctx context.Context, to *searchSamples) error {
	record := func(r *rounds, list []answer) error {
		*r = append(*r, latencies(list, all))
		_, err := failures(list)
		return err
	}
	err := s.fts.turn(func() error {
		if s.size < s.largest() {
			return record(&to.fts, s.askFew(ctx, s.others.pages(s.fts.client)))
		}
		if err := record(&to.fts, s.try(ctx, 1, s.others.pages(s.fts.client))); err != nil {
			return err
		}
		most, err := closedLoop(callersAtOnce, 3*s.stretch/2, func() error {
			q, _ := s.others.next()
			return s.fts.client.get(ctx, caller{}, q.page(), nil)
		})
		to.ftsMost = append(to.ftsMost, most)
		return err
	})
	if err == nil && s.bleve != nil {
		err = s.bleve.turn(func() error {
			return record(&to.bleve, openLoop(ctx, questionsPerSecond, s.stretch, s.others.pages(s.bleve.client)))
		})
	}
	if err == nil && s.pocket != nil {
		err = s.pocket.turn(func() error { return record(&to.pocket, s.askFew(ctx, s.lists(s.pocket.client, pocketList))) })
	}
	return err
}

func (s *searchRun) report(got *searchSamples) {
	each20 := fmt.Sprintf("%d questions a second, each with facets", questionsPerSecond)
	s.addLatency("first-asked page in the service", got.first, each20)
	s.addLatency("page in the service", got.pages, each20+"; repeated ones too")
	s.addLatency("facets in the service", got.facets, each20)
	s.addLatency("page through the gateway", got.gateway, each20)
	s.addLatency("facets through the gateway", got.gatewayFacets, each20)
	s.add("failed searches", "", exact(float64(got.failed)), fmt.Sprintf("of %s; each counts as %g s above", count(got.sent), failedAnswer/1000))
	s.add("requests sent late by the generator, p99", "ms", got.late.quantile(0.99), "contained in the latencies above")
	tried := fmt.Sprintf("in the service; %s or 20 requests for each rate tried", s.rung.Round(time.Second/10))
	s.add(rateOfPages, "/s", oneEach(s.pages.found).mean(), tried)
	rate := fewPerSecond
	if s.size == s.largest() {
		s.add(rateOfQuestions, "/s", oneEach(s.questions.found).mean(), tried)
		rate = 1
	}
	s.addLatency("page of plain PostgreSQL", got.fts,
		fmt.Sprintf("%d a second; it has no typos, synonyms, places in words, converted pay or highlights", rate))
	if s.size == s.largest() {
		s.add("most pages of plain PostgreSQL", "/s", oneEach(got.ftsMost).mean(), fmt.Sprintf("%d callers, each asking as soon as it is answered", callersAtOnce))
		s.add(overPostgres, "×", ratio(oneEach(s.pages.found), oneEach(got.ftsMost)), "ours with p99 ≤ 100 ms, PostgreSQL's at any latency")
	}
	if s.bleve != nil {
		s.addLatency("page of Bleve", got.bleve,
			fmt.Sprintf("%d questions a second; its data stand still, and it does what PostgreSQL does here", questionsPerSecond))
	}
	if s.pocket != nil {
		s.addLatency("list with filters through the gateway", got.list, fmt.Sprintf("%d questions without words a second", fewPerSecond))
		s.addLatency("list with filters of PocketBase", got.pocket,
			"the same; SQLite in its own process, without live writes, companies or locations as filters")
	}
	s.add("memory of the platform in one process after the last round", "MiB", exact(got.memory[len(got.memory)-1]/(1<<20)),
		fmt.Sprintf("with the crawler's; %s after the first round", short(got.memory[0]/(1<<20))))
	s.add("rows of postings written meanwhile", "/s", oneEach(got.written).mean(),
		fmt.Sprintf("by crawl and enrichment, which write each of the %d postings that change in a second more than once", changesPerSecond))
	s.add("commit to searchable, p50", "ms", got.lags.quantile(0.5), "")
	s.add("commit to searchable, p99", "ms", got.lags.quantile(0.99), "seen in the table, looked at every 20 ms, to found over HTTP, asked every 50 ms; postings are committed by passes, one every 5 s")
}

// lists asks questions without words, which PocketBase can answer too.
func (s *searchRun) lists(c *client, path func(question) string) func(n int) []request {
	return func(n int) []request {
		q, _ := s.others.next()
		for q.params.Has("keyword") || q.params.Has("company") || q.params.Has("location") {
			q, _ = s.others.next()
		}
		return []request{{send: func(ctx context.Context) error { return c.get(ctx, caller{number: n}, path(q), nil) }}}
	}
}

// updates returns how many rows of postings were written so far.
func (st *stage) updates(ctx context.Context) (float64, error) {
	return st.db.number(ctx, "SELECT (n_tup_ins + n_tup_upd)::float8 FROM pg_stat_user_tables WHERE relid = 'crawler.job_post'::regclass")
}

func (s *searchRun) startPeers(ctx context.Context) (err error) {
	var filling errgroup.Group
	filling.Go(func() (err error) {
		s.fts, err = s.startPeer(ctx, "fts", "-url", s.st.db.url, "-changes", fmt.Sprint(changesPerSecond))
		return err
	})
	filling.Go(func() (err error) {
		if s.st.size <= peersUpTo {
			s.bleve, err = s.fromFile(ctx, "bleve", true)
		}
		if err == nil && s.st.size == min(peersUpTo, s.largest()) {
			s.pocket, err = s.fromFile(ctx, "pocketbase", false)
		}
		return err
	})
	if err := filling.Wait(); err != nil {
		return err
	}
	for _, p := range []*peer{s.fts, s.bleve, s.pocket} {
		if p != nil {
			err = errors.Join(err, p.pause())
		}
	}
	return err
}

// fromFile starts a peer that reads its postings from a file.
func (s *searchRun) fromFile(ctx context.Context, name string, texts bool) (*peer, error) {
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

// pocketList asks PocketBase for the first page of the same filters, in its own language.
func pocketList(q question) string {
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

var postedSince = map[string]time.Duration{"today": 24 * time.Hour, "3d": 72 * time.Hour, "week": 7 * 24 * time.Hour, "month": 30 * 24 * time.Hour}
