package index

import (
	"math/bits"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

const (
	fanoutBits = 3
	fanout     = 1 << fanoutBits // parts of similar size that are merged into one
	smallPart  = 256             // documents; all smaller parts are of similar size
	maxMerged  = 1_500_000       // documents; a merge needs room for the old and the new part
	largePart  = 16 << 20        // bytes; after such a merge the memory of the old parts is given back immediately
)

// mergeable chooses parts to merge: enough of one size, or one of which most is dead.
func mergeable(parts []*part) []*part {
	type class struct {
		closed bool
		size   int // each is about fanout times as large as the one before
	}
	same := map[class][]*part{}
	for _, p := range parts {
		live := p.live.GetCardinality()
		if uint64(p.seg.n) > 2*live {
			return []*part{p}
		}
		if live*fanout > maxMerged {
			continue
		}
		c := class{p.closed, bits.Len64(live/smallPart) / fanoutBits}
		if same[c] = append(same[c], p); len(same[c]) == fanout {
			return same[c]
		}
	}
	return nil
}

// startMerge starts a merge in the background if one is due; its end starts the next. The caller holds mu.
func (x *Index) startMerge() {
	if x.merging {
		return
	}
	if chosen := mergeable(x.view.Load().parts); chosen != nil {
		x.merging = true
		go x.mergeParts(chosen)
	}
}

// mergeParts makes one part of several. Documents that were replaced meanwhile are removed from it. The caller has set
// merging.
func (x *Index) mergeParts(chosen []*part) {
	s, moved := merge(chosen, stemmersOf(x.groups[textLanguage]))
	merged := x.newPart(s, allDocs(s.n), chosen[0].closed)
	x.mu.Lock()
	defer x.mu.Unlock()
	replaced := make([]*roaring.Bitmap, len(chosen)) // documents of each that were live and no longer are
	for i, c := range chosen {
		replaced[i] = c.live
	}
	var parts []*part
	for _, p := range x.view.Load().parts {
		// The part may be a later copy with fewer live documents; its segment is the same.
		if i := slices.IndexFunc(chosen, func(c *part) bool { return c.seg == p.seg }); i >= 0 {
			replaced[i] = roaring.AndNot(chosen[i].live, p.live)
		} else {
			parts = append(parts, p)
		}
	}
	var dead []uint32
	for i, gone := range replaced {
		for it := gone.Iterator(); it.HasNext(); {
			dead = append(dead, moved[i][it.Next()])
		}
	}
	x.install(append(parts, merged.without(dead)))
	x.merging = false
	x.startMerge()
	x.idle.Broadcast()
	if len(s.block) > largePart {
		go runtime.GC() // unmaps the old parts, see segment
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
		x.merging = len(chosen) > 1
		x.mu.Unlock()
		if len(chosen) > 1 {
			x.mergeParts(chosen)
		}
	}
}
