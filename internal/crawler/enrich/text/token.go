package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is one word, or one symbol that stands between words. A run of letters and digits is one word; a hyphen or an
// apostrophe inside a compound makes no token of its own but marks the word behind it, so that "full-time" and
// "full time" read alike while "C-level" can still be told from "C level".
type Token struct {
	Word       string // folded; for a symbol the symbol itself
	Start, End int32
	hash       uint32 // of Word, for the filter of Lexicon
	Flags
}

// newToken returns a token with its hash, which is FNV-1a.
func newToken(word string, start, end int, flags Flags) Token {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return Token{Word: word, Start: int32(start), End: int32(end), hash: h, Flags: flags}
}

// filter rules out most words that start no phrase by one bit, because every word of every text is looked up. Its length is
// a power of two.
type filter []uint64

func (f filter) add(t Token) { f[t.hash>>6&uint32(len(f)-1)] |= 1 << (t.hash & 63) }

func (f filter) mayHold(t Token) bool { return f[t.hash>>6&uint32(len(f)-1)]>>(t.hash&63)&1 != 0 }

// Flags describe how a token was written.
type Flags uint8

// The flags of a token.
const (
	Spaced     Flags = 1 << iota // white space or the start of the line stands before it
	Hyphen                       // joined to the token before it by a hyphen
	Apostrophe                   // joined to the token before it by an apostrophe
	Upper                        // starts with an upper-case letter
	Caps                         // at least two letters, all of them upper case
	Digit                        // starts with a digit
	Symbol                       // not a word
)

// Is reports whether all of the given flags are set.
func (f Flags) Is(g Flags) bool { return f&g == g }

// opaque stands for an address or a link: it matches no word.
const opaque = "\x00"

// Tokenize splits one line of text.
func Tokenize(s string) []Token {
	return appendTokens(make([]Token, 0, len(s)/5+4), s, 0, len(s))
}

// appendTokens splits s[from:to].
func appendTokens(dst []Token, s string, from, to int) []Token {
	mark := Spaced
	for i := from; i < to; {
		if s[i] == ' ' {
			mark = Spaced
			i++
			continue
		}
		r, size := decode(s, i, to)
		switch {
		case !isSpace(r) && isWord(r):
			end, flags := word(s, i, to)
			if e := link(s, i, end, to); e > end {
				dst = append(dst, newToken(opaque, i, e, mark))
				i, mark = e, 0
				continue
			}
			w := Fold(s[i:end])
			if w == "" { // nothing but combining marks
				i = end
				continue
			}
			dst = append(dst, newToken(w, i, end, flags|mark))
			i, mark = end, 0
		case isSpace(r):
			mark = Spaced
			i += size
		case joins(r) && mark == 0 && i > from && followsWord(s, i+size, to):
			mark = Apostrophe
			if isHyphen(r) {
				mark = Hyphen
			}
			if len(dst) > 0 && dst[len(dst)-1].Is(Symbol) || isHyphen(r) && betweenDigits(s, i, i+size, to) {
				dst = append(dst, newToken(s[i:i+size], i, i+size, Symbol))
				mark = 0
			}
			i += size
		default:
			dst = append(dst, newToken(s[i:i+size], i, i+size, Symbol|mark))
			i += size
			mark = 0
		}
	}
	return dst
}

func decode(s string, i, to int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s[i:to])
}

// currencies are split from the digits behind them, because "EUR50.000" is two words.
var currencies = map[string]bool{"EUR": true, "USD": true, "GBP": true, "CHF": true, "CAD": true, "AUD": true, "PLN": true, "SEK": true}

// word returns the end of the word at i and its shape.
func word(s string, i, to int) (end int, flags Flags) {
	letters, uppers := 0, 0
	for end = i; end < to; {
		if c := s[end]; 'a' <= c && c <= 'z' { // nearly all
			letters++
			end++
			continue
		}
		r, size := decode(s, end, to)
		if !isWord(r) {
			break
		}
		switch {
		case r >= utf8.RuneSelf:
			if unicode.IsLetter(r) {
				letters++
				if unicode.IsUpper(r) {
					uppers++
				}
			}
		case r >= 'A':
			letters++
			uppers++
		case end == i:
			flags |= Digit
		case end == i+3 && letters == 3 && currencies[s[i:end]]:
			return end, flags | Caps
		}
		if end == i && uppers == 1 {
			flags |= Upper
		}
		end += size
	}
	if uppers >= 2 && uppers == letters {
		flags |= Caps
	}
	return end, flags
}

// link returns the end of the link or mail address that starts with the word s[i:end], or end when there is none.
func link(s string, i, end, to int) int {
	if end >= to {
		return end
	}
	switch s[end] {
	case ':':
		if !strings.HasPrefix(s[end:to], "://") {
			return end
		}
	case '@':
		if !followsWord(s, end+1, to) {
			return end
		}
	case '.':
		if !strings.EqualFold(s[i:end], "www") {
			return end
		}
	default:
		return end
	}
	for end < to {
		r, size := decode(s, end, to)
		if isSpace(r) || r == '<' || r == '>' || r == '"' || r == '\'' || r == ')' {
			break
		}
		end += size
	}
	return end
}

func isHyphen(r rune) bool { return r == '-' || r == 0x2010 || r == 0x2011 }

func joins(r rune) bool { return isHyphen(r) || r == '\'' || r == 0x2019 || r == 0xb4 || r == '`' }

func followsWord(s string, i, to int) bool {
	if i >= to {
		return false
	}
	r, _ := decode(s, i, to)
	return isWord(r)
}

// betweenDigits keeps the hyphen of "40-50" as a symbol: it is a range, not a compound.
func betweenDigits(s string, i, after, to int) bool {
	return '0' <= s[after] && s[after] <= '9' && i > 0 && (digitOrK(s[i-1]))
}

func digitOrK(c byte) bool { return '0' <= c && c <= '9' || c == 'k' || c == 'K' || c == '+' }
