package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded maps the runes up to the end of Latin Extended-B to lower case without diacritics. A rune that folds to two
// letters (ß, æ, œ) is listed in ligature.
var folded = func() (table [0x250]rune) {
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

func appendFolded(dst []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(dst, byte(r))
	case isMark(r):
		return dst
	}
	if s, ok := ligature[r]; ok {
		return append(dst, s...)
	}
	if int(r) < len(folded) {
		return utf8.AppendRune(dst, folded[r])
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

// Fold returns s in lower case and without diacritics, the form in which words are compared.
func Fold(s string) string {
	dst := make([]byte, 0, len(s))
	for _, r := range s {
		dst = appendFolded(dst, r)
	}
	return string(dst)
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
