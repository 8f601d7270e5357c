package index

import (
	"runtime"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
)

// Trial is postings that are searched like those of an index without being in it. A query means the same as in a search of
// the index: completions, compounds and names of places are those of the index. It is for one goroutine.
type Trial struct {
	x        *Index
	view     *view // of the index
	part     *part
	reversed []string        // its words that may be compounds, from right to left, in order
	german   map[string]bool // whether a German posting has the word
	begun    map[string]bool // whether the last word of a query is completed
}

// Try returns a trial of documents. Their order is changed.
func (x *Index) Try(docs []Document) *Trial {
	x.writing.Lock() // values are numbered together with those of the index
	defer x.writing.Unlock()
	s := build(docs, &x.groups)
	t := &Trial{x: x, view: x.view.Load(), part: &part{seg: s, live: allDocs(s.n)}, german: map[string]bool{}, begun: map[string]bool{}}
	eachWith(s.dict, "", func(word []byte, _ uint64) {
		if len(word) >= minCompound && stemmable(string(word)) {
			t.reversed = append(t.reversed, reverse(string(word)))
		}
	})
	slices.Sort(t.reversed)
	return t
}

// Match returns the postings that match, in no order. An id that several documents have may come several times.
func (t *Trial) Match(q *Query) []uuid.UUID {
	defer runtime.KeepAlive(t)
	if t.part.live.IsEmpty() {
		return nil
	}
	found := t.x.plan(t.part, q, t.expand(q.Words)).matches(noGroup)
	out := make([]uuid.UUID, 0, found.GetCardinality())
	for it := found.Iterator(); it.HasNext(); {
		out = append(out, t.part.seg.ids[it.Next()])
	}
	return out
}

// expand is Index.expand, with a shorter way to the same result: only compounds of the trial's own words matter here, and
// whether a word is completed only where the trial has completions.
func (t *Trial) expand(e Expr) *expansion {
	if e.known != nil && e.known.by == t {
		return e.known.expansion
	}
	out := t.x.typed(e)
	if last := lastTerm(e, out); last != nil {
		if begun := last.asPrefix(); t.has(&begun, last) {
			is, known := t.begun[last.variants[0]]
			if !known {
				is = t.view.completes(last)
				t.begun[last.variants[0]] = is
			}
			if is {
				*last = begun
			}
		}
	}
	addCompounds(out, t.compounds)
	if e.known != nil {
		*e.known = known{t, out}
	}
	return out
}

// has reports whether the trial has words that one term stands for and another does not.
func (t *Trial) has(wide, narrow *term) bool {
	words := func(of *term) int {
		numbers := map[uint32]bool{}
		of.each(t.part.seg, func(number uint32, _ *roaring.Bitmap) { numbers[number] = true })
		return len(numbers)
	}
	return words(wide) > words(narrow)
}

// compounds returns those of the trial's words that are compounds in a German posting of the index or of the trial. The
// posting of the trial that has one need not be German.
func (t *Trial) compounds(of *term) []string {
	beginning := func(part string, visit func(string)) {
		eachWith(t.part.seg.dict, part, func(key []byte, _ uint64) {
			if len(key) >= minCompound {
				visit(string(key))
			}
		})
	}
	ending := func(part string, visit func(string)) {
		from := reverse(part)
		i, _ := slices.BinarySearch(t.reversed, from)
		for ; i < len(t.reversed) && strings.HasPrefix(t.reversed[i], from); i++ {
			visit(reverse(t.reversed[i]))
		}
	}
	return compoundsOf(of, beginning, ending, func(word string) bool {
		is, known := t.german[word]
		if !known {
			is = t.view.hasGerman(word) || (&view{[]*part{t.part}}).hasGerman(word)
			t.german[word] = is
		}
		return is
	})
}

// Reasons are why a posting matches a query.
type Reasons struct {
	Words  []string // of the query, or synonyms of them, that the posting has
	Values []string // of the query's filters
}

// Why says why each of some postings of the trial matches.
func (t *Trial) Why(q *Query, ids []uuid.UUID) []Reasons {
	defer runtime.KeepAlive(t)
	out, docs := make([]Reasons, len(ids)), make([]uint32, len(ids))
	for i, id := range ids {
		docs[i], _ = t.part.seg.find(id)
	}
	for _, m := range t.expand(q.Words).clauses {
		said := make([]bool, len(ids)) // an alternative is enough
		for _, s := range m.alts {
			one := meaning{alts: []sequence{s}, in: m.in}
			having := t.x.eval(t.part, &one, anywhere)
			for i, doc := range docs {
				if !m.not && !said[i] && having.Contains(doc) {
					out[i].Words, said[i] = append(out[i].Words, s.text()), true
				}
			}
		}
	}
	for g, values := range q.values() {
		for _, v := range values {
			having := t.x.valued(t.part.seg, Group(g), []string{v})
			for i, doc := range docs {
				if having.Contains(doc) {
					out[i].Values = append(out[i].Values, v)
				}
			}
		}
	}
	return out
}

// Matcher returns what marks the words of a text that an expression matches.
func (t *Trial) Matcher(e Expr) *Matcher { return newMatcher(t.expand(e)) }

// valued returns the documents with any of the values of a filter. It must not be changed.
func (x *Index) valued(s *segment, g Group, values []string) *roaring.Bitmap {
	numbers := x.numbers(g, values)
	m := s.havingAny(g, numbers)
	if g == Locations {
		m = union(m, s.havingAny(wider, numbers))
	}
	return m
}
