package enrich

import (
	"strconv"

	"rolecall/internal/crawler/enrich/text"
)

// clauseOffers reports whether a kind of employment is a thought of its own: "£130 a day, full-time.", "CDI temps plein,
// 38-45 K€". Such a remark speaks of the job wherever it stands, except among the items that say what is asked or done.
func (p *posting) clauseOffers(i int, c cue) bool {
	l := p.body.Lines[c.line]
	s := p.sections[c.line]
	if l.Kind == text.Item && (s == sectionRequirements || s == sectionNice || s == sectionDuties) || c.value == "internship" || c.value == "student" {
		return false
	}
	if !p.opensClause(i, c, l) || refused(p.body, c, l) || stageTrap(p.body, c) ||
		follows(p.cues, i, cueEmploymentTrap, 1) || follows(p.cues, i, cueExperience, 2) {
		return false
	}
	closed := p.closesClause(i, c, l)
	switch {
	case s == sectionCompany || s == sectionLegal:
		return closed && c.end-l.From <= 30
	case c.value == "full-time" || c.value == "part-time" || c.value == "both-times" || firm.Has(p.body.Tokens[c.start]):
		return closed || c.end < l.To && (leads.Has(p.body.Tokens[c.end]) || p.body.Tokens[c.end].Is(text.Digit))
	}
	return closed
}

// The words that carry a clause on without changing what it says, and the names of contracts that are nothing else.
var (
	firm  = text.Set("cdi cdd festanstellung unbefristet befristet indefinido ftc")
	leads = text.Set("in en a at on from for with and or und oder et ou y o bei mit ab im am fur von bis zu de du d des con sin desde por para avec sans sur dans pour " +
		"entre between zwischen bajo segun sous unter nach laut conforme selon mas plus under " +
		"as per to considered available possible moglich starting march april may june september october monday january")
)

// opensClause reports whether nothing of weight stands between the cue and the mark before it.
func (p *posting) opensClause(i int, c cue, l text.Line) bool {
	if at := c.start - 1; at >= l.From && articles.Has(p.body.Tokens[at]) && (at == l.From || p.body.Tokens[at-1].Is(text.Symbol)) {
		return true // "Un CDI de 35 heures"
	}
	if c.start == l.From || p.body.Tokens[c.start-1].Is(text.Symbol) && p.body.Tokens[c.start-1].Word != "%" && p.body.Tokens[c.start-1].Word != "\"" {
		return !p.body.Tokens[c.start].Is(text.Hyphen)
	}
	for j := i - 1; j >= 0 && p.cues[j].line == c.line && c.start-p.cues[j].end <= 1; j-- {
		if k := p.cues[j]; k.kind == cueEmployment && k.end <= c.start && k.value != c.value {
			return c.start == k.end || joints.Has(p.body.Tokens[k.end])
		}
	}
	return false
}

var articles = text.Set("a an un une ein eine einen einem")

var joints = text.Set("and y et und in en a or o ou oder also")

// closesClause reports whether a mark, the end of the line or another word for employment follows.
func (p *posting) closesClause(i int, c cue, l text.Line) bool {
	if c.end >= l.To {
		return true
	}
	next := p.body.Tokens[c.end]
	if next.Is(text.Symbol) && next.Word != "%" || follows(p.cues, i, cueEmploymentNoun, 0) || follows(p.cues, i, cueHours, 2) {
		return true
	}
	return follows(p.cues, i, cueEmployment, 1) && (p.cues[i+1].start == c.end || joints.Has(next))
}

// refused recognises "no part-time", "nicht in Teilzeit", "pas de CDD".
func refused(d *text.Doc, c cue, l text.Line) bool {
	for j := c.start - 1; j >= l.From && j >= c.start-2; j-- {
		switch d.Tokens[j].Word {
		case "no", "not", "kein", "keine", "nicht", "pas", "sin", "without", "non", "never", "ni":
			return true
		case ",", ".", ";":
			return false
		}
	}
	if c.end+1 < l.To {
		switch w := d.Tokens[c.end+1].Word; d.Tokens[c.end].Word {
		case "not", "nicht", "no", "non", "is":
			return w == "possible" || w == "moglich" || w == "es" || w == "not" || w == "available" || w == "posible"
		}
	}
	return false
}

