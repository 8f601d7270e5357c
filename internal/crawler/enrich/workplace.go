package enrich

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
)

// workplace reads the board's own word, its location fields, the title, then the text.
func (p *posting) workplace(located string) (string, Source, string) {
	if w := boardWorkplaces[plainKey(p.in.Workplace)]; w != "" {
		return w, Board, ""
	}
	if located != "" {
		return located, Board, ""
	}
	if w := p.titleWorkplace(); w != "" {
		return w, Title, p.quoteTitle()
	}
	if w, evidence := p.textWorkplace(); w != "" {
		return w, Text, evidence
	}
	return "", Unknown, ""
}

var boardWorkplaces = map[string]string{
	"remote": place.Remote, "telecommute": place.Remote, "fully": place.Remote, "fully remote": place.Remote, "fullyremote": place.Remote,
	"hybrid": place.Hybrid, "temporary": place.Hybrid, "partially remote": place.Hybrid, "remote local": place.Hybrid,
	"onsite": place.Onsite, "on site": place.Onsite, "office": place.Onsite, "in office": place.Onsite, "none": place.Onsite,
}

// plainKey returns the folded words of a board's value, one space apart.
func plainKey(s string) string {
	var parts []string
	for _, t := range text.Tokenize(s) {
		if !t.Is(text.Symbol) {
			parts = append(parts, t.Word)
		}
	}
	return strings.Join(parts, " ")
}

// feature is something that the surroundings of a phrase say about it.
type feature uint32

const (
	labelled  feature = 1 << iota // behind a label that asks for it
	alone                         // a clause of its own on a short line
	ofJob                         // the sentence speaks of this job
	ofCompany                     // the sentence speaks of the company or its people, and not of the job
	workNoun                      // a noun such as "position" or "working" follows
	attribute                     // it describes another thing, as in "remote team"
	negated
	entirely   // "fully", "100 %"
	partly     // a count of days or a share of the week
	wholeWeek  // five days a week
	offered    // somebody may or can
	depends    // it depends on the job, or speaks of weeks in a year
	youWork    // the reader works so
	refusedJob // negated, and said of the job
	inOffer    // in the part about what is offered
	inProfile  // among what is asked or done
	inCompany  // in the part about the company, or the small print
	either     // the opposite stands beside it: "remote or on-site"
)

// workplaceRule says what a phrase means where one feature of any, and none of the features of none hold.
type workplaceRule struct {
	set       set
	any, none feature
	says      workplaceVote
}

type workplaceVote uint8

const (
	saysNothing workplaceVote = iota
	saysHybrid
	saysRemote
	saysOnsite
	saysRefused // work from home is refused
	saysOffered // some work from home is offered
	voteCount
)

// workplaceRules are tried in order; the first that fits decides what a phrase says.
var workplaceRules = []workplaceRule{
	{setRemote, partly, negated | attribute | inCompany | depends, saysHybrid},
	{setHome, partly, negated | inCompany | depends, saysHybrid},
	{setOnsite, partly, negated | attribute | inCompany, saysHybrid},
	{setOffice, partly, negated | inCompany | depends, saysHybrid},
	{setOnsite, wholeWeek, negated | attribute | inCompany, saysOnsite},
	{setOffice, wholeWeek, negated | inCompany, saysOnsite},
	{setHome, negated, depends | inCompany | inProfile | ofCompany | entirely, saysRefused},
	{setRemote, refusedJob, entirely | depends | inCompany, saysRefused},
	{setRemote, labelled, negated | depends | attribute, saysRemote},
	{setHybrid, labelled, negated | depends | attribute, saysHybrid},
	{setOnsite, labelled, negated | depends | attribute, saysOnsite},
	{setHome, labelled, negated | depends | attribute, saysOffered},
	{setRemote, offered, negated | attribute | depends | inProfile | inCompany | entirely, saysOffered},
	{setRemote, alone | ofJob | youWork, negated | attribute | depends | inCompany | ofCompany | inProfile, saysRemote},
	{setRemote, entirely, negated | attribute | depends | inCompany | ofCompany | inProfile, saysRemote},
	{setHome, entirely, negated | attribute | depends | inCompany | inProfile, saysRemote},
	{setHybrid, alone | ofJob, negated | attribute | depends | inCompany | inProfile, saysHybrid},
	{setHybrid, workNoun, negated | depends | inCompany | inProfile, saysHybrid},
	{setOnsite, alone | ofJob, negated | attribute | depends | inCompany | ofCompany | inProfile, saysOnsite},
	{setHome, alone | offered | inOffer, negated | attribute | depends | inProfile | inCompany, saysOffered},
}

