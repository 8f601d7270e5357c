package jsonld

import (
	"context"
	"errors"
	"hash/fnv"
	"net/url"
	"sync"

	"rolecall/internal/crawler/source"
)

const (
	samples       = 3  // pages of a pattern that are read to classify it
	likelySamples = 8  // the same for patterns that are named after jobs: some of their pages may have expired
	maxSampled    = 60 // pages of one pull that are looked at for this
)

// sampled is a page that was read to classify its pattern.
type sampled struct {
	posting source.Posting
	err     error
}

// learn reads some pages of every pattern and takes all pages of those that describe postings. A pattern with an
// address that the caller has as an open posting is taken as well, so that a posting is never closed unread.
func (p *pull) learn(ctx context.Context, c *candidates) error {
	p.listed = c.seen
	if c.lost {
		p.gaps.Add("the site has more than %d pages", source.MaxPages)
	}
	var rest []*group
	for _, g := range c.inOrder() {
		if p.anyOpen(g) {
			p.take(g)
		} else {
			rest = append(rest, g)
		}
	}
	for _, g := range rest {
		n := samples
		switch {
		case g.likely:
			n = likelySamples
		case len(p.locations) > 0:
			n = 1
		}
		pages := p.pick(ctx, g, n)
		if len(p.sampled)+len(pages) > maxSampled {
			p.unseen++
			continue
		}
		found, err := p.sample(ctx, pages)
		if err != nil {
			return err
		}
		if found {
			p.take(g)
		}
	}
	return nil
}

func (p *pull) anyOpen(g *group) bool {
	for _, l := range g.locations {
		if p.isOpen(l.URL) {
			return true
		}
		if p.board.Known != nil && l.LastMod != "" && p.board.Known(p.id(l.URL), l.LastMod) {
			return true
		}
	}
	return false
}

// isOpen reports whether the caller has an open posting with this address.
func (p *pull) isOpen(address string) bool { return p.board.Open != nil && p.board.Open(p.id(address)) }

// pick returns up to n pages that robots.txt allows, spread over the group, others every day.
func (p *pull) pick(ctx context.Context, g *group, n int) []location {
	h := fnv.New32a()
	_, _ = h.Write([]byte(g.pattern))
	size := len(g.locations)
	first := (int(h.Sum32()) + p.fetcher.Now().YearDay()) % max(size, 1)
	var out []location
	for i := range min(n, size) {
		l := g.locations[(first+i*max(size/n, 1))%size]
		u, err := url.Parse(l.URL)
		if err != nil {
			continue
		}
		if rules, err := p.rules(ctx, u); err == nil && rules.allowed(u) {
			out = append(out, l)
		}
	}
	return out
}

// sample reads pages and reports whether one of them describes a posting. What it read is kept for load.
func (p *pull) sample(ctx context.Context, pages []location) (found bool, err error) {
	results := make([]sampled, len(pages))
	var wg sync.WaitGroup
	for i, l := range pages {
		wg.Go(func() { results[i].posting, results[i].err = p.read(ctx, l) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	for i, r := range results {
		p.sampled[pages[i].URL] = r
		switch {
		case r.err == nil:
			found = true
			if err := p.memory.Add(len(r.posting.Description)); err != nil {
				return false, err
			}
		case !errors.Is(r.err, source.ErrGone) && p.fault == nil:
			p.fault = r.err
		}
	}
	return found, nil
}

// take adds the pages of a group to the pages to read.
func (p *pull) take(g *group) {
	p.locations = append(p.locations, g.locations...)
	if g.dropped > 0 {
		p.gaps.Add("the site has more than %d pages", source.MaxPages)
	}
}
