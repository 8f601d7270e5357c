package enrich

import (
	"slices"
	"strconv"

	"rolecall/internal/crawler/enrich/text"
)

// employment reads the board's own word, then the title, then the text. A board that names only the term ("CDD") leaves
// the hours to the text.
func (p *posting) employment() (string, Source, string) {
	board, term, apprentice := boardEmployment(p.in.Employment)
	if board != "" && !term && board != "contract" {
		return board, Board, ""
	}
	stated := p.stated()
	if apprentice {
		stated.add(kindApprenticeship, Board, "")
	}
	if board != "" {
		hours := stated.only(kindFull | kindPart | kindBoth)
		if hours.kinds != 0 && (term || stated.kinds&kindFixed != 0 && stated.kinds&kindContract == 0) {
			return hours.resolve()
		}
		return board, Board, ""
	}
	return stated.resolve()
}

// kinds is a set of what was said about the employment.
type kinds uint16

const (
	kindInternship kinds = 1 << iota
	kindApprenticeship
	kindStudent
	kindFreelance
	kindContract
	kindFull
	kindPart
	kindBoth
	kindFixed
	kindPermanent
)

var kindNames = map[string]kinds{
	"internship": kindInternship, "apprenticeship": kindApprenticeship, "student": kindStudent, "freelance": kindFreelance, "contract": kindContract,
	"full-time": kindFull, "part-time": kindPart, "hourly": kindPart, "both": kindBoth, "fixed": kindFixed, "permanent": kindPermanent,
}

// employmentOrder resolves what was said: the first kind that is there and none of whose exceptions is. A working student
// is employed beside the studies. Permanent by itself tells nothing of the hours. An apprenticeship is none of the types: only
// its hours are stated, because those who look for an internship or a contract do not mean it.
var employmentOrder = []struct {
	kind, unless kinds
	value        string
}{
	{kindInternship, kindPermanent, "internship"},
	{kindStudent, kindFull, "part-time"},
	{kindFreelance, kindPermanent | kindFull | kindBoth, "freelance"},
	{kindContract, kindPermanent | kindFull | kindBoth | kindPart | kindApprenticeship, "contract"},
	{kindBoth, 0, "full-time"},
	{kindFull, 0, "full-time"},
	{kindPart, 0, "part-time"},
	{kindFixed, kindPermanent | kindApprenticeship, "contract"},
}

// statements collects what title or text say, with the words of each kind.
type statements struct {
	kinds kinds
	said  map[kinds]statement
}

type statement struct {
	source   Source
	evidence string
}

func (s *statements) add(k kinds, source Source, evidence string) {
	if k == 0 || s.kinds&k != 0 {
		return
	}
	if s.said == nil {
		s.said = map[kinds]statement{}
	}
	s.kinds |= k
	s.said[k] = statement{source, evidence}
}

func (s *statements) only(k kinds) statements {
	return statements{kinds: s.kinds & k, said: s.said}
}

func (s *statements) resolve() (value string, source Source, evidence string) {
	for _, o := range employmentOrder {
		if s.kinds&o.kind != 0 && s.kinds&o.unless == 0 {
			return o.value, s.said[o.kind].source, s.said[o.kind].evidence
		}
	}
	return "", Unknown, ""
}

// stated collects what the title says, and what the text says where the title leaves the hours open.
func (p *posting) stated() (s statements) {
	for _, c := range p.titleCues {
		if c.set == setEmployment && !p.titleOther(c) {
			s.add(kindNames[c.value], Title, p.quoteTitle())
		}
	}
	if share := titleShare(p.title); share > 0 && s.kinds&kindInternship == 0 {
		s.add(kindOfShare(share), Title, p.quoteTitle())
	}
	if v, _, _ := s.resolve(); v != "" && s.kinds&^(kindFixed|kindPermanent|kindContract) != 0 {
		return s
	}
	for _, c := range p.cues {
		switch c.set {
		case setEmployment:
			if p.offersKind(c) {
				s.add(kindNames[c.value], Text, p.quote(c.line, c.start, c.end))
			}
		case setWorkload:
			if share, ok := p.workload(c); ok {
				s.add(kindOfShare(share), Text, p.quote(c.line, c.start, c.end))
			}
		case setHours:
			s.add(p.weeklyHours(c), Text, p.quote(c.line, c.start, c.end))
		}
	}
	p.bareShare(&s)
	return s
}

