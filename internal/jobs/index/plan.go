package index

import (
	"math"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"rolecall/internal/jobs/geo"
)

// noGroup means that no group is left out.
const noGroup Group = -1

// groupFilters says where a plan has the filters of the facet groups.
type groupFilters int

const (
	together groupFilters = iota // in its base: a page needs no group without its own filter
	apart                        // by group
)

// plan is a query in terms of one part.
type plan struct {
	base *roaring.Bitmap         // matches of everything but the filters that are apart
	by   [groups]*roaring.Bitmap // the filter of each group; nil is none

	never, always *roaring.Bitmap // what the rules hide, and what an always rule matches
	showHidden    bool
}

// plan resolves a query. The sets in it must not be changed.
func (x *Index) plan(p *part, q *Query, words *expansion, rules *ruling, filters groupFilters) *plan {
	s := p.seg
	out := &plan{showHidden: q.ShowHidden}
	with, minus := []*roaring.Bitmap{p.live}, []*roaring.Bitmap(nil)
	for g, values := range q.values() {
		switch {
		case values == nil:
		case filters == apart:
			out.by[g] = x.valued(s, Group(g), values)
		default:
			with = append(with, x.valued(s, Group(g), values))
		}
	}
	var phrases []*meaning // they take long, so they are looked for in what all else matches
	for i := range words.clauses {
		c := &words.clauses[i]
		switch {
		case q.cancelled():
			return &plan{base: none, never: none, always: none}
		case c.hasPhrase():
			phrases = append(phrases, c)
		case c.not:
			minus = append(minus, x.eval(s, p.live, c, anywhere))
		default:
			with = append(with, x.eval(s, p.live, c, anywhere))
		}
	}
	if q.ExcludeCompanies != nil {
		minus = append(minus, s.havingAny(Companies, x.numbers(Companies, q.ExcludeCompanies)))
	}
	if q.Targets != nil {
		var numbers []uint32
		for _, id := range q.Targets {
			if n, ok := x.groups[boards].exact(string(id[:])); ok {
				numbers = append(numbers, n)
			}
		}
		with = append(with, s.havingAny(boards, numbers))
	}
	if q.YearsMax != nil {
		minus = append(minus, s.havingAny(years, x.numbersThat(years, func(n int64) bool { return n > int64(*q.YearsMax) })))
	}
	if !q.UnconfirmedBefore.IsZero() {
		minus = append(minus, s.havingAny(unconfirmed, x.numbersThat(unconfirmed, func(n int64) bool { return n < hours(q.UnconfirmedBefore) })))
	}
	if q.Near != nil {
		with = append(with, s.havingAny(Locations, x.valuesThat(Locations, q.Near.contains)))
	}
	out.base = intersect(with...)
	for _, m := range minus {
		out.base = roaring.AndNot(out.base, m)
	}
	if !q.ListedSince.IsZero() {
		from := s.since(micros(q.ListedSince))
		out.base = out.base.Clone()
		out.base.RemoveRange(0, uint64(from))
	}
	if q.Pay != nil {
		out.base = x.paying(s, out.base, q.Pay)
	}
	if !q.ConfirmedSince.IsZero() {
		confirmed, board := *x.confirmed.Load(), s.columns[boards].one
		recent := make([]bool, len(x.groups[boards].list())) // read after confirmed, so that it has all boards
		for number, at := range confirmed {
			recent[number] = at >= micros(q.ConfirmedSince)
		}
		out.base = s.filter(out.base, func(d uint32) bool { return recent[board[d]] })
	}
	for _, c := range phrases {
		if q.cancelled() {
			return &plan{base: none, never: none, always: none}
		}
		if m := x.eval(s, out.base, c, anywhere); c.not {
			out.base = roaring.AndNot(out.base, m)
		} else {
			out.base = roaring.And(out.base, m)
		}
	}
	out.never, out.always = x.applyRules(s, out.base, rules)
	return out
}