// textWorkplace weighs what the text says about this job. Contradictions are left open.
func (p *posting) textWorkplace() (string, string) {
	var votes [voteCount]cue
	var found [voteCount]bool
	for _, c := range p.cues {
		if c.set < setRemote || c.set > setOffice || c.foreign || p.sections[c.line] == sectionLegal || p.isLabel(c) || p.withinHome(c) {
			continue
		}
		vote := p.workplaceVote(c)
		if vote != saysNothing && !found[vote] {
			found[vote], votes[vote] = true, c
		}
	}
	tell := func(w string, v workplaceVote) (string, string) {
		return w, p.quote(votes[v].line, votes[v].start, votes[v].end)
	}
	if w := p.taggedWorkplace(); w != "" {
		return w, "#LI-" + w
	}
	switch {
	case found[saysHybrid]:
		return tell(place.Hybrid, saysHybrid)
	case found[saysRemote] && !found[saysOnsite] && !found[saysRefused]:
		return tell(place.Remote, saysRemote)
	case found[saysRemote]:
		return "", ""
	case found[saysOffered] && !found[saysRefused]:
		return tell(place.Hybrid, saysOffered)
	case found[saysOnsite]:
		return tell(place.Onsite, saysOnsite)
	case found[saysRefused] && !found[saysOffered]:
		return tell(place.Onsite, saysRefused)
	}
	return "", ""
}

// isLabel reports whether a phrase is a label or in a heading: "Remote work:" asks and does not answer.
func (p *posting) isLabel(c cue) bool {
	l := p.body.Lines[c.line]
	if l.Kind == text.Heading && l.To-l.From <= 6 && p.body.Tokens[l.To-1].Word == ":" {
		return true
	}
	return c.set != setHome && c.end < l.To && p.body.Tokens[c.end].Word == ":" && c.start == l.From
}

// withinHome reports whether a phrase is a part of a longer one for work from home: "remote" in "remote work".
func (p *posting) withinHome(c cue) bool {
	return c.set != setHome && slices.ContainsFunc(near(p.cues, c.start-2, c.end), func(o cue) bool {
		return o.set == setHome && !o.foreign && o.start <= c.start && o.end >= c.end
	})
}

func (p *posting) workplaceVote(c cue) workplaceVote {
	f := p.workplaceFeatures(c)
	if f&either != 0 || (f&offered != 0 || c.set == setHybrid && f&(labelled|partly) == 0) && p.byHand() {
		return saysNothing // what the company offers to all its people, a mechanic cannot have; a surgeon's hybrid job is in two clinics
	}
	for _, r := range workplaceRules {
		if r.set == c.set && f&r.any != 0 && f&r.none == 0 {
			return r.says
		}
	}
	return saysNothing
}

// byHand reports whether the title names an occupation whose work is where the machine, the patient or the kitchen is.
func (p *posting) byHand() bool {
	return slices.ContainsFunc(p.titleCues, func(c cue) bool { return c.set == setManual })
}

