package index

import (
	"runtime"
	"slices"
	"sync"

	"github.com/blevesearch/vellum/levenshtein"

	"rolecall/internal/jobs/index/analysis"
)

// Correct replaces words that occur in no open posting by the nearest that do, except folded words to keep.
func (x *Index) Correct(e Expr, keep ...string) (Expr, []Correction) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	var out []Correction
	e = e.clone()
	for _, word := range plainWords(e) {
		t := x.newTerm(*word, false)
		t.prefix = word == lastWord(e) && len([]rune(t.variants[0])) >= minPrefix
		if n, _ := analysis.Synonyms(t.variants[:1]); n > 0 || slices.Contains(keep, analysis.Fold(*word)) || v.has(t) {
			continue
		}
		if better, ok := v.nearest(t.variants[0], 0, anywhere); ok {
			out = append(out, Correction{*word, better})
			*word = better
		}
	}
	return e, out
}

// Nearby returns the expression with each word replaced by a neighbour that titles have far more often, for "did you
// mean".
func (x *Index) Nearby(e Expr) (Expr, bool) {
	const times = 10
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	e = e.clone()
	changed := false
	for _, word := range plainWords(e) {
		t := x.newTerm(*word, false)
		if better, ok := v.nearest(t.variants[0], times*v.count(t), inTitle); ok {
			*word, changed = better, true
		}
	}
	return e, changed
}

// plainWords returns the words of an expression that may be replaced.
func plainWords(e Expr) (out []*string) {
	for i := range e.clauses {
		if c := &e.clauses[i]; c.plain() {
			for j := range c.alts[0].words {
				out = append(out, &c.alts[0].words[j])
			}
		}
	}
	return out
}

// lastWord returns the last word if it may be a prefix, else nil.
func lastWord(e Expr) *string {
	if len(e.clauses) == 0 || !e.clauses[len(e.clauses)-1].plain() {
		return nil
	}
	words := e.clauses[len(e.clauses)-1].alts[0].words
	return &words[len(words)-1]
}

// automata accept words within one and within two edits, a swap of neighbours being one.
var automata = sync.OnceValue(func() (out [3]*levenshtein.LevenshteinAutomatonBuilder) {
	for edits := 1; edits <= 2; edits++ {
		b, err := levenshtein.NewLevenshteinAutomatonBuilder(uint8(edits), true)
		if err != nil {
			panic(err) // the library's own limit is above two
		}
		out[edits] = b
	}
	return out
})

// edits returns the number of edits that are forgiven in a word.
func edits(word string) int {
	switch n := len([]rune(word)); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// nearest returns the word of open postings nearest to a given one, the most frequent of several. It must occur in more than
// above postings.
func (v *view) nearest(word string, above int, in field) (string, bool) {
	if !stemmable(word) {
		return "", false
	}
	for n := 1; n <= edits(word); n++ {
		aut, err := automata()[n].BuildDfa(word, uint8(n))
		if err != nil {
			return "", false
		}
		count := map[string]int{}
		for _, p := range v.open {
			it, err := p.seg.dict.Search(aut, nil, nil)
			for ; err == nil; err = it.Next() {
				key, number := it.Current()
				if w := string(key); stemmable(w) && w[0] == word[0] {
					count[w] += int(p.live.AndCardinality(p.seg.word(uint32(number)).docs(in)))
				}
			}
		}
		delete(count, word)
		best := ""
		for w, n := range count {
			if n > above && (best == "" || n > count[best] || n == count[best] && w < best) {
				best = w
			}
		}
		if best != "" {
			return best, true
		}
	}
	return "", false
}
