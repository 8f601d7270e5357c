package analysis

import (
	"html"
	"strings"
)

// inline are the elements that do not end a line. All others do: an unknown one must not join two words.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "code": true, "em": true, "font": true, "i": true, "mark": true, "s": true,
	"small": true, "span": true, "strong": true, "sub": true, "sup": true, "u": true,
}

// Plain returns the text of sanitised HTML: tags away, block elements as line breaks, entities decoded, runs of white
// space as one space. It relies on what a sanitiser writes: no scripts, no comments, no bare < in text and no > in attributes.
func Plain(markup string) string {
	p := plainText{}
	p.out.Grow(len(markup))
	for {
		open := strings.IndexByte(markup, '<')
		end := strings.IndexByte(markup[max(open, 0):], '>') + open
		if open < 0 || end < open {
			p.write(markup)
			break
		}
		p.write(markup[:open])
		if !inline[tagName(markup[open+1:end])] {
			p.gap = line
		}
		markup = markup[end+1:]
	}
	return p.out.String()
}

// tagName returns the name of an element, given what is between < and >.
func tagName(tag string) string {
	tag = strings.TrimPrefix(tag, "/")
	for i := range len(tag) {
		if !asciiLetter(tag[i]) && (tag[i] < '0' || tag[i] > '9') {
			tag = tag[:i]
			break
		}
	}
	return strings.ToLower(tag)
}

// separator before the next word
const (
	none = iota
	space
	line
)

type plainText struct {
	out strings.Builder
	gap int
}

func (p *plainText) write(text string) {
	if strings.IndexByte(text, '&') >= 0 {
		text = html.UnescapeString(text)
	}
	for i := 0; i < len(text); {
		if n := blank(text[i:]); n > 0 {
			p.gap = max(p.gap, space)
			i += n
			continue
		}
		if p.out.Len() > 0 && p.gap > none {
			p.out.WriteByte(" \n"[p.gap-space])
		}
		p.gap = none
		end := i + 1
		for end < len(text) && (text[end] > ' ' && text[end] != noBreak[0] || blank(text[end:]) == 0 || oneSpace(text[end:])) {
			end++
		}
		p.out.WriteString(text[i:end])
		i = end
	}
}

const noBreak = "\u00a0"

// oneSpace reports whether a text begins with a space and a word, which can be copied as they are.
func oneSpace(text string) bool { return len(text) > 1 && text[0] == ' ' && blank(text[1:]) == 0 }

// blank returns the length of the white space that a text begins with, no-break spaces included.
func blank(text string) int {
	switch c := text[0]; {
	case c > ' ' && c != noBreak[0]:
		return 0
	case c == ' ', c == '\n', c == '\t', c == '\r', c == '\f':
		return 1
	case strings.HasPrefix(text, noBreak):
		return len(noBreak)
	}
	return 0
}
