package index

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
)

// eachWith visits the keys of a dictionary that begin with a text.
func eachWith(d *vellum.FST, text string, visit func(key []byte, value uint64)) {
	start := []byte(text)
	it, err := d.Iterator(start, nil)
	for ; err == nil; err = it.Next() {
		key, value := it.Current()
		if !strings.HasPrefix(string(key), text) {
			return
		}
		visit(key, value)
	}
}

// eval returns the documents of a part for which a clause holds, dead ones included. It must not be changed.
func (x *Index) eval(p *part, m *meaning, f field) *roaring.Bitmap {
	if m.in == inTitles && f == anywhere {
		f = inTitle
	}
	sets := make([]*roaring.Bitmap, 0, len(m.alts))
	for _, s := range m.alts {
		switch {
		case m.in == inCompanies:
			sets = append(sets, p.seg.havingAny(Companies, x.companiesWith(s)))
		case s.adjacent:
			sets = append(sets, adjacent(p, alone(s.terms), f))
		default:
			all := make([]*roaring.Bitmap, len(s.terms))
			for i, t := range s.terms {
				all[i] = t.docs(p.seg, f)
			}
			sets = append(sets, intersect(all...))
		}
	}
	return union(sets...)
}

func alone(terms []*term) [][]*term {
	out := make([][]*term, len(terms))
	for i, t := range terms {
		out[i] = []*term{t}
	}
	return out
}

// companiesWith returns the companies whose names have the words.
func (x *Index) companiesWith(s sequence) (numbers []uint32) {
	for i, n := range x.groups[Companies].list() {
		if i == 0 {
			continue
		}
		name := " " + n.folded + " "
		if !slices.ContainsFunc(s.terms, func(t *term) bool {
			return !slices.ContainsFunc(t.variants, func(v string) bool { return strings.Contains(name, " "+v+" ") })
		}) {
			numbers = append(numbers, uint32(i))
		}
	}
	return numbers
}

// adjacent returns the live documents in which words follow each other, each given by the terms it may be.
func adjacent(p *part, words [][]*term, f field) *roaring.Bitmap {
	sets := []*roaring.Bitmap{p.live}
	for _, w := range words {
		var any []*roaring.Bitmap
		for _, t := range w {
			any = append(any, t.docs(p.seg, f))
		}
		sets = append(sets, union(any...))
	}
	among := intersect(sets...)
	if among.IsEmpty() {
		return none
	}
	docs := among.ToArray()
	found := follow(p.seg, words, docs, true)
	if f == anywhere {
		found = append(found, follow(p.seg, words, docs, false)...)
		slices.Sort(found)
	}
	m := roaring.New()
	m.AddMany(found)
	return m
}

// follow returns those of the documents in whose title, or text, the words follow each other.
func follow(s *segment, words [][]*term, docs []uint32, title bool) (out []uint32) {
	walkers := make([][]*walker, len(words)) // of each word
	for i, w := range words {
		for _, t := range w {
			seen := map[uint32]bool{}
			t.each(s, func(number uint32, _ *roaring.Bitmap) {
				if seen[number] {
					return
				}
				seen[number] = true
				rec, add := s.word(number), uint32(t.width-1)
				if title && len(rec.title) > 0 {
					walkers[i] = append(walkers[i], &walker{readDocs(rec.title, nil), rec.titleAt, add})
				} else if !title {
					walkers[i] = append(walkers[i], &walker{readDocs(rec.all, nil), rec.textAt, add})
				}
			})
		}
	}
	var ends, here []uint32 // where the words so far end, and where the next may
	for _, d := range docs {
		ends = ends[:0]
		for i, list := range walkers {
			here = here[:0]
			for _, w := range list {
				from := len(here)
				here = w.positions(d, here)
				if i > 0 {
					here = append(here[:from], after(ends, here[from:])...)
				}
				for k := range here[from:] {
					here[from+k] += w.add
				}
			}
			if len(list) > 1 {
				slices.Sort(here)
			}
			if ends, here = here, ends; len(ends) == 0 {
				break
			}
		}
		if len(ends) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// walker goes through the documents of a word and its positions in them.
type walker struct {
	docs []uint32
	at   []byte // positions of the first document of docs and all after it
	add  uint32 // from where a word stands to where it ends
}

// positions appends where the word stands in a document. Documents must be asked for in ascending order.
func (w *walker) positions(doc uint32, to []uint32) []uint32 {
	for len(w.docs) > 0 && w.docs[0] < doc {
		w.docs, w.at = w.docs[1:], w.at[positionsEnd(w.at):]
	}
	if len(w.docs) == 0 || w.docs[0] != doc {
		return to
	}
	w.docs = w.docs[1:]
	at, position := w.at, uint32(0)
	for i := 0; ; {
		v := uint64(at[i])
		if i++; v >= 0x80 { // most positions take one byte or two
			more, k := binary.Uvarint(at[i:])
			v, i = v&0x7f|more<<7, i+k
		}
		if position += uint32(v >> 1); position > 0 {
			to = append(to, position)
		}
		if i == len(at) || at[i]&1 == 1 {
			w.at = at[i:]
			return to
		}
	}
}

// after returns those of the later places that come right after one of the earlier. It reuses the list of the later.
func after(earlier, later []uint32) []uint32 {
	out, i := later[:0], 0
	for _, at := range later {
		for i < len(earlier) && earlier[i]+1 < at {
			i++
		}
		if i < len(earlier) && earlier[i]+1 == at {
			out = append(out, at)
		}
	}
	return out
}
