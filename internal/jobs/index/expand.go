package index

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"rolecall/internal/jobs/index/analysis"
)

const (
	minPrefix       = 3  // letters that the last word must have to be completed
	completeBelow   = 20 // it is completed if fewer than 1 in 20 postings with its completions have the word itself
	maxSynonymWords = 6  // words in the longest entry of the list of synonyms
)

// term is a word of a query and all that it stands for.
type term struct {
	text      string   // the word as typed
	variants  []string // ways to write it, lower case, without accents
	width     int      // number of word positions that it fills in a text; node.js fills two
	exact     bool     // no inflections
	prefix    bool     // words that begin with it match too
	stems     []stemOf
	compounds []string                  // German words that are made with it
	found     map[place]*roaring.Bitmap // what docs found: a search uses it several times
}

// place is where a term is looked for.
type place struct {
	seg *segment
	in  field
}

type stemOf struct {
	language int // number of the stemmer
	stem     string
	own      bool   // the stem is a word with that stem
	value    uint32 // number of the language in the group textLanguage
}

// expansion lists what to look up for an expression.
type expansion struct {
	clauses []meaning
	typed   []*term   // words that must occur, as they were typed
	phrase  [][]*term // the same in order, each with its one-word synonyms; nil with a quoted phrase, OR or title:
}

// meaning lists what a clause stands for.
type meaning struct {
	alts     []sequence
	not      bool
	in       scope
	synonyms bool // alternatives after the first, which was typed, mean the same
}

// hasPhrase reports whether words must be next to each other for the clause to hold.
func (m *meaning) hasPhrase() bool {
	return slices.ContainsFunc(m.alts, func(s sequence) bool { return s.adjacent })
}

// sequence is terms that must all occur.
type sequence struct {
	terms    []*term
	adjacent bool
}

func (s sequence) text() string {
	words := make([]string, len(s.terms))
	for i, t := range s.terms {
		words[i] = t.text
	}
	return strings.Join(words, " ")
}

// expand returns what the words of an expression stand for. It works that out once for each expression, so that a page,
// its total and its marks agree.
func (x *Index) expand(v *view, e Expr) *expansion {
	switch {
	case e.known == nil:
		return x.newExpansion(v, e)
	case e.known.by != x:
		*e.known = known{x, x.newExpansion(v, e)}
	}
	return e.known.expansion
}

func (x *Index) newExpansion(v *view, e Expr) *expansion {
	out := typed(e, x.newTerm)
	if last := lastTerm(e, out); last != nil && v.completes(last) {
		*last = last.asPrefix()
	}
	isWord := remember(v.hasGerman)
	addCompounds(out, func(t *term) []string { return v.compounds(t, isWord) })
	return out
}

// termMaker returns what a word stands for.
type termMaker func(word string, exact bool) *term

// typed returns what the words of an expression stand for as they were typed: without completions and compounds, which
// depend on what the postings have.
func typed(e Expr, newTerm termMaker) *expansion {
	out := &expansion{}
	phraseable := true
	for i := 0; i < len(e.clauses); {
		c := e.clauses[i]
		if c.plain() {
			n, others := synonyms(e.clauses[i:])
			out.addPlain(e.clauses[i:i+n], others, newTerm)
			i += n
			continue
		}
		m := meaning{not: c.not, in: c.in}
		for _, p := range c.alts {
			s := newSequence(p, newTerm)
			m.alts = append(m.alts, s)
			if !c.not && c.in == inAll {
				out.typed = append(out.typed, s.terms...)
			}
		}
		out.clauses = append(out.clauses, m)
		phraseable = phraseable && (c.not || c.in == inCompanies)
		i++
	}
	if !phraseable {
		out.phrase = nil
	}
	return out
}

// addPlain adds the words of plain clauses, which are one entry of the list of synonyms if there are several, and its
// alternatives.
func (e *expansion) addPlain(clauses []clause, others [][]string, newTerm termMaker) {
	together := len(clauses) == 1
	all := phrase{adjacent: together && clauses[0].alts[0].adjacent}
	for _, c := range clauses {
		all.words = append(all.words, c.alts[0].words...)
	}
	first := newSequence(all, newTerm)
	m := meaning{alts: []sequence{first}, synonyms: len(others) > 0}
	var oneWord []*term // alternatives of a single word
	for _, words := range others {
		// Words typed apart may be apart in a posting, and so may those of their synonyms. What is meant by one word must
		// be adjacent.
		s := newSequence(phrase{words: words, adjacent: together}, newTerm)
		m.alts = append(m.alts, s)
		if len(s.terms) == 1 {
			oneWord = append(oneWord, s.terms[0])
		}
	}
	e.clauses, e.typed = append(e.clauses, m), append(e.typed, first.terms...)
	for _, t := range first.terms {
		e.phrase = append(e.phrase, []*term{t})
	}
	if len(first.terms) == 1 {
		last := len(e.phrase) - 1
		e.phrase[last] = append(e.phrase[last], oneWord...)
	}
}

// synonyms returns how many clauses at the start form an entry of the list of synonyms, 1 if none, and its alternatives.
func synonyms(clauses []clause) (int, [][]string) {
	words, ends := leadingWords(clauses, maxSynonymWords)
	if n, others := analysis.Synonyms(words); n > 0 {
		if i := slices.Index(ends, n); i >= 0 {
			return i + 1, others
		}
	}
	return 1, nil
}

