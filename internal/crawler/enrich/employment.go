package enrich

import (
	"strconv"

	"rolecall/internal/crawler/enrich/text"
)

// employment reads the board's own word, then the title, then the text. A board that names only the term ("CDD") leaves
// the hours to the text.
func (p *posting) employment() (string, Source) {
	board, term := boardEmployment(p.in.Employment)
	if board != "" && !term && board != "contract" {
		return board, Board
	}
	k := p.stated()
	if board == "contract" && !term {
		if k.fixed && !k.contract && (k.full || k.fullHours) {
			return "full-time", Text // "Two-year term, full-time": the board's word speaks of the term
		}
		return board, Board
	}
	if board != "" {
		hours := kinds{full: k.full, part: k.part, both: k.both, fullHours: k.fullHours, partHours: k.partHours}
		if e := hours.resolve(); e != "" && e != board {
			return e, Text
		}
		return board, Board
	}
	if e := k.resolve(); e != "" {
		return e, Text
	}
	return "", Unknown
}

// stated collects what title and text say.
func (p *posting) stated() (k kinds) {
	for i, c := range p.heading {
		if c.kind == cueEmployment && !stageTrap(p.title, c) && !follows(p.heading, i, cueEmploymentTrap, 1) {
			k.add(c.value)
		}
	}
	if k == (kinds{}) || k.onlyTerm() {
		k.hours(titleShare(p.title))
	}
	if k.resolve() != "" && !k.onlyTerm() {
		return k
	}
	defer func() {
		if k.permanent { // an internship has an end: the one in the text is spoken of, not offered
			k.internship = false
		}
	}()
	// a title that names only the term ("maternity cover") leaves the hours to the text
	for i, c := range p.cues {
		switch {
		case c.kind == cueEmployment && p.offers(i, c):
			k.add(c.value)
		case c.kind == cueHours:
			k.hours(p.weekly(c))
		case c.kind == cueWorkload:
			k.hours(p.workload(c))
		case c.kind == cueEmploymentLabel && p.body.Tokens[c.start].Word == "contract" && p.labelled(c, cueEmploymentLabel):
			k.contract = true // "Job type: Contract"
		}
	}
	return k
}

// titleShare reads the share of a full week that Swiss titles name, the upper one of a range: "Sage-femme 60–100 %".
func titleShare(d *text.Doc) int {
	for i := len(d.Tokens) - 1; i > 0; i-- {
		if d.Tokens[i].Word != "%" {
			continue
		}
		if n, err := strconv.Atoi(d.Tokens[i-1].Word); err == nil && n >= 10 && n <= 100 {
			return n
		}
	}
	return 0
}

// boardEmployment reads compound values such as "fulltime_fixed_term": the hours say more than the term. It also reports
// whether the value names the term alone.
func boardEmployment(s string) (employment string, term bool) {
	if s == "" {
		return "", false
	}
	d := text.Plain(s)
	var k kinds
	cues := findCues(d)
	for _, c := range cues {
		if c.kind == cueEmployment {
			k.add(c.value)
		}
	}
	release(cues)
	if e := k.resolve(); e != "" {
		return e, k.onlyTerm()
	}
	if share := titleShare(d); share > 0 { // "60–80 %"
		k.hours(share)
		return k.resolve(), false
	}
	for _, t := range d.Tokens {
		switch t.Word {
		case "full":
			return "full-time", false
		case "part":
			return "part-time", false
		case "contract":
			return "contract", false
		}
	}
	return "", false
}

// kinds collects what was said about the employment.
type kinds struct {
	internship, student, freelance, contract, full, part, both, fixed, permanent bool
	fullHours, partHours                                                         bool // by the count of hours
}

// onlyTerm reports whether the term is known and nothing else.
func (k *kinds) onlyTerm() bool {
	return *k == kinds{fixed: true} || *k == kinds{permanent: true} || *k == kinds{fixed: true, permanent: true}
}

// hours takes a share of a full week; 0 is none.
func (k *kinds) hours(share int) {
	switch {
	case share >= 90:
		k.fullHours = true
	case share > 0:
		k.partHours = true
	}
}

