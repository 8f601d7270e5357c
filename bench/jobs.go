package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/seed"
	"rolecall/internal/jobs/store"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

// measureJobs compares job search with pgbench on the statements it sends in its settled state, at every size up to a
// million postings, and measures how it grows up to there. Searches use their own pool, so pgbench's sessions get its planner settings,
// and a plan made for the very values where the service asks for one. Facets are asked with ever new filters, so that
// our cache answers none of them. The list is also compared with PocketBase's on as many rows, both over HTTP.
func measureJobs(ctx context.Context, b *bench) (err error) {
	sizes := b.sizes(20_000, 10_000, 100_000, 1_000_000)
	if b.growth {
		sizes = append(sizes, b.size(5_000_000, 100_000))
	}
	var all []*search
	defer func() {
		for _, s := range all {
			err = errors.Join(err, s.drop(ctx))
		}
	}()
	for _, size := range sizes {
		s, err := b.fillJobs(ctx, size)
		if s != nil {
			all = append(all, s)
		}
		if err != nil {
			return err
		}
	}
	if !b.quick {
		if err := b.growJobs(ctx, all); err != nil {
			return err
		}
	}
	if b.growth {
		return nil
	}
	var failed error
	for ; len(all) > 1; all = all[1:] { // one that was asked would only be in the way of the next
		failed = errors.Join(failed, b.contests(ctx, brief(all[0].contests()), all[0].label()), all[0].drop(ctx))
	}
	s := all[0]
	return errors.Join(failed, b.contests(ctx, s.contests(), s.label()),
		b.compareWords(ctx, s), b.compareLists(ctx, s, s.size), b.measureDigest(ctx, s), b.measurePage(ctx, s.db, s.size))
}

// fillJobs makes a database with so many postings, and a service on it. What it gives is to be dropped, also beside an
// error.
func (b *bench) fillJobs(ctx context.Context, size int) (*search, error) {
	db, err := b.database(ctx, fmt.Sprintf("jobs_%d", size))
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	s := &search{db: db, size: size, now: begun.UTC().Truncate(time.Second)}
	if err := seed.Run(ctx, db.owner, seed.Options{Postings: size, Seed: 1, Now: s.now}); err != nil {
		return s, err
	}
	if err := db.exec(ctx, "CHECKPOINT"); err != nil {
		return s, err
	}
	fmt.Printf("  %s postings made in %s\n", count(size), time.Since(begun).Round(time.Second))
	return s, s.open(ctx)
}

// growJobs asks the same of all sizes.
func (b *bench) growJobs(ctx context.Context, all []*search) error {
	var grown growths
	var sizes []int
	var contests [][]contest
	for _, s := range all {
		asked := append(s.contests(), s.words()...)
		if err := settle(ctx, asked); err != nil {
			return err
		}
		sizes, contests = append(sizes, s.size), append(contests, asked)
	}
	if err := grown.inTurns(ctx, b, "postings", sizes, contests); err != nil {
		return err
	}
	if err := b.drawGrowth("jobs", "One search at a time, by number of postings", grown); err != nil {
		return err
	}
	for i, g := range grown {
		goal := contests[0][i].growth
		if goal == 0 {
			continue // in the table of growth alone
		}
		n := len(g.costs) - 1
		r := row{workload: fmt.Sprintf("growth of %s from %s to %s", g.operation, count(g.sizes[0]), count(g.sizes[n])), ours: "p95 " + duration(g.costs[n]), against: duration(g.costs[0])}
		if r.ratio, r.goal, r.held = atMost(g.factor, goal); b.growth {
			r.goal, r.held = "-", true // the goal is one for a million
		}
		b.add(r)
	}
	return nil
}

// settle asks every question several times: PostgreSQL makes a plan for the values of a statement's first five times, and
// reads from the disk what nobody asked for before. What is measured is how size tells in the long run, not how soon a
// service that was just started on a database that was just filled gets there.
func settle(ctx context.Context, contests []contest) error {
	for _, c := range contests {
		for i := range c.choices {
			for range 8 {
				if err := c.call(ctx, i); err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
			}
		}
	}
	return nil
}

// search is job search under measurement, with a clock that stands still.
type search struct {
	db      *database
	size    int // in postings
	now     time.Time
	read    *pgxpool.Pool
	svc     *jobs.Service
	site    *site
	browser *browser
	ids     []uuid.UUID
	asked   atomic.Int64
	issuer  *issuer
}

func (s *search) open(ctx context.Context) error {
	own, err := s.db.pool(ctx, schema.JobsRole, 10)
	if err != nil {
		return err
	}
	if s.read, err = jobs.OpenRead(ctx, s.db.options(schema.JobsRole, 10)); err != nil {
		return err
	}
	s.db.pools = append(s.db.pools, s.read)
	if s.issuer, err = newIssuer(ctx); err != nil {
		return err
	}
	s.svc, err = jobs.New(jobs.Config{Auth: s.issuer.config()}, jobs.Deps{
		Log: quiet(), Metrics: prometheus.NewRegistry(), DB: own, Read: s.read, Verifier: s.issuer.verifier,
		Peers: peer.URLs{Identity: "http://127.0.0.1:1"}, Now: func() time.Time { return s.now },
	})
	if err != nil {
		return err
	}
	if s.site, err = serve(s.svc.Handler()); err != nil {
		return err
	}
	s.browser = newBrowser(s.site.url)
	rows, err := s.db.owner.Query(ctx, "SELECT id FROM crawler.job_post ORDER BY native_id LIMIT 16")
	if err != nil {
		return err
	}
	s.ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return err
}

