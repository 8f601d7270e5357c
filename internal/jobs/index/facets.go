package index

import (
	"cmp"
	"iter"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// maxFacets is the maximum number of values of a group.
const maxFacets = 100

// counts holds the number of documents for each value of each facet group, and of wider.
type counts struct{ of [groups + 1][]int32 }

// counted lists the groups whose counts make up a facet group: a place is also counted under its wider names.
func counted(g Group) []Group {
	if g == Locations {
		return []Group{Locations, wider}
	}
	return []Group{g}
}

var allCounted = func() (all []Group) {
	for g := range groups {
		all = append(all, counted(g)...)
	}
	return all
}()

// newCounts returns counts of some groups, wider only after Locations.
func (x *Index) newCounts(in []Group) *counts {
	c := &counts{}
	for _, g := range in {
		n := len(c.of[Locations]) // not of wider's list, to which the writer may have added a place by now
		if g != wider {
			n = len(x.groups[g].list())
		}
		c.of[g] = make([]int32, n)
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

// add counts documents in some groups, with a sign.
func (c *counts) add(s *segment, docs *roaring.Bitmap, sign int32, in []Group) {
	var block [4096]uint32
	it := docs.ManyIterator()
	for n := it.NextMany(block[:]); n > 0; n = it.NextMany(block[:]) {
		for _, g := range in {
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
	shared := x.newCounts(allCounted) // counts of the groups without a filter
	alone := [groups]*counts{}
	words, rules := x.expand(v, q.Words), x.ruling(&q.Rules)
	for _, p := range v.parts {
		if p.closed && !q.IncludeClosed {
			continue
		}
		plan := x.plan(p, q, words, rules, apart)
		var unfiltered []Group
		for g := range groups {
			if plan.by[g] == nil || q.cancelled() {
				unfiltered = append(unfiltered, counted(g)...)
				continue
			}
			if alone[g] == nil {
				alone[g] = x.newCounts(counted(g))
			}
			alone[g].count(p, plan.matches(g), counted(g))
		}
		shared.count(p, plan.matches(noGroup), unfiltered)
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

// count adds the matches of a part.
func (c *counts) count(p *part, m *roaring.Bitmap, in []Group) {
	matched, live := m.GetCardinality(), p.live.GetCardinality()
	switch {
	case matched == 0:
	case matched*2 > live: // the rest is less to look at
		for _, g := range in {
			for i, n := range p.sums.of[g] {
				c.of[g][i] += n
			}
		}
		c.add(p.seg, roaring.AndNot(p.live, m), -1, in)
	default:
		c.add(p.seg, m, 1, in)
	}
}

// top returns the most frequent values of a group.
func (c *counts) top(g Group, list []name) []Count {
	own, total := c.of[g], c.of[g]
	if g == Locations { // a posting in Berlin is one in Germany
		total = slices.Clone(own)
		for i, n := range c.of[wider] {
			total[i] += n
		}
	}
	top := first[Count]{n: maxFacets, order: byFrequency, kept: []Count{}}
	for v := range joinSpellings(list, total, own) {
		top.add(v)
	}
	return top.list()
}

// joinSpellings adds up the counts of values that differ in case only, under the spelling that most postings have. Values
// that are nowhere in own are left out.
func joinSpellings(list []name, counts, own []int32) iter.Seq[Count] {
	var others []uint32 // counted spellings of a value besides its first
	for i, n := range counts {
		if n > 0 && list[i].first != uint32(i) {
			others = append(others, uint32(i))
		}
	}
	slices.SortFunc(others, func(a, b uint32) int { return cmp.Or(cmp.Compare(list[a].first, list[b].first), cmp.Compare(a, b)) })
	return func(yield func(Count) bool) {
		others := others
		for i := 1; i < len(counts); i++ {
			total, inOwn, best := counts[i], own[i], uint32(i)
			for ; len(others) > 0 && list[others[0]].first == uint32(i); others = others[1:] {
				o := others[0]
				total, inOwn = total+counts[o], inOwn+own[o]
				if n, most := counts[o], counts[best]; n > most || n == most && list[o].text < list[best].text {
					best = o
				}
			}
			if inOwn > 0 && list[i].first == uint32(i) && !yield(Count{list[best].text, int(total)}) {
				return
			}
		}
	}
}

func byFrequency(a, b Count) int {
	if a.Count != b.Count {
		return cmp.Compare(b.Count, a.Count)
	}
	return cmp.Compare(a.Value, b.Value)
}

func mostFrequent(list []Count, n int) []Count { return firstOf(list, n, byFrequency) }
