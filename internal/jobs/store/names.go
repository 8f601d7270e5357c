package store

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"unicode/utf8"
)

// names counts what has many names, most of which come once: companies. To know them from one answer to the next would take
// more memory, and a way to it that is longer, than to read them anew. Those that differ only in case are one, as they are
// for the filters, and the least spelling is shown.
type names struct {
	texts    []byte // of all names, one after the other
	list     []name
	byFolded map[uint64]int // where in the list, by the hash of the lower case
	folded   []byte
	other    []byte
}

type name struct {
	from, to int // of the text
	count    int64
}

var namesSeed = maphash.MakeSeed()

// again need not know whether companies are wanted: none come when they are not.
func (n *names) again(bool) {
	n.texts, n.list = n.texts[:0], n.list[:0]
	if len(n.byFolded) > FacetSample {
		n.byFolded = map[uint64]int{} // to clear a large one takes longer than to fill another
	}
	clear(n.byFolded)
}

func (n *names) text(of name) []byte { return n.texts[of.from:of.to] }

// add counts a name.
func (n *names) add(text []byte, count int64) {
	n.folded = appendLower(n.folded[:0], text)
	for hash := maphash.Bytes(namesSeed, n.folded); ; hash++ { // it is the next one's if two names share a hash
		i, met := n.byFolded[hash]
		if !met {
			n.byFolded[hash] = len(n.list)
			n.list = append(n.list, n.keep(text, count))
			return
		}
		known := &n.list[i]
		spelled := n.text(*known)
		if !bytes.Equal(spelled, text) {
			if n.other = appendLower(n.other[:0], spelled); !bytes.Equal(n.other, n.folded) {
				continue
			}
			if bytes.Compare(text, spelled) < 0 {
				*known = n.keep(text, known.count)
			}
		}
		known.count += count
		return
	}
}

func (n *names) keep(text []byte, count int64) name {
	from := len(n.texts)
	n.texts = append(n.texts, text...)
	return name{from, len(n.texts), count}
}

// rank has the order of values.
func (n *names) rank() int {
	slices.SortFunc(n.list, func(a, b name) int {
		if a.count != b.count {
			return cmp.Compare(b.count, a.count)
		}
		return bytes.Compare(n.text(a), n.text(b))
	})
	n.list = n.list[:min(len(n.list), maxFacets)]
	return len(n.list)
}

// appendTo has the names share one text.
func (n *names) appendTo(counts []FacetCount) []FacetCount {
	n.other = n.other[:0]
	for _, of := range n.list {
		n.other = append(n.other, n.text(of)...)
	}
	shown := string(n.other)
	for _, of := range n.list {
		length := of.to - of.from
		counts = append(counts, FacetCount{shown[:length], of.count})
		shown = shown[length:]
	}
	return counts
}

// appendLower adds a text in lower case.
func appendLower(to, text []byte) []byte {
	for i, b := range text {
		switch {
		case b >= utf8.RuneSelf:
			return append(to, bytes.ToLower(text[i:])...)
		case 'A' <= b && b <= 'Z':
			b += 'a' - 'A'
		}
		to = append(to, b)
	}
	return to
}
