package skill

import "strings"

// minStem is the length that a stem keeps, so that short words do not turn into other words.
const minStem = 5

// endings are those of plural, gender and case in the languages of the vocabulary, by their last letter.
var endings = [256][]string{
	'n': {"innen", "in", "en"}, 'm': {"em"}, 's': {"es", "as", "os", "s"}, 'a': {"a"}, 'e': {"e"}, 'i': {"i"}, 'o': {"o"},
}

// stem cuts the inflection off a folded word. It knows no language: a name and the text lose the same endings, so the
// forms of one word have one stem, which need not be a word.
func stem(w string) string {
	switch {
	case len(w) <= minStem, strings.HasSuffix(w, "ss"): // "process"
		return w
	case strings.HasSuffix(w, "ern"), strings.HasSuffix(w, "eln"): // "Fahrern"
		return w[:len(w)-1]
	case strings.HasSuffix(w, "y"): // "delivery" and "deliveries"
		return w[:len(w)-1] + "i"
	}
	for _, e := range endings[w[len(w)-1]] {
		if len(w)-len(e) >= minStem && strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}

// compounds finds names inside longer words: German writes "Betriebselektriker" and "Wundversorgungskonzept" as one.
// Parts are kept by their outer bytes.
type compounds struct {
	prefixes, suffixes map[uint32][]part
}

type part struct {
	text  string
	alias *alias
}

// minPart is how many bytes a part has at least.
const minPart = 3

// outer returns the first three bytes of a text as one number, which maps find faster than a string.
func outer(s string) uint32 { return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 }

func (c *compounds) add(folded string, suffix bool, a *alias) {
	if c.prefixes == nil {
		c.prefixes, c.suffixes = map[uint32][]part{}, map[uint32][]part{}
	}
	if suffix {
		folded = stem(folded)
		key := outer(folded[len(folded)-minPart:])
		c.suffixes[key] = append(c.suffixes[key], part{folded, a})
		return
	}
	c.prefixes[outer(folded)] = append(c.prefixes[outer(folded)], part{folded, a})
}

// find returns the longest part that a word begins with, or its stem ends with.
func (c *compounds) find(word, stem string) *alias {
	if c.prefixes == nil || len(stem) < minPart {
		return nil
	}
	var best part
	for _, p := range c.suffixes[outer(stem[len(stem)-minPart:])] {
		if p.beats(best) && strings.HasSuffix(stem, p.text) {
			best = p
		}
	}
	for _, p := range c.prefixes[outer(word)] {
		if p.beats(best) && strings.HasPrefix(word, p.text) {
			best = p
		}
	}
	return best.alias
}

// beats reports whether a part says more than another: it is longer, or names a skill where the other only tells the trade.
func (p part) beats(q part) bool {
	return len(p.text) > len(q.text) || len(p.text) == len(q.text) && p.alias.kind == named && q.alias.kind != named
}
