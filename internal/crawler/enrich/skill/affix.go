package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// affixes are the beginnings and endings that give a skill away whatever they are joined to: German writes
// "Betriebselektriker" and "Schweißaufsicht" as one word. They are kept by their outer four bytes.
type affixes struct {
	prefixes, suffixes map[[4]byte][]affix
}

type affix struct {
	part string
	name name
}

// minCompound is the length below which a word is no compound.
const minCompound = 8

func (a *affixes) add(pattern string, n name) {
	if a.prefixes == nil {
		a.prefixes, a.suffixes = map[[4]byte][]affix{}, map[[4]byte][]affix{}
	}
	part := text.Fold(strings.Trim(pattern, "*"))
	if pattern[0] == '*' {
		key := [4]byte([]byte(part[len(part)-4:]))
		a.suffixes[key] = append(a.suffixes[key], affix{part, n})
		return
	}
	key := [4]byte([]byte(part[:4]))
	a.prefixes[key] = append(a.prefixes[key], affix{part, n})
}

func (a *affixes) find(word string) (name, bool) {
	for _, x := range a.suffixes[[4]byte([]byte(word[len(word)-4:]))] {
		if strings.HasSuffix(word, x.part) {
			return x.name, true
		}
	}
	for _, x := range a.prefixes[[4]byte([]byte(word[:4]))] {
		if strings.HasPrefix(word, x.part) {
			return x.name, true
		}
	}
	return name{}, false
}

// compound looks for a skill in a part of a long word.
func (f *finder) compound(tokens []text.Token, i int) {
	w := tokens[i].Word
	if len(w) < minCompound {
		return
	}
	if n, ok := f.vocab.affixes.find(w); ok && (f.title || !n.trade) && (n.tongue == 0 || n.tongue&f.tongue != 0) {
		f.hits = append(f.hits, hit{start: i, end: i + 1, name: n, sure: !n.needs})
	}
}
