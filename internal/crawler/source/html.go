package source

import (
	"html"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(
		"p", "br", "hr", "div", "span", "ul", "ol", "li", "dl", "dt", "dd",
		"h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "sub", "sup", "small",
		"blockquote", "pre", "code", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption",
	)
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
})

// CleanHTML makes a description safe to show. Text, structure and links stay; scripts, styles, forms, all other
// attributes and images (which would let third parties track readers) are removed.
func CleanHTML(s string) string {
	return strings.TrimSpace(policy().Sanitize(s))
}

// UnescapeHTML undoes one round of needless escaping. Text with more real tags than escaped ones was
// not escaped: there, "&lt;div&gt;" is text.
func UnescapeHTML(s string) string {
	escaped := countTags(s, "&lt;")
	if escaped == 0 || escaped <= countTags(s, "<") {
		return s
	}
	return html.UnescapeString(s)
}

// countTags counts what looks like the start of a tag.
func countTags(s, bracket string) (n int) {
	for {
		at := strings.Index(s, bracket)
		if at < 0 {
			return n
		}
		if s = s[at+len(bracket):]; s == "" {
			return n
		}
		if c := s[0]; 'a' <= c|0x20 && c|0x20 <= 'z' || c == '/' || c == '!' {
			n++
		}
	}
}

// Section is one part of a description with its title.
type Section struct{ Title, HTML string }

// JoinSections joins the parts of a description and leaves out empty ones.
func JoinSections(sections ...Section) string {
	var b strings.Builder
	for _, s := range sections {
		body := strings.TrimSpace(s.HTML)
		if body == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if title := strings.TrimSpace(s.Title); title != "" {
			b.WriteString("<h3>" + html.EscapeString(title) + "</h3>\n")
		}
		b.WriteString(body)
	}
	return b.String()
}

// PlainHTML turns plain text into HTML: blank lines separate paragraphs.
func PlainHTML(s string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(part), "\n", "<br>\n") + "</p>\n")
		}
	}
	return strings.TrimSpace(b.String())
}
