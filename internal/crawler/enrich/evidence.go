package enrich

import (
	"strings"
	"unicode/utf8"

	"rolecall/internal/crawler/enrich/text"
)

// maxEvidence is the length of a quotation in characters.
const maxEvidence = 160

// quote returns the words of a document around tokens [from, to), at most maxEvidence characters cut at word boundaries.
func quote(d *text.Doc, lo, from, to, hi int) string {
	if lo >= hi || from >= to {
		return ""
	}
	length := func(a, b int) int { return utf8.RuneCountInString(d.Text[d.Tokens[a].Start:d.Tokens[b-1].End]) }
	const marks = 4 // an ellipsis and a space at either end
	for to-from > 1 && length(from, to) > maxEvidence-marks {
		to--
	}
	if length(from, to) > maxEvidence-marks {
		return "" // one endless word
	}
	a, b := from, to
	for grown := true; grown; {
		grown = false
		if b < hi && length(a, b+1) <= maxEvidence-marks {
			b, grown = b+1, true
		}
		if a > lo && length(a-1, b) <= maxEvidence-marks {
			a, grown = a-1, true
		}
	}
	s := d.Text[d.Tokens[a].Start:d.Tokens[b-1].End]
	if a > lo {
		s = "… " + s
	}
	if b < hi {
		s += " …"
	}
	return strings.Clone(s) // the facts must not keep the whole text alive
}

// quote returns the sentence around tokens [from, to) of a line of the body.
func (p *posting) quote(line, from, to int) string {
	lo, hi := p.sentence(line, from, to)
	return quote(p.body, lo, from, to, hi)
}

// quoteTitle returns the title.
func (p *posting) quoteTitle() string { return quote(p.title, 0, 0, 1, len(p.title.Tokens)) }
