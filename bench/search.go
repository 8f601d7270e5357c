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
	name: "search", command: "go run ./bench -only search", everySize: true, minutes: 11, run: measureSearch,
	about: `10,000 different questions, drawn by Zipf's law (exponent 1.0), are each asked as the first page with its total and, at the
same instant, as facets, as the web app does. Meanwhile the crawler reads boards on which 100 postings change every second,
and enriches them. First-asked means that this question was not asked before in the life of the process; no answer is cached
in any case. The highest rates, and the peers, are asked another 10,000 questions of the same kinds.`,
	goals: []goal{
		{"first-asked page in the service, p95", "≤", 10},
		{"first-asked page in the service, p99", "≤", 40},
		{"facets in the service, p95", "≤", 25},
		{"facets in the service, p99", "≤", 60},
		{"commit to searchable, p99", "≤", 2000},
		{"rate of pages over that of plain PostgreSQL at equal p99", "≥", 10},
	},
}

const (
	questionsPerSecond = 20 // each a page and facets
	changesPerSecond   = 100
	firstPage          = "first-asked page"
	repeatedPage       = "page"
	facetsOnly         = "facets"
)

// liveCrawl lets passes start every second.
var liveCrawl = []string{"CRAWLER_CRAWL_CRON=* * * * * ?", "CRAWLER_ENRICHMENT_CRON=* * * * * ?"}

// asker draws questions and remembers which were asked.
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

// both asks for the page and the facets of a question.
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

// pages asks for pages alone, of a peer too.
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
	asker  *asker // of the questions that are timed
	others *asker // of those that look for the highest rate, and of the peers
	fts    *peer
	bleve  *peer // up to 100,000 postings
	pocket *peer // at the largest size

	stretch, rung time.Duration
	bound         float64 // p99 in ms at which rates are compared with PostgreSQL's
}

func measureSearch(ctx context.Context, b *bench, st *stage) (err error) {
	s := &searchRun{bench: b, st: st, asker: newAsker(st.questions), others: newAsker(st.others), stretch: b.length, rung: b.length / 3}
	if st.size < b.largest() {
		s.stretch, s.rung = b.length/3, b.length/4
	}
	defer func() { err = errors.Join(err, s.stopPeers(ctx)) }()
	if err := s.startPeers(ctx); err != nil {
		return err
	}
	if s.p, err = b.up(ctx, st, liveCrawl...); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.p.stop()) }()
	before, err := st.updates(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	stop := s.st.keepChanging(ctx, s.p.jobs)
	err = s.measure(ctx)
	changed, lags, failed := stop()
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	after, err := st.updates(ctx)
	if err != nil {
		return err
	}
	b.add("postings changed on the boards", "/s", exact(changed), "")
	b.add("rows of postings written meanwhile", "/s", exact((after-before)/time.Since(begun).Seconds()), "by crawl and enrichment, which write a changed posting more than once")
	b.add("commit to searchable, p50", "ms", lags.quantile(0.5), "")
	b.add("commit to searchable, p99", "ms", lags.quantile(0.99), "seen in the table to found through HTTP, both every 10 and 50 ms")
	return nil
}

