package text

// Lexicon finds phrases in tokens in one pass: a trie over words, walked from each position and giving the leftmost
// longest phrase. Its depth is that of the longest phrase, a constant, so a scan is linear in the text.
//
// Spacing matters only around the symbols that make a different word of their neighbour: "C++" is not "C + +", and the
// end of one sentence and the start of the next (". Net") is not ".NET".
type Lexicon[V any] struct {
	words  []string // by word number, from 1
	index  []entry  // by hash, open addressing, at most half full
	next   edges    // node and word to node
	nodes  []node   // by number, from 1
	values []V      // what the phrases mean
	filter []uint64 // by hash: whether any phrase starts with such a word, to spare most words the look-up
}

// entry is what the index knows of a word; a free one has the number 0. The hash tells most words apart without a look at
// their letters, which lie elsewhere.
type entry struct {
	hash  uint32
	word  int32
	first int32 // the node of phrases that start with it, or 0
}

// node is where the words of a phrase lead.
type node struct {
	goesOn      uint64 // a bit for each word that a phrase goes on with, by its hash: spares most words the look-up
	value, ends int32  // the phrases that end here, as many as ends, have values from there on
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
	return &Lexicon[V]{words: make([]string, 1), index: make([]entry, 64), filter: make([]uint64, 16), next: edges{slots: make([]slot, 64)}, nodes: make([]node, 1)}
}

// Add enters a phrase. The same phrase may be entered with several values.
func (l *Lexicon[V]) Add(phrase string, v V) {
	tokens := Tokenize(phrase)
	if len(tokens) == 0 {
		return
	}
	first := l.intern(tokens[0])
	if first.first == 0 {
		first.first = l.node()
		l.pass(first.hash)
	}
	at := first.first
	for i := 1; i < len(tokens); i++ {
		e := edge(at, l.intern(tokens[i]).word, glued(tokens, i))
		to := l.next.at(e)
		if to == 0 {
			to = l.node()
			l.next.add(e, to)
			l.nodes[at].goesOn |= 1 << (tokens[i].hash & 63)
		}
		at = to
	}
	n := &l.nodes[at]
	if old := l.values[n.value : n.value+n.ends]; int(n.value+n.ends) != len(l.values) { // they stay together
		n.value = int32(len(l.values))
		l.values = append(l.values, old...)
	}
	n.ends++
	l.values = append(l.values, v)
}

// Scan calls yield for each phrase in tokens, from left to right, without overlaps. Each token is looked up once.
func (l *Lexicon[V]) Scan(tokens []Token, yield func(Hit[V])) {
	for i := 0; i < len(tokens); {
		if !l.Starts(tokens[i]) { // as most words
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
	at := l.look(&tokens[i]).first
	if at == 0 {
		return Hit[V]{}, false
	}
	n := l.nodes[at]
	best, end := n, i+1
	for j := i + 1; j < len(tokens) && n.goesOn>>(tokens[j].hash&63)&1 != 0; j++ {
		word := l.look(&tokens[j]).word
		if word == 0 {
			break
		}
		at = l.next.at(edge(at, word, glued(tokens, j)))
		if at == 0 {
			break
		}
		if n = l.nodes[at]; n.ends != 0 {
			best, end = n, j+1
		}
	}
	if best.ends == 0 {
		return Hit[V]{}, false
	}
	return Hit[V]{Start: i, End: end, Values: l.values[best.value : best.value+best.ends : best.value+best.ends]}, true
}

// Starts reports whether a phrase may start with this word. It is the quick look before At for those who ask of every word.
func (l *Lexicon[V]) Starts(t Token) bool {
	return l.filter[t.hash>>6&uint32(len(l.filter)-1)]&(1<<(t.hash&63)) != 0
}

func (l *Lexicon[V]) pass(hash uint32) { l.filter[hash>>6&uint32(len(l.filter)-1)] |= 1 << (hash & 63) }

// look returns the entry of a word, or the free one where it would be.
func (l *Lexicon[V]) look(t *Token) *entry {
	mask := uint32(len(l.index) - 1)
	for i := t.hash & mask; ; i = (i + 1) & mask {
		if e := &l.index[i]; e.word == 0 || e.hash == t.hash && l.words[e.word] == t.Word {
			return e
		}
	}
}

// intern returns the entry of a word, which it makes if there is none. It is good until the next one is made.
func (l *Lexicon[V]) intern(t Token) *entry {
	e := l.look(&t)
	if e.word != 0 {
		return e
	}
	l.words = append(l.words, t.Word)
	if len(l.words)*2 > len(l.index) {
		l.grow()
		e = l.look(&t)
	}
	*e = entry{hash: t.hash, word: int32(len(l.words) - 1)}
	return e
}

func (l *Lexicon[V]) grow() {
	old := l.index
	l.index = make([]entry, 2*len(old))
	l.filter = make([]uint64, min(len(l.index)/4, maxFilter))
	mask := uint32(len(l.index) - 1)
	for _, e := range old {
		if e.word == 0 {
			continue
		}
		i := e.hash & mask
		for l.index[i].word != 0 {
			i = (i + 1) & mask
		}
		l.index[i] = e
		if e.first != 0 {
			l.pass(e.hash)
		}
	}
}

func (l *Lexicon[V]) node() int32 {
	l.nodes = append(l.nodes, node{})
	return int32(len(l.nodes) - 1)
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
	slots []slot // open addressing, at most three quarters full
	used  int
}

type slot struct {
	edge uint64 // 0 is free
	to   int32
}

func (m *edges) at(e uint64) int32 { return m.slot(e).to }

func (m *edges) add(e uint64, to int32) {
	if m.used++; 4*m.used > 3*len(m.slots) {
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
