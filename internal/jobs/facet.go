package jobs

import (
	"context"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// Facets count postings by the values of each filter.
type Facets struct {
	Groups   map[store.Group][]store.FacetCount
	Estimate bool // whether some counts are scaled up
}

// parallelFacets bounds how much of the pool one caller's facets take.
const parallelFacets = 3

// Facets counts over the filters. A group ignores its own filter.
func (s *Service) Facets(ctx context.Context, f Filters) (Facets, error) {
	key, data := f.key(), s.state(ctx)
	if known, ok := s.facets.get(key, data); ok {
		return known, nil
	}
	// Those who ask the same at the same time share one answer; a caller that leaves does not take it from the others.
	shared, err, _ := s.flight.Do(fmt.Sprint(data.stamp, key), func() (any, error) {
		facets, err := s.countFacets(context.WithoutCancel(ctx), f, data)
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
func (s *Service) countFacets(ctx context.Context, f Filters, data state) (Facets, error) {
	passes := map[string]*pass{}
	for _, g := range store.Groups {
		own := f.without(g)
		key := own.key()
		if passes[key] == nil {
			passes[key] = &pass{filters: own, key: key}
		}
		passes[key].groups = append(passes[key].groups, g)
	}
	words, err := s.words(ctx, f)
	if err != nil {
		return Facets{}, err
	}
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(parallelFacets)
	for _, p := range passes {
		work.Go(func() error { return s.runPass(ctx, p, s.meant(p.filters, words), data) })
	}
	if err := work.Wait(); err != nil {
		return Facets{}, pg.Fault(err)
	}
	out := Facets{Groups: map[store.Group][]store.FacetCount{}}
	for _, p := range passes {
		for _, c := range p.counts {
			out.Groups[c.Group] = append(out.Groups[c.Group], c)
		}
		out.Estimate = out.Estimate || p.estimate
	}
	return out, nil
}

// pass is the groups that are counted over the same matches.
type pass struct {
	filters  Filters
	key      string
	groups   []store.Group
	counts   []store.FacetCount
	estimate bool
}

func (s *Service) runPass(ctx context.Context, p *pass, search *store.Search, data state) error {
	err := s.countPass(ctx, p, s.question(ctx, search, p.key, data))
	if tookTooLong(err) {
		s.log.WarnContext(ctx, "facets took too long and were counted over the newest postings", "error", err)
		search.Windowed = true
		var found store.FacetCounts
		found, err = store.Facets(ctx, s.read, search, p.groups, store.Gather)
		p.counts, p.estimate = found.Counts, true
	}
	return err
}

// countPass counts over all matches while they are few, else over some of them.
func (s *Service) countPass(ctx context.Context, p *pass, q question) error {
	if q.search.Worded() {
		return s.countSample(ctx, p, q)
	}
	total, err := s.total(ctx, q)
	if err != nil {
		return err
	}
	way := q.way(total, store.Newest, store.FacetSample)
	found, err := store.Facets(ctx, s.read, q.search, p.groups, way)
	if err != nil {
		return err
	}
	if way == store.Gather && found.Met <= store.MaxExact {
		s.remembered(q, found.Met)
		p.counts = found.Counts
		return nil
	}
	if way == store.Gather {
		if total.n, err = s.estimate(ctx, q); err != nil {
			return err
		}
		total.known = true
		if found, err = store.Facets(ctx, s.read, q.search, p.groups, q.way(total, store.Newest, store.FacetSample)); err != nil {
			return err
		}
	}
	p.scale(found, total.n)
	p.estimate = total.large()
	return nil
}

// countSample counts over the matches of a keyword in a sample of the postings, at first a small one: when there are
// few matches in it, they are few enough to be counted in a larger one, or all.
func (s *Service) countSample(ctx context.Context, p *pass, q question) error {
	for oneIn := store.FirstSample(q.state.open); ; {
		search := *q.search
		search.OneIn = oneIn
		found, err := store.Facets(ctx, s.read, &search, p.groups, store.Sift)
		if err != nil {
			return err
		}
		next := store.NextSample(oneIn, found.Met)
		if next < oneIn {
			oneIn = next
			continue
		}
		p.scale(found, found.Met*oneIn)
		p.estimate = oneIn > 1 || found.Counted < found.Met
		if oneIn == 1 && found.Met <= store.MaxExact {
			s.remembered(q, found.Met)
		}
		return nil
	}
}

// scale takes the counts of some matches for those of all.
func (p *pass) scale(found store.FacetCounts, total int64) {
	p.counts = found.Counts
	if total <= found.Counted {
		return
	}
	scale := float64(total) / float64(max(found.Counted, 1))
	for i := range p.counts {
		p.counts[i].Count = int64(math.Round(float64(p.counts[i].Count) * scale))
	}
}
