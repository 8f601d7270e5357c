package index

import (
	"encoding/binary"
	"math"
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

// eval returns the documents for which a clause holds: those of among, and maybe others, since only words next to each other are
// looked for among these alone. It must not be changed.
func (x *Index) eval(s *segment, among *roaring.Bitmap, m *meaning, f field) *roaring.Bitmap {
	if m.in == inTitles && f == anywhere {
		f = inTitle
	}
	sets := make([]*roaring.Bitmap, 0, len(m.alts))
	for _, words := range m.alts {
		switch {
		case m.in == inCompanies:
			sets = append(sets, s.havingAny(Companies, x.companiesWith(words)))
		case words.adjacent:
			sets = append(sets, adjacent(s, among, alone(words.terms), f))
		default:
			all := make([]*roaring.Bitmap, len(words.terms))
			for i, t := range words.terms {
				all[i] = t.docs(s, f)
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
func (x *Index) companiesWith(s sequence) []uint32 {
	return x.valuesThat(Companies, func(n name) bool {
		words := " " + n.folded + " "
		for _, t := range s.terms {
			if !slices.ContainsFunc(t.variants, func(v string) bool { return strings.Contains(words, " "+v+" ") }) {
				return false
			}
		}
		return true
	})
}

// adjacent returns the documents of among in which words follow each other, each given by the terms it may be.
func adjacent(s *segment, among *roaring.Bitmap, words [][]*term, f field) *roaring.Bitmap {
	found := titlePhrase(s, among, words, math.MaxInt)
	if f == anywhere {
		found.Or(follow(s, roaring.AndNot(among, found), words))
	}
	return found
}

// havingAll returns the documents of among that have one of the terms of each word.
func havingAll(s *segment, among *roaring.Bitmap, words [][]*term, f field) *roaring.Bitmap {
	sets := []*roaring.Bitmap{among}
	for _, w := range words {
		var any []*roaring.Bitmap
		for _, t := range w {
			any = append(any, t.docs(s, f))
		}
		sets = append(sets, union(any...))
	}
	return intersect(sets...)
}

// titlePhrase returns the documents of among whose title has the words next to each other: all of them, or at least the
// newest wanted ones.
func titlePhrase(s *segment, among *roaring.Bitmap, words [][]*term, wanted int) *roaring.Bitmap {
	all := havingAll(s, among, words, inTitle)
	if len(words) == 1 {
		return all
	}
	type spelling struct {
		numbers []uint32 // words of the segment that a term stands for
		length  int      // positions that it fills
	}
	spellings := make([][]spelling, len(words))
	for i, w := range words {
		for _, t := range w {
			spellings[i] = append(spellings[i], spelling{t.numbers(s), t.width})
		}
	}
	var found []uint32
	for it := all.ReverseIterator(); len(found) < wanted && it.HasNext(); {
		doc := it.Next()
		next := ^uint64(0) // positions at which the next word may begin, one bit each
		for _, spelled := range spellings {
			begin := next
			next = 0
			for _, w := range s.title(doc) {
				if begin>>w.position()&1 == 0 {
					continue
				}
				for _, sp := range spelled {
					if _, ok := slices.BinarySearch(sp.numbers, w.number()); ok {
						next |= 1 << min(w.position()+sp.length, maxTitleWords+1)
					}
				}
			}
		}
		if next != 0 {
			found = append(found, doc)
		}
	}
	slices.Reverse(found)
	return roaring.BitmapOf(found...)
}

// follow returns the documents of among whose text outside the title has the words next to each other.
func follow(s *segment, among *roaring.Bitmap, words [][]*term) *roaring.Bitmap {
	docs := havingAll(s, among, words, anywhere)
	if docs.IsEmpty() {
		return roaring.New()
	}
	walkers := make([][]*walker, len(words)) // walkers of each word
	for i, w := range words {
		for _, t := range w {
			walkers[i] = append(walkers[i], walkersOf(s, t)...)
		}
	}
	var ends, here []uint32 // ends of the words so far, and of the next one
	return s.filter(docs, func(d uint32) bool {
		ends = ends[:0]
		for i, list := range walkers {
			here = here[:0]
			for _, w := range list {
				here = w.ends(d, i == 0, ends, here)
			}
			if len(list) > 1 {
				slices.Sort(here)
			}
			if ends, here = here, ends; len(ends) == 0 {
				return false
			}
		}
		return true
	})
}

// numbers returns the words of a segment that a term stands for, ascending.
func (t *term) numbers(s *segment) (out []uint32) {
	t.each(s, func(number uint32, _ *roaring.Bitmap) { out = append(out, number) })
	slices.Sort(out)
	return slices.Compact(out)
}

// walkersOf returns a walker for each word that a term stands for.
func walkersOf(s *segment, t *term) (out []*walker) {
	for _, number := range t.numbers(s) {
		rec := s.word(number)
		out = append(out, &walker{docs: readDocs(rec.all), stream: rec.textAt, add: uint32(t.width - 1)})
	}
	return out
}

// walker goes through the documents of a word and its positions in their texts.
type walker struct {
	docs   []uint32
	stream []byte // positions in each of the documents
	doc    int    // index in docs of the next document
	at     int    // offset of its positions in stream
	add    uint32 // distance from the start of a word to its end
}

// ends appends where the word ends in a document: everywhere if it is the first one, else right after an end of the word
// before it. Documents must be asked for in ascending order.
func (w *walker) ends(doc uint32, first bool, before, to []uint32) []uint32 {
	for w.doc < len(w.docs) && w.docs[w.doc] < doc {
		w.doc, w.at = w.doc+1, positionsEnd(w.stream, w.at)
	}
	if w.doc == len(w.docs) || w.docs[w.doc] != doc {
		return to
	}
	stream, i, position, k := w.stream, w.at, uint32(0), 0
	for {
		v, n := binary.Uvarint(stream[i:])
		i, position = i+n, position+uint32(v>>1)
		for k < len(before) && before[k]+1 < position {
			k++
		}
		if position > 0 && (first || k < len(before) && before[k]+1 == position) {
			to = append(to, position+w.add)
		}
		if i == len(stream) || stream[i]&1 == 1 {
			w.doc, w.at = w.doc+1, i
			return to
		}
	}
}

// positionsEnd returns where the positions of the document end that begin at i.
func positionsEnd(stream []byte, i int) int {
	for {
		for stream[i] >= 0x80 {
			i++
		}
		if i++; i == len(stream) || stream[i]&1 == 1 {
			return i
		}
	}
}
