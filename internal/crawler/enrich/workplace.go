package enrich

import (
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
)

// workplace reads the board's own word, its location fields, the title, then the text.
func (p *posting) workplace(located string) (string, Source) {
	if w := boardWorkplace(p.in.Workplace); w != "" {
		return w, Board
	}
	if located != "" {
		return located, Board
	}
	if w := p.titleWorkplace(); w != "" {
		return w, Text
	}
	if w := p.textWorkplace(); w != "" {
		return w, Text
	}
	return "", Unknown
}

var boardWorkplaces = map[string]string{
	"remote": place.Remote, "telecommute": place.Remote, "fully": place.Remote, "fully remote": place.Remote, "fullyremote": place.Remote,
	"hybrid": place.Hybrid, "temporary": place.Hybrid, "partially remote": place.Hybrid, "remote local": place.Hybrid,
	"onsite": place.Onsite, "on site": place.Onsite, "office": place.Onsite, "in office": place.Onsite, "none": place.Onsite,
}

func boardWorkplace(s string) string {
	key := ""
	for _, t := range text.Tokenize(s) {
		if t.Is(text.Symbol) {
			continue
		}
		if key != "" {
			key += " "
		}
		key += t.Word
	}
	return boardWorkplaces[key]
}

// titleWorkplace trusts "remote" and "hybrid" in a title unless they belong to something else ("Remote Sensing").
func (p *posting) titleWorkplace() string {
	w := ""
	for _, c := range p.heading {
		switch {
		case c.kind == cueWorkTrap:
			return ""
		case c.kind != cueWork:
		case c.value == "weak-hybrid" || c.value == place.Hybrid:
			w = place.Hybrid
		case (c.value == "weak-remote" || c.value == "weak-home" || c.value == place.Remote) && w == "":
			w = place.Remote
		case (c.value == "weak-onsite" || c.value == place.Onsite) && w == "":
			w = place.Onsite
		}
	}
	return w
}

// textWorkplace weighs what the text says. A refusal ("no remote work") and a count of days say most; a single word says
// something only where a label or an otherwise empty line makes it an answer.
func (p *posting) textWorkplace() string {
	var remote, hybrid, onsite, home bool
	for i, c := range p.cues {
		if c.kind != cueWork || p.sections[c.line] == sectionLegal {
			continue
		}
		if c.value != place.Remote && c.value != place.Hybrid && c.value != place.Onsite && p.beside(i, cueWorkTrap) {
			continue
		}
		alone := p.answers(c)
		switch c.value {
		case place.Remote:
			remote = true
		case place.Hybrid:
			hybrid = true
		case place.Onsite:
			if refuses(p.body, c) {
				return place.Onsite
			}
			onsite = true
		case "weak-hybrid":
			hybrid = hybrid || alone || declared(p.body, c) || p.ownClause(i, c)
		case "weak-remote":
			switch {
			case p.counted(i, c):
				hybrid = true
			case alone || declared(p.body, c) || p.entirely(c) || p.opens(c) || p.ownClause(i, c):
				remote = true
			}
		case "days-home": // "at home" says where somebody works only beside a count of days
			hybrid = hybrid || p.counted(i, c) && p.sections[c.line] != sectionCompany
		case "weak-home":
			if p.homeRefused(c) {
				return place.Onsite
			}
			switch {
			case p.counted(i, c):
				hybrid = true
			case p.entirely(c):
				remote = true
			default:
				home = home || !precedes(p.cues, i, cueExperience, 3)
			}
		case "weak-onsite":
			switch n, ok := p.daysNear(i, c); {
			case p.officeDayCount(c):
				hybrid = true
			case ok && n >= 5:
				onsite = true
			case p.weekdays(c):
				hybrid = true
			case ok:
				hybrid = true
			case alone || declared(p.body, c) || p.entirely(c) || p.ownClause(i, c):
				onsite = true
			}
		}
	}
	switch {
	case hybrid || p.officeDays() || p.restElsewhere():
		return place.Hybrid
	case remote:
		return place.Remote
	case onsite || p.wholeWeek():
		return place.Onsite
	case home:
		return place.Hybrid
	}
	return ""
}

// beside reports whether a cue of the kind stands near cue i on its line.
func (p *posting) beside(i int, kind cueKind) bool {
	c := p.cues[i]
	for _, o := range near(p.cues, c.start-12, c.end+9) {
		if o.kind == kind && o.line == c.line && distance(o, c) <= 8 {
			return true
		}
	}
	return false
}

// answers reports whether the cue is all that a labelled or very short line says.
func (p *posting) answers(c cue) bool {
	l := p.body.Lines[c.line]
	if c.start == l.From && c.end < l.To && p.body.Tokens[c.end].Word == ":" {
		return true // "Hybrid: team day on Wednesday"
	}
	return p.labelled(c, cueWorkLabel) || p.labelled(c, cuePlaceLabel) || l.To-l.From <= 3 && l.Kind != text.Heading
}

// ownClause reports whether the cue is a thought of its own outside the lists of what is asked and done: "…, hybrid in the
// old harbour", "Full-time, on site."
func (p *posting) ownClause(i int, c cue) bool {
	l := p.body.Lines[c.line]
	s := p.sections[c.line]
	if l.Kind == text.Item && s != sectionBenefits && s != sectionPay || l.Kind == text.Heading || s == sectionCompany || s == sectionDuties || !p.opensClause(i, c, l) {
		return false
	}
	if c.end >= l.To || p.body.Tokens[c.end].Is(text.Symbol) && !p.body.Tokens[c.end].Is(text.Hyphen) {
		return true
	}
	switch p.body.Tokens[c.end].Word {
	case "in", "at", "en", "from", "aus", "within", "innerhalb", "dans", "desde", "with", "mit", "avec", "con", "based", "out":
		return true
	}
	return false
}