func (s *searchRun) measure(ctx context.Context) error {
	// The bound is what PostgreSQL can hold at all: 100 ms, or else half more than its p99 at one question a second.
	pilot := openLoop(ctx, 1, 2*s.stretch, s.others.pages(s.fts.client))
	if n, err := failures(pilot); n > 0 || len(pilot) == 0 {
		return fmt.Errorf("plain PostgreSQL: %w", err)
	}
	s.bound = max(100, 1.5*quantile(latencies(pilot, all), 0.99))
	var pages, first, facets, gateway, gatewayFacets, fts, bleve, late rounds
	var atHundred, atBound, ftsAtBound []float64
	var list, pocket rounds
	bad, sent := 0, 0
	own := ladder(5, 4000)
	err := s.perRound(ctx, "searching", func(round int) error {
		got := openLoop(ctx, questionsPerSecond, s.stretch, s.asker.both(s.p.jobs))
		first, facets = append(first, latencies(got, kind(firstPage))), append(facets, latencies(got, kind(facetsOnly)))
		pages = append(pages, latencies(got, func(a answer) bool { return a.kind != facetsOnly }))
		through := openLoop(ctx, questionsPerSecond, s.stretch, s.asker.both(s.p.gateway))
		gateway = append(gateway, latencies(through, func(a answer) bool { return a.kind != facetsOnly }))
		gatewayFacets = append(gatewayFacets, latencies(through, kind(facetsOnly)))
		var lateness []float64
		for _, list := range [][]answer{got, through} {
			n, err := failures(list)
			if n > 0 {
				s.say("%d answers failed: %v", n, err)
			}
			bad, sent = bad+n, sent+len(list)
			for _, a := range list {
				lateness = append(lateness, a.late)
			}
		}
		late = append(late, lateness)
		fts = append(fts, latencies(openLoop(ctx, 1, s.stretch, s.others.pages(s.fts.client)), all))
		climb := func(c *client, rates []float64, bound float64) float64 {
			return highestRate(ctx, rates, bound, func(rate float64) []answer {
				// At low rates longer, for twenty requests at least.
				return openLoop(ctx, rate, max(s.rung, time.Duration(20/rate*float64(time.Second))), s.others.pages(c))
			})
		}
		atHundred = append(atHundred, climb(s.p.jobs, own, 100))
		if s.size == s.largest() {
			atBound = append(atBound, atHundred[round])
			if s.bound > 100 {
				atBound[round] = climb(s.p.jobs, own, s.bound)
			}
			// Where not even one a second holds, PostgreSQL is given the next lower rung.
			ftsAtBound = append(ftsAtBound, max(0.8, climb(s.fts.client, ladder(1, 2000), s.bound)))
		}
		if s.bleve != nil {
			bleve = append(bleve, latencies(openLoop(ctx, questionsPerSecond, s.stretch, s.others.pages(s.bleve.client)), all))
		}
		if s.pocket != nil {
			list = append(list, latencies(openLoop(ctx, questionsPerSecond/4, s.stretch/2, s.lists(s.p.gateway, question.page)), all))
			pocket = append(pocket, latencies(openLoop(ctx, questionsPerSecond/4, s.stretch/2, s.lists(s.pocket.client, pocketList)), all))
		}
		return nil
	})
	if err != nil {
		return err
	}
	each20 := fmt.Sprintf("%d questions a second, each with facets", questionsPerSecond)
	s.addLatency("first-asked page in the service", first, each20)
	s.addLatency("page in the service", pages, each20+"; repeated ones too")
	s.addLatency("facets in the service", facets, each20)
	s.addLatency("page through the gateway", gateway, each20)
	s.addLatency("facets through the gateway", gatewayFacets, each20)
	s.add("failed searches", "", exact(float64(bad)), fmt.Sprintf("of %s; each counts as %g s above", count(sent), failedAnswer/1000))
	s.add("requests sent late by the generator, p99", "ms", late.quantile(0.99), "contained in the latencies above")
	s.add("highest rate of pages with p99 ≤ 100 ms", "/s", each(atHundred).mean(), fmt.Sprintf("in the service; %s or 20 requests for each rate tried", s.rung.Round(time.Second/10)))
	s.addLatency("page of plain PostgreSQL", fts, "1 question a second; it has no typos, synonyms, places in words, converted pay, distances or highlights")
	if s.size == s.largest() {
		s.add("rate of pages over that of plain PostgreSQL at equal p99", "×", ratio(each(atBound), each(ftsAtBound)),
			fmt.Sprintf("p99 ≤ %s ms: %s/s against %s/s", short(s.bound), short(mean(atBound)), short(mean(ftsAtBound))))
	}
	if s.bleve != nil {
		s.addLatency("page of Bleve", bleve, each20[:len(each20)-len(", each with facets")]+"; its data stand still, and it does what PostgreSQL does here")
	}
	if s.pocket != nil {
		s.addLatency("list with filters through the gateway", list, "5 questions without words a second")
		s.addLatency("list with filters of PocketBase", pocket, "the same; SQLite in its own process, without live writes, companies or locations as filters")
	}
	return nil
}

// lists asks questions without words, which PocketBase can answer too.
func (s *searchRun) lists(c *client, path func(question) string) func(n int) []request {
	return func(n int) []request {
		q, _ := s.others.next()
		for q.params.Has("keyword") || q.params.Has("company") || q.params.Has("location") || q.params.Has("near") {
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
	s.say("filling the peers")
	var filling errgroup.Group // without a context of its own: the peers outlive the filling
	filling.Go(func() (err error) {
		s.fts, err = s.startPeer(ctx, "fts", "-url", s.st.db.url, "-changes", fmt.Sprint(changesPerSecond))
		return err
	})
	filling.Go(func() (err error) {
		if s.st.size <= 100_000 {
			s.bleve, err = s.fromFile(ctx, "bleve", true)
		}
		if err == nil && s.st.size == s.largest() {
			s.pocket, err = s.fromFile(ctx, "pocketbase", false)
		}
		return err
	})
	return filling.Wait()
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

const harshWords = 3_000_000

// harshMemory measures the memory of search for texts whose words are drawn evenly from millions: an index has nothing
// to share then. No other figure of such a world means anything.
func (b *bench) harshMemory(ctx context.Context) (err error) {
	b.size, b.current = b.largest(), &workload{name: "harsh"}
	st, err := b.newStage(ctx, "harsh", b.size, harshWords)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close(ctx)) }()
	p, err := b.fleet(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	openLoop(ctx, questionsPerSecond, b.length, newAsker(st.questions).both(p.jobs))
	bytes, err := resident(p.parts["jobs"].cmd.Process.Pid)
	if err != nil {
		return err
	}
	b.add("memory of search with three million different words", "MB", exact(bytes/1e6), "after some hundred questions")
	return nil
}
