package text

// Lexicon finds phrases in tokens in one pass: a trie over words, walked from each position and giving the leftmost
// longest phrase. Its depth is that of the longest phrase, a constant, so a scan is linear in the text.
//
// Spacing matters only around the symbols that make a different word of their neighbour: "C++" is not "C + +", and the
// end of one sentence and the start of the next (". Net") is not ".NET".
type Lexicon[V any] struct {
	words  []string // by word number, from 1
	index  []int32  // by hash, open addressing: the word's number, or 0
	first  []int32  // by word number: the node of phrases that start with it
	next   edges    // node and word to node
	goesOn []bool   // by node: whether a phrase does, to spare the others the look at the next word
	values [][]V    // by node: what a phrase that ends here means
	filter []uint64 // by hash: whether any phrase starts with such a word, to spare most words the look-up
}

// maxFilter keeps the filter small enough for the fastest cache.
const maxFilter = 2048

// Hit is a phrase found at tokens [Start, End).
type Hit[V any] struct {
	Start, End int
	Values     []V
}

// NewLexicon returns an empty lexicon.
func NewLexicon[V any]() *Lexicon[V] {
	return &Lexicon[V]{words: make([]string, 1), index: make([]int32, 64), first: make([]int32, 1), filter: make([]uint64, 4), next: edges{slots: make([]slot, 64)}, goesOn: make([]bool, 1), values: make([][]V, 1)}
}

// Add enters a phrase. The same phrase may be entered with several values.
func (l *Lexicon[V]) Add(phrase string, v V) {
	tokens := Tokenize(phrase)
	if len(tokens) == 0 {
		return
	}
	node := int32(0)
	for i := range tokens {
		id := l.intern(tokens[i])
		if i == 0 {
			if l.first[id] == 0 {
				l.first[id] = l.node()
				l.pass(tokens[i].hash)
			}
			node = l.first[id]
			continue
		}
		e := edge(node, id, glued(tokens, i))
		to := l.next.at(e)
		if to == 0 {
			to = l.node()
			l.next.add(e, to)
			l.goesOn[node] = true
		}
		node = to
	}
	l.values[node] = append(l.values[node], v)
}

// Scan calls yield for each phrase in tokens, from left to right, without overlaps. Each token is looked up once.
func (l *Lexicon[V]) Scan(tokens []Token, yield func(Hit[V])) {
	for i := 0; i < len(tokens); {
		if !l.Starts(tokens[i]) {
			i++
			continue
		}
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
func (l *Lexicon[V]) At(tokens []Token, i int) (Hit[V], bool) {
	if !l.Starts(tokens[i]) {
		return Hit[V]{}, false
	}
	node := l.first[l.number(tokens[i])]
	if node == 0 {
		return Hit[V]{}, false
	}
	best, end := int32(0), 0
	if len(l.values[node]) > 0 {
		best, end = node, i+1
	}
	for j := i + 1; j < len(tokens) && l.goesOn[node]; j++ {
		id := l.number(tokens[j])
		if id == 0 {
			break
		}
		node = l.next.at(edge(node, id, glued(tokens, j)))
		if node == 0 {
			break
		}
		if len(l.values[node]) > 0 {
			best, end = node, j+1
		}
	}
	if best == 0 {
		return Hit[V]{}, false
	}
	return Hit[V]{Start: i, End: end, Values: l.values[best]}, true
}

// Starts reports whether a phrase may start with this word. It is the quick look before At.
func (l *Lexicon[V]) Starts(t Token) bool {
	return l.filter[t.hash>>6&uint32(len(l.filter)-1)]&(1<<(t.hash&63)) != 0
}

func (l *Lexicon[V]) pass(hash uint32) { l.filter[hash>>6&uint32(len(l.filter)-1)] |= 1 << (hash & 63) }

// number returns the number of a word, 0 when no phrase has it.
func (l *Lexicon[V]) number(t Token) int32 {
	mask := uint32(len(l.index) - 1)
	for i := t.hash & mask; ; i = (i + 1) & mask {
		if id := l.index[i]; id == 0 || l.words[id] == t.Word {
			return id
		}
	}
}

func (l *Lexicon[V]) intern(t Token) int32 {
	if id := l.number(t); id != 0 {
		return id
	}
	id := int32(len(l.words))
	l.words, l.first = append(l.words, t.Word), append(l.first, 0)
	if len(l.words)*4 > len(l.index) { // mostly empty, so that a word that is not there is known at once
		l.index = make([]int32, 4*len(l.index))
		l.filter = make([]uint64, min(len(l.index)/16, maxFilter))
		for n, w := range l.words {
			if n > 0 {
				l.place(hash(w), int32(n))
				if l.first[n] != 0 {
					l.pass(hash(w))
				}
			}
		}
		return id
	}
	l.place(t.hash, id)
	return id
}

func (l *Lexicon[V]) place(hash uint32, id int32) {
	mask := uint32(len(l.index) - 1)
	i := hash & mask
	for l.index[i] != 0 {
		i = (i + 1) & mask
	}
	l.index[i] = id
}

func (l *Lexicon[V]) node() int32 {
	l.values, l.goesOn = append(l.values, nil), append(l.goesOn, false)
	return int32(len(l.values) - 1)
}

func edge(node, word int32, glued bool) uint64 {
	e := uint64(node)<<32 | uint64(word)<<1
	if glued {
		e |= 1
	}
	return e
}

// edges is a map for nothing but this: its keys are never 0, are never deleted and need no seed against an attacker.
type edges struct {
	slots []slot // open addressing, at most half full
	used  int
}

type slot struct {
	edge uint64 // 0 is free
	to   int32
}

func (m *edges) at(e uint64) int32 { return m.slot(e).to }

func (m *edges) add(e uint64, to int32) {
	if m.used++; 2*m.used > len(m.slots) {
		old := m.slots
		m.slots = make([]slot, 2*len(old))
		for _, s := range old {
			if s.edge != 0 {
				*m.slot(s.edge) = s
			}
		}
	}
	*m.slot(e) = slot{edge: e, to: to}
}

// slot returns the place of an edge, or the free one where it would be.
func (m *edges) slot(e uint64) *slot {
	mask := uint64(len(m.slots) - 1)
	for i := (e * 0x9e3779b97f4a7c15 >> 32) & mask; ; i = (i + 1) & mask {
		if s := &m.slots[i]; s.edge == e || s.edge == 0 {
			return s
		}
	}
}

// glued reports whether token i sticks to the one before it in a way that makes a different word.
func glued(tokens []Token, i int) bool {
	t := tokens[i]
	return !t.Is(Spaced) && (binds(t.Word) || binds(tokens[i-1].Word))
}

func binds(word string) bool { return word == "." || word == "+" || word == "#" }