func (p *posting) workplaceFeatures(c cue) feature {
	l := p.body.Lines[c.line]
	lo, hi := p.sentence(c.line, c.start, c.end)
	from, to := p.clause(c.line, c.start, c.end)
	f := p.scope(c.line, c.start, c.end)
	set := func(g feature, holds bool) {
		if holds {
			f |= g
		}
	}
	set(labelled, p.labelled(setWorkplaceLabel, c.line, c.start) || p.labelled(setPlaceLabel, c.line, c.start))
	if c.set == setHome {
		set(offered, p.has(setPlaceLabel, max(from, c.start-6), c.start)) // "your place of work is Baden and home office"
	}
	start := c.start
	if n, ok := p.last(setWork, max(from, c.start-3), c.start); ok && n.end == c.start {
		start = n.start // "Trabajo presencial"
	}
	set(alone, (p.fillsClause(c.line, start, c.end, 8) || p.opensClause(c, from, to)) && l.Kind != text.Heading)
	set(workNoun, p.has(setWork, c.end, min(to, c.end+4)) || p.has(setWork, max(from, c.start-3), c.start))
	set(youWork, p.has(setYou, lo, c.start) && p.has(setWork, max(lo, c.start-2), min(hi, c.start+2)))
	if c.set == setHome {
		set(attribute, p.has(setPayOther, c.end, min(hi, c.end+2))) // "home office equipment"
	} else {
		set(attribute, p.qualifiesNoun(c.end, l.To) || c.set == setOnsite && p.nounBefore(c, from))
	}
	set(negated, p.negated(c.line, c.start, c.end))
	set(refusedJob, f&negated != 0 && f&ofJob != 0)
	set(entirely, p.has(setFully, max(from, c.start-3), c.start) || p.has(setFully, c.end, min(to, c.end+5)) && c.set != setOffice)
	set(offered, p.has(setOffered, max(lo, c.start-14), min(hi, c.end+5)))
	set(depends, p.has(setDepends, lo, hi))
	set(either, p.besideOpposite(c, from, to))
	if n, ok := p.daysOfWeek(c, lo, hi); ok {
		set(partly, n < 5)
		set(wholeWeek, n >= 5)
	} else if n, at, ok := p.percent(max(from, c.start-5), min(to, c.end+7)); ok && n < 100 {
		workload := p.has(setWorkload, from, to) || c.set >= setOnsite && p.has(setJob, max(lo, c.start-8), c.start) // "a position of 30 % at one site"
		set(partly, !workload && !p.has(setPayOther, at, min(at+4, hi)))
	}
	return f
}

// opposite holds what each way of working excludes.
var opposite = map[set]set{setRemote: setOnsite, setOnsite: setRemote}

// besideOpposite reports whether the phrase is one of two alternatives, as in "remote or on-site".
func (p *posting) besideOpposite(c cue, from, to int) bool {
	other, ok := opposite[c.set]
	if !ok {
		return false
	}
	const gap = 2 // an "or" and a word such as "also"
	return slices.ContainsFunc(near(p.cues, max(from, c.start-6), min(to, c.end+gap+1)), func(o cue) bool {
		return o.set == other && !o.foreign && (o.start >= c.end || o.end <= c.start && c.start-o.end <= gap)
	})
}

// opensClause reports whether a clause of a short line begins with the phrase and goes on with where: "Full-time, on site
// at our foundry".
func (p *posting) opensClause(c cue, from, to int) bool {
	l := p.body.Lines[c.line]
	return from == c.start && l.To-l.From <= 14 && c.end < to && p.isFunction(p.body.Tokens[c.end]) && !p.has(setRange, c.end, c.end+1)
}

// nounBefore reports whether a capitalised noun stands right before the phrase, of which it then speaks: "Wohnung vor Ort".
func (p *posting) nounBefore(c cue, from int) bool {
	if c.start-1 <= from {
		return false
	}
	t := p.body.Tokens[c.start-1]
	return t.Is(text.Upper) && !t.Is(text.Symbol) && p.body.Tokens[c.start].Flags&text.Upper == 0 && !p.has(setJob, c.start-1, c.start)
}

