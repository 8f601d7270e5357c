package text

import "strings"

// Words is a set of words in their folded form.
type Words struct {
	list   []string
	index  map[string]int // places in list, from 1
	filter filter
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
	size := 16
	for size*4 < len(list) { // a bit in sixteen is set
		size *= 2
	}
	w := &Words{list: list, index: make(map[string]int, len(list)), filter: make(filter, size)}
	for i, word := range list {
		if w.index[word] == 0 {
			w.index[word] = i + 1
			w.filter.add(newToken(word, 0, 0, 0))
		}
	}
	return w
}

// Has reports whether a token is one of the words.
func (w *Words) Has(t Token) bool { return w.filter.mayHold(t) && w.index[t.Word] != 0 }

// Number returns the place of a token among the words, from 1, or 0 when it is none of them.
func (w *Words) Number(t Token) int {
	if !w.filter.mayHold(t) {
		return 0
	}
	return w.index[t.Word]
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
