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

// CleanHTML makes a description safe to show: text, structure and links stay; scripts, styles,
// forms, every image (it would tell a stranger who reads what) and all other attributes go.
func CleanHTML(s string) string {
	return strings.TrimSpace(policy().Sanitize(s))
}

// UnescapeHTML undoes one needless round of escaping. Text that has more real tags than escaped
// ones was not escaped: there, "&lt;div&gt;" is meant to be read.
func UnescapeHTML(s string) string {
	escaped := countTags(s, "&lt;")
	if escaped == 0 || escaped <= countTags(s, "<") {
		return s
	}
	return html.UnescapeString(s)
}

// countTags counts what begins like a tag.
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

// Section is one titled part of a description.
type Section struct{ Title, HTML string }

// JoinSections puts the parts of a description together, leaving out empty ones.
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
