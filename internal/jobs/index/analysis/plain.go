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

// Plain returns the text of sanitised HTML: without tags, block elements as line breaks, entities decoded, runs of white
// space as one space. It relies on what a sanitiser writes: no scripts, no comments, no bare < in text and no > in attributes.
func Plain(markup string) string {
	var text strings.Builder // a line for each block
	text.Grow(len(markup))
	for markup != "" {
		before, rest, _ := strings.Cut(markup, "<")
		tag, after, isTag := strings.Cut(rest, ">")
		if !isTag {
			before, after = markup, ""
		}
		text.WriteString(strings.ReplaceAll(html.UnescapeString(before), "\n", " "))
		if isTag && !inline[tagName(tag)] {
			text.WriteByte('\n')
		}
		markup = after
	}
	var out strings.Builder
	out.Grow(text.Len())
	for line := range strings.SplitSeq(text.String(), "\n") {
		gap := "\n"
		for word := range strings.FieldsSeq(line) {
			if out.Len() > 0 {
				out.WriteString(gap)
			}
			out.WriteString(word)
			gap = " "
		}
	}
	return out.String()
}

// tagName returns the name of an element, given what is between < and >.
func tagName(tag string) string {
	tag = strings.TrimPrefix(tag, "/")
	if end := strings.IndexAny(tag, " /\t\n\r"); end >= 0 {
		tag = tag[:end]
	}
	return strings.ToLower(tag)
}