func (k *kinds) add(value string) {
	switch value {
	case "internship":
		k.internship = true
	case "student":
		k.student = true
	case "freelance":
		k.freelance = true
	case "contract":
		k.contract = true
	case "full-time":
		k.full = true
	case "part-time":
		k.part = true
	case "both-times":
		k.both = true
	case "fixed":
		k.fixed = true
	case "permanent":
		k.permanent = true
	}
}

func (k *kinds) resolve() string {
	switch {
	case k.internship:
		return "internship"
	case k.student:
		return "part-time" // a working student is employed beside the studies
	case k.freelance && !k.permanent && !k.full:
		return "freelance"
	case k.contract && !k.permanent:
		return "contract"
	case k.both, k.full:
		return "full-time"
	case k.part:
		return "part-time"
	case k.fullHours:
		return "full-time"
	case k.partHours:
		return "part-time"
	case k.fixed && !k.permanent:
		return "contract"
	case k.permanent:
		return "full-time"
	}
	return ""
}

// stageTrap tells the French internship from the English platform: "Stage Manager".
func stageTrap(d *text.Doc, c cue) bool {
	if d.Tokens[c.start].Word != "stage" {
		return false
	}
	if c.start == 0 {
		return c.end < len(d.Tokens) && (d.Tokens[c.end].Word == "manager" || d.Tokens[c.end].Word == "technician" || d.Tokens[c.end].Word == "hand" || d.Tokens[c.end].Word == "lighting")
	}
	prev := d.Tokens[c.start-1].Word
	return d.Tokens[c.start].Is(text.Hyphen) || prev == "early" || prev == "late" || prev == "growth" || prev == "seed" || prev == "main" || prev == "each" || prev == "every" || prev == "this" || prev == "next" || prev == "any" || prev == "later"
}

// offers decides whether a phrase in the text tells how this job is offered: it stands behind a label, fills a short
// line, or is joined to a word for the job.
func (p *posting) offers(i int, c cue) bool {
	l := p.body.Lines[c.line]
	if p.labelled(c, cueEmploymentLabel) || p.clauseOffers(i, c) {
		return true
	}
	if s := p.sections[c.line]; s == sectionCompany || s == sectionLegal || s == sectionNice && l.Kind == text.Item {
		return false
	}
	if follows(p.cues, i, cueEmploymentTrap, 1) || precedes(p.cues, i, cueExperience, 3) || stageTrap(p.body, c) || refused(p.body, c, l) {
		return false
	}
	short := l.Kind != text.Heading && (l.To-l.From <= 5 || l.To-l.From <= 12 && c.start == l.From && !p.body.Tokens[c.start].Is(text.Hyphen))
	noun := follows(p.cues, i, cueEmploymentNoun, 1) || precedes(p.cues, i, cueEmploymentNoun, 2) || announcedJob(p.body, c, l)
	switch c.value {
	case "full-time", "part-time", "both-times":
		return short || noun || jobNoun(p.body.Tokens[c.end-1].Word) || precedes(p.cues, i, cueEmployment, 1)
	case "permanent", "fixed", "contract":
		asked := p.sections[c.line] == sectionRequirements && l.Kind == text.Item
		if c.start == l.From && p.body.Tokens[c.start].Word == "cdi" && !asked {
			return true // "CDI cadre, de 42 à 48 k€ bruts par an"
		}
		if c.value != "contract" && precedes(p.cues, i, cueEmploymentNoun, 8) && p.closesClause(i, c, l) {
			return true // "die Stelle ist zunächst auf zwei Jahre befristet"
		}
		return c.end-c.start > 1 && !asked || short && p.sections[c.line] != sectionRequirements || noun
	}
	// internships and freelance work are spoken of far more often than offered
	if s := p.sections[c.line]; l.Kind == text.Item && (s == sectionRequirements || s == sectionBenefits || s == sectionDuties) {
		return false
	}
	if c.value == "internship" && qualifies(p.body, c, l) {
		return false
	}
	return short || noun && announcedJob(p.body, c, l) || c.value == "freelance" && (c.end-c.start > 1 || asA(p.body, c, l))
}

