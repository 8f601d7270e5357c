package index

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/vellum/levenshtein"

	"rolecall/internal/jobs/index/analysis"
)

// maxPlaceWords is the maximum number of words in the name of a place: "San José del Cabo".
const maxPlaceWords = 4

// amount is pay as people type it: 80k, €80k, 80k+.
var amount = regexp.MustCompile(`^(?i)[€$£]?([0-9]{2,3})k\+?$`)

// Interpret takes words that name a workplace, an employment, a place or an amount out of an expression. Words in
// quotes, exclusions and alternatives are left alone, and so are words that name a filter to skip.
func (x *Index) Interpret(e Expr, skip ...string) (Expr, []Understood) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	rest := newExpr(nil)
	var out []Understood
	for i := 0; i < len(e.clauses); {
		n, u := x.understand(v, e.clauses[i:])
		again := u.Filter != "location" && slices.ContainsFunc(out, func(o Understood) bool { return o.Filter == u.Filter })
		if n == 0 || again || slices.Contains(skip, u.Filter) {
			rest.clauses = append(rest.clauses, e.clauses[i])
			i++
			continue
		}
		u.Text = newExpr(e.clauses[i : i+n]).String()
		out, i = append(out, u), i+n
	}
	return rest, out
}

// understand returns how many clauses at the beginning are a filter, and which.
func (x *Index) understand(v *view, clauses []clause) (int, Understood) {
	words, ends := leadingWords(clauses, maxPlaceWords)
	if len(ends) == 0 {
		return 0, Understood{}
	}
	if n, filter, value := analysis.KindWords(words); n > 0 {
		if i := slices.Index(ends, n); i >= 0 {
			return i + 1, Understood{Filter: filter, Value: value}
		}
	}
	if m := amount.FindStringSubmatch(newExpr(clauses[:1]).String()); m != nil {
		return 1, Understood{Filter: "compensationMin", Value: m[1] + "000"}
	}
	for n := len(ends); n > 0; n-- {
		if place, ok := x.placeNamed(v, words[:ends[n-1]]); ok {
			return n, Understood{Filter: "location", Value: place}
		}
	}
	return 0, Understood{}
}

// placeNamed returns the place that words name. A word that is more often part of a title than a place of work is not
// taken for one: "mobile", "reading", "nice".
func (x *Index) placeNamed(v *view, words []string) (string, bool) {
	name := strings.Join(words, " ")
	numbers := x.groups[Locations].findFolded(name)
	if len(numbers) == 0 {
		numbers = x.places(name)
	}
	if len(numbers) == 0 || name == "remote" { // a workplace, or a word with another meaning here
		return "", false
	}
	terms := make([][]*term, len(words))
	for i, w := range words {
		terms[i] = []*term{{variants: []string{w}, width: 1, exact: true}}
	}
	titled := 0
	for _, p := range v.open {
		titled += int(adjacent(p, terms, inTitle).GetCardinality())
	}
	list := x.groups[Locations].list()
	count, most, best := 0, 0, ""
	for _, n := range numbers {
		have := v.sum(Locations, n)
		count += have
		if have > most || have == most && list[n].text < best {
			most, best = have, list[n].text
		}
	}
	return best, count > 0 && count >= titled
}

// Correct replaces words that occur in no open posting by the nearest that do.
func (x *Index) Correct(e Expr) (Expr, []Correction) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	var out []Correction
	e = e.clone()
	for _, word := range plainWords(e) {
		t := x.newTerm(*word, false)
		t.prefix = word == lastWord(e) && len([]rune(t.variants[0])) >= minPrefix
		if n, _ := analysis.Synonyms(t.variants[:1]); n > 0 || v.has(t) {
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
