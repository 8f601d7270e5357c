package index

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/blevesearch/vellum"
	"github.com/google/uuid"
)

// writer puts a segment together: first words in ascending order, then stems and reversed words, then the documents.
type writer struct {
	mem      memory
	f        footer
	dict     *dictionary
	stems    *dictionary
	reversed *dictionary
	wordAt   []uint32
	speech   []uint16
	stemmed  []byte
	record   []byte
}

// table is what is kept of documents beside their words.
type table struct {
	ids     []uuid.UUID
	listed  []int64
	payMin  []uint32
	payMax  []uint32
	columns [allGroups]column
}

// newWriter expects a segment of about so many bytes.
func newWriter(size int) *writer {
	return &writer{mem: reserve(size), dict: newDictionary(), stems: newDictionary(), reversed: newDictionary()}
}

// word adds the next word and returns its number.
func (w *writer) word(text []byte, speech uint16, rec word) uint32 {
	number := uint32(len(w.speech))
	w.dict.add(text, uint64(number))
	w.wordAt = append(w.wordAt, uint32(len(w.mem.bytes)))
	w.speech = append(w.speech, speech)
	w.record = appendWord(w.record[:0], rec)
	_, _ = w.mem.Write(w.record)
	return number
}

// stem adds the words of the next stem, in ascending order.
func (w *writer) stem(key []byte, words []uint32) {
	if len(words) == 1 {
		w.stems.add(key, uint64(words[0])<<1)
		return
	}
	w.stems.add(key, uint64(len(w.stemmed))<<1|1)
	w.stemmed = appendDistances(w.stemmed, words)
}

// close finishes the segment.
func (w *writer) close(t *table) *segment {
	w.f[secWords] = [2]uint64{0, uint64(len(w.mem.bytes))}
	w.wordAt = append(w.wordAt, uint32(len(w.mem.bytes)))
	m, f := &w.mem, &w.f
	put(m, f, secWordAt, w.wordAt)
	put(m, f, secSpeech, w.speech)
	put(m, f, secDict, w.dict.close())
	put(m, f, secStems, w.stems.close())
	put(m, f, secStemmed, w.stemmed)
	put(m, f, secReversed, w.reversed.close())
	put(m, f, secIDs, t.ids)
	put(m, f, secByID, orderByID(t.ids))
	put(m, f, secListed, t.listed)
	put(m, f, secPayMin, t.payMin)
	put(m, f, secPayMax, t.payMax)
	var keys []uint64
	var at []uint32
	var facts []byte
	for g, c := range t.columns {
		for i, part := range [][]uint32{c.one, c.from, c.val} {
			put(m, f, secColumns+3*section(g)+section(i), part)
		}
		if columns[g].listed {
			keys, at, facts = listValues(Group(g), &c, uint32(len(t.ids)), keys, at, facts)
		}
	}
	put(m, f, secFactKey, keys)
	put(m, f, secFactAt, append(at, uint32(len(facts))))
	put(m, f, secFacts, facts)
	m.align(8)
	_, _ = m.Write(unsafe.Slice((*byte)(unsafe.Pointer(f)), unsafe.Sizeof(*f)))
	s, err := openSegment(w.mem)
	if err != nil {
		panic(err) // it was written a moment ago
	}
	return s
}

func orderByID(ids []uuid.UUID) []uint32 {
	order := make([]uint32, len(ids))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return bytes.Compare(ids[a][:], ids[b][:]) })
	return order
}

// listValues appends a list of documents for each value of a column.
func listValues(g Group, c *column, n uint32, keys []uint64, at []uint32, facts []byte) ([]uint64, []uint32, []byte) {
	docs := map[uint32][]uint32{}
	for d := range n {
		for _, v := range c.of(d) {
			if v != 0 {
				docs[v] = append(docs[v], d)
			}
		}
	}
	values := make([]uint32, 0, len(docs))
	for v := range docs {
		values = append(values, v)
	}
	slices.Sort(values)
	for _, v := range values {
		keys, at = append(keys, uint64(g)<<32|uint64(v)), append(at, uint32(len(facts)))
		facts = appendList(facts, docs[v])
	}
	return keys, at, facts
}

// dictionary is a map from ascending keys to numbers under construction.
type dictionary struct {
	buf bytes.Buffer
	b   *vellum.Builder
}

func newDictionary() *dictionary {
	d := &dictionary{}
	var err error
	if d.b, err = vellum.New(&d.buf, nil); err != nil {
		panic(err) // writing to memory does not fail
	}
	return d
}

func (d *dictionary) add(key []byte, v uint64) {
	if err := d.b.Insert(key, v); err != nil {
		panic(err) // keys out of order: our own mistake
	}
}

func (d *dictionary) close() []byte {
	if err := d.b.Close(); err != nil {
		panic(err)
	}
	return d.buf.Bytes()
}