// jobNoun reports whether a word for the hours is also one for the job: "eine Vollzeitstelle mit Gleitzeit".
func jobNoun(w string) bool {
	switch w {
	case "vollzeitstelle", "vollzeitanstellung", "vollzeitposition", "vollzeitjob", "vollzeitbeschaftigung", "vollzeittatigkeit", "vollzeitvertrag",
		"teilzeitstelle", "teilzeitanstellung", "teilzeitposition", "teilzeitjob", "teilzeitbeschaftigung", "teilzeittatigkeit", "teilzeitvertrag":
		return true
	}
	return false
}

// announcedJob looks for "this is a …", "in …", "als …", "poste à …" in front of the phrase.
func announcedJob(d *text.Doc, c cue, l text.Line) bool {
	for j := c.start - 1; j >= l.From && j >= c.start-2; j-- {
		switch d.Tokens[j].Word {
		case "is", "als", "in", "poste", "contrat", "contrato", "puesto", "position", "role", "job", "stelle", "offered", "trabajamos", "arbeitest", "unbefristete", "unbefristet", "work", "ist", "est", "es", "(":
			return true
		}
	}
	if c.start > l.From && d.Tokens[c.start-1].Word == "en" && firm.Has(d.Tokens[c.start]) {
		return true // "un comptable en CDD"
	}
	for j := c.start - 1; j >= l.From && j >= c.start-5; j-- {
		switch d.Tokens[j].Word {
		case "hiring", "seeking", "join", "suchen", "recherchons", "cherchons", "recrutons", "buscamos", "seleccionamos", "proposons":
			return true
		}
	}
	return d.Tokens[c.start].Word == "in" || d.Tokens[c.start].Word == "a" && c.end-c.start > 1
}

// asA recognises "as a freelancer" in its languages.
func asA(d *text.Doc, c cue, l text.Line) bool {
	for j := c.start - 1; j >= l.From && j >= c.start-2; j-- {
		switch d.Tokens[j].Word {
		case "as", "als", "comme", "como", "en":
			return true
		}
	}
	return false
}

// labelled reports whether a cue stands behind a label such as "Employment type:", on its line or the line before.
func (p *posting) labelled(c cue, kind cueKind) bool {
	l := p.body.Lines[c.line]
	if c.start-l.From > 12 {
		return false
	}
	if hasLabel(p.body.Tokens[l.From:c.start], kind) {
		return true
	}
	if c.line == 0 || l.To-l.From > 12 {
		return false
	}
	prev := p.body.Lines[c.line-1]
	return prev.Kind == text.Heading && prev.To-prev.From <= 6 && hasLabel(p.body.LineTokens(prev), kind)
}

// hasLabel reports whether tokens start with a label of the kind that a colon or dash closes.
func hasLabel(tokens []text.Token, kind cueKind) bool {
	for i := range min(len(tokens), 2) {
		h, ok := cueWords().At(tokens, i)
		if !ok {
			continue
		}
		for _, m := range h.Values {
			if m.kind != kind {
				continue
			}
			if h.End >= len(tokens) {
				return false
			}
			switch tokens[h.End].Word {
			case ":", "–", "-", "|", "=":
				return true
			}
		}
	}
	return false
}

// follows reports whether a cue of the kind starts at most gap tokens behind cue i.
func follows(cues []cue, i int, kind cueKind, gap int) bool {
	for j := i + 1; j < len(cues) && cues[j].line == cues[i].line && cues[j].start-cues[i].end <= gap; j++ {
		if cues[j].kind == kind && cues[j].start >= cues[i].end {
			return true
		}
	}
	return false
}

// precedes reports whether a cue of the kind ends at most gap tokens before cue i.
func precedes(cues []cue, i int, kind cueKind, gap int) bool {
	for j := i - 1; j >= 0 && cues[j].line == cues[i].line && cues[i].start-cues[j].end <= gap; j-- {
		if cues[j].kind == kind && cues[j].end <= cues[i].start {
			return true
		}
	}
	return false
}
