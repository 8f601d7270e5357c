package index

import (
	"runtime"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
)

// Trial searches postings as if they were in an index, without adding them. A query means the same as in the index, which
// decides about completions, compounds and place names. It is not safe for concurrent use.
type Trial struct {
	x        *Index
	view     *view                  // the index when the trial began
	part     *part                  // the postings of the trial
	reversed []string               // reversed words of the trial that may be compounds, sorted
	isWord   func(word string) bool // reports whether a German posting of the index or of the trial has a word

	// Results of earlier look-ups: many queries share a word or a value.
	terms     map[string]*term           // by word; a leading quote marks exact terms
	completed map[string]*term           // by last word of a query: a prefix term if it is completed
	values    map[string]*roaring.Bitmap // documents by valueKey
}

// Try returns a trial of documents. It reorders docs.
func (x *Index) Try(docs []Document) *Trial {
	x.writing.Lock() // values are numbered together with those of the index
	defer x.writing.Unlock()
	s := build(docs, &x.groups)
	t := &Trial{
		x: x, view: x.view.Load(), part: &part{seg: s, live: allDocs(s.n)},
		terms: map[string]*term{}, completed: map[string]*term{}, values: map[string]*roaring.Bitmap{},
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

// Match returns the ids of matching postings, unordered. An id that several documents share may occur several times.
func (t *Trial) Match(q *Query) []uuid.UUID {
	defer runtime.KeepAlive(t)
	if !t.hasValues(q) {
		return nil
	}
	found := t.x.plan(t.part, q, t.expand(q.Words), t.x.ruling(&q.Rules), together).matches(noGroup)
	out := make([]uuid.UUID, 0, found.GetCardinality())
	for it := found.Iterator(); it.HasNext(); {
		out = append(out, t.part.seg.ids[it.Next()])
	}
	return out
}

// hasValues reports whether any posting has the values that a query filters by. Nearly all queries fail here, which is
// cheaper than comparing their words.
func (t *Trial) hasValues(q *Query) bool {
	set := t.part.live
	for g, values := range q.values() {
		if values != nil {
			set = roaring.And(set, t.valued(Group(g), values))
		}
	}
	return !set.IsEmpty()
}

// valued returns the documents with any of the values of a filter. The result must not be changed.
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

// expand returns an expansion that matches the same postings of the trial as Index.expand, with less work: it looks words
// up once for all queries, ignores compounds that the trial does not have, and decides whether to complete a word only if
// the trial has completions of it.
func (t *Trial) expand(e Expr) *expansion {
	if e.known != nil && e.known.by == t {
		return e.known.expansion
	}
	out := typed(e, t.term)
	if last := lastTerm(e, out); last != nil {
		terms := out.clauses[len(out.clauses)-1].alts[0].terms
		terms[len(terms)-1] = t.complete(last)
	}
	if e.known != nil {
		*e.known = known{t, out}
	}
	return out
}

// term returns the term of a word, with its compounds unless it is exact.
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

// complete returns the last word of a query as a prefix if the index completes it, and unchanged if not.
func (t *Trial) complete(last *term) *term {
	found := t.completed[last.text]
	if found == nil {
		found = last
		withoutCompounds := *last // as Index.expand compares it
		withoutCompounds.compounds, withoutCompounds.found = nil, nil
		if prefix := last.asPrefix(); t.hasMore(&prefix, last) && t.view.completes(&withoutCompounds) {
			found = &prefix
		}
		t.completed[last.text] = found
	}
	return found
}

// hasMore reports whether the trial has more words that match wide than words that match narrow.
func (t *Trial) hasMore(wide, narrow *term) bool {
	words := func(of *term) int {
		numbers := map[uint32]bool{}
		of.each(t.part.seg, func(number uint32, _ *roaring.Bitmap) { numbers[number] = true })
		return len(numbers)
	}
	return words(wide) > words(narrow)
}

// compounds returns the words of the trial that are German compounds of a term, whether or not the posting that has one is
// German. The words of the index and of the trial decide what is a compound.
func (t *Trial) compounds(of *term) []string {
	beginning := func(prefix string, visit func(string)) {
		eachWith(t.part.seg.dict, prefix, func(key []byte, _ uint64) {
			if len(key) >= minCompound {
				visit(string(key))
			}
		})
	}
	ending := func(suffix string, visit func(string)) {
		from := reverse(suffix)
		i, _ := slices.BinarySearch(t.reversed, from)
		for ; i < len(t.reversed) && strings.HasPrefix(t.reversed[i], from); i++ {
			visit(reverse(t.reversed[i]))
		}
	}
	return compoundsOf(of, beginning, ending, t.isWord)
}

// Reasons says why a posting matches a query.
type Reasons struct {
	Words  []string      // words of the query, or synonyms of them, that the posting has
	Values []FilterValue // values of the query's filters that the posting has
}

// FilterValue is a value of a filter.
type FilterValue struct {
	Group Group
	Value string
}

// Why returns why each of the postings matches. They must be in the trial and match.
func (t *Trial) Why(q *Query, ids []uuid.UUID) []Reasons {
	defer runtime.KeepAlive(t)
	out, docs := make([]Reasons, len(ids)), make([]uint32, len(ids))
	for i, id := range ids {
		docs[i], _ = t.part.seg.find(id)
	}
	for _, m := range t.expand(q.Words).clauses {
		if m.not {
			continue
		}
		explained := make([]bool, len(ids)) // the first alternative that matches is enough
		for _, s := range m.alts {
			matching := t.x.eval(t.part.seg, t.part.live, &meaning{alts: []sequence{s}, in: m.in}, anywhere)
			for i, doc := range docs {
				if !explained[i] && matching.Contains(doc) {
					out[i].Words, explained[i] = append(out[i].Words, s.text()), true
				}
			}
		}
	}
	for g, values := range q.values() {
		for _, v := range values {
			matching := t.valued(Group(g), []string{v})
			for i, doc := range docs {
				if matching.Contains(doc) {
					out[i].Values = append(out[i].Values, FilterValue{Group(g), v})
				}
			}
		}
	}
	return out
}

// Matcher returns a matcher for the words of an expression.
func (t *Trial) Matcher(e Expr) *Matcher { return newMatcher(t.expand(e)) }

// valued returns the documents with any of the values of a filter. The result must not be changed.
func (x *Index) valued(s *segment, g Group, values []string) *roaring.Bitmap {
	numbers := x.numbers(g, values)
	m := s.havingAny(g, numbers)
	if g == Locations {
		m = union(m, s.havingAny(wider, numbers))
	}
	return m
}
