package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sort"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	"github.com/google/uuid"
)

// segment is an immutable set of documents, numbered by date and id, the newest last. It is one block of bytes that is
// used as it lies in memory or in a mapped snapshot; the fields below are views of it.
type segment struct {
	mem    memory
	refs   int // views that hold it; guarded by Index.mu
	n      uint32
	ids    []uuid.UUID
	byID   []uint32 // documents in the order of their ids
	listed []int64  // microseconds since 1970
	payMin []uint32
	payMax []uint32 // 0: unpriced

	columns [allGroups]column
	factKey []uint64 // group and value, ascending
	factAt  []uint32 // where the list of each begins in facts
	facts   []byte

	dict     *vellum.FST // word to number
	wordAt   []uint32    // where the record of each word begins in words
	words    []byte
	speech   []uint16    // languages of the texts that have the word, a bit each
	stems    *vellum.FST // language and stem to words, see stemWords
	stemmed  []byte
	reversed *vellum.FST // German words from their end, for compounds
}

// column holds the values of each document in one group.
type column struct {
	one  []uint32 // of a single group
	from []uint32 // else where the values of each document begin
	val  []uint32
}

func (c *column) of(doc uint32) []uint32 {
	if c.one != nil {
		return c.one[doc : doc+1]
	}
	return c.val[c.from[doc]:c.from[doc+1]]
}

// section numbers the parts of the block.
type section int

const (
	secIDs section = iota
	secByID
	secListed
	secPayMin
	secPayMax
	secFactKey
	secFactAt
	secFacts
	secDict
	secWordAt
	secWords
	secSpeech
	secStems
	secStemmed
	secReversed
	secColumns // three for each group from here
	sections   = secColumns + 3*section(allGroups)
)

// footer is at the end of the block: where each section begins and how long it is.
type footer [sections][2]uint64

// put appends a section to the block.
func put[T any](m *memory, f *footer, s section, data []T) {
	m.align(8)
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(*new(T))))
	f[s] = [2]uint64{uint64(len(m.bytes)), uint64(len(b))}
	_, _ = m.Write(b)
}

var errBadSegment = errors.New("index: a segment is damaged")

// openSegment gives meaning to a block.
func openSegment(m memory) (*segment, error) {
	s := &segment{mem: m}
	var f footer
	size := int(unsafe.Sizeof(f))
	if len(m.bytes) < size {
		return nil, errBadSegment
	}
	end := uint64(len(m.bytes) - size)
	if _, err := binary.Decode(m.bytes[end:], binary.NativeEndian, &f); err != nil {
		return nil, err
	}
	for _, at := range f {
		if at[0] > end || at[1] > end-at[0] {
			return nil, errBadSegment
		}
	}
	s.ids = viewOf[uuid.UUID](m, f[secIDs])
	s.n = uint32(len(s.ids))
	s.byID, s.listed = viewOf[uint32](m, f[secByID]), viewOf[int64](m, f[secListed])
	s.payMin, s.payMax = viewOf[uint32](m, f[secPayMin]), viewOf[uint32](m, f[secPayMax])
	s.factKey, s.factAt, s.facts = viewOf[uint64](m, f[secFactKey]), viewOf[uint32](m, f[secFactAt]), viewOf[byte](m, f[secFacts])
	s.wordAt, s.words, s.speech = viewOf[uint32](m, f[secWordAt]), viewOf[byte](m, f[secWords]), viewOf[uint16](m, f[secSpeech])
	s.stemmed = viewOf[byte](m, f[secStemmed])
	for g := range s.columns {
		at := secColumns + 3*section(g)
		s.columns[g] = column{viewOf[uint32](m, f[at]), viewOf[uint32](m, f[at+1]), viewOf[uint32](m, f[at+2])}
	}
	for _, d := range []struct {
		to *(*vellum.FST)
		at section
	}{{&s.dict, secDict}, {&s.stems, secStems}, {&s.reversed, secReversed}} {
		var err error
		if *d.to, err = vellum.Load(viewOf[byte](m, f[d.at])); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func viewOf[T any](m memory, at [2]uint64) []T {
	b := m.bytes[at[0] : at[0]+at[1]]
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// find returns the document of an id.
func (s *segment) find(id uuid.UUID) (uint32, bool) {
	i := sort.Search(len(s.byID), func(i int) bool { return bytes.Compare(s.ids[s.byID[i]][:], id[:]) >= 0 })
	if i < len(s.byID) && s.ids[s.byID[i]] == id {
		return s.byID[i], true
	}
	return 0, false
}

// since returns the first document listed at a time or later.
func (s *segment) since(micros int64) uint32 {
	i, _ := slices.BinarySearch(s.listed, micros)
	return uint32(i)
}

// having returns the documents with a value, dead ones included. It must not be changed.
func (s *segment) having(g Group, value uint32) *roaring.Bitmap {
	i, ok := slices.BinarySearch(s.factKey, uint64(g)<<32|uint64(value))
	if !ok {
		return none
	}
	return readBitmap(s.facts[s.factAt[i]:s.factAt[i+1]])
}

// havingAny returns the documents with any of the values.
func (s *segment) havingAny(g Group, values []uint32) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, 0, len(values))
	for _, v := range values {
		if m := s.having(g, v); m != none {
			sets = append(sets, m)
		}
	}
	return union(sets...)
}

// word is what a segment knows of a word.
type word struct {
	all, title, name []byte // lists of documents that have it anywhere, in the title, in the names of skills or company
	titleAt          []byte // positions in titles, for each document of title
	textAt           []byte // positions elsewhere, for each document of all
}

func (s *segment) number(w string) (uint32, bool) {
	n, ok, err := s.dict.Get([]byte(w))
	return uint32(n), ok && err == nil
}

func (s *segment) word(number uint32) (w word) {
	b := s.words[s.wordAt[number]:s.wordAt[number+1]]
	for _, part := range []*[]byte{&w.all, &w.title, &w.name, &w.titleAt} {
		size, k := binary.Uvarint(b)
		*part, b = b[k:k+int(size)], b[k+int(size):]
	}
	w.textAt = b
	return w
}

func appendWord(to []byte, w word) []byte {
	for _, part := range [][]byte{w.all, w.title, w.name, w.titleAt} {
		to = binary.AppendUvarint(to, uint64(len(part)))
		to = append(to, part...)
	}
	return append(to, w.textAt...)
}

// Where to look for a word.
type field int

const (
	anywhere field = iota
	inTitle
	inTitleOrNames
)

func (w word) docs(f field) *roaring.Bitmap {
	switch f {
	case inTitle:
		return readBitmap(w.title)
	case inTitleOrNames:
		return union(readBitmap(w.title), readBitmap(w.name))
	}
	return readBitmap(w.all)
}

// stemWords returns the words of a language that have a stem.
func (s *segment) stemWords(language int, stem string) []uint32 {
	v, ok, err := s.stems.Get(stemKey(language, stem))
	if !ok || err != nil {
		return nil
	}
	if v&1 == 0 {
		return []uint32{uint32(v >> 1)}
	}
	return readDistances(s.stemmed[v>>1:], nil)
}

func stemKey(language int, stem string) []byte {
	return append([]byte{byte('a' + language)}, stem...)
}

// isDead marks documents that a merge leaves out.
const isDead = ^uint32(0)
