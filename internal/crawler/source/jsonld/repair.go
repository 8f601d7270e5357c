package jsonld

import "strings"

// repair fixes common mistakes of hand-written JSON-LD: raw line breaks in strings, escapes that JSON
// does not have, missing and surplus commas. It leaves everything else to the parser.
func repair(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	var last byte // the last character outside strings that is not white space
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"':
			if endsValue(last) {
				b.WriteByte(',')
			}
			i = repairString(&b, s, i)
			last = '"'
			continue
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			b.WriteByte(c)
			continue
		case c == ',':
			if next := nextSignificant(s, i+1); next == '}' || next == ']' || next == ',' || next == 0 {
				continue
			}
		case (c == '{' || c == '[') && endsValue(last):
			b.WriteByte(',')
		}
		b.WriteByte(c)
		last = c
	}
	return b.String()
}

// repairString copies one string from its opening quote and returns the index of its end.
func repairString(b *strings.Builder, s string, i int) int {
	b.WriteByte('"')
	for i++; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			b.WriteByte('"')
			return i
		case c == '\\' && i+1 < len(s):
			i++
			if strings.IndexByte(`"\/bfnrtu`, s[i]) >= 0 {
				b.WriteByte('\\')
			}
			if s[i] == '\n' {
				continue
			}
			b.WriteByte(s[i])
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < 0x20:
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return i
}

func endsValue(c byte) bool { return c == '"' || c == '}' || c == ']' }

func nextSignificant(s string, i int) byte {
	for ; i < len(s); i++ {
		if s[i] != ' ' && s[i] != '\n' && s[i] != '\r' && s[i] != '\t' {
			return s[i]
		}
	}
	return 0
}
