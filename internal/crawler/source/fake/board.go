package fake

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
)

// Board is the state of one fictional employer's board: which of its numbered postings are open. It is safe for
// concurrent use.
type Board struct {
	Family    string
	Token     string
	Name      string   // the employer's
	Languages []string // languages of its postings: en, de, es, fr

	seed    uint64
	mu      sync.Mutex
	next    int
	closed  map[int]bool
	edits   map[int]int
	version int
}

// NewBoard returns a board with open postings. Its postings follow from its family and token.
func NewBoard(family, token, name string, postings int, languages []string) *Board {
	if len(languages) == 0 {
		languages = []string{"en"}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(family + " " + strings.ToLower(token)))
	return &Board{Family: family, Token: token, Name: name, Languages: languages, next: postings, seed: h.Sum64()}
}

// Add opens n new postings.
func (b *Board) Add(n int) {
	b.change(func() { b.next += n })
}

// Close withdraws the n oldest open postings.
func (b *Board) Close(n int) {
	b.change(func() {
		if b.closed == nil {
			b.closed = map[int]bool{}
		}
		for i := 0; i < b.next && n > 0; i++ {
			if !b.closed[i] {
				b.closed[i] = true
				n--
			}
		}
	})
}

// Reopen reopens every withdrawn posting under its old id.
func (b *Board) Reopen() {
	b.change(func() { b.closed = nil })
}

// Edit changes the text of the n oldest open postings.
func (b *Board) Edit(n int) {
	b.change(func() {
		if b.edits == nil {
			b.edits = map[int]int{}
		}
		for i := 0; i < b.next && n > 0; i++ {
			if !b.closed[i] {
				b.edits[i]++
				n--
			}
		}
	})
}

func (b *Board) change(fn func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fn()
	b.version++
}

// Open counts the open postings.
func (b *Board) Open() int { return len(b.open()) }

// ref is a posting by its number and the number of its edits.
type ref struct{ index, edit int }

// open lists the open postings, oldest first.
func (b *Board) open() []ref {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]ref, 0, b.next-len(b.closed))
	for i := range b.next {
		if !b.closed[i] {
			out = append(out, ref{i, b.edits[i]})
		}
	}
	return out
}

// lookup finds an open posting by its number.
func (b *Board) lookup(index int) (ref, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if index < 0 || index >= b.next || b.closed[index] {
		return ref{}, false
	}
	return ref{index, b.edits[index]}, true
}

func (b *Board) etag(day int, what string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d %d %s", b.seed, b.version, day, what)
	return fmt.Sprintf(`W/"%016x"`, h.Sum64())
}
