package skill

import "rolecall/internal/crawler/enrich/text"

// maxGap is how many words may stand in the gap of a phrase: "lead a small but loyal team".
const maxGap = 4

// open enters a phrase with a gap: its head opens it, one of the tails must close it.
func (b *builder) open(head, tail string, n name) {
	key := text.Fold(head)
	id, ok := b.openings[key]
	if !ok {
		id = len(b.gaps)
		b.gaps = append(b.gaps, text.NewLexicon[name]())
		b.openings[key] = id
		b.names.Add(head, name{skill: opening, also: none, gap: id})
	}
	b.gaps[id].Add(tail, n)
}

// close looks for the end of a phrase that was opened before token from. A mark ends the search, and so does nothing else:
// the gap is short.
func (v *vocab) close(tokens []text.Token, gap, from int) (end int, n name, ok bool) {
	for j := from; j < len(tokens) && j <= from+maxGap && !tokens[j].Is(text.Symbol); j++ {
		if h, ok := v.gaps[gap].At(tokens, j); ok {
			return h.End, h.Values[0], true
		}
	}
	return 0, name{}, false
}
