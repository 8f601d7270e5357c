package index

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
)

// merge makes one segment of the live documents of several. moved gives the new number of each old document.
func merge(parts []*part) (s *segment, moved [][]uint32) {
	t, moved := mergeTables(parts)
	size := 1 << 16
	for _, p := range parts {
		size += len(p.seg.mem.bytes)
	}
	w := newWriter(size + size/4)
	numbers := mergeWords(w, parts, moved)
	dicts := func(of func(*segment) *vellum.FST) []*vellum.FST {
		out := make([]*vellum.FST, len(parts))
		for i, p := range parts {
			out[i] = of(p.seg)
		}
		return out
	}
	mergeDicts(dicts(func(s *segment) *vellum.FST { return s.stems }), func(key []byte, in []entry) {
		var words []uint32
		for _, e := range in {
			for _, old := range parts[e.dict].seg.stemWords(int(key[0]-'a'), string(key[1:])) {
				if n := numbers[e.dict][old]; n != isDead {
					words = append(words, n)
				}
			}
		}
		if slices.Sort(words); len(words) > 0 {
			w.stem(key, slices.Compact(words))
		}
	})
	mergeDicts(dicts(func(s *segment) *vellum.FST { return s.reversed }), func(key []byte, in []entry) {
		for _, e := range in {
			if n := numbers[e.dict][e.value]; n != isDead {
				w.reversed.add(key, uint64(n))
				return
			}
		}
	})
	return w.close(t), moved
}

// mergeTables puts the live documents of all parts in order of date and id.
func mergeTables(parts []*part) (*table, [][]uint32) {
	type ref struct {
		part int
		doc  uint32
	}
	var order []ref
	moved := make([][]uint32, len(parts))
	for i, p := range parts {
		moved[i] = slices.Repeat([]uint32{isDead}, int(p.seg.n))
		for it := p.live.Iterator(); it.HasNext(); {
			order = append(order, ref{i, it.Next()})
		}
	}
	slices.SortFunc(order, func(a, b ref) int {
		x, y := parts[a.part].seg, parts[b.part].seg
		return cmp.Or(cmp.Compare(x.listed[a.doc], y.listed[b.doc]), bytes.Compare(x.ids[a.doc][:], y.ids[b.doc][:]))
	})
	t := &table{}
	for g := range t.columns {
		if !columns[g].single {
			t.columns[g].from = []uint32{0}
		}
	}
	for n, r := range order {
		s := parts[r.part].seg
		moved[r.part][r.doc] = uint32(n)
		t.ids, t.listed = append(t.ids, s.ids[r.doc]), append(t.listed, s.listed[r.doc])
		t.payMin, t.payMax = append(t.payMin, s.payMin[r.doc]), append(t.payMax, s.payMax[r.doc])
		for g := range t.columns {
			c := &t.columns[g]
			if columns[g].single {
				c.one = append(c.one, s.columns[g].one[r.doc])
				continue
			}
			c.val = append(c.val, s.columns[g].of(r.doc)...)
			c.from = append(c.from, uint32(len(c.val)))
		}
	}
	return t, moved
}

// placed is a document of a merged list with the bytes of its positions.
type placed struct {
	doc uint32
	at  []byte
}

// mergeWords writes the words that are left and returns the new number of each old one.
func mergeWords(w *writer, parts []*part, moved [][]uint32) [][]uint32 {
	numbers := make([][]uint32, len(parts))
	dicts := make([]*vellum.FST, len(parts))
	for i, p := range parts {
		numbers[i] = slices.Repeat([]uint32{isDead}, len(p.seg.speech))
		dicts[i] = p.seg.dict
	}
	m := &listMerger{moved: moved}
	mergeDicts(dicts, func(key []byte, in []entry) {
		var speech uint16
		for _, e := range in {
			speech |= parts[e.dict].seg.speech[e.value]
		}
		old := func(e entry) word { return parts[e.dict].seg.word(uint32(e.value)) }
		var rec word
		rec.all, rec.textAt = m.merge(in, func(e entry) (docs, at []byte) { r := old(e); return r.all, r.textAt })
		if len(rec.all) == 0 {
			return
		}
		rec.title, rec.titleAt = m.merge(in, func(e entry) (docs, at []byte) { r := old(e); return r.title, r.titleAt })
		rec.name, _ = m.merge(in, func(e entry) (docs, at []byte) { return old(e).name, nil })
		number := w.word(key, speech, rec)
		for _, e := range in {
			numbers[e.dict][e.value] = number
		}
	})
	return numbers
}

// listMerger merges lists of documents with their positions.
type listMerger struct {
	moved  [][]uint32
	docs   []uint32
	merged []placed
}

func (m *listMerger) merge(in []entry, of func(entry) (docs, at []byte)) (list, positions []byte) {
	m.merged = m.merged[:0]
	sorted := true
	for _, e := range in {
		docs, at := of(e)
		m.docs = readDocs(docs, m.docs[:0])
		for _, d := range m.docs {
			var own []byte
			if at != nil {
				own = at[:positionsEnd(at, 0)]
				at = at[len(own):]
			}
			to := m.moved[e.dict][d]
			if to == isDead {
				continue
			}
			if n := len(m.merged); n > 0 && m.merged[n-1].doc > to {
				sorted = false
			}
			m.merged = append(m.merged, placed{to, own})
		}
	}
	if len(m.merged) == 0 {
		return nil, nil
	}
	if !sorted {
		slices.SortFunc(m.merged, func(a, b placed) int { return cmp.Compare(a.doc, b.doc) })
	}
	m.docs = m.docs[:0]
	for _, p := range m.merged {
		m.docs = append(m.docs, p.doc)
		positions = append(positions, p.at...)
	}
	return appendList(nil, m.docs), positions
}

// entry is the value of a key in one of several dictionaries.
type entry struct {
	dict  int
	value uint64
}

// mergeDicts visits the keys of all dictionaries in ascending order.
func mergeDicts(dicts []*vellum.FST, visit func(key []byte, in []entry)) {
	its := make([]*vellum.FSTIterator, len(dicts))
	for i, d := range dicts {
		if it, err := d.Iterator(nil, nil); err == nil {
			its[i] = it
		}
	}
	var in []entry
	var key []byte
	for {
		in = in[:0]
		for i, it := range its {
			if it == nil {
				continue
			}
			k, v := it.Current()
			switch c := bytes.Compare(k, key); {
			case len(in) == 0 || c < 0:
				key, in = append(key[:0], k...), append(in[:0], entry{i, v})
			case c == 0:
				in = append(in, entry{i, v})
			}
		}
		if len(in) == 0 {
			return
		}
		visit(key, in)
		for _, e := range in {
			if its[e.dict].Next() != nil {
				its[e.dict] = nil
			}
		}
	}
}

// deadSince returns the documents of a merged segment that were replaced while it was made.
func deadSince(before, now *roaring.Bitmap, moved []uint32) []uint32 {
	var out []uint32
	for it := roaring.AndNot(before, now).Iterator(); it.HasNext(); {
		out = append(out, moved[it.Next()])
	}
	return out
}
