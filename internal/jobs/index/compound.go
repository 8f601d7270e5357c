package index

import (
	"slices"
	"strings"
)

// Lengths in bytes; folded German words are ASCII.
const (
	minCompound = 8 // letters of a word that may be a compound
	minPart     = 4 // letters of each part of a compound
	minAsked    = 5 // letters of a word that is searched in compounds
)

// addCompounds gives the words of an expansion the compounds that are made with them.
func addCompounds(e *expansion, compounds func(*term) []string) {
	for _, m := range e.clauses {
		for _, s := range m.alts {
			for _, t := range s.terms {
				if !t.exact && m.in != inCompanies {
					if t.compounds = compounds(t); len(t.compounds) > 0 {
						t.found = nil
					}
				}
			}
		}
	}
}

// links are letters that join the parts of a German compound: Arbeit-s-zeit.
var links = []string{"", "s", "n", "en", "es", "er", "e"}

// compoundsOf finds German words that are made with a word: "entwickler" is in "softwareentwickler" because "software" is a
// word of the postings too. beginning and ending visit words that begin and end with a part, all of them long enough.
func compoundsOf(t *term, beginning, ending func(part string, visit func(word string)), isWord func(string) bool) []string {
	found := map[string]bool{}
	for _, asked := range t.variants {
		if len(asked) < minAsked || !stemmable(asked) {
			continue
		}
		beginning(asked, func(w string) {
			if !found[w] {
				found[w] = isPart(w[len(asked):], isWord, strings.CutPrefix)
			}
		})
		ending(asked, func(w string) {
			if !found[w] {
				found[w] = isPart(w[:len(w)-len(asked)], isWord, strings.CutSuffix)
			}
		})
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

func (v *view) compounds(t *term, isWord func(string) bool) []string {
	beginning := func(part string, visit func(string)) {
		for _, p := range v.parts {
			eachWith(p.seg.dict, part, func(key []byte, number uint64) {
				if len(key) >= minCompound && p.seg.isGerman(uint32(number)) {
					visit(string(key))
				}
			})
		}
	}
	ending := func(part string, visit func(string)) {
		for _, p := range v.parts {
			// Only words that are long enough have a reversed form.
			eachWith(p.seg.forms, reversedKey(part), func(key []byte, _ uint64) { visit(reverse(string(key[1:]))) })
		}
	}
	return compoundsOf(t, beginning, ending, isWord)
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

// remember returns a function that asks another one once for each word.
func remember(ask func(word string) bool) func(word string) bool {
	known := map[string]bool{}
	return func(word string) bool {
		is, asked := known[word]
		if !asked {
			is = ask(word)
			known[word] = is
		}
		return is
	}
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
func (s *segment) isGerman(number uint32) bool { return s.wordLanguages[number]>>german&1 == 1 }
