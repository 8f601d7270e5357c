package slug_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"rolecall/internal/slug"
)

var (
	domainSuffix = regexp.MustCompile(`(?i)([\p{L}\p{M}\p{N}\p{Pc}])\.(?:com|io|ai|co|net|org)($|[\s\x{85}\p{Z},;:!?\v])`)
	deleted      = regexp.MustCompile("[.,'\u2019`\"]| \u0301")
	outside      = regexp.MustCompile(`[^a-z0-9]+`)
	undecomposed = strings.NewReplacer("ø", "o", "Ø", "O", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "þ", "th", "Þ", "TH", "ł", "l", "Ł", "L",
		"æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ß", "ss", "ẞ", "SS", "ı", "i", "ħ", "h", "Ħ", "H", "ŧ", "t", "Ŧ", "T", "ĸ", "k")
)

// slow is the rule told step by step, each on the whole text, with regular expressions.
func slow(name string) string {
	if strings.TrimFunc(name, unicode.IsSpace) == "" {
		return ""
	}
	s := norm.NFKC.String(strings.ToValidUTF8(name, "\uFFFD"))
	s = slowBrackets(s)
	s = strings.ReplaceAll(s, "&", " and ")
	s = slowSlashes([]rune(s))
	if m := domainSuffix.FindStringSubmatchIndex(s); m != nil {
		s = s[:m[3]] + s[m[4]:]
	}
	s = deleted.ReplaceAllString(s, "")
	s, _, _ = transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), s)
	s = undecomposed.Replace(s)
	s = strings.ToLower(s)
	s = strings.Trim(outside.ReplaceAllString(s, "-"), "-")
	tokens := strings.Split(s, "-")
	for len(tokens) > 1 && slices.Contains(append(connectors, legalForms...), tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	for len(tokens) > 0 && len(strings.Join(tokens, "-")) > 120 {
		tokens = tokens[:len(tokens)-1]
	}
	return strings.Join(tokens, "-")
}

// slowBrackets removes the pair that closes first until there is none. A pair that closes first has no pair inside.
func slowBrackets(s string) string {
	for end := 0; end < len(s); end++ {
		for _, kind := range []string{"()", "[]", "{}"} {
			if s[end] != kind[1] {
				continue
			}
			start := strings.LastIndexAny(s[:end], kind)
			if start >= 0 && s[start] == kind[0] {
				return slowBrackets(s[:start] + s[end+1:])
			}
		}
	}
	return s
}

func slowSlashes(text []rune) string {
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	alone := func(letter, beyond rune) bool {
		return unicode.IsLetter(letter) && !unicode.IsLetter(beyond) && !unicode.IsDigit(beyond)
	}
	var kept []rune
	for i, r := range text {
		if r == '/' && alone(at(i-1), at(i-2)) && alone(at(i+1), at(i+2)) {
			continue
		}
		kept = append(kept, r)
	}
	return string(kept)
}

func FuzzMake(f *testing.F) {
	for _, seed := range []string{"Foo Widgets, Inc.", "Alpha [Beta {Gamma} (Delta)] Omega", "A/B/C", "Mega.com, Inc.", "O´Reilly", "Ǿrn A/S",
		"R&\u0301D", "( [ ( ] )", "Acme.c/o", "東京 Inc", "\xff/a", "x.com\u0085", "´´", " \u0301\u0302", "ΐ ΅ \u0344", "각 GmbH", "a/b\u0301/c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if got, _ := slug.Make(name); got != slow(name) {
			t.Errorf("Make(%q) = %q, told step by step it is %q", name, got, slow(name))
		}
	})
}

func TestAgreesWithTheSlowOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		if got, _ := slug.Make(name); got != slow(name) {
			t.Fatalf("Make(%q) = %q, told step by step it is %q", name, got, slow(name))
		}
	})
}
