package index

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"rolecall/internal/jobs/geo"
	"rolecall/internal/jobs/index/analysis"
)

// Queries can be filed under keys, so that the few that a posting may match are found among many: a posting that matches a
// query has one of its keys. A key is a word, the stem of one, or a value of a filter.
//
// A query is filed under the words as they were typed and their stems in every language. A posting has more keys than
// words: it also has the prefixes of its words, because the last word of a query may be one, and the ends of its long
// words, which may be German compounds. That finds queries that do not match in the end, and misses none.

// Keys returns the keys of what a query requires that the fewest postings have. It reports false for a query that requires
// neither a word nor a value: any posting may match it.
func (x *Index) Keys(q *Query) ([]string, bool) {
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	least, keys, ok := math.MaxInt, []string(nil), false
	consider := func(count int, of func() []string) {
		if !ok || count < least {
			least, keys, ok = count, of(), true
		}
	}
	for _, m := range typed(q.Words, x.newTerm).clauses {
		if m.not {
			continue
		}
		sum, rarest := 0, make([]*term, len(m.alts)) // rarest: the rarest term of each alternative
		for i, s := range m.alts {
			fewest := math.MaxInt
			for _, t := range s.terms {
				if n := v.atMost(t); n < fewest {
					fewest, rarest[i] = n, t
				}
			}
			sum += fewest
		}
		consider(sum, func() []string { return wordKeys(rarest) })
	}
	for g, values := range q.values() {
		if values == nil {
			continue
		}
		names, sum := x.spellings(Group(g), values), 0
		for _, n := range names {
			for _, number := range x.groups[g].find(n) {
				sum += v.sum(Group(g), number)
			}
		}
		consider(sum, func() []string { return valueKeys(Group(g), names) })
	}
	if q.Targets != nil && len(q.Targets) == 0 {
		return nil, true // matches nothing
	}
	return keys, ok
}

// spellings returns the names that the values of a filter may have in postings.
func (x *Index) spellings(g Group, values []string) (out []string) {
	for _, v := range values {
		if g == Locations {
			v = normalPlace(v)
			if other, ok := geo.Name(v); ok {
				out = append(out, other)
			}
		}
		out = append(out, v)
	}
	return out
}

func wordKeys(terms []*term) (keys []string) {
	for _, t := range terms {
		for _, v := range t.variants {
			keys = append(keys, v)
			if t.exact || !stemmable(v) {
				continue
			}
			for _, language := range analysis.Stemmed {
				keys = append(keys, analysis.Stem(language, v))
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func valueKeys(g Group, values []string) []string {
	keys := make([]string, len(values))
	for i, v := range values {
		keys[i] = valueKey(g, v)
	}
	return keys
}

// valueKey begins with a byte that no word begins with.
func valueKey(g Group, text string) string { return string(rune(g)) + strings.ToLower(text) }

// listLength returns the length of a stored list of documents.
func listLength(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] == formDistances:
		n, _ := binary.Uvarint(b[1:])
		return int(n)
	}
	return int(readBitmap(b).GetCardinality())
}

// EachKey visits the keys of the trial's postings, some several times.
func (t *Trial) EachKey(visit func(key []byte)) {
	defer runtime.KeepAlive(t)
	s := t.part.seg
	var last []byte
	eachWith(s.dict, "", func(word []byte, _ uint64) {
		shared := 0 // prefixes that the word before had too
		for shared < min(len(word), len(last)) && word[shared] == last[shared] {
			shared++
		}
		for i, runes := 0, 0; i < len(word); {
			_, size := utf8.DecodeRune(word[i:])
			if i, runes = i+size, runes+1; i > shared && (runes >= minPrefix || i == len(word)) {
				visit(word[:i])
			}
		}
		if len(word) >= minCompound && stemmable(string(word)) {
			for i := 1; i+minAsked <= len(word); i++ {
				visit(word[i:])
			}
		}
		last = append(last[:0], word...)
	})
	eachWith(s.forms, "", func(form []byte, _ uint64) {
		if form[0] != reversedKey("")[0] {
			visit(form[1:])
		}
	})
	for _, key := range s.factKey {
		if g, text := Group(key>>32), t.x.groups[key>>32].list()[uint32(key)].text; g < groups {
			visit([]byte(valueKey(g, text)))
		} else if g == wider {
			visit([]byte(valueKey(Locations, text)))
		}
	}
}
