package text

import "strings"

// Words is a set of words in their folded form. It is asked of every word of a text, most of which it does not hold: a
// look at one bit tells.
type Words struct {
	filter [16]uint64 // by hash
	list   []string
	index  []int32 // by hash, open addressing, at most half full: a place in list, from 1
}

// Set returns the words of a list that white space divides.
func Set(list string) *Words { return newWords(strings.Fields(list)) }

// Union returns the words of several sets.
func Union(sets ...*Words) *Words {
	var all []string
	for _, s := range sets {
		all = append(all, s.list...)
	}
	return newWords(all)
}

func newWords(list []string) *Words {
	w := &Words{list: list, index: make([]int32, 8)}
	for len(w.index) < 2*len(list) {
		w.index = make([]int32, 2*len(w.index))
	}
	for i, word := range list {
		h := hash(word)
		w.filter[h%16] |= 1 << (h >> 26)
		if at := w.slot(h, word); *at == 0 {
			*at = int32(i + 1)
		}
	}
	return w
}

// Has reports whether a token is one of the words.
func (w *Words) Has(t Token) bool {
	return w.filter[t.hash%16]>>(t.hash>>26)&1 != 0 && w.find(t) != 0
}

// Number returns the place of a token among the words, from 1, or 0 when it is none of them.
func (w *Words) Number(t Token) int {
	if w.filter[t.hash%16]>>(t.hash>>26)&1 == 0 {
		return 0
	}
	return w.find(t)
}

// find is kept out of line, so that the look at the bit is the whole of what every caller has inside.
//
//go:noinline
func (w *Words) find(t Token) int { return int(*w.slot(t.hash, t.Word)) }

// slot returns the place of a word in the index, or the free one where it would be.
func (w *Words) slot(hash uint32, word string) *int32 {
	mask := uint32(len(w.index) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if at := &w.index[i]; *at == 0 || w.list[*at-1] == word {
			return at
		}
	}
}

// Any reports whether one of the words stands among the tokens.
func (w *Words) Any(tokens []Token) bool {
	for i := range tokens {
		if w.Has(tokens[i]) {
			return true
		}
	}
	return false
}
