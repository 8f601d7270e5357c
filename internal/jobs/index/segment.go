package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"
	"sort"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	"github.com/google/uuid"
)

// segment is an immutable set of documents, numbered by date and id, the newest last. Its slices lie in one block of memory
// outside the Go heap or in a mapped snapshot. The block is unmapped once nothing refers to the segment any more: code that
// uses the slices keeps the segment alive meanwhile.
type segment struct {
	block     []byte
	n         uint32
	ids       []uuid.UUID
	byID      []uint32 // documents in the order of their ids
	listed    []int64  // microseconds since 1970
	firstSeen []int64  // likewise
	payMin    []uint32
	payMax    []uint32 // 0: unpriced

	titleFrom  []uint32 // index in titleWords at which the title of each document begins, and the end of the last one
	titleWords []titleWord

	columns    [allGroups]column
	factKey    []uint64 // group and value, ascending
	factAt     []uint32 // offset of each list in facts
	facts      []byte
	byLanguage map[uint32]*roaring.Bitmap // documents by language, which every word of a search needs

	dict          *vellum.FST // word to number
	wordAt        []uint32    // offset of the record of each word in words
	words         []byte      // records, see writer.addWord
	positionsAt   []uint32    // offset of each word in positions
	positions     []byte      // positions of each word outside titles
	wordLanguages []uint16    // languages of the texts that have each word, one bit per stemmer
	forms         *vellum.FST // stemKey or reversedKey to words, see writer.writeForms
	formsOf       []byte      // words of forms that several words share

	dictBytes, formBytes []byte
}

// titleWord is a word of a title: its number, and its position in the lowest bits. Positions count from 1. The number has 26
// bits, enough for 67 million different words.
type titleWord uint32

const (
	positionBits  = 6
	maxTitleWords = 60 // titlePhrase has a bit for each position and for what follows the last
)

func newTitleWord(number uint32, position int) titleWord {
	return titleWord(number<<positionBits | uint32(position))
}

func (w titleWord) number() uint32 { return uint32(w >> positionBits) }
func (w titleWord) position() int  { return int(w & (1<<positionBits - 1)) }

func (s *segment) title(doc uint32) []titleWord {
	return s.titleWords[s.titleFrom[doc]:s.titleFrom[doc+1]]
}

// column holds the values of each document in one group.
type column struct {
	one  []uint32 // the value of each document, in a group with single values
	from []uint32 // otherwise the index in val at which the values of each document begin
	val  []uint32
}

func (c *column) of(doc uint32) []uint32 {
	if c.one != nil {
		return c.one[doc : doc+1]
	}
	return c.val[c.from[doc]:c.from[doc+1]]
}

// section is a slice of a segment as bytes.
type section struct {
	bytes func() []byte
	view  func([]byte) // makes the slice a view of stored bytes
}

func sectionOf[T any](data *[]T) section {
	size := int(unsafe.Sizeof(*new(T)))
	return section{
		bytes: func() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(*data))), len(*data)*size) },
		view: func(b []byte) {
			if *data = nil; len(b) > 0 {
				*data = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
			}
		},
	}
}

// sections lists the slices of a segment in the order in which they are stored.
func (s *segment) sections() []section {
	list := []section{
		sectionOf(&s.positions), sectionOf(&s.positionsAt), sectionOf(&s.words), sectionOf(&s.wordAt), sectionOf(&s.wordLanguages),
		sectionOf(&s.dictBytes), sectionOf(&s.formBytes), sectionOf(&s.formsOf),
		sectionOf(&s.ids), sectionOf(&s.byID), sectionOf(&s.listed), sectionOf(&s.firstSeen), sectionOf(&s.payMin), sectionOf(&s.payMax),
		sectionOf(&s.titleFrom), sectionOf(&s.titleWords),
		sectionOf(&s.factKey), sectionOf(&s.factAt), sectionOf(&s.facts),
	}
	for g := range s.columns {
		c := &s.columns[g]
		list = append(list, sectionOf(&c.one), sectionOf(&c.from), sectionOf(&c.val))
	}
	return list
}

