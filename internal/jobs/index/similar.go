package index

import (
	"cmp"
	"runtime"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"

	"rolecall/internal/jobs/index/analysis"
)

// What a shared title word, skill or place is worth. A word that one posting in commonIn has says little.
const (
	titleWorth = 4
	skillWorth = 2
	placeWorth = 3
	commonIn   = 20
	leastWorth = 6 // what is worth less is not near
)

// Similar returns open postings near one, nearest first. It reports whether the posting is known.
func (x *Index) Similar(id uuid.UUID, size int) ([]uuid.UUID, bool) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	at, doc, known := v.find(id)
	if !known {
		return nil, false
	}
	words := analysis.FoldedWords(x.groups[titles].list()[at.seg.columns[titles].one[doc]].text)
	type near struct {
		seg   *segment
		doc   uint32
		worth int
	}
	var found []near
	for _, p := range v.parts {
		if p.closed {
			continue
		}
		worth := make([]uint8, p.seg.n)
		add := func(m *roaring.Bitmap, n uint8) {
			for it := m.Iterator(); it.HasNext(); {
				d := it.Next()
				worth[d] = min(worth[d], 255-n) + n
			}
		}
		for _, w := range words {
			number, ok := p.seg.number(w)
			if !ok {
				continue
			}
			m := readBitmap(p.seg.word(number).title)
			if m.GetCardinality()*commonIn > uint64(p.seg.n) && p.seg.n > 1000 {
				add(m, titleWorth/2)
			} else {
				add(m, titleWorth)
			}
		}
		for _, s := range at.seg.columns[Skills].of(doc) {
			add(p.seg.having(Skills, s), skillWorth)
		}
		for _, place := range at.seg.columns[Locations].of(doc) {
			add(p.seg.having(Locations, place), placeWorth)
		}
		for it := p.live.Iterator(); it.HasNext(); {
			if d := it.Next(); worth[d] >= leastWorth && (p.seg != at.seg || d != doc) {
				found = append(found, near{p.seg, d, int(worth[d])})
			}
		}
	}
	order := func(a, b near) int { return cmp.Or(cmp.Compare(b.worth, a.worth), newer(a.seg, a.doc, b.seg, b.doc)) }
	var out []uuid.UUID
	for _, n := range firstOf(found, min(size, len(found)), order) {
		out = append(out, n.seg.ids[n.doc])
	}
	return out, true
}