// opens recognises a short line such as "Remote (Europe)" or "Remote, EU".
func (p *posting) opens(c cue) bool {
	l := p.body.Lines[c.line]
	if c.start != l.From || l.To-l.From > 7 || c.end >= l.To {
		return false
	}
	switch p.body.Tokens[c.end].Word {
	case "(", ",", "-", "–", "/", "|":
		return true
	}
	return false
}

// entirely looks for "100 %" or a word like "fully" beside the cue.
func (p *posting) entirely(c cue) bool {
	l := p.body.Lines[c.line]
	for j := max(l.From, c.start-4); j < min(l.To, c.end+6); j++ {
		switch p.body.Tokens[j].Word {
		case "100":
			return j+1 < l.To && p.body.Tokens[j+1].Word == "%"
		case "fully", "completely", "entirely", "vollstandig", "komplett", "ausschliesslich", "totalmente", "completamente", "entierement", "totalement", "exclusivement":
			return j < c.start && c.start-j <= 2
		}
	}
	return false
}

// declared looks for "is remote", "(hybrid)".
func declared(d *text.Doc, c cue) bool {
	if c.start == 0 {
		return false
	}
	switch d.Tokens[c.start-1].Word {
	case "is", "ist", "est", "es", "mode", "format", "modalidad", "formato":
		return c.end >= len(d.Tokens) || !d.Tokens[c.end].Is(text.Hyphen)
	case "(":
		return c.end < len(d.Tokens) && d.Tokens[c.end].Word == ")"
	}
	return false
}

func refuses(d *text.Doc, c cue) bool {
	for _, t := range d.Tokens[c.start:c.end] {
		switch t.Word {
		case "no", "not", "kein", "keine", "ohne", "nicht", "pas", "sin", "sans", "non", "cannot", "impossible":
			return true
		}
	}
	return false
}

// counted reports whether days of the week are counted beside the cue: "two days of home office a week".
func (p *posting) counted(i int, c cue) bool {
	n, ok := p.daysNear(i, c)
	return ok && n < 5
}

// daysNear returns the number of days in the same sentence as cue i.
func (p *posting) daysNear(i int, c cue) (int, bool) {
	lo, hi := p.sentence(c)
	near := func(o cue) (int, bool) {
		if o.kind != cueWorkDays || o.start < lo || o.end > hi || o.start == p.body.Lines[o.line].From {
			return 0, false
		}
		return p.dayCount(o.start - 1)
	}
	for j := i - 1; j >= 0 && p.cues[j].line == c.line && c.start-p.cues[j].end <= 8; j-- {
		if n, ok := near(p.cues[j]); ok {
			return n, true
		}
	}
	for j := i + 1; j < len(p.cues) && p.cues[j].line == c.line && p.cues[j].start-c.end <= 8; j++ {
		if n, ok := near(p.cues[j]); ok {
			return n, true
		}
	}
	return 0, false
}

// officeDayCount reports whether a part of the week is counted in days at the office: "two office days a week".
func (p *posting) officeDayCount(c cue) bool {
	switch p.body.Tokens[c.end-1].Word {
	case "days", "burotage":
		if c.start > p.body.Lines[c.line].From {
			n, ok := p.dayCount(c.start - 1)
			return ok && n < 5
		}
	}
	return false
}

// weekdays reports whether the sentence of a cue names some days of every week: "in the office on Tuesdays".
func (p *posting) weekdays(c cue) bool {
	lo, hi := p.sentence(c)
	return someDays(p.body.Tokens[lo:hi])
}

// officeDays looks for an office by another name than the cues know: "in our Navy Yard office Tuesdays through Thursdays".
func (p *posting) officeDays() bool {
	for i, l := range p.body.Lines {
		if s := p.sections[i]; s == sectionCompany || s == sectionLegal || s == sectionRequirements || s == sectionDuties {
			continue
		}
		tokens := p.body.LineTokens(l)
		for j, t := range tokens {
			if bureaus.Has(t) && someDays(tokens[max(0, j-6):min(len(tokens), j+7)]) {
				return true
			}
		}
	}
	return false
}

// someDays reports whether days of every week are named, but not the whole of it.
func someDays(tokens []text.Token) bool {
	n, whole := 0, 0
	for _, t := range tokens {
		if weekday.Has(t) {
			n++
		}
		switch t.Word {
		case "mondays", "montags", "lundis", "fridays", "freitags", "vendredis":
			whole++
		}
	}
	return n > 0 && whole < 2
}

var weekday = text.Set(`mondays tuesdays wednesdays thursdays fridays montags dienstags mittwochs donnerstags freitags lundis mardis mercredis jeudis vendredis`)

// bureaus are the words for an office.
var bureaus = text.Set("office offices hub buro oficina oficinas bureau bureaux")

// dayCount reads the number that ends at token i; more than seven days are holidays, not a week.
func (p *posting) dayCount(i int) (int, bool) {
	n, ok := small(p.body.Tokens[i])
	return n, ok && n >= 1 && n <= 7
}
