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

// writer makes a segment from documents that are in it already and words that are added in ascending order. The records of
// the words, which are most of a segment, go to memory outside the heap at once.
type writer struct {
	*segment
	mem      memory
	stemmers []int // of each value of the group speech, see stemmersOf
	dict     *dictionary
	forms    []form

	all, title, name        []uint32 // documents of the word being written
	titleAt, textAt, record []byte
	list                    []byte
}

// form is a key under which a word is found, see segment.forms.
type form struct {
	key  string
	word uint32
}

// mention is a document of a word with the word's positions in it.
type mention struct {
	doc   uint32
	text  []byte // noPosition when it is in the title only
	title []byte // nil when it is not in the title
	named bool   // in the name of a skill or company
}

// newDraft returns a segment without documents.
func newDraft() *segment {
	s := &segment{}
	for g := range s.columns {
		if !columns[g].single {
			s.columns[g].from = []uint32{0}
		}
	}
	return s
}

// newWriter expects words of about size bytes.
func newWriter(s *segment, stemmers []int, size int) *writer {
	return &writer{segment: s, mem: reserve(size), stemmers: stemmers, dict: newDictionary()}
}

// word adds the next word with its documents in ascending order.
func (w *writer) word(text string, found []mention) {
	w.all, w.title, w.name, w.titleAt, w.textAt = w.all[:0], w.title[:0], w.name[:0], w.titleAt[:0], w.textAt[:0]
	languages := uint16(0)
	for _, p := range found {
		w.all, w.textAt = append(w.all, p.doc), append(w.textAt, p.text...)
		if p.title != nil {
			w.title, w.titleAt = append(w.title, p.doc), append(w.titleAt, p.title...)
		}
		if p.named {
			w.name = append(w.name, p.doc)
		}
		if s := w.stemmers[w.columns[speech].one[p.doc]]; s >= 0 {
			languages |= 1 << s
		}
	}
	number := uint32(len(w.speech))
	w.dict.add(text, uint64(number))
	w.wordAt, w.speech = append(w.wordAt, uint32(len(w.mem.bytes))), append(w.speech, languages)
	w.record = w.record[:0]
	for _, docs := range [][]uint32{w.all, w.title, w.name} {
		w.list = appendList(w.list[:0], docs)
		w.record = appendSized(w.record, w.list)
	}
	w.mem.write(appendSized(w.record, w.titleAt))
	w.mem.write(w.textAt)
	w.addForms(text, number, languages)
}

func appendSized(to, b []byte) []byte { return append(binary.AppendUvarint(to, uint64(len(b))), b...) }

func (w *writer) addForms(text string, number uint32, languages uint16) {
	if !stemmable(text) {
		return
	}
	for language, code := range analysis.Stemmed {
		if languages>>language&1 == 1 {
			w.forms = append(w.forms, form{stemKey(language, analysis.Stem(code, text)), number})
		}
	}
	if languages>>german&1 == 1 && len(text) >= minCompound {
		w.forms = append(w.forms, form{reversedKey(text), number})
	}
}

// close finishes the segment.
func (w *writer) close() *segment {
	w.wordAt = append(w.wordAt, uint32(len(w.mem.bytes)))
	w.dictBytes = w.dict.close()
	w.writeForms()
	w.byID = orderByID(w.ids)
	for g := range w.columns {
		if columns[g].listed {
			w.listValues(Group(g))
		}
	}
	w.factAt = append(w.factAt, uint32(len(w.facts)))
	return w.store(w.mem)
}

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

// listValues adds a list of documents for each value of a group.
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

// dictionary is a map from ascending keys to numbers under construction.
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
