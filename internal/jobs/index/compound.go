package index

import (
	"slices"
	"strings"
)

// Lengths in bytes; folded German words are ASCII.
const (
	minCompound = 8 // of a word that may be a compound
	minPart     = 4 // of each part of one
	minAsked    = 5 // of a word that is looked for in compounds
)

// addCompounds finds German words that are made with a word: "entwickler" is in "softwareentwickler" because "software"
// is a word of the postings too.
func (x *Index) addCompounds(v *view, e *expansion) {
	known := map[string]bool{}
	isWord := func(w string) bool {
		is, seen := known[w]
		if !seen {
			is = v.hasGerman(w)
			known[w] = is
		}
		return is
	}
	for _, m := range e.clauses {
		for _, s := range m.alts {
			for _, t := range s.terms {
				if !t.exact && m.in != inCompanies {
					if t.compounds = v.compounds(t, isWord); len(t.compounds) > 0 {
						t.found = nil
					}
				}
			}
		}
	}
}

// links are letters that join the parts of a German compound: Arbeit-s-zeit.
var links = []string{"", "s", "n", "en", "es", "er", "e"}

func (v *view) compounds(t *term, isWord func(string) bool) []string {
	found := map[string]bool{}
	for _, asked := range t.variants {
		if len(asked) < minAsked || !stemmable(asked) {
			continue
		}
		for _, p := range v.parts {
			eachWith(p.seg.dict, asked, func(key []byte, number uint64) {
				if p.seg.isGerman(uint32(number)) && len(key) >= minCompound && !found[string(key)] {
					found[string(key)] = isPart(string(key[len(asked):]), isWord, strings.CutPrefix)
				}
			})
			// Only words that are long enough have a reversed form.
			eachWith(p.seg.forms, reversedKey(asked), func(key []byte, _ uint64) {
				if w := reverse(string(key[1:])); !found[w] {
					found[w] = isPart(w[:len(w)-len(asked)], isWord, strings.CutSuffix)
				}
			})
		}
	}
	var out []string
	for w, is := range found {
		if is && isWord(w) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// isPart reports whether what is left of a compound is a word. cut takes a link away on the side where it was joined.
func isPart(rest string, isWord func(string) bool, cut func(s, link string) (string, bool)) bool {
	for _, link := range links {
		if part, ok := cut(rest, link); ok && len(part) >= minPart && isWord(part) {
			return true
		}
	}
	return false
}

// hasGerman reports whether a live posting in German has a word.
func (v *view) hasGerman(w string) bool {
	for _, p := range v.parts {
		if number, ok := p.seg.number(w); ok && p.seg.isGerman(number) && p.live.Intersects(readBitmap(p.seg.word(number).all)) {
			return true
		}
	}
	return false
}

// isGerman reports whether a word occurs in German texts.
func (s *segment) isGerman(number uint32) bool { return s.speech[number]>>german&1 == 1 }
