package enrich

import (
	"strings"
	"unicode/utf8"

	"rolecall/internal/crawler/enrich/text"
)

const (
	maxRequirements     = 40
	maxRequirementBytes = 500
)

// requirements returns the list under the headings that announce what is asked for.
func (p *posting) requirements() []string {
	var out []string
	for i, l := range p.body.Lines {
		if p.sections[i] != sectionRequirements || l.Kind != text.Item || len(out) == maxRequirements {
			continue
		}
		s := p.body.LineText(l)
		if l.To-l.From < 1 || len(s) < 3 {
			continue
		}
		if len(s) > maxRequirementBytes {
			end := maxRequirementBytes
			for !utf8.RuneStart(s[end]) {
				end--
			}
			s = s[:end]
		}
		out = append(out, strings.Clone(s)) // the facts must not keep the whole text alive
	}
	return out
}
