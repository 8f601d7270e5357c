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
	view     *view // current view of the index
	part     *part
	reversed []string               // its words that may be compounds, from right to left, in order
	isWord   func(word string) bool // reports whether a German posting of the index or of the trial has a word

	// Earlier look-ups: many queries share a word or a value.
	terms  map[string]*term // terms by word; exact ones begin with a quote
	begun  map[string]*term // terms by word: as a beginning, or as it is when it is not completed
	values map[string]*roaring.Bitmap
}

// Try returns a trial of documents. Their order is changed.
func (x *Index) Try(docs []Document) *Trial {
	x.writing.Lock() // values are numbered together with those of the index
	defer x.writing.Unlock()
	s := build(docs, &x.groups)
	t := &Trial{
		x: x, view: x.view.Load(), part: &part{seg: s, live: allDocs(s.n)},
		terms: map[string]*term{}, begun: map[string]*term{}, values: map[string]*roaring.Bitmap{},
	}
	t.isWord = remember(newView(slices.Concat(t.view.parts, []*part{t.part})).hasGerman)
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
	if !t.hasValues(q) {
		return nil
	}
	found := t.x.plan(t.part, q, t.expand(q.Words), t.x.ruling(&q.Rules)).matches(noGroup)
	out := make([]uuid.UUID, 0, found.GetCardinality())
	for it := found.Iterator(); it.HasNext(); {
		out = append(out, t.part.seg.ids[it.Next()])
	}
	return out
}

// hasValues reports whether a posting has the values that a query requires. For nearly all queries it has not, and
// their words need not be compared.
func (t *Trial) hasValues(q *Query) bool {
	set := t.part.live
	for g, values := range q.values() {
		if values != nil {
			set = roaring.And(set, t.valued(Group(g), values))
		}
	}
	return !set.IsEmpty()
}

func (t *Trial) valued(g Group, values []string) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, len(values))
	for i, v := range values {
		key := valueKey(g, v)
		if sets[i] = t.values[key]; sets[i] == nil {
			sets[i] = t.x.valued(t.part.seg, g, []string{v})
			t.values[key] = sets[i]
		}
	}
	return union(sets...)
}

// expand returns the same as Index.expand, in a shorter way: words are looked up once, only compounds of the trial's
// own words matter, and whether a word is completed matters only where the trial has completions.
func (t *Trial) expand(e Expr) *expansion {
	if e.known != nil && e.known.by == t {
		return e.known.expansion
	}
	out := typed(e, t.term)
	if last := lastTerm(e, out); last != nil {
		terms := out.clauses[len(out.clauses)-1].alts[0].terms
		terms[len(terms)-1] = t.completed(last)
	}
	if e.known != nil {
		*e.known = known{t, out}
	}
	return out
}

func (t *Trial) term(word string, exact bool) *term {
	key := word
	if exact {
		key = `"` + word
	}
	found := t.terms[key]
	if found == nil {
		if found = t.x.newTerm(word, exact); !exact {
			found.compounds = t.compounds(found)
		}
		t.terms[key] = found
	}
	return found
}

// completed returns the last word of a query as a beginning, if that is what it is taken for.
func (t *Trial) completed(last *term) *term {
	found := t.begun[last.text]
	if found == nil {
		found = last
		plain := *last
		plain.compounds, plain.found = nil, nil
		if begun := last.asPrefix(); t.has(&begun, last) && t.view.completes(&plain) {
			found = &begun
		}
		t.begun[last.text] = found
	}
	return found
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
	return compoundsOf(of, beginning, ending, t.isWord)
}

// Reasons are why a posting matches a query.
type Reasons struct {
	Words  []string // words of the query, or synonyms of them, that the posting has
	Values []string // values of the query's filters
}

// Why returns the reasons why each of some postings of the trial matches.
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
			having := t.valued(Group(g), []string{v})
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