// matches returns what meets every filter except a group's own and is not hidden. It must not be changed.
func (p *plan) matches(except Group) *roaring.Bitmap { return p.shown(p.meets(except)) }

// shown returns the documents that are not hidden. The result must not be changed.
func (p *plan) shown(docs *roaring.Bitmap) *roaring.Bitmap {
	if p.showHidden || p.never.IsEmpty() {
		return docs
	}
	return roaring.AndNot(docs, p.never)
}

// meets returns what meets every filter except a group's own, hidden or not. It must not be changed.
func (p *plan) meets(except Group) *roaring.Bitmap {
	sets := []*roaring.Bitmap{p.base}
	for g, m := range p.by {
		if m != nil && Group(g) != except {
			sets = append(sets, m)
		}
	}
	return intersect(sets...)
}

// numbers returns the numbers of values in all their spellings.
func (x *Index) numbers(g Group, values []string) (out []uint32) {
	for _, v := range values {
		found := x.groups[g].find(v)
		if g == Locations {
			found = x.places(normalPlace(v))
		}
		out = append(out, found...)
	}
	return out
}

// places returns the numbers of a place, by its English name if no posting has the requested one: München is Munich.
func (x *Index) places(name string) []uint32 {
	if found := x.groups[Locations].find(name); len(found) > 0 {
		return found
	}
	english, _ := geo.Name(name)
	return x.groups[Locations].find(english)
}

// valuesThat returns the numbers of the values of a group for which a condition holds.
func (x *Index) valuesThat(g Group, hold func(name) bool) (out []uint32) {
	for i, n := range x.groups[g].list() {
		if hold(n) {
			out = append(out, uint32(i))
		}
	}
	return out
}

// numbersThat does the same for a group whose values are numbers.
func (x *Index) numbersThat(g Group, hold func(int64) bool) []uint32 {
	return x.valuesThat(g, func(n name) bool {
		number, err := strconv.ParseInt(n.text, 10, 64)
		return err == nil && hold(number)
	})
}

func (c *Circle) contains(n name) bool {
	return n.at != nil && geo.Distance(c.Lat, c.Lon, n.at.lat, n.at.lon) <= c.Km
}

// paying returns the documents that pay enough.
func (x *Index) paying(s *segment, m *roaring.Bitmap, pay *Pay) *roaring.Bitmap {
	least, currency := x.leastPay(pay), s.columns[currencies].one
	return s.filter(m, func(d uint32) bool { return float64(s.payMax[d]) >= least[currency[d]] })
}

// leastPay returns the smallest amount that is enough in each currency, by number; infinite where none can be compared. The
// first is that of postings without pay.
func (x *Index) leastPay(pay *Pay) []float64 {
	list := x.groups[currencies].list()
	out := make([]float64, len(list))
	asked, known := x.options.Rates[strings.ToUpper(pay.Currency)]
	for i, n := range list {
		rate, ok := x.options.Rates[n.text]
		switch {
		case i == 0 && pay.Unpriced:
		case i == 0:
			out[i] = math.Inf(1)
		case strings.EqualFold(n.text, pay.Currency) || pay.Min == 0:
			out[i] = max(1, float64(pay.Min))
		case known && ok:
			out[i] = max(1, float64(pay.Min)/asked*rate)
		default:
			out[i] = math.Inf(1)
		}
	}
	return out
}

// filter returns the documents that pass a test. Neither it nor the tests that run for every document should branch: about half
// of these branches would be predicted wrongly, which took most of the time.
func (s *segment) filter(m *roaring.Bitmap, ok func(uint32) bool) *roaring.Bitmap {
	var block [4096]uint32
	bits := make([]uint64, s.n/64+1) // quicker than adding documents to a bitmap
	it := m.ManyIterator()
	for n := it.NextMany(block[:]); n > 0; n = it.NextMany(block[:]) {
		for _, d := range block[:n] {
			var bit uint64
			if ok(d) { // compiled without a branch
				bit = 1
			}
			bits[d/64] |= bit << (d % 64)
		}
	}
	return roaring.FromDense(bits, false)
}
