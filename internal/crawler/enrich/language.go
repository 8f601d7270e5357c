package enrich

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// otherLanguages is the value of phrases for languages that are not named.
const otherLanguages = "other"

// askedLanguages returns the human languages that the job asks for. A language counts when words of proficiency stand beside
// it or when it is listed with one that counts; not when it is merely welcome, and not when it describes something else
// (a market, a customer, a course).
func (p *posting) askedLanguages() (out []string, evidence string) {
	for i := 0; i < len(p.cues); {
		line := p.cues[i].line
		var mentions []mention
		for ; i < len(p.cues) && p.cues[i].line == line; i++ {
			c := p.cues[i]
			if c.set == setLanguage && (p.has(setRange, c.end-1, c.end) || p.marked(c.end-1, c.end, ",")) && !p.has(setLanguage, c.end, c.end+3) {
				continue // "deutsche und" counts before "englische Sprache"
			}
			if c.set == setLanguage && (len(mentions) == 0 || c.start >= mentions[len(mentions)-1].end) {
				mentions = append(mentions, mention{cue: c})
			} else if c.set == setLanguage && c.end > mentions[len(mentions)-1].end {
				mentions[len(mentions)-1].cue = c // the longer phrase
			}
		}
		if len(mentions) == 0 || !p.mayAsk(line) {
			continue
		}
		p.judgeMentions(mentions, line)
		for _, m := range mentions {
			if m.asked && !m.barred && m.value != otherLanguages && !slices.Contains(out, m.value) {
				if len(out) == 0 {
					evidence = p.quote(line, m.start, m.end)
				}
				out = append(out, m.value)
			}
		}
	}
	return out, evidence
}

// mention is a language that a line names.
type mention struct {
	cue
	proved bool // words for how well it is spoken stand beside it
	asked  bool
	barred bool // merely welcome, or something else
}

// mayAsk reports whether a line may ask for a language at all.
func (p *posting) mayAsk(line int) bool {
	s := p.sections[line]
	return s != sectionNice && s != sectionLegal && s != sectionPay
}

func (p *posting) judgeMentions(mentions []mention, line int) {
	s := p.sections[line]
	for i := range mentions {
		m := &mentions[i]
		m.barred = p.isOther(m.cue)
		m.proved = m.meaning.asked || p.proficiency(m.cue)
		switch {
		case s == sectionLanguages, m.meaning.asked && s != sectionOffer && s != sectionCompany:
			m.asked = true
		case s == sectionTasks: // mostly the language that the work is done in
			from := p.body.Lines[line].From
			m.asked = m.proved && (p.has(setLanguageNeed, from, from+2) || p.has(setRequirement, from, from+1))
		case s == sectionRequirements:
			m.asked = m.proved || m.start-p.body.Lines[line].From <= 3
		case s == sectionOffer || s == sectionCompany: // "if you have excellent English …"
			you, ok := p.last(setYou, max(p.body.Lines[line].From, m.start-8), m.start)
			m.asked = m.proved && (ok && p.has(setRequirement, you.end, m.start) || m.start-p.body.Lines[line].From <= 2 && m.meaning.asked)
		default:
			m.asked = m.proved && p.demandsLanguage(line, m.start, m.end)
		}
	}
	for i := 1; i < len(mentions); i++ { // a list passes on what is said of one of its members
		a, b := &mentions[i-1], &mentions[i]
		if p.listed(a.end, b.start) {
			b.asked = b.asked || a.asked && !a.barred
		}
	}
	for i := len(mentions) - 1; i > 0; i-- {
		a, b := &mentions[i-1], &mentions[i]
		if p.listed(a.end, b.start) {
			a.asked = a.asked || b.asked && !b.barred
		}
	}
	l := p.body.Lines[line]
	for _, o := range near(p.cues, l.From, l.To) {
		if o.set == setOptional && !o.foreign {
			p.bar(mentions, o)
		}
	}
}

// How many words around a language are looked at.
const (
	needBefore     = 5 // "fluent in"
	needBehind     = 6 // "German … required"
	optionalBefore = 9 // between a language and the words that make it merely welcome
	optionalBehind = 6
	denialReach    = 3 // "no", "is not needed"
	levelReach     = 4 // "(C1)"
	maxListGap     = 6 // between two members of a list

	optionalOpening = 12 // behind the words that make a language merely welcome, where they open the sentence
)

// proficiency reports whether words for how well a language is spoken stand beside it.
func (p *posting) proficiency(c cue) bool {
	from, to := p.around(c.line, c.start, c.end, func(i, end int) bool {
		switch p.body.Tokens[i].Word {
		case ",", ";", "|", "–", "—":
			return true
		}
		return p.endsSentence(i, end)
	})
	return p.has(setLanguageNeed, max(from, c.start-needBefore), min(to, c.end+needBehind)) || p.levelBehind(c.end, c.line)
}

