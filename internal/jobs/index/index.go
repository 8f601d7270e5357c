// Package index keeps postings in memory so that searches, facets and suggestions are exact and quick.
//
// The index is a list of parts. A part is an immutable segment (words, filter values, dates and pay of documents that are
// numbered by date) and the set of its documents that are still live. A change is a small new part plus removals in
// older ones; parts of similar size are merged in the background. Readers take the current view, which never changes, and
// need no lock. Closed postings have separate parts, so that history costs a search of open ones nothing.
//
// PostgreSQL is the only truth: everything here can be thrown away and made again.
package index

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
)

// Rates maps a currency to its amount for one euro: USD 1.1.
type Rates map[string]float64

// Options configures an index.
type Options struct {
	Rates       Rates
	MaxPostings int // refuse more; 0 is no limit
}

// Index is a set of postings that can be searched while it changes.
type Index struct {
	options   Options
	groups    [allGroups]*names
	confirmed atomic.Pointer[[]int64] // time of the last complete pull of each board, by its number: microseconds
	view      atomic.Pointer[view]

	writing sync.Mutex // held by the one writer; taken before mu
	mu      sync.Mutex // held to replace the view
	merging bool       // guarded by mu
	idle    *sync.Cond // signalled when a merge ends
}

// view is the parts at one moment. A reader keeps it alive with runtime.KeepAlive until it is done: see segment.
type view struct {
	parts []*part
	open  []*part // parts that have open postings
}

func newView(parts []*part) *view {
	return &view{parts, slices.DeleteFunc(slices.Clone(parts), func(p *part) bool { return p.closed })}
}

// part is a segment and which of its documents are neither replaced nor deleted.
type part struct {
	seg    *segment
	live   *roaring.Bitmap // must not be changed
	closed bool            // the part has closed postings
	sums   *counts         // number of live documents with each value
}

// New makes an empty index.
func New(o Options) *Index {
	x := &Index{options: o}
	for g := range x.groups {
		searched := Group(g) == Companies || Group(g) == Locations || Group(g) == Skills // found by words, not by value alone
		x.groups[g] = newNames(searched)
	}
	x.groups[wider] = x.groups[Locations] // other names of places are numbered together with the places
	x.idle = sync.NewCond(&x.mu)
	x.confirmed.Store(&[]int64{})
	x.view.Store(&view{})
	return x
}

// install makes the parts that are not empty the current view. The caller holds mu.
func (x *Index) install(parts []*part) {
	x.view.Store(newView(slices.DeleteFunc(parts, func(p *part) bool { return p.live.IsEmpty() })))
}

// ErrFull means that there are more postings than the index may hold.
var ErrFull = errors.New("index: too many postings")

// Apply adds or replaces changed postings and removes postings that are gone.
func (x *Index) Apply(changed []Document, gone []uuid.UUID) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	ids := slices.Clone(gone)
	var open, closed []Document
	for _, d := range changed {
		ids = append(ids, d.ID)
		if d.Closed {
			closed = append(closed, d)
		} else {
			open = append(open, d)
		}
	}
	var parts []*part
	for _, docs := range [][]Document{open, closed} {
		if len(docs) > 0 {
			s := build(docs, &x.groups)
			parts = append(parts, x.newPart(s, allDocs(s.n), docs[0].Closed))
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	total := len(changed)
	for _, p := range x.view.Load().parts {
		var dead []uint32
		for _, id := range ids {
			if d, ok := p.seg.find(id); ok && p.live.Contains(d) {
				dead = append(dead, d)
			}
		}
		p = p.without(dead)
		parts, total = append(parts, p), total+int(p.live.GetCardinality())
	}
	if most := x.options.MaxPostings; most > 0 && total > most && len(changed) > 0 {
		return fmt.Errorf("%w: the limit is %d", ErrFull, most)
	}
	x.install(parts)
	x.startMerge()
	return nil
}

// find returns the part and the number of a live document.
func (v *view) find(id uuid.UUID) (*part, uint32, bool) {
	for _, p := range v.parts {
		if d, ok := p.seg.find(id); ok && p.live.Contains(d) {
			return p, d, true
		}
	}
	return nil, 0, false
}

// allDocs returns the set of the documents 0 to n-1.
func allDocs(n uint32) *roaring.Bitmap {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i)
	}
	m := roaring.New()
	m.AddMany(all) // AddRange would make runs, which intersect more slowly
	return m
}

func (x *Index) newPart(s *segment, live *roaring.Bitmap, closed bool) *part {
	p := &part{seg: s, live: live, closed: closed, sums: x.newCounts(allCounted)}
	p.sums.add(s, live, 1, allCounted)
	return p
}

// without returns the part with some documents removed.
func (p *part) without(dead []uint32) *part {
	if len(dead) == 0 {
		return p
	}
	gone := roaring.BitmapOf(dead...)
	rest := &part{seg: p.seg, live: roaring.AndNot(p.live, gone), closed: p.closed, sums: p.sums.clone()}
	rest.sums.add(p.seg, gone, -1, allCounted)
	return rest
}

// Confirm notes when boards were last read completely.
func (x *Index) Confirm(list []Board) {
	x.writing.Lock()
	defer x.writing.Unlock()
	next := slices.Clone(*x.confirmed.Load())
	for _, b := range list {
		number := int(x.groups[boards].add(string(b.ID[:]), nil))
		next = append(next, make([]int64, max(0, number+1-len(next)))...)
		next[number] = micros(b.Confirmed)
	}
	x.confirmed.Store(&next)
}

// OpenByBoard counts the open postings of each board.
func (x *Index) OpenByBoard() map[uuid.UUID]int {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	list := x.groups[boards].list()
	out := map[uuid.UUID]int{}
	for _, p := range v.open {
		for it := p.live.Iterator(); it.HasNext(); {
			out[uuid.UUID([]byte(list[p.seg.columns[boards].one[it.Next()]].text))]++
		}
	}
	return out
}

// Stats describe the index.
func (x *Index) Stats() Stats {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	s := Stats{Parts: len(v.parts)}
	for _, p := range v.parts {
		n := int(p.live.GetCardinality())
		if p.closed {
			s.Closed += n
		} else {
			s.Open += n
		}
		s.Bytes += int64(len(p.seg.block)) + p.sums.bytes() + int64(p.live.GetSizeInBytes())
	}
	for g, names := range x.groups {
		if Group(g) == wider {
			continue
		}
		for _, n := range names.list() {
			s.Bytes += int64(2*len(n.text)+2*len(n.folded)) + 160 // about that much for entries in three maps and a slice
		}
	}
	return s
}
