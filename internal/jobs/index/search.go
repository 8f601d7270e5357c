package index

import (
	"bytes"
	"cmp"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// matched is the matches of one part.
type matched struct {
	part *part
	plan *plan
	docs *roaring.Bitmap
}

func (f *matched) hit(doc uint32, tier Tier) Hit {
	return Hit{ID: f.part.seg.ids[doc], Tier: tier, Hidden: f.plan.never.Contains(doc), Always: f.plan.always.Contains(doc)}
}

// Search returns size hits after the first skip, and the exact total.
func (x *Index) Search(q *Query, sort Sort, skip, size int) Page {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	words, rules := x.expand(v, q.Words), x.ruling(&q.Rules)
	var found []matched
	page := Page{}
	for _, p := range v.parts {
		if p.closed && !q.IncludeClosed {
			continue
		}
		plan := x.plan(p, q, words, rules, together)
		all := plan.meets(noGroup)
		page.Hidden += int(all.AndCardinality(plan.never))
		if m := plan.shown(all); !m.IsEmpty() {
			found = append(found, matched{p, plan, m})
			page.Total += int(m.GetCardinality())
			if !q.NewSince.IsZero() {
				seen := p.seg.filter(m, func(d uint32) bool { return p.seg.firstSeen[d] > micros(q.NewSince) })
				page.New += int(seen.GetCardinality())
			}
		}
	}
	if skip >= page.Total || size <= 0 {
		return page
	}
	if q.AlwaysFirst {
		first, rest, n := alwaysFirst(found)
		page.Hits = x.ordered(q, first, words, sort, skip, size)
		page.Hits = append(page.Hits, x.ordered(q, rest, words, sort, max(skip-n, 0), size-len(page.Hits))...)
	} else {
		page.Hits = x.ordered(q, found, words, sort, skip, size)
	}
	return page
}

// ordered returns a page of matches.
func (x *Index) ordered(q *Query, found []matched, words *expansion, sort Sort, skip, size int) (hits []Hit) {
	ranked := words.ranks() && !q.cancelled()
	switch {
	case size == 0:
	case sort == Relevance && ranked:
		hits = x.best(q, found, words, skip, size)
	case sort == SalaryDesc || sort == SalaryAsc:
		hits = x.paid(found, sort, skip, size)
	default:
		hits = byDate(found, sort, Text, skip, size)
	}
	if sort != Relevance && ranked {
		x.setTiers(q, hits, found, words)
	}
	return hits
}

// ranks reports whether some postings can match better than others. Exclusions and names of companies do not rank:
// without other words the best match is the newest.
func (e *expansion) ranks() bool {
	return slices.ContainsFunc(e.clauses, func(m meaning) bool { return !m.not && m.in != inCompanies })
}

// setTiers notes how well the postings of a page match when the page is in another order.
func (x *Index) setTiers(q *Query, hits []Hit, found []matched, words *expansion) {
	for _, f := range found {
		at, docs := map[uint32]*Hit{}, roaring.New()
		for i := range hits {
			if d, ok := f.part.seg.find(hits[i].ID); ok && f.docs.Contains(d) {
				at[d] = &hits[i]
				docs.Add(d)
			}
		}
		for tier := range tiers {
			if docs.IsEmpty() || q.cancelled() {
				break
			}
			in := x.inTier(q, matched{f.part, f.plan, docs}, words, tier, len(hits))
			for it := in.Iterator(); it.HasNext(); {
				at[it.Next()].Tier = tier
			}
			docs.AndNot(in)
		}
	}
}

// byDate walks through the documents of all parts in the order of date and id.
func byDate(found []matched, sort Sort, tier Tier, skip, size int) []Hit {
	type cursor struct {
		matched
		it interface {
			HasNext() bool
			Next() uint32
		}
		doc uint32
	}
	var cursors []*cursor
	for _, f := range found {
		c := &cursor{matched: f, it: f.docs.ReverseIterator()}
		if sort == Oldest {
			c.it = f.docs.Iterator()
		}
		if c.it.HasNext() {
			c.doc = c.it.Next()
			cursors = append(cursors, c)
		}
	}
	hits := make([]Hit, 0, min(size, 100))
	for len(cursors) > 0 && len(hits) < size {
		first := 0
		for i, c := range cursors[1:] {
			order := newer(c.part.seg, c.doc, cursors[first].part.seg, cursors[first].doc)
			if sort == Oldest {
				order = -order
			}
			if order < 0 {
				first = i + 1
			}
		}
		c := cursors[first]
		if skip > 0 {
			skip--
		} else {
			hits = append(hits, c.hit(c.doc, tier))
		}
		if c.it.HasNext() {
			c.doc = c.it.Next()
		} else {
			cursors = slices.Delete(cursors, first, first+1)
		}
	}
	return hits
}

// newer orders documents by date and id, the newest first.
func newer(a *segment, x uint32, b *segment, y uint32) int {
	if a.listed[x] != b.listed[y] {
		return cmp.Compare(b.listed[y], a.listed[x])
	}
	return bytes.Compare(b.ids[y][:], a.ids[x][:])
}

// best walks through the tiers until the page is full. Tiers after it are not looked at.
func (x *Index) best(q *Query, found []matched, words *expansion, skip, size int) (hits []Hit) {
	left, in := slices.Clone(found), make([]matched, len(found))
	for tier := range tiers {
		if len(hits) == size || q.cancelled() {
			break
		}
		n := 0
		for i, f := range left {
			if tier > 0 && !in[i].docs.IsEmpty() {
				left[i].docs = roaring.AndNot(f.docs, in[i].docs)
			}
			in[i] = matched{f.part, f.plan, x.inTier(q, left[i], words, tier, skip+size-len(hits))}
			n += int(in[i].docs.GetCardinality())
		}
		if skip >= n {
			skip -= n
			continue
		}
		hits = append(hits, byDate(in, Newest, tier, skip, size-len(hits))...)
		skip = 0
	}
	return hits
}

// inTier returns the matches in a tier or a better one: all of them, or at least the newest wanted ones.
func (x *Index) inTier(q *Query, f matched, words *expansion, tier Tier, wanted int) *roaring.Bitmap {
	all := func(in field) *roaring.Bitmap {
		sets := []*roaring.Bitmap{f.docs}
		for i, c := range words.clauses {
			if !c.not && c.in != inCompanies && !q.cancelled() {
				sets = append(sets, x.eval(f.part.seg, f.docs, &words.clauses[i], in))
			}
		}
		if len(sets) == 1 {
			return none
		}
		return intersect(sets...)
	}
	switch tier {
	case TitlePhrase:
		if len(words.phrase) > 1 {
			return titlePhrase(f.part.seg, f.docs, words.phrase, wanted)
		}
	case Title:
		return all(inTitle)
	case TitleAndSkills:
		return all(inTitleOrNames)
	case TitlePartly:
		var any []*roaring.Bitmap
		for _, t := range words.typed {
			any = append(any, t.docs(f.part.seg, inTitle))
		}
		return roaring.And(f.docs, union(any...))
	default:
		return f.docs
	}
	return none
}

// paid orders by converted pay, unpriced and incomparable postings last, then by date.
func (x *Index) paid(found []matched, sort Sort, skip, size int) []Hit {
	type offer struct {
		from *matched
		doc  uint32
		pay  float64
	}
	rates := make([]float64, len(x.groups[currencies].list()))
	for i, n := range x.groups[currencies].list() {
		rates[i] = x.options.Rates[n.text]
	}
	order := func(a, b offer) int {
		switch {
		case a.pay == b.pay:
			return newer(a.from.part.seg, a.doc, b.from.part.seg, b.doc)
		case sort == SalaryAsc:
			return cmp.Compare(a.pay, b.pay)
		}
		return cmp.Compare(b.pay, a.pay)
	}
	top, n := first[offer]{n: skip + size, order: order}, 0
	rest := make([]matched, 0, len(found))
	for i := range found {
		f := &found[i]
		s := f.part.seg
		amounts, currency := s.payMax, s.columns[currencies].one
		if sort == SalaryAsc {
			amounts = s.payMin
		}
		priced := s.filter(f.docs, func(d uint32) bool {
			return rates[currency[d]]*float64(s.payMax[d])*float64(amounts[d]) > 0
		})
		n += int(priced.GetCardinality())
		for it := priced.Iterator(); it.HasNext(); {
			d := it.Next()
			top.add(offer{f, d, float64(amounts[d]) / rates[currency[d]]})
		}
		rest = append(rest, matched{f.part, f.plan, roaring.AndNot(f.docs, priced)})
	}
	var hits []Hit
	if skip < n {
		for _, o := range top.list()[skip:] {
			hits = append(hits, o.from.hit(o.doc, Text))
		}
	}
	return append(hits, byDate(rest, Newest, Text, max(0, skip-n), size-len(hits))...)
}

// first keeps the first n of the values that are added, in an order. Sorting all of them would take several times as long.
type first[T any] struct {
	n     int
	order func(a, b T) int
	kept  []T
	full  bool // kept[n-1] is a bound: values after it are not among the first n
}

func (f *first[T]) add(v T) {
	if f.full && f.order(v, f.kept[f.n-1]) > 0 {
		return
	}
	if f.kept = append(f.kept, v); len(f.kept) == 2*f.n+64 {
		f.kept, f.full = f.list(), true
	}
}

// list returns the values that are kept, in order.
func (f *first[T]) list() []T {
	slices.SortFunc(f.kept, f.order)
	return f.kept[:min(f.n, len(f.kept))]
}

// firstOf returns the first n of a list in an order.
func firstOf[T any](list []T, n int, order func(a, b T) int) []T {
	f := first[T]{n: n, order: order, kept: make([]T, 0, min(n, len(list)))}
	for _, v := range list {
		f.add(v)
	}
	return f.list()
}
