package text

// Lexicon finds phrases in tokens: a trie over words, walked from each position. Its depth is that of the longest phrase,
// so a scan is linear in the text.
//
// Spacing matters only around the symbols that make a different word of their neighbour: "C++" is not "C + +", and the
// end of one sentence and the start of the next (". Net") is not ".NET".
type Lexicon[V any] struct {
	root node[V]
}

type node[V any] struct {
	next   map[string]*node[V]
	values []V // of the phrases that end here
}

// Hit is a phrase found at tokens [Start, End).
type Hit[V any] struct {
	Start, End int
	Values     []V
}

// NewLexicon returns an empty lexicon.
func NewLexicon[V any]() *Lexicon[V] { return &Lexicon[V]{} }

// Add enters a phrase. The same phrase may be entered with several values.
func (l *Lexicon[V]) Add(phrase string, v V) {
	tokens := Tokenize(phrase)
	if len(tokens) == 0 {
		return
	}
	at := &l.root
	for i := range tokens {
		if at.next == nil {
			at.next = map[string]*node[V]{}
		}
		key := edge(tokens, i, i > 0)
		to := at.next[key]
		if to == nil {
			to = &node[V]{}
			at.next[key] = to
		}
		at = to
	}
	at.values = append(at.values, v)
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
	at := l.root.next[tokens[i].Word]
	for j := i + 1; at != nil; j++ {
		if len(at.values) > 0 {
			yield(Hit[V]{Start: i, End: j, Values: at.values})
		}
		if j >= len(tokens) || at.next == nil {
			return
		}
		at = at.next[edge(tokens, j, true)]
	}
}

// Starts reports whether a phrase may start with this word.
func (l *Lexicon[V]) Starts(t Token) bool { return l.root.next[t.Word] != nil }

// edge returns the key under which token i continues a phrase.
func edge(tokens []Token, i int, inside bool) string {
	if inside && glued(tokens, i) {
		return "\x01" + tokens[i].Word
	}
	return tokens[i].Word
}

// glued reports whether token i sticks to the one before it in a way that makes a different word.
func glued(tokens []Token, i int) bool {
	t := tokens[i]
	return !t.Is(Spaced) && (binds(t.Word) || binds(tokens[i-1].Word))
}

func binds(word string) bool { return word == "." || word == "+" || word == "#" }