// scope returns whether the words at tokens [start, end) speak of the job or the company, and in which part of the posting.
func (p *posting) scope(line, start, end int) (f feature) {
	lo, hi := p.sentence(line, start, end)
	job, ok := p.last(setJob, lo, start)
	if !ok || start-job.end > 12 {
		job, ok = p.first(setJob, end, min(hi, end+3))
		ok = ok && !p.has(setWe, end, job.end) // "… remotely We are looking for"
	}
	we, company := p.last(setWe, lo, start)
	switch {
	case ok && (!company || we.end <= job.end || job.start >= end):
		f |= ofJob
	case company && !p.has(setYou, we.end, start):
		f |= ofCompany
	}
	switch p.sections[line] {
	case sectionOffer, sectionPay:
		f |= inOffer
	case sectionRequirements, sectionNice, sectionLanguages:
		f |= inProfile
	case sectionTasks:
		if p.body.Lines[line].Kind == text.Item {
			f |= inProfile // the paragraphs there describe the job
		}
	case sectionCompany:
		if f&ofJob == 0 {
			f |= inCompany
		}
	case sectionLegal:
		f |= inCompany
	}
	return f
}

// daysOfWeek returns the days of every week that the sentence counts near a place of work.
func (p *posting) daysOfWeek(c cue, lo, hi int) (int, bool) {
	for _, d := range near(p.cues, max(lo, c.start-10), min(hi, c.end+10)) {
		if d.set != setDay || d.foreign || d.start < c.end && d.end > c.start {
			continue
		}
		_, n, _, ok := p.span(d.start-1, lo)
		if !ok || n < 1 || n > 5 || d.end < hi && p.body.Tokens[d.end].Is(text.Hyphen) {
			continue // "a four-day week" counts no days at a place
		}
		gap := max(c.start-d.end, d.start-c.end)
		weekly := p.has(setWeek, d.end, min(hi, d.end+4)) || p.has(setWeek, c.end, min(hi, c.end+4))
		if weekly || gap <= 3 && !p.has(setYears, d.end, min(hi, d.end+3)) {
			return n, true
		}
	}
	return 0, false
}

// taggedWorkplace reads the tags that recruiters add for a professional network: "#LI-Hybrid", "#onsite".
func (p *posting) taggedWorkplace() (found string) {
	tokens := p.body.Tokens
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].Word != "li" && tokens[i].Word != "#" || tokens[i+1].Is(text.Spaced) {
			continue
		}
		j := i + 1
		if tokens[j].Is(text.Symbol) && j+1 < len(tokens) {
			j++
		}
		if w := tags[tokens[j].Word]; w != "" {
			if found != "" && found != w {
				return ""
			}
			found = w
		}
	}
	return found
}

var tags = map[string]string{"remote": place.Remote, "hybrid": place.Hybrid, "onsite": place.Onsite}

// titleWorkplace reads a part of the title that says nothing else: "Nurse (hybrid)", "Analyst – Remote, EU".
func (p *posting) titleWorkplace() string {
	tokens := p.title.Tokens
	for _, c := range p.titleCues {
		w := map[set]string{setRemote: place.Remote, setHybrid: place.Hybrid, setOnsite: place.Onsite}[c.set]
		if w == "" {
			continue
		}
		start := c.start
		for _, f := range near(p.titleCues, c.start-4, c.start) {
			if f.set == setFully && c.start-f.end <= 1 {
				start = f.start // "(100% remote)", "(100% worldwide remote)"
			}
		}
		parted := start == 0 || tokens[start-1].Is(text.Symbol)
		closed := c.end == len(tokens) || tokens[c.end].Is(text.Symbol) && !tokens[c.end].Is(text.Hyphen) && tokens[c.end].Word != "&"
		if closed && (parted || c.end == len(tokens)) || parted && start > 0 && start < c.start {
			return w
		}
	}
	return ""
}
