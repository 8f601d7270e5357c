package source

import (
	"html"
	"regexp"
	"strings"
)

var (
	bold = regexp.MustCompile(`\*\*([^*\n]+)\*\*|__([^_\n]+)__`)
	item = regexp.MustCompile(`^\s*(?:[-*+•]|[0-9]{1,2}[.)])\s+(.*)$`)
	head = regexp.MustCompile(`^#{1,6}\s+(.*)$`)
	link = regexp.MustCompile(`\[([^\]\n]+)\]\((https?://[^\s)]+)\)`)
)

// MarkdownHTML turns the Markdown that job descriptions use into HTML: paragraphs, headings, lists, bold text, links.
func MarkdownHTML(s string) string {
	var b strings.Builder
	open := "" // the element that the next line may continue
	turn := func(to string) {
		if open != to {
			if open != "" {
				b.WriteString("</" + open + ">\n")
			}
			if to != "" {
				b.WriteString("<" + to + ">\n")
			}
			open = to
		}
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if m := head.FindStringSubmatch(line); m != nil {
			turn("")
			b.WriteString("<h3>" + inline(m[1]) + "</h3>\n")
		} else if m := item.FindStringSubmatch(line); m != nil {
			turn("ul")
			b.WriteString("<li>" + inline(m[1]) + "</li>\n")
		} else if strings.TrimSpace(line) == "" {
			turn("")
		} else {
			turn("p")
			b.WriteString(inline(line) + "<br>\n")
		}
	}
	turn("")
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "<br>\n</p>", "\n</p>"))
}

func inline(s string) string {
	s = html.EscapeString(strings.TrimSpace(s))
	s = bold.ReplaceAllString(s, "<strong>$1$2</strong>")
	return link.ReplaceAllString(s, `<a href="$2">$1</a>`)
}