// qualifies recognises an apprenticeship that somebody has behind them: "Ausbildung als Koch", "abgeschlossene Ausbildung".
func qualifies(d *text.Doc, c cue, l text.Line) bool {
	switch d.Tokens[c.start].Word {
	case "ausbildung", "apprenticeship", "apprentissage", "traineeship":
	default:
		return false
	}
	if c.start > l.From {
		switch d.Tokens[c.start-1].Word {
		case "abgeschlossene", "abgeschlossener", "kaufmannische", "technische", "handwerkliche", "gewerbliche", "fachliche", "einschlagige",
			"completed", "finished", "eine", "deine", "ihre", "oder", "medizinische", "padagogische", "entsprechende", "vergleichbare":
			return true
		}
	}
	if c.end < l.To {
		switch d.Tokens[c.end].Word {
		case "als", "im", "in", "oder", "mit", "as", "and", "or":
			return l.Kind == text.Item
		}
	}
	return false
}

// fullWeek is the shortest week that is called full-time where the hours alone are given.
const fullWeek = 35

// weekly returns the hours in front of a word such as "hours a week" as a share of a full week. Hours that are worked on
// top, or that something else takes, are none.
func (p *posting) weekly(c cue) int {
	if s := p.sections[c.line]; s == sectionDuties || s == sectionCompany || s == sectionLegal {
		return 0
	}
	l := p.body.Lines[c.line]
	if l.Kind == text.Item && (p.sections[c.line] == sectionRequirements || p.sections[c.line] == sectionNice) {
		return 0
	}
	n, first, ok := p.figureBefore(c.start, l.From)
	if !ok || n < 4 || n > 60 {
		return 0
	}
	for j := first - 1; j >= l.From && j >= first-3; j-- {
		switch p.body.Tokens[j].Word {
		case "after", "over", "above", "extra", "than", "about", "overtime", "spend", "save", "nach", "uber", "plus", "call", "curso", "formation":
			return 0
		case "on":
			if p.body.Tokens[j+1].Word != "a" { // "on a 40-hour basis"
				return 0
			}
		}
	}
	if c.value == "bare" { // "35 h" without "a week" must be a thought of its own
		if first > l.From && !p.body.Tokens[first-1].Is(text.Symbol) && !p.employmentEnds(first) || c.end < l.To && !p.body.Tokens[c.end].Is(text.Symbol) {
			return 0
		}
		if n < 15 || n > 48 {
			return 0
		}
	}
	if n >= fullWeek {
		return 100
	}
	return 50
}

// employmentEnds reports whether a word for employment ends at a token: "CDI 39 heures".
func (p *posting) employmentEnds(at int) bool {
	for _, o := range near(p.cues, at-7, at) {
		if (o.kind == cueEmployment || o.kind == cueEmploymentNoun) && (o.end == at || o.end == at-1 || p.body.Tokens[at-1].Word == "a") {
			return true
		}
	}
	return false
}

// figureBefore reads the number that ends in front of a token, the upper one of a range: "20", "37.5", "15-20", "38,5".
func (p *posting) figureBefore(at, from int) (n, first int, ok bool) {
	tokens := p.body.Tokens
	i := at - 1
	if i < from || !tokens[i].Is(text.Digit) {
		return 0, 0, false
	}
	if i-2 >= from && (tokens[i-1].Word == "." || tokens[i-1].Word == ",") && !tokens[i].Is(text.Spaced) && tokens[i-2].Is(text.Digit) {
		i -= 2
	}
	n, err := strconv.Atoi(tokens[i].Word)
	if err != nil {
		return 0, 0, false
	}
	if i-2 >= from && rangeMark(tokens[i-1].Word) && tokens[i-2].Is(text.Digit) {
		i -= 2
	}
	return n, i, true
}

// workload reads the share of a full week beside a word such as "Pensum": "Pensum 80–100 %", "100% position".
func (p *posting) workload(c cue) int {
	l := p.body.Lines[c.line]
	if s := p.sections[c.line]; s == sectionCompany || s == sectionLegal {
		return 0
	}
	tokens := p.body.Tokens
	best := 0
	for j := max(l.From, c.start-2); j < min(l.To, c.end+9); j++ {
		if tokens[j].Word != "%" || j >= c.start && j < c.end || elsewhere(tokens, j+1) {
			continue
		}
		if n, _, ok := p.figureBefore(j, l.From); ok && n >= 10 && n <= 100 {
			best = max(best, n)
		}
		if j > c.end {
			break
		}
	}
	return best
}

// elsewhere reports whether a share is that of the work from home: "40 % de télétravail".
func elsewhere(tokens []text.Token, i int) bool {
	for j := i; j < len(tokens) && j < i+2; j++ {
		switch tokens[j].Word {
		case "teletravail", "teletrabajo", "homeoffice", "home", "remote", "remoto":
			return true
		}
	}
	return false
}