// drop ends the service and frees the disk.
func (s *search) drop(ctx context.Context) error {
	if s.browser != nil {
		s.browser.close()
		s.site.close()
	}
	return s.db.drop(ctx)
}

var keywords = []string{"backend engineer", "data analyst", "nurse night", "product manager growth", "devops kubernetes", "security engineer", "sales representative",
	"machine learning", "frontend react", "accountant", "truck driver", "site reliability", "recruiter", "electrician", "teacher", "compiler engineer"}

var parts = []string{"lab", "soft", "nord", "bank", "heal", "robo", "silver", "otter"}

// deepPage starts after ten thousand postings, or in the middle of fewer.
func (s *search) deepPage() int { return min(500, s.size/40) }

func (s *search) label() string { return fmt.Sprintf("(%s postings)", count(s.size)) }

// brief are the questions with a goal, for a smaller size.
func brief(all []contest) (out []contest) {
	for _, c := range all {
		if c.brief = true; !c.unnamed {
			out = append(out, c)
		}
	}
	return out
}

// contests are the questions of the issue.
func (s *search) contests() []contest {
	filters := func(i int) jobs.Filters {
		return jobs.Filters{Keyword: keywords[i], WorkplaceTypes: []string{"remote", "hybrid"}, EmploymentTypes: []string{"full-time"}}
	}
	placed := func(i int) jobs.Filters {
		return jobs.Filters{Keyword: keywords[i], Locations: []string{"Germany", "Remote"}}
	}
	find := func(of func(i int) jobs.Filters, sort store.Sort, skip int64) func(context.Context, int) error {
		return func(ctx context.Context, i int) error {
			_, err := s.svc.Search(ctx, of(i), sort, 20, skip)
			return err
		}
	}
	none := func(int) jobs.Filters { return jobs.Filters{} }
	get := func(path func(i int) string) func(context.Context, int) error {
		return func(ctx context.Context, i int) error { return s.browser.get(ctx, path(i), nil) }
	}
	all := []contest{
		{name: "keyword and filters", choices: len(keywords), grows: "where two common words rarely meet, the lists of both are read", call: find(filters, store.Relevance, 0), http: get(func(i int) string {
			return "/jobs?sort=relevance&workplaceType=remote&workplaceType=hybrid&employmentType=full-time&keyword=" + url.QueryEscape(keywords[i])
		})},
		{name: "newest without filter", choices: 1, call: find(none, store.Newest, 0), http: get(func(int) string { return "/jobs" }),
			note: "who asks the same at the same time shares the answer, as all do who look at the newest; one caller alone does not"},
		{name: "deep page", choices: 8, grows: "every posting before the page is stepped over", call: func(ctx context.Context, i int) error {
			_, err := s.svc.Search(ctx, jobs.Filters{}, store.Newest, 20, int64(20*(s.deepPage()+i)))
			return err
		}, http: get(func(i int) string { return fmt.Sprintf("/jobs?page=%d", s.deepPage()+i) })},
		{name: "facets, not cached", choices: len(keywords), grows: "samples of a large table are looked at first; where a word is too rare for them all its postings are read", call: func(ctx context.Context, i int) error {
			f := filters(i)
			// Longer than anything is old, and never the same: the same work, a new question.
			f.PostedWithin = 100*365*24*time.Hour + time.Duration(s.asked.Add(1))*time.Microsecond
			_, err := s.svc.Facets(ctx, f)
			return err
		}, http: get(func(i int) string {
			return "/jobs/facets?workplaceType=remote&workplaceType=hybrid&employmentType=full-time&keyword=" + url.QueryEscape(keywords[i])
		}), note: "the cache answers over HTTP"},
		{name: "single posting", choices: len(s.ids), call: func(ctx context.Context, i int) error {
			_, err := s.svc.Posting(ctx, s.ids[i])
			return err
		}, http: get(func(i int) string { return "/jobs/" + s.ids[i].String() }),
			note: "postings that are asked for at the same time are read by one statement; one caller's is the statement that pgbench sends"},
		{name: "keyword in a place", choices: len(keywords), grows: "where a word and a place rarely meet, the lists of both are read", call: find(placed, store.Relevance, 0), http: get(func(i int) string {
			return "/jobs?sort=relevance&location=Germany&location=Remote&keyword=" + url.QueryEscape(keywords[i])
		})},
		{name: "company by a part of its name", choices: len(parts), grows: "a hundred times as many companies, and those that match are counted", call: func(ctx context.Context, i int) error {
			_, _, err := s.svc.Companies(ctx, parts[i], 20, 0)
			return err
		}, http: get(func(i int) string { return "/jobs/companies?q=" + parts[i] })},
	}
	for i := range all {
		all[i].rate, all[i].p99, all[i].growth, all[i].db, all[i].pool = 0.8, 1.5, 2, s.db, s.read
	}
	for i := len(all) - 2; i < len(all); i++ {
		all[i].growth, all[i].unnamed = 0, true
	}
	return all
}
