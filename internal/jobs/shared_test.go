package jobs_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// gate lets statements on postings pass one after the other is told to.
type gate struct {
	came, pass chan struct{}
	open       atomic.Bool // lets all of them pass
}

func (g *gate) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.Contains(q.SQL, "job_post") && !g.open.Load() {
		g.came <- struct{}{}
		<-g.pass
	}
	return ctx
}

func (*gate) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (g *gate) TraceBatchStart(ctx context.Context, conn *pgx.Conn, b pgx.TraceBatchStartData) context.Context {
	for _, q := range b.Batch.QueuedQueries {
		ctx = g.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: q.SQL})
	}
	return ctx
}

func (*gate) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (*gate) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TestSearchIsShared has many ask the same while the first is being answered: one answer does for all, even when the one
// who asked first has left.
func TestSearchIsShared(t *testing.T) {
	t.Parallel()
	g := &gate{came: make(chan struct{}), pass: make(chan struct{})}
	w := newWorld(t)
	gated := w.readPool(func(o *pg.Options) { o.Tracer = g })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = gated }))
	id := w.post(nil)

	const others = 7 // beside the first
	var wg sync.WaitGroup
	search := func(ctx context.Context) {
		wg.Go(func() {
			result, err := w.svc.Search(ctx, jobs.Filters{}, store.Newest, 20, 0)
			if err != nil || len(result.Postings) != 1 || result.Postings[0].ID != id {
				t.Errorf("%v, %v, want the posting", result, err)
			}
		})
	}
	leaving, leave := context.WithCancel(t.Context())
	search(leaving)
	<-g.came
	leave()
	for range others {
		search(t.Context())
	}
	for waiting("WaitGroup).Wait", "singleflight", "TestSearchIsShared") < others { // for the first, not only about to
		runtime.Gosched()
	}
	g.pass <- struct{}{}
	wg.Wait()

	// The next one asks for itself.
	search(t.Context())
	<-g.came
	g.pass <- struct{}{}
	wg.Wait()
}

// steady is a world with one posting in which nothing was written for many searches. From then on the statements of both pools
// pass their gates one by one.
type steady struct {
	*world
	states, pages *gate
	read          *pgxpool.Pool
	got           chan string // the titles that were found
}

func newSteady(t *testing.T, replica bool) *steady {
	t.Helper()
	s := &steady{world: newWorld(t), got: make(chan string)}
	for _, g := range []**gate{&s.states, &s.pages} {
		*g = &gate{came: make(chan struct{}), pass: make(chan struct{})}
		(*g).open.Store(true)
	}
	own := s.readPool(func(o *pg.Options) { o.Tracer = s.states })
	s.read = s.readPool(func(o *pg.Options) { o.Tracer = s.pages })
	s.serve(s.service(func(_ *jobs.Config, d *jobs.Deps) { d.DB, d.Read, d.Replica = own, s.read, replica }))
	s.post(func(p *post) { p.Title = "First" })
	for range 20 {
		s.title()
	}
	s.states.open.Store(false)
	s.pages.open.Store(false)
	return s
}

func (s *steady) title() string {
	result, err := s.svc.Search(s.t.Context(), jobs.Filters{}, store.Newest, 20, 0)
	if err != nil || len(result.Postings) != 1 {
		s.t.Errorf("%v, %v, want one posting", result, err)
		return ""
	}
	return result.Postings[0].Title
}

func (s *steady) search() { go func() { s.got <- s.title() }() }

// TestSearchDoesNotWaitForTheState has the postings read while it is asked whether anything was written, once nothing was
// for a while; and read again when something was after all.
func TestSearchDoesNotWaitForTheState(t *testing.T) {
	t.Parallel()
	s := newSteady(t, true)
	w, states, pages, got := s.world, s.states, s.pages, s.got
	s.search()
	<-states.came // and waits, while
	<-pages.came
	w.exec("UPDATE crawler.job_post SET title = 'Second'")
	pages.pass <- struct{}{}
	states.pass <- struct{}{}
	<-pages.came // again
	pages.pass <- struct{}{}
	if title := <-got; title != "Second" {
		t.Errorf("got %q", title)
	}
}

// TestSearchAsksForTheStateAlong has one who searches alone ask for the first page and the state in one go, once nothing was
// written for a while; and again for the page when something was after all.
func TestSearchAsksForTheStateAlong(t *testing.T) {
	t.Parallel()
	s := newSteady(t, false)
	w, pages, got := s.world, s.pages, s.got // who asks for the state alone waits for good
	s.search()
	for range 2 { // the state, whose index has the name of the table, and the page
		<-pages.came
		pages.pass <- struct{}{}
	}
	if title := <-got; title != "First" {
		t.Errorf("got %q", title)
	}
	s.search()
	<-pages.came
	w.exec("UPDATE crawler.job_post SET title = 'Second'")
	for range 2 {
		pages.pass <- struct{}{}
		<-pages.came
	}
	pages.pass <- struct{}{} // the page alone: something was written
	if title := <-got; title != "Second" {
		t.Errorf("got %q", title)
	}
	if n := s.read.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections were not given back", n)
	}
}

// TestFacetsAskForTheStateAlong has a keyword's facets counted and the state asked for in one go, once nothing was written for
// a while; and the facets counted again when something was after all.
func TestFacetsAskForTheStateAlong(t *testing.T) {
	t.Parallel()
	s := newSteady(t, false)
	count := func(f jobs.Filters) {
		facets, err := s.svc.Facets(t.Context(), f)
		if err != nil {
			t.Error(err)
		}
		s.got <- fmt.Sprint(facets.Groups[store.Skills])
	}
	pass := func(g *gate) {
		t.Helper()
		<-g.came
		g.pass <- struct{}{}
	}
	s.pages.open.Store(true)
	go count(jobs.Filters{Keyword: "second"}) // for all that is read once
	<-s.got
	s.pages.open.Store(false)
	go count(jobs.Filters{Keyword: "first"})
	pass(s.pages) // the state
	pass(s.pages)
	if skills := <-s.got; skills != "[]" {
		t.Errorf("got %s", skills)
	}
	go count(jobs.Filters{Keyword: "first or second"})
	<-s.pages.came
	s.exec("UPDATE crawler.job_post SET skills = '{Go}'")
	s.pages.pass <- struct{}{}
	pass(s.pages)
	pass(s.pages) // the facets alone: something was written
	if skills := <-s.got; skills != "[{Go 1}]" {
		t.Errorf("got %s", skills)
	}
	if n := s.read.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections were not given back", n)
	}
}

// TestTheStateCannotBeAskedAlong has the search go on when the statement that carries the question fails.
func TestTheStateCannotBeAskedAlong(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	search := func() {
		t.Helper()
		result, err := w.svc.Search(t.Context(), jobs.Filters{}, store.Newest, 20, 0)
		if err != nil || len(result.Postings) != 1 || result.Postings[0].ID != id {
			t.Errorf("%v, %v, want the posting", result, err)
		}
	}
	for range 20 {
		search()
	}
	w.exec("REVOKE SELECT ON SEQUENCE job.company_stamp FROM " + schema.JobsRole)
	search()
}

// waiting counts the goroutines that have all these words in their stacks.
func waiting(words ...string) (n int) {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
next:
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		for _, word := range words {
			if !strings.Contains(stack, word) {
				continue next
			}
		}
		n++
	}
	return n
}
