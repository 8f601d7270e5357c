package enrich

import (
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

// maxYears is more experience than any posting asks for; larger figures are something else.
const maxYears = 25

const monthsPerYear = 12

// How many words around a figure are looked at.
const (
	upToReach        = 3 // before it: "up to", "ideally"
	leastReach       = 4 // before it: "at least", "aged"
	experienceBefore = 8 // "experience: three years"
	experienceBehind = 9 // "three years … experience"
	surelyBehind     = 7 // so close that nothing else is meant
	otherBehind      = 3 // "two years of age"
	trainingReach    = 4 // behind it: "2 Jahre verkürzte HF-Ausbildung"
	equalReach       = 3 // between "or" and the experience that replaces something: "or equivalent relevant experience"
)

// experience returns the years of experience asked for: of several figures the one with the highest lower end, because
// "5 years in software, 2 of them with Go" asks for five.
func (p *posting) experience() (best *Years, evidence string) {
	for _, c := range p.cues {
		s := p.sections[c.line]
		if c.set != setYears || c.foreign || s == sectionNice || s == sectionOffer || s == sectionCompany || s == sectionLegal {
			continue
		}
		y, first, ok := p.yearsAt(c)
		if ok {
			y, ok = p.leastOf(c.line, first, y)
		}
		if ok && p.ofExperience(c, first) && (best == nil || y.Min > best.Min) {
			best, evidence = &y, p.quote(c.line, first, c.end)
		}
	}
	return best, evidence
}

// yearsAt reads the figure in front of the word for years: "3", "3+", "3-5", "three (3)", "up to 2", "10 or more".
func (p *posting) yearsAt(c cue) (y Years, first int, ok bool) {
	from := p.body.Lines[c.line].From
	i := c.start - 1
	for i > from && (p.body.Tokens[i].Word == "+" || p.body.Tokens[i].Word == ")") {
		i--
	}
	if p.body.Tokens[max(i, 0)].Word == "more" || p.has(setMinimum, i, i+1) { // "10 or more years", "2 full years"
		i -= 2
	}
	lo, hi, first, ok := p.span(i, from)
	if !ok || c.value == "month" && (hi%monthsPerYear != 0 || hi == 0) {
		return y, 0, false
	}
	if c.value == "month" {
		lo, hi = lo/monthsPerYear, hi/monthsPerYear
	}
	y = Years{Min: lo}
	if lo < hi {
		y.Max = hi
	} else if m, found := p.last(setUpTo, max(from, first-upToReach), first); found && m.end == first {
		y = Years{Max: hi}
	}
	return y, first, y != (Years{}) && y.Min <= maxYears && y.Max <= maxYears
}

// alternativeReach is how many words may stand between "or" and the years that it offers: "or have at least".
const alternativeReach = 5

// leastOf returns the smallest of alternative years: "1 year as head or 3 as deputy" asks for one. It returns false where they
// replace something else, as in "a diploma or 3 years": then nobody needs them.
func (p *posting) leastOf(line, first int, y Years) (Years, bool) {
	lo, _ := p.sentence(line, first, first)
	from, _ := p.clause(line, first, first)
	or, ok := p.last(setOr, max(lo, from-2), first)
	replaces := ok && (p.leadsTo(or.end, first) || p.offersExperience(or, first))
	if joint, found := p.last(setRange, from, first); found && joint.start > or.start && !replaces {
		ok = false // "a degree in law or economics and 3 years"
	}
	if bracket := from - 1; !ok && bracket >= lo && p.body.Tokens[bracket].Word == "(" { // "or similar experience (e.g. 5 years as a clerk)"
		or, ok = p.last(setOr, max(lo, bracket-alternativeReach), bracket)
		ok = ok && p.has(setExperience, or.end, bracket)
		replaces = ok
	}
	if before := line - 1; !ok && before >= 0 && lo == p.body.Lines[line].From { // an item that ends with "or"
		l := p.body.Lines[before]
		or, ok = p.last(setOr, max(l.From, l.To-1), l.To)
		lo = l.From
	}
	if !ok {
		return y, true
	}
	for i := or.start - 1; i >= lo; i-- {
		if least, _, start, found := p.span(i, lo); found && (p.has(setYears, i+1, i+3) || start > lo && p.body.Tokens[start-1].Word == "+") {
			if least < y.Min {
				y = Years{Min: least}
			}
			return y, true
		}
	}
	return y, !replaces
}

// offersExperience reports whether "or" is followed by experience, whose years then come: "a degree or equivalent experience of
// 3 years". In "a bachelor's or a master's degree with experience" it is not.
func (p *posting) offersExperience(or cue, first int) bool {
	e, ok := p.first(setExperience, or.end, first)
	return ok && e.start-or.end <= equalReach && !p.marked(e.end, first, ".,;") && !slices.ContainsFunc(p.body.Tokens[or.end:e.start], p.isFunction)
}

// leadsTo reports whether only words that introduce a figure stand between tokens [from, to).
func (p *posting) leadsTo(from, to int) bool {
	for i := from; i < to; i++ {
		if !p.isFunction(p.body.Tokens[i]) && !slices.ContainsFunc([]set{setMinimum, setRequirement, setExperience}, func(s set) bool {
			m, ok := p.last(s, max(from, i-2), to)
			return ok && m.start <= i && i < m.end
		}) {
			return false
		}
	}
	return to-from <= alternativeReach
}

// ofExperience reports whether the sentence around a figure speaks of the candidate's experience.
func (p *posting) ofExperience(c cue, first int) bool {
	l := p.body.Lines[c.line]
	lo, hi := p.sentence(c.line, first, c.end)
	from, _ := p.clause(c.line, first, c.end)
	if p.has(setExperienceOther, max(from, first-leastReach), first) || p.wished(c, first) || p.lengthOfTraining(c, hi) {
		return false
	}
	settled := p.has(setExperience, c.end, min(hi, c.end+surelyBehind))
	if !settled && p.has(setExperienceOther, c.end, min(hi, c.end+otherBehind)) {
		return false
	}
	if s := p.sections[c.line]; s == sectionTasks && !settled {
		return false
	}
	if f := p.scope(c.line, first, c.end); f&ofCompany != 0 && !p.has(setYou, lo, hi) {
		return false // "we have 20 years of experience"
	}
	behind := p.has(setExperience, c.end, min(hi, c.end+experienceBehind))
	if settled || behind || p.has(setExperience, max(lo, first-experienceBefore), first) {
		return true
	}
	return p.labelled(setExperience, c.line, first) || p.demandsYears(c, first, l)
}

// wished reports whether years are merely welcome: "ideally, two years", "two years of practice (in a hospital) are a plus".
func (p *posting) wished(c cue, first int) bool {
	lo, hi := p.sentence(c.line, first, c.end)
	from, _ := p.clause(c.line, first, c.end)
	for _, o := range near(p.cues, lo, first) {
		if o.set != setOptional || o.foreign || o.end > first {
			continue
		}
		if o.start == lo || o.start >= from && (first-o.start <= upToReach || p.leadsTo(o.end, first)) {
			return true
		}
	}
	end := p.clauseEnd(c.end, hi)
	o, ok := p.last(setOptional, c.end, end)
	return ok && o.end == end
}

// clauseEnd returns the token that ends the clause from token i on, at most hi. What stands in brackets belongs to the clause.
func (p *posting) clauseEnd(i, hi int) int {
	depth := 0
	for ; i < hi; i++ {
		switch w := p.body.Tokens[i].Word; {
		case w == "(":
			depth++
		case w == ")" && depth > 0:
			depth--
		case depth == 0 && p.endsClause(i, hi):
			return i
		}
	}
	return hi
}

// lengthOfTraining reports whether years are those that a training takes: "3 Jahre Ausbildung", "les deux ans d'apprentissage".
func (p *posting) lengthOfTraining(c cue, hi int) bool {
	t, ok := p.first(setTraining, c.end, min(hi, c.end+trainingReach))
	return ok && !p.has(setExperience, c.end, t.start)
}

// demandsYears recognises, among what is asked, years of work that need no word for experience: "at least six years with
// turbines", "5+ years in sales".
func (p *posting) demandsYears(c cue, first int, l text.Line) bool {
	if s := p.sections[c.line]; s != sectionRequirements && (s != sectionOther || l.Kind != text.Item) || c.end >= l.To {
		return false
	}
	plus := false
	for i := first; i < c.start; i++ {
		plus = plus || p.body.Tokens[i].Word == "+"
	}
	if plus {
		return true
	}
	if p.sections[c.line] != sectionRequirements {
		return false
	}
	least := p.has(setMinimum, max(l.From, first-leastReach), first) || first <= l.From+1
	return least && p.isFunction(p.body.Tokens[c.end])
}
