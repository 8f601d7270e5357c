package docs

import (
	"html/template"
	"strings"
)

// prose renders the little markup the contracts use in descriptions: paragraphs, lists and code.
func prose(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		lines := strings.Split(strings.TrimSpace(paragraph), "\n")
		if strings.HasPrefix(lines[0], "- ") {
			b.WriteString("<ul>")
			for _, item := range listItems(lines) {
				b.WriteString("<li>" + string(inline(item)) + "</li>")
			}
			b.WriteString("</ul>")
			continue
		}
		if lines[0] != "" {
			b.WriteString("<p>" + string(inline(strings.Join(lines, " "))) + "</p>")
		}
	}
	return template.HTML(b.String()) //nolint:gosec // every text in it went through inline, which escapes
}

// listItems joins a list's continuation lines to their items.
func listItems(lines []string) []string {
	var items []string
	for _, line := range lines {
		if item, ok := strings.CutPrefix(line, "- "); ok || len(items) == 0 {
			items = append(items, item)
			continue
		}
		items[len(items)-1] += " " + strings.TrimSpace(line)
	}
	return items
}

// inline renders one line: what stands between back-quotes is code.
func inline(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		escaped := template.HTMLEscapeString(part)
		if i%2 == 1 {
			escaped = "<code>" + escaped + "</code>"
		}
		b.WriteString(escaped)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped piece by piece above
}
