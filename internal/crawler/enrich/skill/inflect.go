package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// shortest is the length below which a word is not inflected: short words turn into other words too easily.
const shortest = 5

// forms returns the other forms of a name that its language makes by rule: plurals, genders, cases. It errs on the side of
// forms that nobody writes, which cost nothing.
func forms(lang, phrase string) []string {
	folded := text.Fold(phrase)
	words := strings.Fields(folded)
	var out []string
	switch lang {
	case "en":
		out = append(out, withLast(words, englishPlural)...)
	case "de":
		out = append(out, withLast(words, germanNoun)...)
		if len(words) > 1 {
			for _, ending := range []string{"e", "en", "er", "es", "em"} {
				if stem, ok := adjective(words[0]); ok {
					changed := strings.Join(append([]string{stem + ending}, words[1:]...), " ")
					out = append(out, changed)
					out = append(out, withLast(strings.Fields(changed), germanNoun)...)
				}
			}
		}
	case "es":
		for _, change := range []func(string) []string{spanish("a"), spanish("s"), spanish("as")} {
			out = append(out, headed(words, change)...)
		}
	case "fr":
		for _, change := range []func(string) []string{french(""), french("s")} {
			out = append(out, headed(words, change)...)
		}
	}
	kept := out[:0]
	for _, f := range out {
		if f != folded {
			kept = append(kept, f)
		}
	}
	return kept
}

func withLast(words []string, change func(string) []string) []string {
	last := words[len(words)-1]
	if len(last) < shortest {
		return nil
	}
	var out []string
	for _, w := range change(last) {
		out = append(out, strings.Join(append(words[:len(words)-1:len(words)-1], w), " "))
	}
	return out
}

// headed changes the noun at the head of a phrase together with the adjectives behind it: "técnica de mantenimiento",
// "diseñadoras gráficas".
func headed(words []string, change func(string) []string) []string {
	lists := [][]string{}
	n := 0
	for n < len(words) && !links[words[n]] {
		lists = append(lists, change(words[n]))
		n++
	}
	if n == 0 {
		return nil
	}
	var out []string
	for i := range lists[0] {
		changed := make([]string, 0, len(words))
		for _, l := range lists {
			changed = append(changed, l[min(i, len(l)-1)])
		}
		out = append(out, strings.Join(append(changed, words[n:]...), " "))
	}
	return out
}

// links end the head of a phrase in Spanish and French.
var links = named("de", "del", "des", "du", "d", "l", "la", "le", "les", "en", "a", "al", "au", "aux", "con", "y", "et", "o", "ou", "para", "pour", "por", "par", "sur", "sous")

func englishPlural(w string) []string {
	switch {
	case strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ing"):
		return nil
	case strings.HasSuffix(w, "y") && !strings.HasSuffix(w, "ay") && !strings.HasSuffix(w, "ey"):
		return []string{w[:len(w)-1] + "ies"}
	}
	return []string{w + "s"}
}

func germanNoun(w string) []string {
	switch {
	case strings.HasSuffix(w, "ung") || strings.HasSuffix(w, "schaft") || strings.HasSuffix(w, "tion"):
		return []string{w + "en"}
	case strings.HasSuffix(w, "er"):
		return []string{w + "n", w + "s", w + "in", w + "innen"}
	case strings.HasSuffix(w, "mann"):
		stem := strings.TrimSuffix(w, "mann")
		return []string{stem + "frau", stem + "leute", stem + "frauen"}
	case strings.HasSuffix(w, "e"):
		return []string{w + "n", w + "r"}
	case strings.HasSuffix(w, "en"):
		return []string{w + "s"}
	}
	return []string{w + "e", w + "en", w + "s", w + "in", w + "innen", w + "es", w + "n"}
}

func adjective(w string) (string, bool) {
	for _, ending := range []string{"en", "er", "es", "em", "e"} {
		if stem, ok := strings.CutSuffix(w, ending); ok && len(stem) >= shortest {
			return stem, true
		}
	}
	return "", false
}

// spanish returns the function that gives a word the feminine form, the plural or both.
func spanish(form string) func(string) []string {
	return func(w string) []string {
		if len(w) < shortest-1 {
			return []string{w}
		}
		stem := w[:len(w)-1]
		switch last := w[len(w)-1]; {
		case last == 'o' && form == "s":
			return []string{w + "s"}
		case last == 'o':
			return []string{stem + form}
		case strings.HasSuffix(w, "or") && form != "s":
			return []string{w + form}
		case form == "a":
			return []string{w}
		case last == 's':
			return []string{w}
		case strings.IndexByte("aeiou", last) >= 0:
			return []string{w + "s"}
		case last == 'z':
			return []string{stem + "ces"}
		}
		return []string{w + "es"}
	}
}

// feminine are the endings of French nouns and adjectives and what they become.
var feminine = [][2]string{{"teur", "trice"}, {"eur", "euse"}, {"ier", "iere"}, {"er", "ere"}, {"ien", "ienne"}, {"if", "ive"}, {"al", "ale"}, {"el", "elle"}, {"ant", "ante"}}

// french returns the function that gives a word its masculine and feminine forms, in the singular or the plural.
func french(number string) func(string) []string {
	return func(w string) []string {
		plural := number
		if strings.HasSuffix(w, "s") || strings.HasSuffix(w, "x") {
			plural = ""
		}
		if len(w) < shortest-1 {
			return []string{w}
		}
		other := w
		for _, f := range feminine {
			if stem, ok := strings.CutSuffix(w, f[0]); ok {
				other = stem + f[1]
				break
			}
		}
		if other == w && !strings.HasSuffix(w, "s") {
			if strings.HasSuffix(w, "e") { // "chargé" and "charge" fold alike
				return []string{w + plural, w + "e" + plural}
			}
			other = w + "e"
		}
		if stem, ok := strings.CutSuffix(w, "al"); ok && number != "" {
			return []string{stem + "aux", other + "s"}
		}
		return []string{w + plural, other + number}
	}
}
