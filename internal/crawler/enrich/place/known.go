package place

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// Known reads a text that consists of the names of known towns, with their regions, countries and postal codes. Of any other
// text it returns nothing, so that it can be asked of words that are perhaps no place.
func Known(s string) []Place {
	tokens := text.Tokenize(s)
	if end, town := knownEnd(s, tokens, 0); !town || end < len(tokens) {
		return nil
	}
	return Parse(s).Places
}

// KnownAt reads the names of known towns that start at token i of a document.
func KnownAt(d *text.Doc, i int) []Place {
	end, town := knownEnd(d.Text, d.Tokens, i)
	if !town {
		return nil
	}
	return Parse(strings.TrimRight(d.Text[d.Tokens[i].Start:d.Tokens[end-1].End], " ,/&")).Places
}

// knownEnd returns the token behind the names, conjunctions and postal codes that start at token i, and whether a town is among
// them. It stops behind the last name.
func knownEnd(s string, tokens []text.Token, i int) (end int, town bool) {
	end = i
	for i < len(tokens) {
		t := tokens[i]
		if h, ok := world().names.At(tokens, i); ok && named(tokens, h) {
			town = town || h.Values[0].kind == aCity
			i = h.End
			end = i
			continue
		}
		code := t.Is(text.Caps) && town && len(world().codes[s[t.Start:t.End]]) > 0
		switch {
		case code:
			end = i + 1
		case t.Is(text.Digit) && (len(t.Word) == 4 || len(t.Word) == 5), conjunctions[t.Word]:
		case t.Is(text.Symbol) && strings.Contains(",/&()-", t.Word):
			if t.Word == ")" && end == i {
				end = i + 1
			}
		default:
			return end, town
		}
		i++
	}
	return end, town
}

// named reports whether a name is that of a place and written like one. It goes on when a hyphen follows.
func named(tokens []text.Token, h text.Hit[reading]) bool {
	if k := h.Values[0].kind; k == aMode || k == aNoise || k == anArea {
		return false
	}
	if !tokens[h.Start].Is(text.Upper) && !tokens[h.Start].Is(text.Caps) {
		return false
	}
	return h.End == len(tokens) || !tokens[h.End].Is(text.Hyphen)
}