// leadingWords returns the folded words of the plain clauses at the start, and how many words there are up to the end of
// each clause. It looks at no more than limit clauses.
func leadingWords(clauses []clause, limit int) (words []string, ends []int) {
	for _, c := range clauses {
		if !c.plain() || len(ends) == limit {
			break
		}
		for _, w := range c.alts[0].words {
			words = append(words, analysis.Fold(w))
		}
		ends = append(ends, len(words))
	}
	return words, ends
}

func newSequence(p phrase, newTerm termMaker) sequence {
	s := sequence{adjacent: p.adjacent && len(p.words) > 1}
	for _, w := range p.words {
		s.terms = append(s.terms, newTerm(w, p.quoted))
	}
	return s
}

func (x *Index) newTerm(typed string, exact bool) *term {
	t := &term{text: typed, variants: analysis.Variants(typed), width: 1, exact: exact}
	analysis.Tokens(typed, func(token analysis.Token) { t.width = token.Pos + 1 })
	if exact {
		return t
	}
	for _, n := range x.groups[textLanguage].list() {
		language, ok := stemmerNumber[n.text]
		if !ok {
			continue
		}
		for _, v := range t.variants {
			if !stemmable(v) {
				continue
			}
			stem := analysis.Stem(n.text, v)
			own := stemmable(stem) && analysis.Stem(n.text, stem) == stem
			s := stemOf{language, stem, own, x.groups[textLanguage].find(n.text)[0]}
			if !slices.Contains(t.stems, s) {
				t.stems = append(t.stems, s)
			}
		}
	}
	return t
}

// lastTerm returns the last word of an expression if it may be a prefix, else nil.
func lastTerm(e Expr, out *expansion) *term {
	if len(e.clauses) == 0 || !e.clauses[len(e.clauses)-1].plain() {
		return nil
	}
	terms := out.clauses[len(out.clauses)-1].alts[0].terms
	if t := terms[len(terms)-1]; len([]rune(t.variants[0])) >= minPrefix {
		return t
	}
	return nil
}

// completes reports whether the last word is searched as a prefix. It is not if it occurs often enough as a whole word:
// "enginee" finds engineers, while "java" does not find javascript. Compounds are added later and do not count here.
func (v *view) completes(t *term) bool {
	least, prefix := completeBelow*v.count(t), t.asPrefix()
	// The first two comparisons are quick and usually decide.
	return least < v.size() && least < v.atMost(&prefix) && least < v.count(&prefix)
}

// atMost returns an upper bound of the number of open postings with a term.
func (v *view) atMost(t *term) (n int) {
	for _, p := range v.open {
		t.each(p.seg, func(number uint32, _ *roaring.Bitmap) { n += listLength(p.seg.word(number).all) })
	}
	return n
}

// asPrefix returns a copy of the term that also matches words that begin with it.
func (t *term) asPrefix() term {
	prefix := *t
	prefix.prefix, prefix.found = true, nil
	return prefix
}

// size returns how many postings are open.
func (v *view) size() (n int) {
	for _, p := range v.open {
		n += int(p.live.GetCardinality())
	}
	return n
}

// count returns how many open postings have a term.
func (v *view) count(t *term) (n int) {
	for _, p := range v.open {
		n += int(p.live.AndCardinality(t.docs(p.seg, anywhere)))
	}
	return n
}

// has reports whether an open posting has a term.
func (v *view) has(t *term) bool {
	for _, p := range v.open {
		found := false
		t.each(p.seg, func(number uint32, language *roaring.Bitmap) {
			if found {
				return
			}
			docs := p.seg.word(number).docs(anywhere)
			if language != nil {
				docs = roaring.And(docs, language)
			}
			found = p.live.Intersects(docs)
		})
		if found {
			return true
		}
	}
	return false
}

// docs returns the documents of a segment that have the term, dead ones included. It must not be changed.
func (t *term) docs(s *segment, f field) *roaring.Bitmap {
	if m := t.found[place{s, f}]; m != nil {
		return m
	}
	var sets, inflected []*roaring.Bitmap
	var of *roaring.Bitmap // documents in the language of the inflected
	flush := func() {
		if len(inflected) > 0 {
			sets = append(sets, roaring.And(union(inflected...), of))
		}
		inflected = nil
	}
	t.each(s, func(number uint32, language *roaring.Bitmap) {
		m := s.word(number).docs(f)
		if language == nil {
			sets = append(sets, m)
			return
		}
		if language != of {
			flush()
		}
		inflected, of = append(inflected, m), language
	})
	flush()
	m := union(sets...)
	if t.found == nil {
		t.found = map[place]*roaring.Bitmap{}
	}
	t.found[place{s, f}] = m
	return m
}

// each visits the words of a segment that a term stands for. language is the set of documents to which the match is
// limited; nil is all.
func (t *term) each(s *segment, visit func(number uint32, language *roaring.Bitmap)) {
	var typed []uint32
	for _, v := range t.variants {
		if number, ok := s.number(v); ok && !t.prefix {
			visit(number, nil)
			typed = append(typed, number)
		}
		if t.prefix {
			eachWith(s.dict, v, func(_ []byte, number uint64) { visit(uint32(number), nil) })
		}
	}
	for _, st := range t.stems {
		language := s.byLanguage[st.value]
		if language == nil { // small segments have few languages
			continue
		}
		for _, number := range s.withStem(st) {
			if !slices.Contains(typed, number) {
				visit(number, language)
			}
		}
	}
	for _, w := range t.compounds {
		if number, ok := s.number(w); ok {
			visit(number, nil)
		}
	}
}
