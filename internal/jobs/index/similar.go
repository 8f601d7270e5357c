package index

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"

	"rolecall/internal/jobs/index/analysis"
)

// Scores of a shared title word, skill or place. A title word that more than 1 in commonShare postings of a large segment have
// scores half.
const (
	titleScore = 4
	skillScore = 2
	placeScore = 3
	minScore   = 6

	commonShare  = 20
	largeSegment = 1000 // postings; in a smaller one shares say little
)

// Similar returns up to size open postings most similar to a posting, best first. It reports false if the posting is not in the
// index.
func (x *Index) Similar(id uuid.UUID, size int) ([]uuid.UUID, bool) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	at, doc, known := v.find(id)
	if !known {
		return nil, false
	}
	words := analysis.FoldedWords(x.groups[titles].list()[at.seg.columns[titles].one[doc]].text)
	slices.Sort(words)
	words = slices.Compact(words) // a word that a title repeats counts once
	type candidate struct {
		seg   *segment
		doc   uint32
		score int
	}
	var found []candidate
	for _, p := range v.open {
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
			if m.GetCardinality()*commonShare > uint64(p.seg.n) && p.seg.n > largeSegment {
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
				found = append(found, candidate{p.seg, d, int(score[d])})
			}
		}
	}
	order := func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), newer(a.seg, a.doc, b.seg, b.doc))
	}
	var out []uuid.UUID
	for _, n := range firstOf(found, size, order) {
		out = append(out, n.seg.ids[n.doc])
	}
	return out, true
}
