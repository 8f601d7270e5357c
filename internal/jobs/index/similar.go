package index

import (
	"cmp"
	"runtime"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"

	"rolecall/internal/jobs/index/analysis"
)

// Scores of a shared title word, skill or place. A title word counts half if more than one posting in commonIn has it.
const (
	titleScore = 4
	skillScore = 2
	placeScore = 3
	commonIn   = 20
	minScore   = 6
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
		score int
	}
	var found []near
	for _, p := range v.parts {
		if p.closed {
			continue
		}
		score := make([]uint8, p.seg.n)
		add := func(m *roaring.Bitmap, n uint8) {
			for it := m.Iterator(); it.HasNext(); {
				d := it.Next()
				score[d] = min(score[d], 255-n) + n
			}
		}
		for _, w := range words {
			number, ok := p.seg.number(w)
			if !ok {
				continue
			}
			m := readBitmap(p.seg.word(number).title)
			if m.GetCardinality()*commonIn > uint64(p.seg.n) && p.seg.n > 1000 {
				add(m, titleScore/2)
			} else {
				add(m, titleScore)
			}
		}
		for _, s := range at.seg.columns[Skills].of(doc) {
			add(p.seg.having(Skills, s), skillScore)
		}
		for _, place := range at.seg.columns[Locations].of(doc) {
			add(p.seg.having(Locations, place), placeScore)
		}
		for it := p.live.Iterator(); it.HasNext(); {
			if d := it.Next(); score[d] >= minScore && (p.seg != at.seg || d != doc) {
				found = append(found, near{p.seg, d, int(score[d])})
			}
		}
	}
	order := func(a, b near) int { return cmp.Or(cmp.Compare(b.score, a.score), newer(a.seg, a.doc, b.seg, b.doc)) }
	var out []uuid.UUID
	for _, n := range firstOf(found, size, order) {
		out = append(out, n.seg.ids[n.doc])
	}
	return out, true
}
