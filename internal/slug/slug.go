// Package slug derives a company's identity from its name.
//
// Two sources that name the same employer agree on the slug although one writes "Foo Widgets, Inc." and the other
// "FOO WIDGETS". The rule is a closed list of steps, S0 to S12, applied strictly in order; the functions below name
// the step they are. It depends on nothing but the name: no locale, no table that grows, no state.
package slug

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxLength is the length of the longest slug.
const MaxLength = 120

// Make returns the slug of a name, or "" if none of its characters can be kept, as in East Asian names.
func Make(name string) (slug string, ok bool) {
	if strings.TrimSpace(name) == "" { // S0
		return "", false
	}
	if !utf8.ValidString(name) { // removing text must not join two invalid halves into a character
		name = strings.ToValidUTF8(name, "\uFFFD")
	}
	if norm.NFKC.QuickSpanString(name) < len(name) { // S1
		name = norm.NFKC.String(name)
	}
	// Both buffers live on the stack for names of ordinary length: the result is the only allocation.
	var in, out [128]byte
	text := append(in[:0], name...)
	text = dropBrackets(text)
	text = dropSlashes(text)
	text = dropSuffix(text)
	result := truncate(dropLegalForms(spell(out[:0], text)))
	return string(result), len(result) > 0
}

// dropBrackets is S2. A closing bracket takes everything back to the nearest opening one of its kind that is still
// there, other kinds of bracket included, so nested pairs vanish whole. One without a partner stays.
func dropBrackets(text []byte) []byte {
	if !bytes.ContainsAny(text, ")]}") {
		return text
	}
	var room [3][4]int
	open := [3][]int{room[0][:0], room[1][:0], room[2][:0]} // where each kind's unmatched opening brackets stand in kept
	kept := text[:0]
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			open[kind(c)] = append(open[kind(c)], len(kept))
		case ')', ']', '}':
			own := open[kind(c)]
			if len(own) == 0 {
				break
			}
			start := own[len(own)-1]
			kept = kept[:start]
			for k := range open {
				for len(open[k]) > 0 && open[k][len(open[k])-1] >= start {
					open[k] = open[k][:len(open[k])-1]
				}
			}
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// kind numbers round, square and curly brackets; in ASCII the two of a kind stand in the same block of 32.
func kind(bracket byte) int { return int(bracket>>5) - 1 }

// dropSlashes is S4: the slash of "A/S" goes, that of "Sales/Support" stays. Each slash is judged on the text as it
// was before any of them went.
func dropSlashes(text []byte) []byte {
	if bytes.IndexByte(text, '/') < 0 {
		return text
	}
	kept := text[:0]
	beyond, before := utf8.RuneError, utf8.RuneError // the two characters before this one
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r != '/' || !isOneLetter(before, beyond) || !beginsWithOneLetter(text[i+1:]) {
			kept = append(kept, text[i:i+n]...)
		}
		beyond, before = before, r
		i += n
	}
	return kept
}

func beginsWithOneLetter(text []byte) bool {
	letter, n := utf8.DecodeRune(text)
	beyond, _ := utf8.DecodeRune(text[n:])
	return isOneLetter(letter, beyond)
}

func isOneLetter(r, beyond rune) bool {
	return unicode.IsLetter(r) && !unicode.IsLetter(beyond) && !unicode.IsDigit(beyond)
}

// dropSuffix is S5: the first ".com" and the like at the end of a word, once.
func dropSuffix(text []byte) []byte {
	for i, c := range text {
		if c != '.' {
			continue
		}
		n := suffixLength(text[i+1:])
		if n == 0 {
			continue
		}
		if before, _ := utf8.DecodeLastRune(text[:i]); isWord(before) && endsWord(text[i+1+n:]) {
			return append(text[:i], text[i+1+n:]...)
		}
	}
	return text
}

// suffixLength is the length of the known suffix that the text begins with, without its dot. The longer ones come
// first; "com" cut down to "co" would not be at the end of a word anyway.
func suffixLength(text []byte) int {
	for _, suffix := range [...]string{"com", "net", "org", "io", "ai", "co"} {
		if beginsWith(text, suffix) {
			return len(suffix)
		}
	}
	return 0
}

// beginsWith compares without regard to case; the prefix is in lower case.
func beginsWith(text []byte, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if text[i]|0x20 != prefix[i] { // in ASCII, only a letter's own two cases become it
			return false
		}
	}
	return true
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Pc)
}

// endsWord reports whether a word may end before the text. It may before an ampersand, which S3 turns into a word.
func endsWord(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	r, _ := utf8.DecodeRune(text)
	return unicode.IsSpace(r) || strings.ContainsRune(",;:!?&", r)
}

// dropLegalForms is S10: from the end, as long as something is left.
func dropLegalForms(slug []byte) []byte {
	for {
		i := lastSeparator(slug)
		if i < 0 || !isLegalForm(slug[i+1:]) {
			return slug
		}
		slug = slug[:i]
	}
}

// isLegalForm reports whether a token is in the closed list of legal forms or is a connector before one. Words like
// group, holding or labs are part of a name.
func isLegalForm(token []byte) bool {
	switch string(token) {
	case "gmbh", "inc", "llc", "ltd", "plc",
		"sa", "sas", "sau", "sarl", "srl", "sl", "slu", "spa", "sprl", "sp",
		"ab", "asa", "as", "aps", "ag", "se", "ug",
		"bv", "nv", "cv", "cia", "co", "company", "corp", "corporation",
		"incorporated", "limited", "ltda", "llp", "kg", "kk", "gk",
		"oy", "oyj", "oo", "doo", "z", "zrt", "kft", "pt", "pte", "pty", "sdn", "bhd",
		"and", "und", "y", "et", "e":
		return true
	}
	return false
}

// truncate is S11: it drops whole tokens until the slug fits. If the first token is too long, nothing is left.
func truncate(slug []byte) []byte {
	if len(slug) <= MaxLength {
		return slug
	}
	return slug[:max(0, lastSeparator(slug[:MaxLength+1]))]
}

func lastSeparator(slug []byte) int {
	for i := len(slug) - 1; i >= 0; i-- {
		if slug[i] == '-' {
			return i
		}
	}
	return -1
}
