// Package index keeps postings in memory so that searches, facets and suggestions are exact and quick.
//
// The index is a list of parts. A part is an immutable segment (words, filter values, dates and pay of documents that are
// numbered by date) and the set of its documents that are still live. A change is a small new part plus removals in
// older ones; parts of similar size are merged in the background. Readers hold a view, which never changes, and lock
// only to take it and to give it back.
// Closed postings have parts of their own, so that history costs a search of open ones nothing.
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

// Rates say how much of a currency one euro buys: USD 1.1.
type Rates map[string]float64

// Options say how the index behaves.
type Options struct {
	Rates       Rates
	MaxPostings int // refuse more; 0 is no limit

	// PlaceName translates what people type to the name that postings have: München to Munich. Nil translates nothing.
	PlaceName func(text string) (string, bool)
}

// Index is a set of postings that can be searched while it changes.
type Index struct {
	options   Options
	groups    [allGroups]*names
	confirmed atomic.Pointer[map[uint32]int64] // when each board was last read completely, by its number: microseconds
	view      *atomic.Pointer[view]            // apart from Index, so that the cleanup in New does not keep the Index alive

	writing sync.Mutex // one writer at a time; taken before mu
	mu      sync.Mutex // guards which view is current, and who still reads the older ones
	merging bool       // guarded by mu
	idle    *sync.Cond // signalled when a merge ends
}

// view is the parts at one moment.
type view struct {
	parts   []*part
	readers int  // guarded by Index.mu
	retired bool // guarded by Index.mu
}

// part is a segment and which of its documents are neither replaced nor deleted.
type part struct {
	seg    *segment
	live   *roaring.Bitmap // must not be changed
	closed bool            // of closed postings
	sums   *counts         // how many live documents have each value
}

// New makes an empty index. Its memory is given back once nothing refers to it any more.
func New(o Options) *Index {
	x := &Index{options: o, view: &atomic.Pointer[view]{}}
	for g := range x.groups {
		searched := Group(g) == Companies || Group(g) == Locations || Group(g) == Skills // by words, not by value alone
		x.groups[g] = newNames(searched)
	}
	x.groups[wider] = x.groups[Locations] // other names of places are numbered together with the places
	x.idle = sync.NewCond(&x.mu)
	x.confirmed.Store(&map[uint32]int64{})
	x.view.Store(&view{})
	runtime.AddCleanup(x, func(last *atomic.Pointer[view]) {
		for _, p := range last.Load().parts {
			p.seg.mem.release()
		}
	}, x.view)
	return x
}

// acquire returns the current view, which stays valid until it is released.
func (x *Index) acquire() *view {
	x.mu.Lock()
	defer x.mu.Unlock()
	v := x.view.Load()
	v.readers++
	return v
}

func (x *Index) release(v *view) {
	x.mu.Lock()
	defer x.mu.Unlock()
	v.readers--
	x.free(v)
}

// install makes parts the current view. The caller holds mu.
func (x *Index) install(parts []*part) {
	for _, p := range parts {
		p.seg.refs++
	}
	old := x.view.Swap(&view{parts: parts})
	old.retired = true
	x.free(old)
}

// free gives memory back once the last reader of a retired view is gone. The caller holds mu.
func (x *Index) free(v *view) {
	if !v.retired || v.readers > 0 {
		return
	}
	for _, p := range v.parts {
		if p.seg.refs--; p.seg.refs == 0 {
			p.seg.mem.release()
		}
	}
	v.parts = nil
}

// ErrFull means that there are more postings than the index may hold.
var ErrFull = errors.New("index: too many postings")

// Apply puts changed postings in place of what was known of them and removes those that are gone.
func (x *Index) Apply(changed []Document, gone []uuid.UUID) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if most := x.options.MaxPostings; most > 0 {
		// To count the new ones takes long, so only when all of them would be too many.
		if s := x.Stats(); s.Open+s.Closed+len(changed) > most && s.Open+s.Closed+x.unknown(changed) > most {
			return fmt.Errorf("%w: the limit is %d", ErrFull, most)
		}
	}
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
	var fresh []*part
	for _, docs := range [][]Document{open, closed} {
		if len(docs) > 0 {
			s := build(docs, &x.groups)
			fresh = append(fresh, x.newPart(s, allDocs(s.n), docs[0].Closed))
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	var parts []*part
	for _, p := range x.view.Load().parts {
		if p = x.without(p, ids); !p.live.IsEmpty() {
			parts = append(parts, p)
		}
	}
	x.install(append(parts, fresh...))
	x.startMerge()
	return nil
}

// unknown counts the documents that are not in the index yet.
func (x *Index) unknown(docs []Document) (n int) {
	v := x.acquire()
	defer x.release(v)
	for _, d := range docs {
		if _, _, known := v.find(d.ID); !known {
			n++
		}
	}
	return n
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
	p := &part{seg: s, live: live, closed: closed, sums: x.newCounts()}
	p.sums.add(s, live, 1, allFacets)
	return p
}

// without returns the part with some postings removed.
func (x *Index) without(p *part, ids []uuid.UUID) *part {
	var dead []uint32
	for _, id := range ids {
		if d, ok := p.seg.find(id); ok && p.live.Contains(d) {
			dead = append(dead, d)
		}
	}
	return x.remove(p, dead)
}

func (x *Index) remove(p *part, dead []uint32) *part {
	if len(dead) == 0 {
		return p
	}
	slices.Sort(dead)
	gone := roaring.BitmapOf(dead...)
	rest := &part{seg: p.seg, live: roaring.AndNot(p.live, gone), closed: p.closed, sums: p.sums.clone()}
	rest.sums.add(p.seg, gone, -1, allFacets)
	return rest
}

// Confirm notes when boards were last read completely.
func (x *Index) Confirm(list []Board) {
	x.writing.Lock()
	defer x.writing.Unlock()
	known := *x.confirmed.Load()
	next := make(map[uint32]int64, len(known)+len(list))
	for b, at := range known {
		next[b] = at
	}
	for _, b := range list {
		next[x.groups[boards].add(string(b.ID[:]), nil)] = micros(b.Confirmed)
	}
	x.confirmed.Store(&next)
}

// OpenByBoard counts the open postings of each board.
func (x *Index) OpenByBoard() map[uuid.UUID]int {
	v := x.acquire()
	defer x.release(v)
	list := x.groups[boards].list()
	out := map[uuid.UUID]int{}
	for _, p := range v.parts {
		if p.closed {
			continue
		}
		for it := p.live.Iterator(); it.HasNext(); {
			out[uuid.UUID([]byte(list[p.seg.columns[boards].one[it.Next()]].text))]++
		}
	}
	return out
}

// Stats describe the index.
func (x *Index) Stats() Stats {
	v := x.acquire()
	defer x.release(v)
	s := Stats{Parts: len(v.parts)}
	for _, p := range v.parts {
		n := int(p.live.GetCardinality())
		if p.closed {
			s.Closed += n
		} else {
			s.Open += n
		}
		s.Bytes += int64(len(p.seg.mem.bytes)) + p.sums.bytes() + int64(p.live.GetSizeInBytes())
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
