// Package slug derives a company's identity from its name.
//
// Sources that spell the same employer differently ("Foo Widgets, Inc.", "FOO WIDGETS") get the same slug. The rule is a
// closed list of steps, S0 to S12, applied in order. The result depends only on the name.
package slug

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// MaxLength is the length of the longest slug.
const MaxLength = 120

var (
	// A dot, a known domain and the end of a word, after a word character.
	domainSuffix = regexp.MustCompile(`(?i)([\p{L}\p{M}\p{N}\p{Pc}])\.(?:com|io|ai|co|net|org)($|[\s\x{85}\p{Z},;:!?\v])`)
	// S1 has split the acute accent (U+00B4) into a space and a combining mark.
	deleted      = regexp.MustCompile("[.,'\u2019`\"]| \u0301")
	outside      = regexp.MustCompile(`[^a-z0-9]+`)
	undecomposed = strings.NewReplacer("ø", "o", "Ø", "O", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "þ", "th", "Þ", "TH",
		"ł", "l", "Ł", "L", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ß", "ss", "ẞ", "SS", "ı", "i", "ħ", "h", "Ħ", "H",
		"ŧ", "t", "Ŧ", "T", "ĸ", "k")
	// The closed list of legal forms, and the connectors that may be left before one. Words like group, holding or labs
	// are part of a name.
	dropped = strings.Fields(`gmbh inc llc ltd plc
		sa sas sau sarl srl sl slu spa sprl sp
		ab asa as aps ag se ug
		bv nv cv cia co company corp corporation
		incorporated limited ltda llp kg kk gk
		oy oyj oo doo z zrt kft pt pte pty sdn bhd
		and und y et e`)
)

// Make returns the slug of a name. Ok is false if none of its characters can be kept, as in East Asian names.
func Make(name string) (slug string, ok bool) {
	if strings.TrimSpace(name) == "" { // S0
		return "", false
	}
	s := norm.NFKC.String(strings.ToValidUTF8(name, "\uFFFD"))  // S1
	s = dropBrackets(s)                                         // S2
	s = strings.ReplaceAll(s, "&", " and ")                     // S3
	s = dropSlashes(s)                                          // S4
	if m := domainSuffix.FindStringSubmatchIndex(s); m != nil { // S5
		s = s[:m[3]] + s[m[4]:]
	}
	s = deleted.ReplaceAllString(s, "")                                                          // S6
	s, _, _ = transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), s) // S7
	s = undecomposed.Replace(s)
	s = strings.ToLower(s)                                  // S8
	s = strings.Trim(outside.ReplaceAllString(s, "-"), "-") // S9
	tokens := strings.Split(s, "-")
	for len(tokens) > 1 && slices.Contains(dropped, tokens[len(tokens)-1]) { // S10
		tokens = tokens[:len(tokens)-1]
	}
	s = strings.Join(tokens, "-")
	if len(s) > MaxLength { // S11
		s = s[:max(0, strings.LastIndexByte(s[:MaxLength+1], '-'))]
	}
	return s, s != "" // S12
}

// dropBrackets removes every pair of brackets with its content. A bracket without a partner stays.
func dropBrackets(s string) string {
	for end := 0; end < len(s); end++ {
		kind := strings.IndexByte(")]}", s[end])
		if kind < 0 {
			continue
		}
		if start := strings.LastIndexByte(s[:end], "([{"[kind]); start >= 0 {
			s = s[:start] + s[end+1:]
			end = start - 1
		}
	}
	return s
}

// dropSlashes removes the slash of "A/S" but not that of "Sales/Support".
func dropSlashes(s string) string {
	text := []rune(s)
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	single := func(letter, neighbour rune) bool {
		return unicode.IsLetter(letter) && !unicode.IsLetter(neighbour) && !unicode.IsDigit(neighbour)
	}
	var kept []rune
	for i, r := range text {
		if r != '/' || !single(at(i-1), at(i-2)) || !single(at(i+1), at(i+2)) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
