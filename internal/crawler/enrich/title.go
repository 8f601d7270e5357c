package enrich

import (
	"regexp"
	"strings"
)

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
	if s[0] == '-' && hyphenated.MatchString(s) {
		return 1
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

// hyphenated are the endings that French titles append behind a hyphen: "chef-fe". Other words have one of their own: "check-in".
var hyphenated = regexp.MustCompile(`(?i)^-(e|ne|fe|i?ère|euse|trice|ive)([^-\pL]|$)`)
