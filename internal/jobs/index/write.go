package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/blevesearch/vellum"
	"github.com/google/uuid"

	"rolecall/internal/jobs/index/analysis"
)

// writer completes a segment that already has its documents. Words are added in ascending order. Their positions and records,
// which are most of a segment, are written to memory outside the heap immediately.
type writer struct {
	*segment
	mem      memory // begins with the positions, and is the block of the segment in the end
	records  memory
	stemmers []int // stemmer of each value of the group textLanguage, see stemmersOf
	dict     *dictionary
	forms    []form

	// Buffers for the word being written.
	all, title, name []uint32
	record, list     []byte
}

// form is a key under which a word is found, see stemKey and reversedKey.
type form struct {
	key  string
	word uint32
}

// mention is a document that has a word.
type mention struct {
	doc    uint32
	text   []byte // positions outside the title; noPosition if there are none
	titled bool   // the word is in the title
	named  bool   // the word is in the name of a skill or company
}

// newDraft returns a segment without documents.
func newDraft() *segment {
	s := &segment{titleFrom: []uint32{0}}
	for g := range s.columns {
		if !groupColumns[g].single {
			s.columns[g].from = []uint32{0}
		}
	}
	return s
}

// newWriter reserves memory for a segment of about size bytes.
func newWriter(s *segment, stemmers []int, size int) *writer {
	return &writer{segment: s, mem: reserve(size), records: reserve(size), stemmers: stemmers, dict: newDictionary()}
}

// addWord adds the next word with its documents in ascending order. Its record is the lists of documents that have it anywhere,
// in the title, and in the name of a skill or company, each preceded by its length in bytes as a varint; segment.word reads
// records. Its positions outside the title, for each document (see appendPosition), are stored apart: only phrases read them,
// so the pages of a saved segment that hold them need not be in memory.
func (w *writer) addWord(text string, found []mention) {
	w.all, w.title, w.name = w.all[:0], w.title[:0], w.name[:0]
	w.wordAt, w.positionsAt = append(w.wordAt, uint32(len(w.records.bytes))), append(w.positionsAt, uint32(len(w.mem.bytes)))
	languages := uint16(0)
	for _, p := range found {
		w.all = append(w.all, p.doc)
		w.mem.write(p.text)
		if p.titled {
			w.title = append(w.title, p.doc)
		}
		if p.named {
			w.name = append(w.name, p.doc)
		}
		if s := w.stemmers[w.columns[textLanguage].one[p.doc]]; s >= 0 {
			languages |= 1 << s
		}
	}
	number := uint32(len(w.wordLanguages))
	w.dict.add(text, uint64(number))
	w.wordLanguages = append(w.wordLanguages, languages)
	w.record = w.record[:0]
	for _, docs := range [][]uint32{w.all, w.title, w.name} {
		w.list = appendList(w.list[:0], docs)
		w.record = appendSized(w.record, w.list)
	}
	w.records.write(w.record)
	w.addForms(text, number, languages)
}

func appendSized(to, b []byte) []byte { return append(binary.AppendUvarint(to, uint64(len(b))), b...) }

// addForms adds the stems of a word in the languages of its texts, but for those that are the word itself (segment.withStem
// looks for these among the words), and the word backwards if it may end a German compound.
func (w *writer) addForms(text string, number uint32, languages uint16) {
	if !stemmable(text) {
		return
	}
	for language, code := range analysis.Stemmed {
		if languages>>language&1 == 0 {
			continue
		}
		if stem := analysis.Stem(code, text); stem != text {
			w.forms = append(w.forms, form{stemKey(language, stem), number})
		}
	}
	if languages>>german&1 == 1 && len(text) >= minCompound {
		w.forms = append(w.forms, form{reversedKey(text), number})
	}
}

// close finishes the segment.
func (w *writer) close() *segment {
	w.wordAt, w.positionsAt = append(w.wordAt, uint32(len(w.records.bytes))), append(w.positionsAt, uint32(len(w.mem.bytes)))
	w.words = w.records.bytes
	defer unmap(w.records.mapped) // store copies them
	w.dictBytes = w.dict.close()
	w.writeForms()
	w.byID = orderByID(w.ids)
	for g := range w.columns {
		if groupColumns[g].listed {
			w.listValues(Group(g))
		}
	}
	w.factAt = append(w.factAt, uint32(len(w.facts)))
	return w.store(w.mem)
}

// writeForms writes the dictionary from forms to words. The value of a form with one word is the word's number, shifted left by
// one. The value of a form with several words is odd: shifted right by one, it is the offset in formsOf of their numbers, as
// appendDistances writes them. segment.wordsOf reads both.
func (w *writer) writeForms() {
	slices.SortFunc(w.forms, func(a, b form) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.word, b.word)) })
	dict := newDictionary()
	var words []uint32
	for i, f := range w.forms {
		words = append(words, f.word)
		if i+1 < len(w.forms) && w.forms[i+1].key == f.key {
			continue
		}
		if len(words) == 1 {
			dict.add(f.key, uint64(f.word)<<1)
		} else {
			dict.add(f.key, uint64(len(w.formsOf))<<1|1)
			w.formsOf = appendDistances(w.formsOf, words)
		}
		words = words[:0]
	}
	w.formBytes = dict.close()
}

func orderByID(ids []uuid.UUID) []uint32 {
	order := make([]uint32, len(ids))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return bytes.Compare(ids[a][:], ids[b][:]) })
	return order
}

// listValues writes the list of documents for each value of a group.
func (w *writer) listValues(g Group) {
	docs := map[uint32][]uint32{}
	for d := range uint32(len(w.ids)) {
		for _, v := range w.columns[g].of(d) {
			if v != 0 {
				docs[v] = append(docs[v], d)
			}
		}
	}
	for _, v := range slices.Sorted(maps.Keys(docs)) {
		w.factKey, w.factAt = append(w.factKey, uint64(g)<<32|uint64(v)), append(w.factAt, uint32(len(w.facts)))
		w.facts = appendList(w.facts, docs[v])
	}
}

// dictionary builds a map from keys to numbers. Keys are added in ascending order.
type dictionary struct {
	buf     bytes.Buffer
	builder *vellum.Builder
}

func newDictionary() *dictionary {
	d := &dictionary{}
	var err error
	if d.builder, err = vellum.New(&d.buf, nil); err != nil {
		panic(err) // writing to memory does not fail
	}
	return d
}

func (d *dictionary) add(key string, v uint64) {
	if err := d.builder.Insert([]byte(key), v); err != nil {
		panic(err) // keys out of order: our own mistake
	}
}

func (d *dictionary) close() []byte {
	if err := d.builder.Close(); err != nil {
		panic(err)
	}
	return d.buf.Bytes()
}
