package jobs

import (
	"context"
	"math"
	"strconv"

	"golang.org/x/sync/errgroup"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// Facets count postings by the values of each filter.
type Facets struct {
	Groups   map[store.Group][]store.FacetCount
	Estimate bool // whether some counts are scaled up
}

// parallelFacets bounds how much of the pool one caller's facets take. Callers at the same time share it: the database has
// enough to do with one statement of each.
const parallelFacets = 3

// Facets counts over the filters. A group ignores its own filter.
func (s *Service) Facets(ctx context.Context, f Filters) (Facets, error) {
	key := f.key()
	count := func(data state, read pg.Conn) (Facets, error) { return s.facetsUnder(ctx, f, key, data, read) }
	if likely, ok := s.likely(ctx); ok {
		if _, known := s.facets.get(key, likely); !known {
			return atOnce(ctx, s, likely, count)
		}
	}
	return count(s.state(ctx), s.read)
}

// facetsUnder are those of a state of the data.
func (s *Service) facetsUnder(ctx context.Context, f Filters, key string, data state, read pg.Conn) (Facets, error) {
	if known, ok := s.facets.get(key, data); ok {
		return known, nil
	}
	// Those who ask the same at the same time share one answer; a caller that leaves does not take it from the others.
	shared, err, _ := s.flight.Do(strconv.FormatInt(data.stamp, 10)+key, func() (any, error) {
		facets, err := s.countFacets(context.WithoutCancel(ctx), f, key, data, read)
		if err == nil {
			s.facets.put(key, data, facets)
		}
		return facets, err
	})
	if err != nil {
		return Facets{}, err
	}
	return shared.(Facets), nil
}

// countFacets makes one pass over the matches for all groups without a filter of their own, and one for each other.
func (s *Service) countFacets(ctx context.Context, f Filters, key string, data state, read pg.Conn) (Facets, error) {
	words, err := s.words(ctx, f)
	if err != nil {
		return Facets{}, err
	}
	callers := s.counters.Add(1)
	defer s.counters.Add(-1)
	c := &counting{Service: s, state: data, read: read, slots: make(chan struct{}, max(1, parallelFacets/int(callers)))}
	all := passes(f, key)
	for _, p := range all {
		p.question = s.question(ctx, s.meant(p.filters, words), p.name, data)
	}
	var work []func(context.Context) error
	for _, w := range c.wordings(ctx, all) {
		if w.search.Worded() {
			work = append(work, func(ctx context.Context) error { return c.inTime(ctx, w.passes, c.countWords(ctx, w)) })
			continue
		}
		for _, p := range w.passes {
			work = append(work, func(ctx context.Context) error { return c.inTime(ctx, []*pass{p}, c.countPass(ctx, p)) })
		}
	}
	if err := c.inParallel(ctx, work); err != nil {
		return Facets{}, pg.Fault(err)
	}
	out := Facets{Groups: map[store.Group][]store.FacetCount{}}
	for _, p := range all {
		for _, g := range p.counts {
			out.Groups[g.Group] = g.Counts
		}
		out.Estimate = out.Estimate || p.estimate
	}
	return out, nil
}

// pass is the groups that are counted over the same matches.
type pass struct {
	question
	filters  Filters
	name     string // the key of the filters
	groups   []store.Group
	counts   []store.GroupCounts
	estimate bool
	total    int64 // matches, about
	next     int64 // sample of the postings to look at next, 0 when it is counted
}

// passes are those that the groups need. None has been looked at yet.
func passes(f Filters, all string) (out []*pass) {
	byKey := map[string]*pass{}
	for _, g := range store.Groups {
		own, key := f, all
		if *f.of(g) != nil {
			own = f.without(g)
			key = own.key()
		}
		p := byKey[key]
		if p == nil {
			p = &pass{filters: own, name: key, next: 1}
			byKey[key], out = p, append(out, p)
		}
		p.groups = append(p.groups, g)
	}
	return out
}

// counting is what the passes of one caller have in common.
type counting struct {
	*Service
	state state
	read  pg.Conn
	slots chan struct{} // of the pool, one for each statement at a time
}

// inParallel does a few things at a time. One alone is done right here: most facets are one statement.
func (c *counting) inParallel(ctx context.Context, work []func(context.Context) error) error {
	if len(work) == 1 || cap(c.slots) == 1 {
		for _, do := range work {
			if err := do(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, do := range work {
		group.Go(func() error { return do(ctx) })
	}
	return group.Wait()
}

// ask runs one statement.
func (c *counting) ask(ctx context.Context, search *store.Search, way store.Way, passes ...store.Pass) (int64, []store.FacetCounts, error) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	return store.Facets(ctx, c.read, search, way, passes...)
}

// inTime counts over the newest postings what took too long to count.
func (c *counting) inTime(ctx context.Context, passes []*pass, err error) error {
	if !tookTooLong(err) {
		return err
	}
	c.log.WarnContext(ctx, "facets took too long and were counted over the newest postings", "error", err)
	for _, p := range passes {
		if p.next == 0 {
			continue
		}
		p.search.Windowed = true
		_, found, err := c.ask(ctx, p.search, store.Gather, store.Pass{Groups: p.groups})
		if err != nil {
			return err
		}
		p.scale(found[0], found[0].Met)
		p.estimate = true
	}
	return nil
}

// countPass counts over all matches while they are few, else over some of them.
func (c *counting) countPass(ctx context.Context, p *pass) error {
	q := p.question
	total, err := c.total(ctx, q)
	if err != nil {
		return err
	}
	groups := store.Pass{Groups: p.groups}
	way := q.way(total, store.Newest, store.FacetSample)
	_, found, err := c.ask(ctx, q.search, way, groups)
	if err != nil {
		return err
	}
	if way == store.Gather && found[0].Met <= store.MaxExact {
		c.remembered(q, found[0].Met)
		p.scale(found[0], found[0].Met)
		return nil
	}
	if way == store.Gather {
		if total.n, err = c.estimate(ctx, q); err != nil {
			return err
		}
		total.known = true
		if _, found, err = c.ask(ctx, q.search, q.way(total, store.Newest, store.FacetSample), groups); err != nil {
			return err
		}
	}
	p.scale(found[0], total.n)
	p.estimate = total.large() || total.n > found[0].Counted
	return nil
}

// wording is a keyword with all filters but those of a kind, and the passes over some kinds of its matches.
type wording struct {
	question
	passes []*pass
}

// wordings puts together the passes that differ only in the kinds they want.
func (c *counting) wordings(ctx context.Context, all []*pass) (out []*wording) {
	byKey := map[string]*wording{}
	for _, p := range all {
		key := p.filters.without(store.WorkplaceTypes).without(store.EmploymentTypes).without(store.CareerLevels).key()
		w := byKey[key]
		if w == nil {
			anyKind := *p.search
			anyKind.WorkplaceTypes, anyKind.EmploymentTypes, anyKind.CareerLevels = nil, nil, nil
			w = &wording{question: c.question(ctx, &anyKind, key, c.state)}
			byKey[key], out = w, append(out, w)
		}
		w.passes = append(w.passes, p)
	}
	return out
}

const (
	// fewMatches are read all at once: that takes no longer than to look at samples of them.
	fewMatches = 1_500
	// worthOfLook is how many postings are read in the time that another statement takes, and the lists of a kind.
	worthOfLook = 300
)

// countWords counts over the matches of a keyword in a sample of the postings, at first a small one: when there are few
// matches in it, they are few enough to be counted in a larger one, or all.
func (c *counting) countWords(ctx context.Context, w *wording) error {
	first := store.FirstSample(c.state.open)
	if total, known := c.totals.get(w.key, c.state); known && total <= fewMatches {
		first = 1
	}
	total, err := c.together(ctx, w, w.passes, first)
	if err != nil {
		return err
	}
	if first > 1 && total <= fewMatches {
		_, err := c.together(ctx, w, w.passes, 1)
		return err
	}
	for open := w.open(); len(open) > 0; open = w.open() {
		var work []func(context.Context) error
		for oneIn, some := range open {
			if readTogether(some, oneIn, total) {
				work = append(work, func(ctx context.Context) error { _, err := c.together(ctx, w, some, oneIn); return err })
				continue
			}
			for _, p := range some {
				work = append(work, func(ctx context.Context) error { return c.alone(ctx, p, oneIn) })
			}
		}
		if err := c.inParallel(ctx, work); err != nil {
			return err
		}
	}
	return nil
}

// open is the passes that are not counted yet, by the sample to look at.
func (w *wording) open() map[int64][]*pass {
	out := map[int64][]*pass{}
	for _, p := range w.passes {
		if p.next > 0 {
			out[p.next] = append(out[p.next], p)
		}
	}
	return out
}

// readTogether tells that it is less to read the matches of any kind once than those of each pass.
func readTogether(passes []*pass, oneIn, total int64) bool {
	var apart int64
	for _, p := range passes {
		apart += p.total/oneIn + worthOfLook
	}
	return total/oneIn <= apart
}

// together looks at a sample for several passes at once and tells about how many matches of any kind there are.
func (c *counting) together(ctx context.Context, w *wording, passes []*pass, oneIn int64) (total int64, err error) {
	search := *w.search
	search.OneIn = oneIn
	asked := make([]store.Pass, len(passes))
	for i, p := range passes {
		f := p.filters
		asked[i] = store.Pass{WorkplaceTypes: f.WorkplaceTypes, EmploymentTypes: f.EmploymentTypes, CareerLevels: f.CareerLevels, Groups: p.groups}
	}
	met, found, err := c.ask(ctx, &search, store.Sift, asked...)
	if err != nil {
		return 0, err
	}
	if oneIn == 1 && met <= store.MaxExact {
		c.remembered(w.question, met)
	}
	for i, p := range passes {
		c.looked(p, found[i], oneIn)
	}
	return met * oneIn, nil
}

// alone looks at a sample for one pass. The index of words finds the kind as well.
func (c *counting) alone(ctx context.Context, p *pass, oneIn int64) error {
	search := *p.search
	if oneIn > 1 {
		search.OneIn = oneIn
	}
	_, found, err := c.ask(ctx, &search, store.Sift, store.Pass{Groups: p.groups})
	if err == nil {
		c.looked(p, found[0], oneIn)
	}
	return err
}

// looked takes what was found in a sample, unless a larger one is wanted.
func (c *counting) looked(p *pass, found store.FacetCounts, oneIn int64) {
	p.next, p.total = 0, found.Met*oneIn
	if next := store.NextSample(oneIn, found.Met); next < oneIn {
		p.next = next
		return
	}
	p.scale(found, p.total)
	p.estimate = oneIn > 1 || found.Counted < found.Met
	if oneIn == 1 && found.Met <= store.MaxExact {
		c.remembered(p.question, found.Met)
	}
}

// scale takes the counts of some matches for those of all.
func (p *pass) scale(found store.FacetCounts, total int64) {
	p.counts = found.Groups
	for _, g := range p.counts {
		of := found.Counted
		if g.Group.Kind() {
			of = found.Met
		}
		if total <= of {
			continue
		}
		scale := float64(total) / float64(max(of, 1))
		for i := range g.Counts {
			g.Counts[i].Count = int64(math.Round(float64(g.Counts[i].Count) * scale))
		}
	}
}
