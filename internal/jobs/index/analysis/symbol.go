package analysis

import (
	"strings"
	"unicode/utf8"
)

// symbolEnd returns the end of a word that a symbol may belong to: c++, c#, f#, r&d. Without one it is end.
func symbolEnd(text string, start, end int) int {
	word, rest := text[start:end], text[end:]
	switch {
	case strings.EqualFold(word, "c") && strings.HasPrefix(rest, "++"):
		return end + 2
	case strings.EqualFold(word, "c"), strings.EqualFold(word, "f"):
		if rest[0] == '#' {
			return end + 1
		}
	}
	if rest[0] != '&' {
		return end
	}
	// at most three letters on both sides together: r&d, s&op, fp&a, at&t, but not it&hr
	right := end + 1
	for right < len(text) && asciiLetter(text[right]) {
		right++
	}
	if letters := len(word) + right - end - 1; letters > 3 || right == end+1 || wordAt(text, right) {
		return end
	}
	for i := range len(word) {
		if !asciiLetter(word[i]) {
			return end
		}
	}
	return right
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// dotNet reports whether a text begins with .net as a word.
func dotNet(text string) bool {
	const name = ".net"
	return len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) &&
		(digitAt(text, len(name)) || !wordAt(text, len(name)))
}

// lastParts are the last parts of dotted names. Anything else after a dot is a new sentence whose space was lost.
var lastParts = map[string]bool{
	"ai": true, "app": true, "com": true, "dev": true, "io": true, "js": true, "net": true, "org": true, "py": true, "ts": true,
}

// dottedEnds returns the ends of the parts of a dotted name whose first part is text[start:end], nil when it is none. A
// name ends in a known part.
func dottedEnds(text string, start, end int) []int {
	if end+1 == len(text) || !asciiLetter(text[end+1]) || !hasLetter(text[start:end]) {
		return nil
	}
	const most = 5 // so that "a.a.a.…" does not take quadratic time
	ends, known := append(make([]int, 0, most), end), 0
	for len(ends) < most && end+1 < len(text) && text[end] == '.' && asciiLetter(text[end+1]) {
		start = end + 1
		end, _ = wordEnd(text, start)
		ends = append(ends, end)
		if end-start <= 3 && lastParts[strings.ToLower(text[start:end])] {
			known = len(ends)
		}
	}
	return ends[:known]
}

func hasLetter(word string) bool {
	for i := range len(word) {
		if asciiLetter(word[i]) || word[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// genders are endings by which titles name the other gender. After a plain hyphen only hyphenGenders are: not "check-in".
var (
	genders       = []string{"in", "innen", "e", "es", "a", "as", "fe", "ne", "se", "euse", "trice", "rice", "ere", "ère", "iere", "ière"}
	hyphenGenders = genders[2:]
)

// suffixEnd returns the end of what belongs to a word without being searched for: 's, and endings such as *in, :innen,
// (e), /-in, ·e, -trice.
func suffixEnd(text string, start, end int) int {
	rest := text[end:]
	sep, endings := 1, genders
	switch rest[0] {
	case '*', ':', '_':
	case '/', '(':
		if strings.HasPrefix(rest[1:], "-") {
			sep = 2
		}
	case '-':
		endings = hyphenGenders
	case '\'':
		return endingEnd(text, end, 1, possessive)
	default:
		switch {
		case strings.HasPrefix(rest, "’"):
			return endingEnd(text, end, len("’"), possessive)
		case !strings.HasPrefix(rest, "·"):
			return end
		}
		sep = len("·")
	}
	if end-start < 4 { // no title is shorter, while n/a and vis-a-vis have words there
		return end
	}
	return endingEnd(text, end, sep, endings)
}

var possessive = []string{"s", "S"}

// endingEnd returns the end of one of the endings after a separator of sep bytes, end if there is none.
func endingEnd(text string, end, sep int, endings []string) int {
	for _, e := range endings {
		if strings.HasPrefix(text[end+sep:], e) && !wordAt(text, end+sep+len(e)) {
			return end + sep + len(e)
		}
	}
	return end
}
