package text

import (
	"slices"
	"strings"
)

// Lexicon finds phrases in tokens: a trie over words, walked from each position. Its depth is that of the longest phrase,
// so a scan is linear in the text.
//
// Spacing matters only around the symbols that make a different word of their neighbour: "C++" is not "C + +", and the
// end of one sentence and the start of the next (". Net") is not ".NET".
type Lexicon[V any] struct {
	first  map[string]*node[V] // by the first word of a phrase
	filter filter              // of those words
}

type node[V any] struct {
	next   []edge[V] // in the order of their words
	values []V       // of the phrases that end here
}

type edge[V any] struct {
	word string
	to   *node[V]
}

// Hit is a phrase found at tokens [Start, End).
type Hit[V any] struct {
	Start, End int
	Values     []V
}

// NewLexicon returns an empty lexicon.
func NewLexicon[V any]() *Lexicon[V] {
	return &Lexicon[V]{first: map[string]*node[V]{}, filter: make(filter, 4096)}
}

// Add enters a phrase. The same phrase may be entered with several values.
func (l *Lexicon[V]) Add(phrase string, v V) {
	tokens := Tokenize(phrase)
	if len(tokens) == 0 {
		return
	}
	at := l.first[tokens[0].Word]
	if at == nil {
		at = &node[V]{}
		l.first[tokens[0].Word] = at
		l.filter.add(tokens[0])
	}
	for i := 1; i < len(tokens); i++ {
		word := key(tokens, i)
		place, ok := at.find(word)
		if !ok {
			at.next = slices.Insert(at.next, place, edge[V]{word, &node[V]{}})
		}
		at = at.next[place].to
	}
	at.values = append(at.values, v)
}

func (n *node[V]) find(word string) (int, bool) {
	return slices.BinarySearchFunc(n.next, word, func(e edge[V], w string) int { return strings.Compare(e.word, w) })
}

// Scan calls yield for the longest phrase at each position, from left to right, without overlaps.
func (l *Lexicon[V]) Scan(tokens []Token, yield func(Hit[V])) {
	for i := 0; i < len(tokens); {
		h, ok := l.At(tokens, i)
		if !ok {
			i++
			continue
		}
		yield(h)
		i = h.End
	}
}

// At returns the longest phrase that starts at token i.
func (l *Lexicon[V]) At(tokens []Token, i int) (best Hit[V], ok bool) {
	l.Each(tokens, i, func(h Hit[V]) { best, ok = h, true })
	return best, ok
}

// Each calls yield for every phrase that starts at token i, the shortest first.
func (l *Lexicon[V]) Each(tokens []Token, i int, yield func(Hit[V])) {
	if !l.filter.mayHold(tokens[i]) {
		return
	}
	at := l.first[tokens[i].Word]
	for j := i + 1; at != nil; j++ {
		if len(at.values) > 0 {
			yield(Hit[V]{Start: i, End: j, Values: at.values})
		}
		if j >= len(tokens) || len(at.next) == 0 {
			return
		}
		place, ok := at.find(key(tokens, j))
		if !ok {
			return
		}
		at = at.next[place].to
	}
}

// Starts reports whether a phrase may start with this word. It is fast and sometimes wrongly true.
func (l *Lexicon[V]) Starts(t Token) bool { return l.filter.mayHold(t) }

// key returns the word under which token i continues a phrase.
func key(tokens []Token, i int) string {
	t := tokens[i]
	if Glued(tokens, i) {
		return "\x01" + t.Word
	}
	return t.Word
}

// Glued reports whether token i and the one before it make one word together: "C++", ".NET".
func Glued(tokens []Token, i int) bool {
	return !tokens[i].Is(Spaced) && (binds(tokens[i].Word) || binds(tokens[i-1].Word))
}

func binds(word string) bool { return word == "." || word == "+" || word == "#" }
