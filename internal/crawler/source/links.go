package source

import (
	"bytes"
	"regexp"
)

// none matches the usual words of pages that list no posting.
var none = regexp.MustCompile(`(?i)\bno (?:(?:current|open|job) )?(?:jobs|positions|openings|vacancies|results)\b|` +
	`\b0 (?:jobs|results)\b|not currently hiring`)

// Links finds the addresses of postings in a page, by an expression whose groups are the parts that name them. It
// returns an error if the page is cut off, or lists nothing without stating that there is nothing: an empty board and a
// changed layout would look the same.
func Links(doc []byte, form *regexp.Regexp) (found [][]string, err error) {
	if !bytes.Contains(doc, []byte("</html>")) && !bytes.Contains(doc, []byte("</HTML>")) {
		return nil, Errorf(Broken, "the page is cut off")
	}
	seen := map[string]bool{}
	for _, m := range form.FindAllSubmatch(doc, -1) {
		parts := make([]string, len(m)-1)
		for i := range parts {
			parts[i] = string(m[i+1])
		}
		if !seen[parts[0]] {
			seen[parts[0]] = true
			found = append(found, parts)
		}
	}
	if len(found) == 0 && !none.Match(doc) {
		return nil, Errorf(Broken, "the page lists no posting, and does not say that there is none")
	}
	return found, nil
}
