package index

import (
	"bytes"
	"slices"

	"github.com/blevesearch/vellum"
)

// isDead marks documents that a merge leaves out.
const isDead = ^uint32(0)

// merge makes one segment of the live documents of several. moved gives the new number of each old document.
func merge(parts []*part, stemmers []int) (s *segment, moved [][]uint32) {
	draft, moved := mergeDocuments(parts)
	size := 1 << 16
	for _, p := range parts {
		size += len(p.seg.block)
	}
	w := newWriter(draft, stemmers, size+size/4)
	renumber := make([][]uint32, len(parts)) // new number of each word of each part
	for i, p := range parts {
		renumber[i] = make([]uint32, len(p.seg.wordLanguages))
	}
	var found, spare []mention
	var ends []int // ends of the mentions from each part
	eachWord(parts, func(text string, in []entry) {
		found, ends = found[:0], ends[:0]
		for _, e := range in {
			renumber[e.part][e.number] = uint32(len(w.wordLanguages))
			found = parts[e.part].seg.mentions(e.number, moved[e.part], found)
			ends = append(ends, len(found))
		}
		if found, spare = mergeRuns(found, spare, ends); len(found) > 0 {
			w.addWord(text, found)
		}
	})
	for i := range parts {
		for _, doc := range moved[i] {
			if doc == isDead {
				continue
			}
			title := draft.title(doc)
			for k, word := range title {
				title[k] = newTitleWord(renumber[i][word.number()], word.position())
			}
		}
	}
	return w.close(), moved
}

// mentions appends the live documents of a word under their new numbers.
func (s *segment) mentions(word uint32, moved []uint32, to []mention) []mention {
	rec := s.word(word)
	titles, names := readDocs(rec.title), readDocs(rec.name)
	for _, d := range readDocs(rec.all) {
		p := mention{doc: moved[d]}
		end := positionsEnd(rec.textAt, 0)
		p.text, rec.textAt = rec.textAt[:end], rec.textAt[end:]
		if len(titles) > 0 && titles[0] == d {
			p.titled, titles = true, titles[1:]
		}
		if len(names) > 0 && names[0] == d {
			p.named, names = true, names[1:]
		}
		if p.doc != isDead {
			to = append(to, p)
		}
	}
	return to
}

// mergeRuns puts mentions in the order of their documents, given the ends of runs that are in this order: those from one part
// are. Sorting takes three times as long. It also returns memory for the next call and overwrites ends.
func mergeRuns(list, spare []mention, ends []int) (merged, unused []mention) {
	for len(ends) > 1 {
		spare = spare[:0]
		pairs, from := ends[:0], 0
		for ; len(ends) > 0; ends = ends[min(2, len(ends)):] {
			a, end := list[from:ends[0]], ends[min(1, len(ends)-1)]
			spare = appendMerged(spare, a, list[ends[0]:end])
			pairs, from = append(pairs, len(spare)), end
		}
		list, spare, ends = spare, list, pairs
	}
	return list, spare
}

// appendMerged appends two lists in the order of their documents, given that each is.
func appendMerged(to, a, b []mention) []mention {
	for len(a) > 0 && len(b) > 0 {
		if a[0].doc < b[0].doc {
			to, a = append(to, a[0]), a[1:]
		} else {
			to, b = append(to, b[0]), b[1:]
		}
	}
	return append(append(to, a...), b...)
}

// mergeDocuments puts the live documents of all parts in order of date and id.
func mergeDocuments(parts []*part) (draft *segment, moved [][]uint32) {
	type ref struct {
		part int
		doc  uint32
	}
	var order []ref
	moved = make([][]uint32, len(parts))
	for i, p := range parts {
		moved[i] = slices.Repeat([]uint32{isDead}, int(p.seg.n))
		for it := p.live.Iterator(); it.HasNext(); {
			order = append(order, ref{i, it.Next()})
		}
	}
	slices.SortFunc(order, func(a, b ref) int { return newer(parts[b.part].seg, b.doc, parts[a.part].seg, a.doc) })
	draft = newDraft()
	for n, r := range order {
		s := parts[r.part].seg
		moved[r.part][r.doc] = uint32(n)
		draft.ids, draft.listed = append(draft.ids, s.ids[r.doc]), append(draft.listed, s.listed[r.doc])
		draft.firstSeen = append(draft.firstSeen, s.firstSeen[r.doc])
		draft.payMin, draft.payMax = append(draft.payMin, s.payMin[r.doc]), append(draft.payMax, s.payMax[r.doc])
		draft.titleWords = append(draft.titleWords, s.title(r.doc)...) // renumbered by merge
		draft.titleFrom = append(draft.titleFrom, uint32(len(draft.titleWords)))
		for g := range draft.columns {
			c := &draft.columns[g]
			if groupColumns[g].single {
				c.one = append(c.one, s.columns[g].one[r.doc])
				continue
			}
			c.val = append(c.val, s.columns[g].of(r.doc)...)
			c.from = append(c.from, uint32(len(c.val)))
		}
	}
	return draft, moved
}

// entry is the number of a word in one of several parts.
type entry struct {
	part   int
	number uint32
}

// eachWord visits the words of all parts in ascending order.
func eachWord(parts []*part, visit func(text string, in []entry)) {
	its := make([]*vellum.FSTIterator, len(parts))
	for i, p := range parts {
		if it, err := p.seg.dict.Iterator(nil, nil); err == nil {
			its[i] = it
		}
	}
	var in []entry
	var word []byte
	for {
		in = in[:0]
		for i, it := range its {
			if it == nil {
				continue
			}
			key, number := it.Current()
			switch c := bytes.Compare(key, word); {
			case len(in) == 0 || c < 0:
				word, in = append(word[:0], key...), append(in[:0], entry{i, uint32(number)})
			case c == 0:
				in = append(in, entry{i, uint32(number)})
			}
		}
		if len(in) == 0 {
			return
		}
		visit(string(word), in)
		for _, e := range in {
			if its[e.part].Next() != nil {
				its[e.part] = nil
			}
		}
	}
}
