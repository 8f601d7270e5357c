package jsonld

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"

	"rolecall/internal/crawler/source"
)

// titles collects the titles that a page shows, for postings whose structured data has none.
type titles struct {
	shared, site, heading, title string // og:title, og:site_name, the first h1, the title of the document
	inside                       string // the element being read: h1 or title
}

func (s *titles) read(t token) {
	switch {
	case t.typ == startToken && t.name == "meta" && t.attr["property"] == "og:title" && s.shared == "":
		s.shared = t.attr["content"]
	case t.typ == startToken && t.name == "meta" && t.attr["property"] == "og:site_name" && s.site == "":
		s.site = t.attr["content"]
	case t.typ == startToken && t.name == "h1" && s.heading == "", t.typ == startToken && t.name == "title" && s.title == "":
		s.inside = t.name
	case t.typ == endToken && t.name == s.inside:
		s.inside = ""
	case t.typ == textToken && s.inside == "h1" && len(s.heading) < maxProperty:
		s.heading += " " + string(t.raw[:min(len(t.raw), maxProperty-len(s.heading))])
	case t.typ == rawToken && s.inside == "title":
		s.title = string(t.raw[:min(len(t.raw), maxProperty)])
	}
}

// genericTitle matches titles that name no position, such as "Careers", and the empty one.
var genericTitle = regexp.MustCompile(`(?i)^(?:our )?(?:job|jobs|job details?|careers?|vacanc(?:y|ies)|home|open positions?|` +
	`stellenangebote?|karriere|offres? d'emploi|empleos?)?$`)

// of returns the title of the page without the employer's name after it.
func (s *titles) of(employer string) string {
	for _, title := range []string{s.shared, s.heading, s.title} {
		title = strings.Join(strings.Fields(html.UnescapeString(title)), " ")
		for _, name := range []string{employer, s.site} {
			for _, mark := range []string{" | ", " - ", " – ", " — ", " at ", " bei "} {
				if name != "" {
					title = strings.TrimSuffix(title, mark+name)
				}
			}
		}
		if !genericTitle.MatchString(title) {
			return title
		}
	}
	return ""
}

// visibleDescription collects the first element whose class marks it as the description of the job.
type visibleDescription struct {
	text  bytes.Buffer
	name  string // name of the element
	depth int    // number of open elements of that name
	done  bool
}

var descriptionClass = regexp.MustCompile(`(?i)(?:^|\s)job[-_]?description(?:\s|$)`)

func (s *visibleDescription) read(t token) {
	switch {
	case s.done:
		return
	case s.depth == 0:
		if t.typ == startToken && descriptionClass.MatchString(t.attr["class"]) && !slices.Contains(void, t.name) {
			s.name, s.depth = t.name, 1
		}
		return
	case t.typ == startToken && t.name == s.name:
		s.depth++
	case t.typ == endToken && t.name == s.name:
		if s.depth--; s.depth == 0 {
			s.done = true
			return
		}
	}
	if t.typ == startToken || t.typ == endToken || t.typ == textToken {
		s.text.Write(t.raw[:min(len(t.raw), max(0, source.MaxBlock-s.text.Len()))])
	}
}
