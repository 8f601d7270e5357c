package index

import (
	"slices"
	"strings"
	"sync"

	"rolecall/internal/jobs/index/analysis"
)

// names numbers the values of a group, each spelling separately. Numbers begin at 1; 0 means no value. Values are never
// removed while the index exists.
type names struct {
	mu     sync.RWMutex
	number map[string]uint32
	values []name
	same   map[string][]uint32 // spellings by their lower case
	folded map[string][]uint32 // and without accents; nil in groups that are not searched by words
}

type name struct {
	text   string
	folded string
	first  uint32 // the first spelling that differs in case only
	at     *point // coordinates of a place; nil if unknown or no place
}

type point struct{ lat, lon float64 }

func newNames(folds bool) *names {
	n := &names{number: map[string]uint32{"": 0}, values: []name{{}}, same: map[string][]uint32{}}
	if folds {
		n.folded = map[string][]uint32{}
	}
	return n
}

// add returns the number of a value. Only the writer calls it.
func (n *names) add(text string, at *point) uint32 {
	if i, known := n.exact(text); known {
		if at != nil && n.values[i].at == nil {
			n.locate(i, at)
		}
		return i
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	text = strings.Clone(text)
	i := uint32(len(n.values))
	lower := strings.ToLower(text)
	first := i
	if others := n.same[lower]; others != nil {
		first = others[0]
	}
	folded := ""
	if n.folded != nil {
		folded = foldWords(text)
		n.folded[folded] = append(n.folded[folded], i)
	}
	n.number[text] = i
	n.values = append(n.values, name{text: text, folded: folded, first: first, at: at})
	n.same[lower] = append(n.same[lower], i)
	return i
}

// locate sets the coordinates of a place that was known without: as the city of "Berlin, Germany", "Berlin" has none.
// Searches hold the list, so they get a new one.
func (n *names) locate(i uint32, at *point) {
	values := slices.Clone(n.values)
	values[i].at = at
	n.mu.Lock()
	defer n.mu.Unlock()
	n.values = values
}

// list returns the values known so far, by number.
func (n *names) list() []name {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.values
}

// exact returns the number of a value as it is written.
func (n *names) exact(text string) (uint32, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	i, known := n.number[text]
	return i, known
}

// find returns the numbers of a value in all spellings that differ in case only.
func (n *names) find(text string) []uint32 {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.same[strings.ToLower(text)]
}

// findFolded returns the numbers of a value in all spellings that differ in case, accents and punctuation only.
func (n *names) findFolded(folded string) []uint32 {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.folded[folded]
}

// foldWords returns the folded words of a text, joined by single spaces.
func foldWords(text string) string { return strings.Join(analysis.FoldedWords(text), " ") }
