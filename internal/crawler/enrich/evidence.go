package enrich

import (
	"sort"
	"strings"
	"unicode/utf8"

	"rolecall/internal/crawler/enrich/text"
)

// The length of a quotation in characters. A posting has dozens of skills, so their quotations are shorter.
const (
	maxEvidence      = 160
	maxSkillEvidence = 80
)

// quote returns the words of a document around tokens [from, to), at most so many characters cut at word boundaries.
func quote(d *text.Doc, lo, from, to, hi, most int) string {
	if lo >= hi || from >= to {
		return ""
	}
	length := func(a, b int) int { return utf8.RuneCountInString(d.Text[d.Tokens[a].Start:d.Tokens[b-1].End]) }
	most -= 4 // an ellipsis and a space at either end
	for to-from > 1 && length(from, to) > most {
		to--
	}
	if length(from, to) > most {
		return "" // one endless word
	}
	a, b := from, to
	for grown := true; grown; {
		grown = false
		if b < hi && length(a, b+1) <= most {
			b, grown = b+1, true
		}
		if a > lo && length(a-1, b) <= most {
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
	return quote(p.body, lo, from, to, hi, maxEvidence)
}

// quoteTitle returns the title.
func (p *posting) quoteTitle() string {
	return quote(p.title, 0, 0, 1, len(p.title.Tokens), maxEvidence)
}

// quoteAt returns the words of a skill, which are bytes [start, end), with the others of their line.
func quoteAt(d *text.Doc, start, end int) string {
	from := sort.Search(len(d.Tokens), func(i int) bool { return int(d.Tokens[i].Start) >= start })
	to := sort.Search(len(d.Tokens), func(i int) bool { return int(d.Tokens[i].End) >= end }) + 1
	line := sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i].To > from })
	if line == len(d.Lines) || to > d.Lines[line].To {
		return ""
	}
	return quote(d, d.Lines[line].From, from, to, d.Lines[line].To, maxSkillEvidence)
}
