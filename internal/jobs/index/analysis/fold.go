// Package analysis turns texts and queries into the words that search compares: it splits, folds and stems them,
// detects languages and lists synonyms. All functions are pure and safe for concurrent use.
package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// kind is the effect of a rune on the word around it.
type kind uint8

const (
	other  kind = iota // ends a word
	letter             // a letter or digit
	inner              // belongs to the letter before it: accents, soft hyphens, joiners
	single             // a separate word: scripts that write no spaces
)

// fewRunes is the end of Cyrillic. The runes below it make up nearly all text in Europe; their folding is looked up.
const fewRunes = 0x530

var kinds, folds = func() (kinds [fewRunes]kind, folds [fewRunes]string) {
	for r := range rune(fewRunes) {
		kinds[r], folds[r] = classify(r), foldRune(r)
	}
	return kinds, folds
}()

// spelled maps letters that Unicode does not decompose, and й, which is a separate letter: Russian endings need it.
var spelled = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i", 'ŧ': "t",
	'ŋ': "n", 'ς': "σ", 'й': "й",
}

func kindOf(r rune) kind {
	if r < fewRunes {
		return kinds[r]
	}
	return classify(r)
}

func classify(r rune) kind {
	switch {
	case ignored(r):
		return inner
	case r >= 0x2B0 && r < 0x300: // modifier letters: most are apostrophes
		return other
	case r >= 0xE00 && unspaced(r):
		return single
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return letter
	case unicode.IsMark(r):
		return inner
	}
	return other
}

// unspaced reports whether a letter is of a script without spaces between words.
func unspaced(r rune) bool {
	if r == 'ー' || r == 'ｰ' {
		return true
	}
	return unicode.IsLetter(r) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

// ignored reports whether folding drops a rune: accents, vowel points, soft hyphens, joiners and variation selectors.
func ignored(r rune) bool {
	switch {
	case r < 0x300:
		return r == 0xAD
	case r < 0x370, r >= 0x591 && r <= 0x5BD, r >= 0x64B && r <= 0x65F, r >= 0xFE00 && r <= 0xFE0F:
		return true
	}
	return r == 0x640 || r == 0x670 || r == 0x200C || r == 0x200D || r == 0x2060 || r == 0xFEFF
}

func foldRune(r rune) string {
	switch {
	case ignored(r):
		return ""
	case classify(r) == other:
		return string(r)
	}
	r = unicode.ToLower(r)
	if s, ok := spelled[r]; ok {
		return s
	}
	form := norm.NFKD
	if r >= 0x3000 {
		form = norm.NFKC // decomposing would take が and 한 apart
	}
	var b strings.Builder
	for _, d := range form.String(string(r)) {
		switch {
		case d == r:
			b.WriteRune(d)
		case classify(d) != other:
			b.WriteString(foldRune(d))
		}
	}
	if b.Len() == 0 {
		return string(r)
	}
	return b.String()
}

func writeFolded(b *strings.Builder, s string) {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			b.WriteByte(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r < fewRunes {
			b.WriteString(folds[r])
		} else {
			b.WriteString(foldRune(r))
		}
		i += n
	}
}

// Fold folds a text as Tokens folds words: lower case, no accents, ß as ss.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	writeFolded(&b, s)
	return b.String()
}

// umlauts are the letters that are also written with an e after the vowel, or as aa.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "ae", "Ö", "oe", "Ü", "ue", "ø", "oe", "Ø", "oe",
	"å", "aa", "Å", "aa")

// Variants returns the spellings under which a raw query word may have been indexed, the plain folded one first:
// munchen and muenchen for both München and Muenchen.
func Variants(raw string) []string {
	raw = norm.NFC.String(raw)
	plain := Fold(raw)
	for _, v := range []string{Fold(umlauts.Replace(raw)), withoutE(plain)} {
		if v != plain {
			return []string{plain, v}
		}
	}
	return []string{plain}
}

// withoutE removes the e of ae, oe and ue where it may come from an umlaut: not after another vowel or q (neue, queue),
// not at the end (value), not in short words (poet) nor in names such as Michael, which would become another name.
func withoutE(word string) string {
	if len(word) < 5 || strings.HasSuffix(word, "ael") {
		return word
	}
	var b strings.Builder
	for i := range len(word) {
		if word[i] == 'e' && i > 0 && i < len(word)-1 && strings.IndexByte("aou", word[i-1]) >= 0 &&
			(i == 1 || strings.IndexByte("aeiouyq", word[i-2]) < 0) {
			continue
		}
		b.WriteByte(word[i])
	}
	return b.String()
}
