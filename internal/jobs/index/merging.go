package index

import (
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	fanoutBits = 3
	fanout     = 1 << fanoutBits // so many parts of similar size are merged into one
	smallPart  = 256             // documents; all smaller parts are of similar size
	maxMerged  = 1_500_000       // documents; a merge needs room for the old and the new part
)

// level is the class of a part's size: each is about fanout times as large as the one before.
func level(p *part) int { return bits.Len64(p.live.GetCardinality()/smallPart) / fanoutBits }

// mergeable chooses parts to merge: enough of one size, or one of which most is dead.
func mergeable(parts []*part) []*part {
	for _, closed := range []bool{false, true} {
		bySize := map[int][]*part{}
		for _, p := range parts {
			if p.closed != closed {
				continue
			}
			live := p.live.GetCardinality()
			if uint64(p.seg.n) > 2*live {
				return []*part{p}
			}
			if live*fanout > maxMerged {
				continue
			}
			l := level(p)
			if bySize[l] = append(bySize[l], p); len(bySize[l]) == fanout {
				return bySize[l]
			}
		}
	}
	return nil
}

// startMerge starts a merge in the background if one is due; its end starts the next. The caller holds mu.
func (x *Index) startMerge() {
	if x.merging {
		return
	}
	chosen := mergeable(x.view.Load().parts)
	if chosen == nil {
		return
	}
	go x.mergeParts(x.holdForMerge(), chosen)
}

// holdForMerge notes that a merge is under way and keeps its parts from being freed. The caller holds mu.
func (x *Index) holdForMerge() *view {
	x.merging = true
	v := x.view.Load()
	v.readers++
	return v
}

// mergeParts makes one part of several. Documents that were replaced meanwhile are removed from it.
func (x *Index) mergeParts(held *view, chosen []*part) {
	s, moved := merge(chosen)
	merged := x.newPart(s, allDocs(s.n), chosen[0].closed)
	x.mu.Lock()
	var parts []*part
	live := make([]*roaring.Bitmap, len(chosen)) // what is left of each by now
	for _, p := range x.view.Load().parts {
		// The part may be a later copy with fewer live documents; its segment is the same.
		if i := slices.IndexFunc(chosen, func(c *part) bool { return c.seg == p.seg }); i >= 0 {
			live[i] = p.live
		} else {
			parts = append(parts, p)
		}
	}
	var dead []uint32
	for i, c := range chosen {
		if live[i] == nil {
			live[i] = none
		}
		dead = append(dead, deadSince(c.live, live[i], moved[i])...)
	}
	if merged = x.remove(merged, dead); !merged.live.IsEmpty() {
		parts = append(parts, merged)
	} else {
		merged.seg.mem.release()
	}
	x.install(parts)
	x.merging = false
	x.startMerge()
	x.idle.Broadcast()
	x.mu.Unlock()
	x.release(held)
}

// Settle waits until no merge is under way.
func (x *Index) Settle() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.merging {
		x.idle.Wait()
	}
}

// Compact merges all parts into as few as there may be. Searches and changes go on meanwhile.
func (x *Index) Compact() {
	for _, closed := range []bool{false, true} {
		x.mu.Lock()
		for x.merging {
			x.idle.Wait()
		}
		var chosen []*part
		size := uint64(0)
		for _, p := range x.view.Load().parts {
			if n := p.live.GetCardinality(); p.closed == closed && size+n <= maxMerged {
				chosen, size = append(chosen, p), size+n
			}
		}
		if len(chosen) < 2 {
			x.mu.Unlock()
			continue
		}
		held := x.holdForMerge()
		x.mu.Unlock()
		x.mergeParts(held, chosen)
	}
}