// bar takes out the languages that the words for what is welcome speak of: those before them ("French and Italian are a
// plus") or, behind a mark or at the start, those after them ("ideally also German").
func (p *posting) bar(mentions []mention, o cue) {
	lo, hi := p.sentence(o.line, o.start, o.end)
	if o.end < hi && p.body.Tokens[o.end].Word == ":" { // "Von Vorteil: Englisch sowie etwas Französisch"
		barAll(mentions, o.end, hi)
		return
	}
	next, _ := slices.BinarySearchFunc(mentions, o.end, func(m mention, at int) int { return m.start - at })
	prev := next - 1
	before := prev >= 0 && mentions[prev].end > lo && o.start-mentions[prev].end <= optionalBefore && !p.parted(mentions[prev].end, o.start)
	behind, reach := o.end, optionalBehind
	if o.start == lo { // "Von Vorteil sind gute mündliche und schriftliche Kenntnisse in", "Ideally, some German"
		reach = optionalOpening
		if behind < hi && p.body.Tokens[behind].Word == "," {
			behind++
		}
	}
	after := next < len(mentions) && mentions[next].start < hi && mentions[next].start-o.end <= reach &&
		!p.marked(behind, mentions[next].start, ",;.)")
	joined := before && p.has(setRange, mentions[prev].end, o.start) && !(after && p.has(setRange, o.end, mentions[next].start))
	if after && (!before || joined || p.marked(mentions[prev].end, o.start, ",(–—")) {
		for i := next; i < len(mentions) && (i == next || p.listed(mentions[i-1].end, mentions[i].start) || p.explains(mentions[i-1], mentions[i])); i++ {
			mentions[i].barred = true
		}
		return
	}
	if !before || p.marked(mentions[prev].end, o.start-1, ",") {
		return
	}
	mentions[prev].barred = true
	for i := prev - 1; i >= 0 && mentions[i].start >= lo && !p.marked(mentions[i].end, o.start, ",;("); i-- {
		if mentions[i].value == mentions[prev].value { // "Englischkenntnisse oder Erfahrung in englischer Sprache sind wünschenswert"
			mentions[i].barred = true
		}
	}
	for i := prev - 1; i >= 0 && p.listed(mentions[i].end, mentions[i+1].start); i-- {
		a, b := mentions[i], mentions[i+1]
		if p.has(setLanguageNeed, a.end, b.start) || a.proved && (p.marked(a.end, b.start, ",") || b.value == otherLanguages) {
			return // "fluent English, French is a plus"
		}
		mentions[i].barred = true
	}
}

// barAll takes out the languages among tokens [lo, hi).
func barAll(mentions []mention, lo, hi int) {
	for i := range mentions {
		if m := &mentions[i]; m.start >= lo && m.end <= hi {
			m.barred = true
		}
	}
}

// explains reports whether a language stands in the bracket behind languages that are not named: "a second language (German …)".
func (p *posting) explains(a, b mention) bool {
	return a.value == otherLanguages && b.start-a.end <= maxListGap && p.body.Tokens[a.end].Word == "(" && !p.marked(a.end+1, b.start, ")")
}

// parted reports whether a semicolon or the end of a sentence without a space behind it stands among tokens [from, to). The dot of
// "(mind. B1)" is neither.
func (p *posting) parted(from, to int) bool {
	for i := from; i < to; i++ {
		if w := p.body.Tokens[i].Word; w == ";" || w == "." && !p.body.Tokens[i+1].Is(text.Spaced) {
			return true
		}
	}
	return false
}

// marked reports whether one of the marks stands among tokens [from, to).
func (p *posting) marked(from, to int, marks string) bool {
	for i := from; i < to; i++ {
		if t := p.body.Tokens[i]; t.Is(text.Symbol) && strings.Contains(marks, t.Word) {
			return true
		}
	}
	return false
}

// demandsLanguage reports whether a sentence outside the known parts asks something of the reader.
func (p *posting) demandsLanguage(line, start, end int) bool {
	lo, hi := p.sentence(line, start, end)
	l := p.body.Lines[line]
	return l.Kind == text.Item || l.To-l.From <= maxAnswer || p.has(setYou, lo, hi) || p.has(setRequirement, lo, min(hi, lo+6)) ||
		p.levelBehind(end, line)
}

// levelBehind reports whether a level of the European framework follows: "Deutsch (C1)", "français B2".
func (p *posting) levelBehind(i, line int) bool {
	end := p.body.Lines[line].To
	for j := i; j < min(end, i+levelReach); j++ {
		if w := p.body.Tokens[j].Word; len(w) == 2 && w[0] >= 'a' && w[0] <= 'c' && (w[1] == '1' || w[1] == '2') {
			return true
		}
	}
	return false
}

// isOther recognises a language that describes something else ("German market") or is denied.
func (p *posting) isOther(c cue) bool {
	lo, hi := p.clause(c.line, c.start, c.end)
	if p.has(setLanguageOther, c.end, min(hi, c.end+2)) {
		return true
	}
	if p.has(setNot, c.end, min(hi, c.end+denialReach)) {
		return true // "Dutch is not needed"
	}
	n, ok := p.last(setNot, max(lo, c.start-denialReach), c.start)
	return ok && !p.has(setOptional, n.start, c.start)
}

// listed reports whether only the marks and words of a list stand between two tokens.
func (p *posting) listed(from, to int) bool {
	if to < from || to-from > maxListGap {
		return false
	}
	for i := from; i < to; i++ {
		t := p.body.Tokens[i]
		switch t.Word {
		case ",", "/", "&", "-", "+", "–":
			continue
		case "(", ")", ";", ".", ":":
			return false
		}
		if !p.isFunction(t) && !p.has(setRange, i, i+1) && !p.has(setLanguageNeed, i, i+2) && !t.Is(text.Hyphen) {
			return false
		}
	}
	return true
}
