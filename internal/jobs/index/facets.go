package index

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// maxFacets is how many values a group has at most.
const maxFacets = 100

// counts say how many documents have each value of each facet group, and of wider.
type counts struct{ of [groups + 1][]int32 }

// groupSet is a set of groups, a bit each.
type groupSet uint

const allFacets groupSet = 1<<(groups+1) - 1

func (x *Index) newCounts() *counts {
	c := &counts{}
	for g := range c.of {
		c.of[g] = make([]int32, len(x.groups[g].list()))
	}
	return c
}

func (c *counts) clone() *counts {
	k := &counts{}
	for g := range c.of {
		k.of[g] = slices.Clone(c.of[g])
	}
	return k
}

func (c *counts) bytes() (n int64) {
	for _, list := range c.of {
		n += int64(4 * len(list))
	}
	return n
}

// plus adds the counts of some groups.
func (c *counts) plus(o *counts, set groupSet) {
	for g := range c.of {
		if set>>g&1 == 1 {
			for i, n := range o.of[g] {
				c.of[g][i] += n
			}
		}
	}
}

// add counts documents in some groups, with a sign.
func (c *counts) add(s *segment, docs *roaring.Bitmap, sign int32, set groupSet) {
	var block [4096]uint32
	it := docs.ManyIterator()
	for n := it.NextMany(block[:]); n > 0; n = it.NextMany(block[:]) {
		for g := range c.of {
			if set>>g&1 == 0 {
				continue
			}
			of, col := c.of[g], &s.columns[g]
			if col.one != nil {
				for _, d := range block[:n] {
					of[col.one[d]] += sign
				}
				continue
			}
			for _, d := range block[:n] {
				for _, v := range col.val[col.from[d]:col.from[d+1]] {
					of[v] += sign
				}
			}
		}
	}
}

// counting bounds how many facets are counted at once: more than there are cores only slow each other down.
var counting = make(chan struct{}, runtime.GOMAXPROCS(0))

// Facets counts the matches by the values of each group. A group ignores its own filter.
func (x *Index) Facets(q *Query) (out Facets) {
	counting <- struct{}{}
	defer func() { <-counting }()
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	shared := x.newCounts() // of the groups that no filter is on
	alone := [groups]*counts{}
	shown := x.shownPlaces(v)
	words := x.expand(v, q.Words)
	for _, p := range v.parts {
		if p.closed && !q.IncludeClosed {
			continue
		}
		plan := x.plan(p, q, words)
		set := allFacets
		for g := range groups {
			if plan.by[g] == nil || q.cancelled() {
				continue
			}
			set &^= 1 << g
			if alone[g] == nil {
				alone[g] = x.newCounts()
			}
			alone[g].count(p, plan.matches(g), withWider(1<<g), shown)
		}
		shared.count(p, plan.matches(noGroup), withWider(set), shown)
	}
	for g := range groups {
		c := shared
		if alone[g] != nil {
			c = alone[g]
		}
		out[g] = c.top(g, x.groups[g].list())
	}
	return out
}

// withWider adds the wider names of places to a set with places in it, and takes them from one without.
func withWider(set groupSet) groupSet {
	set &^= 1 << wider
	return set | set>>Locations&1<<wider
}

const (
	manyMatches = 4096 // from which sets are intersected rather than documents looked at one by one
	fewValues   = 64   // a group of so many has few sets
)

// shownPlaces says which places some posting is shown with, in any spelling. Other wider names need no count.
func (x *Index) shownPlaces(v *view) []bool {
	list := x.groups[Locations].list()
	out := make([]bool, len(list))
	for _, p := range v.parts {
		for i, n := range p.sums.of[Locations] {
			if n > 0 {
				out[list[i].first] = true
			}
		}
	}
	for i, n := range list {
		out[i] = out[n.first]
	}
	return out
}

// count adds the matches of a part. Of the wider names, those that are not shown may be left out.
func (c *counts) count(p *part, m *roaring.Bitmap, set groupSet, shown []bool) {
	matched, live := m.GetCardinality(), p.live.GetCardinality()
	if set == 0 || matched == 0 {
		return
	}
	if matched == live {
		c.plus(p.sums, set)
		return
	}
	scan := set
	if matched > manyMatches {
		for g := range c.of {
			if set>>g&1 == 1 && Group(g) != wider && len(c.of[g]) <= fewValues {
				c.intersect(p, m, Group(g), func(uint32) bool { return true })
				scan &^= 1 << g
			}
		}
		scan &^= 1 << wider
	}
	if matched*2 > live { // the rest is less to look at
		c.plus(p.sums, scan)
		c.add(p.seg, roaring.AndNot(p.live, m), -1, scan)
	} else {
		c.add(p.seg, m, 1, scan)
	}
	if set>>wider&1 == 1 && matched > manyMatches {
		c.intersect(p, m, wider, func(v uint32) bool { return shown[v] })
	}
}

// intersect counts the matches of some values of a group by their sets.
func (c *counts) intersect(p *part, m *roaring.Bitmap, g Group, wanted func(value uint32) bool) {
	s := p.seg
	from, _ := slices.BinarySearch(s.factKey, uint64(g)<<32)
	for i := from; i < len(s.factKey) && Group(s.factKey[i]>>32) == g; i++ {
		if v := uint32(s.factKey[i]); wanted(v) {
			c.of[g][v] += int32(m.AndCardinality(readBitmap(s.facts[s.factAt[i]:s.factAt[i+1]])))
		}
	}
}

// top returns the most frequent values. Spellings that differ in case are one value, shown as most postings write it.
func (c *counts) top(g Group, list []name) []Count {
	of, total := c.of[g], c.of[g]
	if g == Locations { // a posting in Berlin is one in Germany
		total = slices.Clone(of)
		for i, n := range c.of[wider] {
			total[i] += n
		}
	}
	several, shown := spellings{}, map[uint32]bool{}
	for i, n := range total {
		if n > 0 && list[i].first != uint32(i) {
			several[list[i].first] = &spelling{}
		}
	}
	out, floor := []Count{}, 0
	add := func(v Count) {
		if v.Count < floor {
			return
		}
		if out = append(out, v); len(out) == 4*maxFacets {
			out = mostFrequent(out)
			floor = out[len(out)-1].Count
		}
	}
	for i := 1; i < len(of); i++ {
		n := int(total[i])
		if n == 0 {
			continue
		}
		if _, ok := several[list[i].first]; ok {
			several.add(list[i], n)
			shown[list[i].first] = shown[list[i].first] || of[i] > 0
		} else if of[i] > 0 {
			add(Count{list[i].text, n})
		}
	}
	for first, s := range several {
		if shown[first] {
			add(Count{s.text, s.count})
		}
	}
	return mostFrequent(out)
}

func mostFrequent(list []Count) []Count {
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return list[:min(len(list), maxFacets)]
}
