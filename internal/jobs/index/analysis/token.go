package analysis

import (
	"strings"
	"unicode/utf8"
)

// Token is a word of a text.
type Token struct {
	Word       string // folded; may share memory with the text, so clone what is kept
	Pos        int    // position of the word; parts of one token may share positions, see Tokens
	Start, End int    // byte range in the source text
}

// Tokens calls yield for each word of a text to be indexed, in order of position. Words are runs of letters and digits;
// hyphens, slashes, underscores and apostrophes separate. Beyond that:
//
//   - c++, c#, f#, .net and letters around an ampersand (r&d, fp&a) are words.
//   - A dot or comma between digits belongs to the number, which stays as it is written: 3.11, 80,000, 80.000.
//   - A dotted name whose last part is known (node.js, asp.net) is one word at the position p of its first part, followed
//     by its parts at p, p+1, and so on.
//   - An English 's and the gender endings of titles (Entwickler*in, vendeur/euse, infermiere/a) are left out, so that
//     phrases do not depend on them.
//   - Chinese, Japanese, Thai and others that write no spaces: one word for each character.
func Tokens(text string, yield func(Token)) { scan(text, true, yield) }

// Words returns the words of a query text: like Tokens, but a dotted name is one word only, not its parts as well. The
// positions are those of Tokens. Words that touch (End is the next Start) were written as one: the characters of a
// Japanese word, c++ and 17.
func Words(text string) []Token { return AppendWords(nil, text) }

// AppendWords appends the words of a query text to a list, see Words.
func AppendWords(list []Token, text string) []Token {
	scan(text, false, func(t Token) { list = append(list, t) })
	return list
}

// FoldedWords returns the words of a query text without their places.
func FoldedWords(text string) (out []string) {
	scan(text, false, func(t Token) { out = append(out, t.Word) })
	return out
}

// classes of bytes
const (
	separator = iota
	lower     // and digits: folded already
	upper
	multibyte
)

var classes = func() (table [256]uint8) {
	for c := range table {
		switch {
		case c >= utf8.RuneSelf:
			table[c] = multibyte
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			table[c] = lower
		case 'A' <= c && c <= 'Z':
			table[c] = upper
		}
	}
	return table
}()

type scanner struct {
	text   string
	parts  bool // yield the parts of dotted names
	yield  func(Token)
	pos    int
	folded strings.Builder // memory for all words that had to be folded
}

func scan(text string, parts bool, yield func(Token)) {
	s := scanner{text: text, parts: parts, yield: yield}
	last := -1 // end of the last word
	for i := 0; i < len(text); {
		switch classes[text[i]] {
		case separator:
			if text[i] == '.' && (i != last || text[i-1] == '#') && dotNet(text[i:]) {
				s.emit(i, i+len(".net"), false, 1)
				i += len("net")
			}
			i++
			continue
		case multibyte:
			r, n := utf8.DecodeRuneInString(text[i:])
			switch kindOf(r) {
			case single:
				s.emit(i, i+n, false, 1)
				fallthrough
			case other, inner:
				i += n
				continue
			}
		}
		i = s.word(i)
		last = i
	}
}

// word yields the word that begins at start and returns where to go on.
func (s *scanner) word(start int) int {
	end, plain := wordEnd(s.text, start)
	if end == len(s.text) {
		s.emit(start, end, plain, 1)
		return end
	}
	switch s.text[end] {
	case '+', '#', '&':
		end, plain = symbolEnd(s.text, start, end), false
	case '.':
		if ends := dottedEnds(s.text, start, end); len(ends) > 1 {
			s.dotted(start, ends)
			return ends[len(ends)-1]
		}
	default:
		s.emit(start, end, plain, 1)
		return suffixEnd(s.text, start, end)
	}
	s.emit(start, end, plain, 1)
	return end
}

// dotted yields a dotted name whose parts end at ends, then its parts.
func (s *scanner) dotted(start int, ends []int) {
	s.emit(start, ends[len(ends)-1], false, 0)
	if !s.parts {
		s.pos += len(ends)
		return
	}
	for _, end := range ends {
		s.emit(start, end, false, 1)
		start = end + 1
	}
}

// emit yields a word and moves the position on by step. plain means that the word is already folded.
func (s *scanner) emit(start, end int, plain bool, step int) {
	word := s.text[start:end]
	if !plain {
		n := s.folded.Len()
		if n == 0 {
			s.folded.Grow(len(s.text) / 4)
		}
		writeFolded(&s.folded, word)
		word = s.folded.String()[n:]
	}
	s.yield(Token{Word: word, Pos: s.pos, Start: start, End: end})
	s.pos += step
}

// wordEnd returns the end of the run of letters and digits that begins at i, and whether it is folded already.
func wordEnd(text string, i int) (end int, plain bool) {
	plain = true
	for ; i < len(text); i++ {
		switch c := text[i]; classes[c] {
		case lower:
		case upper:
			plain = false
		case multibyte:
			r, n := utf8.DecodeRuneInString(text[i:])
			if k := kindOf(r); k != letter && k != inner {
				return i, plain
			}
			plain = false
			i += n - 1
		default:
			if (c != '.' && c != ',') || !digitAt(text, i-1) || !digitAt(text, i+1) {
				return i, plain
			}
		}
	}
	return i, plain
}

func digitAt(text string, i int) bool {
	return i >= 0 && i < len(text) && '0' <= text[i] && text[i] <= '9'
}

// wordAt reports whether there is a letter or digit at i.
func wordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	if c := classes[text[i]]; c != multibyte {
		return c != separator
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return kindOf(r) == letter
}