// titleOther recognises a word of the title that names something else: "Apprenticeship Coordinator", "Contract Manager",
// and the lone word for an internship in the middle of a title in another language.
func (p *posting) titleOther(c cue) bool {
	tokens := p.title.Tokens
	if slices.ContainsFunc(near(p.titleCues, 0, c.end), func(o cue) bool {
		return o.set == setEmployment && o.start <= c.start && o.end >= c.end && o.end-o.start > c.end-c.start
	}) {
		return true // of "posto di tirocinio" only the whole counts
	}
	if h, ok := vocab().levels.At(tokens, c.start); ok && (c.value == "internship" || c.value == "apprenticeship") {
		return h.Values[0] == noLevel // as the level has it: an "Intern Demand Planning" is one, an "Internship Coordinator" none
	}
	for _, o := range near(p.titleCues, c.end, c.end+2) {
		if o.set == setEmploymentOther {
			return true
		}
	}
	if w := tokens[c.start].Word; w == "contract" || w == "permanent" || w == "regular" {
		return c.start > 0 && tokens[c.start-1].Flags&(text.Symbol|text.Digit) == 0 || c.end < len(tokens) && !tokens[c.end].Is(text.Symbol)
	}
	if c.value == "hourly" {
		return c.start > 0 && alternatives[tokens[c.start-1].Word] // "im Monats- oder Stundenlohn"
	}
	if c.value != "internship" {
		return false
	}
	return tokens[c.start].Word == "stage" && c.start > 0 && !tokens[c.start-1].Is(text.Symbol) && !p.isFunction(tokens[c.start-1])
}

// titleShare reads the share of a full week that Swiss titles name, the upper one of a range: "Sage-femme 60–100 %".
func titleShare(d *text.Doc) int {
	best := 0
	for i := 1; i < len(d.Tokens); i++ {
		if d.Tokens[i].Word != "%" {
			continue
		}
		ends := []string{d.Tokens[i-1].Word}
		if i >= 3 && isDash(d.Tokens[i-2].Word) { // "100–60 %"
			ends = append(ends, d.Tokens[i-3].Word)
		}
		for _, end := range ends {
			n, err := strconv.Atoi(end)
			if err == nil && n >= minShare && n <= 100 && !ofHome(d.Tokens[i+1:]) {
				best = max(best, n)
			}
		}
	}
	return best
}

// ofHome reports whether a share of the week is that of the work elsewhere: "100% remote", "100% worldwide remote".
func ofHome(behind []text.Token) bool {
	return slices.ContainsFunc(behind[:min(2, len(behind))], func(t text.Token) bool { return homeWords[t.Word] })
}

var homeWords = map[string]bool{
	"remote": true, "home": true, "homeoffice": true, "teletravail": true, "telelavoro": true, "teletrabajo": true,
}

// Shares of a full week, in percent.
const (
	fullShare = 100 // a job that ends below, as "80–90 %" does, is part-time
	minShare  = 10  // a smaller one is something else
)

func kindOfShare(share int) kinds {
	if share >= fullShare {
		return kindFull
	}
	return kindPart
}

// boardEmployment reads compound values such as "fulltime_fixed_term": the hours say more than the term. It also reports
// whether the value names the term alone, and whether it names an apprenticeship.
func boardEmployment(s string) (employment string, term, apprentice bool) {
	if s == "" {
		return "", false, false
	}
	d := text.Plain(s)
	var found statements
	for _, c := range findCues(d, allLanguages) {
		if c.set == setEmployment {
			found.add(kindNames[c.value], Board, "")
		}
	}
	if share := titleShare(d); share > 0 { // "permanent, 60–80 %"
		found.add(kindOfShare(share), Board, "")
	}
	apprentice = found.kinds&kindApprenticeship != 0
	if e, _, _ := found.resolve(); e != "" {
		return e, found.kinds&^(kindFixed|kindPermanent) == 0, apprentice
	}
	if found.kinds == kindPermanent {
		return "full-time", true, false
	}
	for _, t := range d.Tokens {
		if e := map[string]string{"full": "full-time", "part": "part-time"}[t.Word]; e != "" {
			return e, false, apprentice
		}
	}
	return "", false, apprentice
}

// offersKind reports whether a phrase of the text says how this job is offered: it answers a label, is a clause of its
// own, or is said of the job.
func (p *posting) offersKind(c cue) bool {
	l := p.body.Lines[c.line]
	if p.labelled(setEmploymentLabel, c.line, c.start) || p.labelled(setWorkload, c.line, c.start) {
		return !p.negated(c.line, c.start, c.end)
	}
	learns := kindNames[c.value]&(kindInternship|kindApprenticeship|kindStudent) != 0
	if learns && p.opensText(c) {
		return true
	}
	if c.foreign || learns || c.value == "hourly" {
		return false // of those the title speaks
	}
	lo, hi := p.sentence(c.line, c.start, c.end)
	if p.negated(c.line, c.start, c.end) || p.has(setEmploymentOther, c.end, min(hi, c.end+2)) {
		return false
	}
	if c.value == "part-time" && (p.has(setOffered, max(lo, c.start-6), c.start) || p.has(setOffered, c.end, min(hi, c.end+3))) {
		return false // others may have it
	}
	if p.body.Tokens[c.start].Word == "contract" && c.end == c.start+1 && !p.has(setJob, c.end, min(hi, c.end+1)) {
		return false
	}
	f := p.scope(c.line, c.start, c.end)
	if f&inCompany != 0 || f&inProfile != 0 && f&ofJob == 0 {
		return false
	}
	if p.fillsClause(c.line, c.start, c.end, 14) && (f&inOffer == 0 || l.To-l.From <= 6) {
		return true
	}
	if f&inProfile != 0 {
		return false
	}
	if p.opensSentence(c, lo) {
		return true
	}
	return f&ofJob != 0 && (f&inOffer == 0 || c.value != "part-time")
}

