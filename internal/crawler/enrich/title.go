package enrich

import "strings"

// endings are the gender endings that titles append to a noun behind a mark.
var endings = map[string]bool{
	"a": true, "e": true, "o": true, "in": true, "innen": true, "ne": true, "se": true, "euse": true, "trice": true, "rice": true,
	"ra": true, "os": true, "as": true, "ère": true, "iere": true, "ière": true, "ive": true, "fe": true, "le": true,
}

// withoutCutWord removes the last word of a title that was cut short within it: "Head of Intern…" may be that of
// international sales.
func withoutCutWord(s string) string {
	rest, dots := strings.CutSuffix(s, "...")
	if !dots {
		rest, dots = strings.CutSuffix(s, "…")
	}
	if !dots {
		return s
	}
	return rest[:strings.LastIndexByte(rest, ' ')+1]
}

// neutral removes gender endings from a title, so that "Jefe/a de Obra" and "Entwickler*in" read like the plain words.
func neutral(s string) string {
	if !strings.ContainsAny(s, "/*:·(_-.") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := mark(s[i:])
		if n == 0 || i == 0 || s[i-1] == ' ' {
			b.WriteByte(s[i])
			i++
			continue
		}
		j := i + n
		for j < len(s) && (s[j] >= 0x80 || letter(s[j])) {
			j++
		}
		bracket := s[i] == '('
		if !endings[strings.TrimPrefix(strings.ToLower(s[i+n:j]), "-")] || bracket && (j >= len(s) || s[j] != ')') {
			b.WriteByte(s[i])
			i++
			continue
		}
		if bracket {
			j++
		}
		i = j
	}
	return b.String()
}

// mark returns the length of the mark that introduces a gender ending.
func mark(s string) int {
	if s[0] == '-' {
		return hyphenMark(s)
	}
	switch s[0] {
	case '/', '*', ':', '_', '(', '.':
		if len(s) > 1 && s[1] == '-' {
			return 2
		}
		return 1
	}
	if strings.HasPrefix(s, "·") {
		return len("·")
	}
	return 0
}

// hyphenMark returns the length of the hyphen before a French ending, as in "chef-fe" and "infirmier-ère". Before others it
// may join a word: "check-in".
func hyphenMark(s string) int {
	end := 1
	for end < len(s) && (s[end] >= 0x80 || letter(s[end])) {
		end++
	}
	if hyphenated[strings.ToLower(s[1:end])] && (end == len(s) || s[end] != '-') {
		return 1
	}
	return 0
}

var hyphenated = map[string]bool{
	"e": true, "ne": true, "fe": true, "ère": true, "ière": true, "euse": true, "trice": true, "ive": true,
}