// store writes the sections and returns the segment as it is stored. The positions are in memory already. The block ends with
// a footer: where each section begins and its length.
func (s *segment) store(m memory) *segment {
	footer := []uint64{0, uint64(len(m.bytes))}
	for _, part := range s.sections()[1:] {
		m.align()
		b := part.bytes()
		footer = append(footer, uint64(len(m.bytes)), uint64(len(b)))
		m.write(b)
	}
	m.align()
	m.write(sectionOf(&footer).bytes())
	stored, err := openSegment(m)
	if err != nil {
		panic(err) // the block was written a moment ago
	}
	return stored
}

var errBadSegment = errors.New("index: a segment is damaged")

// openSegment returns the segment stored in a block. The segment owns the memory from then on.
func openSegment(m memory) (*segment, error) {
	s := &segment{block: m.bytes}
	runtime.AddCleanup(s, unmap, m.mapped)
	sections := s.sections()
	end := len(m.bytes) - 16*len(sections)
	if end < 0 {
		return nil, errBadSegment
	}
	var footer []uint64
	sectionOf(&footer).view(m.bytes[end:])
	for i, part := range sections {
		from, size := footer[2*i], footer[2*i+1]
		if from > uint64(end) || size > uint64(end)-from {
			return nil, errBadSegment
		}
		part.view(m.bytes[from : from+size])
	}
	s.n = uint32(len(s.ids))
	var err, err2 error
	s.dict, err = vellum.Load(s.dictBytes)
	s.forms, err2 = vellum.Load(s.formBytes)
	s.byLanguage = map[uint32]*roaring.Bitmap{}
	for i, key := range s.factKey {
		if Group(key>>32) == textLanguage {
			s.byLanguage[uint32(key)] = readBitmap(s.facts[s.factAt[i]:s.factAt[i+1]])
		}
	}
	return s, errors.Join(err, err2)
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

// having returns the documents with a value, dead ones included. Callers must not change the bitmap.
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

// word is the record of a word, see writer.addWord.
type word struct {
	all, title, name []byte // lists of documents that have the word anywhere, in the title, in the name of a skill or company
	textAt           []byte // positions outside the title, for each document of all
}

func (s *segment) number(w string) (uint32, bool) {
	n, ok, err := s.dict.Get([]byte(w))
	return uint32(n), ok && err == nil
}

func (s *segment) word(number uint32) (w word) {
	b := s.words[s.wordAt[number]:s.wordAt[number+1]]
	for _, part := range []*[]byte{&w.all, &w.title, &w.name} {
		size, k := binary.Uvarint(b)
		*part, b = b[k:k+int(size)], b[k+int(size):]
	}
	w.textAt = s.positions[s.positionsAt[number]:s.positionsAt[number+1]]
	return w
}

// field selects the fields in which a word is searched.
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

// wordsOf returns the words of a form.
func (s *segment) wordsOf(key string) []uint32 {
	v, ok, err := s.forms.Get([]byte(key))
	if !ok || err != nil {
		return nil
	}
	if v&1 == 0 {
		return []uint32{uint32(v >> 1)}
	}
	return readDistances(s.formsOf[v>>1:])
}

// withStem returns the words of texts in a language that have a stem.
func (s *segment) withStem(st stemOf) []uint32 {
	words := s.wordsOf(stemKey(st.language, st.stem))
	if number, ok := s.number(st.stem); ok && st.own && s.wordLanguages[number]>>st.language&1 == 1 {
		words = append(words, number)
	}
	return words
}

// stemKey returns the form of all words of a language with the same stem, which none of them is.
func stemKey(language int, stem string) string { return string(rune('a'+language)) + stem }

// reversedKey returns the form of a German word that is found by its end.
func reversedKey(word string) string { return "~" + reverse(word) }
