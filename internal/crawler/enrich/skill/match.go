package skill

import "rolecall/internal/crawler/enrich/text"

// longestAt returns the longest name that starts at token i, and where it ends. Small words inside a name may differ: "gestion
// de projet" and "gestion des projets" are one.
func (v *vocab) longestAt(l line, i int) (best *alias, end int) {
	take := func(a *alias, to int) {
		if best != nil && end == to && best.kind == named && (a.kind == role || l.title && a.doubtful() && !best.doubtful()) {
			return
		}
		if a.nearby != nil && !a.ownTrade && !l.bare && !a.hasNearby(l, i, to) {
			return // a shorter name may stand here
		}
		if (a.exact == "" || a.exact == l.doc.Text[l.tokens[i].Start:l.tokens[to-1].End]) && standsAlone(l.tokens, i, to) {
			best, end = a, to
		}
	}
	n := &v.root
	for j := i; j < len(l.tokens); j++ {
		k := l.stems[j]
		if j > i {
			k = key(l.tokens, j, k)
		}
		if a := n.parts.find(l.tokens[j].Word, l.stems[j]); a != nil {
			take(a, j+1)
		}
		next := n.next[k]
		if next == nil {
			if j > i && l.classes[j]&link != 0 {
				continue
			}
			break
		}
		n = next
		for _, a := range n.aliases {
			take(a, j+1)
		}
	}
	return best, end
}

// key is the stem of a token as an edge of the trie. Spacing matters only around the symbols that make a different word of
// their neighbour: "C++" is not "C + +", and the end of a sentence before "Net" is not ".NET".
func key(tokens []text.Token, i int, stem string) string {
	if i > 0 && text.Glued(tokens, i) {
		return "~" + stem
	}
	return stem
}

// standsAlone reports whether no symbol makes a different word of the tokens: "C" is not in "C#", nor "Java" in "@java".
func standsAlone(tokens []text.Token, start, end int) bool {
	if end < len(tokens) && !tokens[end].Is(text.Spaced) && (tokens[end].Word == "+" || tokens[end].Word == "#") {
		return false
	}
	if start == 0 || tokens[start].Is(text.Spaced) {
		return true
	}
	if tokens[start].Word == "." {
		return tokens[start-1].Is(text.Symbol) // "(.NET)", not "example.net"
	}
	w := tokens[start-1].Word
	return w != "@" && w != "#" && w != "."
}
