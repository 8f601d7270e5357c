package slug

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spell appends the text in a-z, 0-9 and single separators. It does S3 and S6 to S9 in one pass: none of them looks
// further than one character ahead.
func spell(out, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(text[i:])
			out = spellRune(out, r, text[i:i+n])
			i += n
			continue
		}
		i++
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			out = append(out, c)
		case 'A' <= c && c <= 'Z': // S8
			out = append(out, c+'a'-'A')
		case isDeleted(c):
		case c == '&': // S3
			out = append(separate(out), "and"...)
			if !isAcute(text[i:]) {
				out = separate(out)
			}
		case c == ' ' && isAcute(text[i:]): // S6
		default: // S9
			out = separate(out)
		}
	}
	if n := len(out); n > 0 && out[n-1] == '-' {
		out = out[:n-1]
	}
	return out
}

func separate(out []byte) []byte {
	if n := len(out); n > 0 && out[n-1] != '-' {
		out = append(out, '-')
	}
	return out
}

// isDeleted is S6 without the characters beyond ASCII.
func isDeleted(c byte) bool {
	switch c {
	case '.', ',', '\'', '`', '"':
		return true
	}
	return false
}

// isAcute reports whether the text begins with the second half of an acute accent: S1 splits U+00B4 into a space and this
// mark, and S6 deletes both.
func isAcute(text []byte) bool {
	return len(text) >= 2 && text[0] == 0xCC && text[1] == 0x81
}

func spellRune(out []byte, r rune, encoded []byte) []byte {
	if r == '\u2019' { // S6
		return out
	}
	// S7: decompose first, then drop the marks, then map what does not decompose (Ǿ is Ø with an accent).
	if parts := norm.NFD.Properties(encoded).Decomposition(); len(parts) > 0 {
		for len(parts) > 0 {
			part, n := utf8.DecodeRune(parts)
			out = spellLetter(out, part)
			parts = parts[n:]
		}
		return out
	}
	return spellLetter(out, r)
}

func spellLetter(out []byte, r rune) []byte {
	switch r {
	case 'ø', 'Ø':
		return append(out, "o"...)
	case 'đ', 'Đ', 'ð', 'Ð':
		return append(out, "d"...)
	case 'þ', 'Þ':
		return append(out, "th"...)
	case 'ł', 'Ł':
		return append(out, "l"...)
	case 'æ', 'Æ':
		return append(out, "ae"...)
	case 'œ', 'Œ':
		return append(out, "oe"...)
	case 'ß', 'ẞ':
		return append(out, "ss"...)
	case 'ı':
		return append(out, "i"...)
	case 'ħ', 'Ħ':
		return append(out, "h"...)
	case 'ŧ', 'Ŧ':
		return append(out, "t"...)
	case 'ĸ':
		return append(out, "k"...)
	}
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		return append(out, byte(r))
	case 'A' <= r && r <= 'Z':
		return append(out, byte(r)+'a'-'A')
	case unicode.Is(unicode.Mn, r):
		return out
	}
	return separate(out)
}