// opensSentence reports whether a sentence begins with the phrase, behind an article or other words of the kind: "A permanent
// full-time contract", "Vollzeit mit Gleitzeit".
func (p *posting) opensSentence(c cue, lo int) bool {
	for i := lo; i < c.start; i++ {
		if !p.isFunction(p.body.Tokens[i]) && !p.has(setEmployment, i, c.start) && !p.has(setNumber, i, i+1) {
			return false
		}
	}
	return c.start-lo <= 3 && p.body.Lines[c.line].Kind != text.Heading
}

// workload reads the share of a full week beside a word such as "Pensum".
func (p *posting) workload(c cue) (int, bool) {
	l := p.body.Lines[c.line]
	answer := c.end < l.To && p.body.Tokens[c.end].Word == ":"
	if s := p.sections[c.line]; (s == sectionCompany || s == sectionLegal) && !answer {
		return 0, false
	}
	lo, hi := p.sentence(c.line, c.start, c.end)
	if c.end >= l.To-1 && c.line+1 < len(p.body.Lines) { // the label is a line of its own
		next := p.body.Lines[c.line+1]
		n, _, ok := p.topShare(next.From, min(next.To, next.From+6))
		if ok && next.To-next.From <= 8 {
			return n, n >= minShare
		}
	}
	n, at, ok := p.topShare(max(lo, c.start-5), min(hi, c.end+10))
	if !ok || n < minShare || p.has(setPayOther, at, min(hi, at+4)) || p.has(setHome, at, min(hi, at+4)) || p.has(setPayOther, lo, c.start) {
		return 0, false
	}
	if p.body.Tokens[c.start].Word == "%" && p.sections[c.line] == sectionOffer {
		return 0, false // "25 days of holiday at 100 %"
	}
	if _, _, start, _ := p.span(at-1, lo); p.has(setMinimum, max(lo, start-3), start) {
		return 100, true // "from 80 %"
	}
	return n, true
}

// weeklyHours reads the hours in front of a word such as "hours a week" on a line that speaks of the working time.
func (p *posting) weeklyHours(c cue) kinds {
	l := p.body.Lines[c.line]
	s := p.sections[c.line]
	if s != sectionOther && s != sectionPay && !p.labelled(setEmploymentLabel, c.line, c.start) {
		return 0
	}
	_, n, start, ok := p.span(c.start-1, l.From)
	if !ok {
		n, start, ok = p.hoursBehind(c)
	}
	if !ok || n < minHours || n > maxHours {
		return 0
	}
	lo, _ := p.sentence(c.line, c.start, c.end)
	switch f := p.scope(c.line, c.start, c.end); {
	case start >= c.end: // the answer to a label
	case p.labelled(setEmploymentLabel, c.line, start), f&ofJob != 0, start == lo && l.To-l.From <= 10:
	default:
		return 0
	}
	if n >= fullWeek {
		return kindFull
	}
	return kindPart
}

// hoursBehind reads the number that answers a label, on its line or the next: "Weekly hours: 40".
func (p *posting) hoursBehind(c cue) (n, at int, ok bool) {
	l := p.body.Lines[c.line]
	if c.end >= l.To || p.body.Tokens[c.end].Word != ":" {
		return 0, 0, false
	}
	at, end := c.end+1, l.To
	if at == end && c.line+1 < len(p.body.Lines) {
		end = p.body.Lines[c.line+1].To
	}
	if at >= end {
		return 0, 0, false
	}
	n, _, ok = p.number(at, at)
	return n, at, ok
}

// Hours of a week that a posting can mean, and the shortest week that is called full-time where the hours alone are given.
const (
	minHours = 5
	maxHours = 60
	fullWeek = 35
)

// bareShare reads a short line that begins or ends with a share: "100 %, Zürich", "CDI · 80 %".
func (p *posting) bareShare(s *statements) {
	if s.kinds&(kindFull|kindPart|kindBoth) != 0 {
		return
	}
	for i, l := range p.body.Lines {
		if l.To-l.From > 20 || p.sections[i] != sectionOther {
			continue
		}
		n, at, ok := p.percent(l.From, l.To)
		if !ok || n < minShare || p.has(setPayOther, l.From, l.To) || p.has(setHome, l.From, l.To) || p.has(setRemote, l.From, l.To) {
			continue
		}
		_, _, start, _ := p.span(at-1, l.From)
		lo, hi := p.clause(i, start, at+1)
		if lo == start && hi == at+1 && l.To-l.From <= 14 || p.repeatsTitle(l) {
			s.add(kindOfShare(n), Text, p.quote(i, start, at+1))
			return
		}
	}
}

// repeatsTitle reports whether a line begins and goes on with the words of the title.
func (p *posting) repeatsTitle(l text.Line) bool {
	n := len(p.title.Tokens)
	return n > 1 && l.To > l.From && p.body.Tokens[l.From].Word == p.title.Tokens[0].Word &&
		contains(p.body.Tokens[l.From:l.To], p.title.Tokens[n-1:])
}
