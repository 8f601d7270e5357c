package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// latin maps the runes up to the end of Latin Extended-B to lower case without diacritics. A rune that folds to two
// letters (ß, æ, œ) is listed in ligature.
var latin = func() (table [0x250]rune) {
	for r := range table {
		c := unicode.ToLower(rune(r))
		if d := []rune(norm.NFD.String(string(c))); len(d) > 0 && unicode.IsLetter(c) {
			c = d[0]
		}
		table[r] = c
	}
	for from, to := range map[rune]rune{'ø': 'o', 'Ø': 'o', 'ł': 'l', 'Ł': 'l', 'đ': 'd', 'Đ': 'd', 'ı': 'i', 'ŧ': 't', 'ħ': 'h'} {
		table[from] = to
	}
	return table
}()

var ligature = map[rune]string{'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'þ': "th", 'Þ': "th"}

func writeFolded(b *strings.Builder, r rune) {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		b.WriteByte(byte(r))
		return
	case isMark(r):
		return
	}
	if s, ok := ligature[r]; ok {
		b.WriteString(s)
		return
	}
	if int(r) < len(latin) {
		b.WriteRune(latin[r])
		return
	}
	b.WriteRune(unicode.ToLower(r))
}

// Fold returns s in lower case and without diacritics, the form in which words are compared.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		writeFolded(&b, r)
	}
	return b.String()
}

// isFolded spares most words a copy.
func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

func isMark(r rune) bool { return 0x300 <= r && r < 0x370 }

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return isMark(r) || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\f', '\v', 0x85, 0xa0, 0x2007, 0x2009, 0x200a, 0x202f, 0x3000, 0x200b, 0xfeff, 0x2060:
		return true
	}
	return r > 0xff && unicode.IsSpace(r)
}
