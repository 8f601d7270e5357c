package enrich

import (
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

// section says what part of a posting a line belongs to.
type section uint8

const (
	sectionOther section = iota
	sectionRequirements
	sectionNice
	sectionTasks
	sectionOffer
	sectionCompany
	sectionLegal
	sectionPay
	sectionLanguages
	sectionJobs // a heading over several jobs, never the lines below it
)

var sectionNames = map[string]section{
	"requirements": sectionRequirements, "nice": sectionNice, "tasks": sectionTasks, "offer": sectionOffer,
	"company": sectionCompany, "legal": sectionLegal, "pay": sectionPay, "languages": sectionLanguages,
	"jobs": sectionJobs,
}

// sectionRank decides between two phrases of one heading: "Requirements (nice to have)" is not required.
var sectionRank = [...]int{
	sectionNice: 9, sectionPay: 8, sectionLegal: 7, sectionOffer: 6, sectionRequirements: 5, sectionLanguages: 4,
	sectionTasks: 3, sectionCompany: 2, sectionJobs: 1, sectionOther: 0,
}

// sections assigns every line to a part. A heading that means nothing to us ends the part before it: what follows an
// unknown heading is not a requirement.
func sections(d *text.Doc, company string, languages languageSet) []section {
	out := make([]section, len(d.Lines))
	firm := text.Tokenize(company)
	cur, listed := sectionOther, false
	for i, l := range d.Lines {
		out[i] = cur
		head := heads(d, i)
		switch {
		case head:
			cur, listed = sectionOf(d.LineTokens(l), firm), false
			if out[i] = cur; cur == sectionJobs {
				cur = sectionOther
			}
		case l.Kind == text.Item:
			listed = true
		case listed && (cur == sectionRequirements || cur == sectionNice):
			out[i] = sectionOther // the paragraph behind a list closes the posting and no longer asks
		}
		if !head && !ofEmployer(cur) && wishes(d, l) {
			out[i] = sectionNice
		}
	}
	loose(d, out, firm)
	profile(d, out, languages)
	return out
}

// ofEmployer reports whether a part tells what the employer is or gives: "Bonus: …" is no wish there.
func ofEmployer(s section) bool {
	return s == sectionOffer || s == sectionPay || s == sectionCompany || s == sectionLegal
}

// wishes reports whether a line begins with a heading for what is merely welcome, and goes on with it: "Requisiti auspicati -
// conoscenza del tedesco".
func wishes(d *text.Doc, l text.Line) bool {
	if l.From == l.To {
		return false
	}
	h, ok := vocab().headings.At(d.Tokens[:l.To], l.From)
	if !ok || h.End >= l.To || !slices.Contains(h.Values, sectionNice) {
		return false
	}
	t := d.Tokens[h.End]
	return t.Word == ":" || isDash(t.Word) && t.Is(text.Spaced)
}

// loose makes items of the lines under a heading of requirements that are set as a list without any marks: short lines,
// one below the other, that do not end like sentences. A wish among them stays one.
func loose(d *text.Doc, out []section, firm []text.Token) {
	for i := 0; i < len(d.Lines); i++ {
		if out[i] != sectionRequirements || !heads(d, i) {
			continue
		}
		j := i + 1
		for j < len(d.Lines) && short(d, j) && sectionOf(d.LineTokens(d.Lines[j]), firm) == sectionOther {
			j++
		}
		if j-i < minLooseList {
			continue
		}
		for k := i + 1; k < j; k++ {
			d.Lines[k].Kind = text.Item
			require(out, k)
		}
		i = j - 1
	}
}

// The shapes of lines, in bytes and words.
const (
	maxItemBytes    = 140 // of an item without a mark
	maxHeadingBytes = 70
	maxHeadingWords = 9
	minLooseList    = 4 // lines: the heading and three items
	minAskedLines   = 4 // lines of requirements before a heading that begins another job
)

// short reports whether a paragraph is too short for one and no sentence.
func short(d *text.Doc, i int) bool {
	l := d.Lines[i]
	if l.Kind != text.Paragraph || l.End-l.Start > maxItemBytes || l.To-l.From < 2 {
		return false
	}
	switch d.Tokens[l.To-1].Word {
	case ".", "!", "?", ":":
		return false
	}
	return true
}

// heads reports whether a line is a heading: set as one, a short line without a full stop that introduces a list, or
// a line that says nothing but the words of a heading.
func heads(d *text.Doc, i int) bool {
	l := d.Lines[i]
	if l.Kind == text.Heading {
		return true
	}
	if l.End-l.Start > maxHeadingBytes || l.To-l.From > maxHeadingWords || l.To == l.From {
		return false
	}
	switch d.Tokens[l.To-1].Word {
	case ".", ";", ",":
		return false
	}
	if i+1 < len(d.Lines) && d.Lines[i+1].Kind == text.Item && l.Kind == text.Paragraph {
		return !trailsOff(d.LineTokens(l))
	}
	h, ok := vocab().headings.At(d.Tokens[:l.To], l.From)
	return ok && (h.End == l.To || h.End == l.To-1 && d.Tokens[h.End].Is(text.Symbol))
}

// trailsOff reports whether a line ends within a sentence, which a stray mark cut: "Übernahme von".
func trailsOff(tokens []text.Token) bool {
	return vocab().function[tokens[len(tokens)-1].Word] != 0 && sectionOf(tokens, nil) == sectionOther
}

// sectionOf reads a heading. A phrase in the middle of a long heading is chance, so the phrases must make up a good part
// of it.
func sectionOf(tokens []text.Token, company []text.Token) section {
	count := 0
	for _, t := range tokens {
		if !t.Is(text.Symbol) {
			count++
		}
	}
	best, covered := sectionOther, 0
	vocab().headings.Scan(tokens, func(h text.Hit[section]) {
		covered += h.End - h.Start
		for _, s := range h.Values {
			if sectionRank[s] > sectionRank[best] {
				best = s
			}
		}
	})
	if best != sectionOther && covered*3 >= count {
		return best
	}
	if len(company) > 0 && contains(tokens, company) {
		return sectionCompany
	}
	return sectionOther
}

// otherJob returns the line on which another job begins, or the number of lines: some boards print all their postings on one
// page. It is a heading behind the requirements with a mark of gender and other words than the title's, or one over several jobs that
// are others.
func otherJob(d *text.Doc, sections []section, title *text.Doc) int {
	asked, listed := 0, false
	for i, l := range d.Lines {
		if l.Kind != text.Heading {
			if sections[i] == sectionRequirements {
				asked++
			}
			continue
		}
		if sections[i] == sectionJobs && !listed {
			if listed = true; listsOthers(d, sections, i, title) {
				return i
			}
		}
		if asked >= minAskedLines && marksGender(d.LineTokens(l)) && !alike(d.LineTokens(l), title.Tokens) {
			return i
		}
	}
	return len(d.Lines)
}

// listsOthers reports whether the jobs below the heading on a line are others: no line repeats the title, and no heading tells what is
// asked or done.
func listsOthers(d *text.Doc, sections []section, heading int, title *text.Doc) bool {
	for i := heading + 1; i < len(d.Lines); i++ {
		if alike(title.Tokens, d.LineTokens(d.Lines[i])) {
			return false
		}
		if (sections[i] == sectionRequirements || sections[i] == sectionTasks) && heads(d, i) {
			return false
		}
	}
	return true
}

// marksGender reports whether a title says whom it addresses: "(m/w/d)", "H/F".
func marksGender(tokens []text.Token) bool {
	for i := 2; i < len(tokens); i++ {
		if tokens[i-1].Word == "/" && genders[tokens[i-2].Word+tokens[i].Word] {
			return true
		}
	}
	return false
}

var genders = map[string]bool{"mw": true, "wm": true, "mf": true, "fm": true, "hf": true, "fh": true, "mv": true, "vm": true}

// alike reports whether at least half of the words of the first are in the second.
func alike(tokens, title []text.Token) bool {
	words, shared := 0, 0
	for _, t := range tokens {
		if t.Is(text.Symbol) || len(t.Word) == 1 {
			continue
		}
		words++
		if slices.ContainsFunc(title, func(u text.Token) bool { return u.Word == t.Word }) {
			shared++
		}
	}
	return 2*shared >= words
}

func contains(tokens, part []text.Token) bool {
	for i := 0; i+len(part) <= len(tokens); i++ {
		if slices.EqualFunc(tokens[i:i+len(part)], part, func(a, b text.Token) bool { return a.Word == b.Word }) {
			return true
		}
	}
	return false
}

// profile finds the list of what is asked where no heading announces it in words that are known: of the lists under
// headings that mean nothing to us, the one most of whose items read like requirements.
func profile(d *text.Doc, out []section, languages languageSet) {
	for i := range out {
		if out[i] == sectionRequirements && d.Lines[i].Kind == text.Item {
			return
		}
	}
	best, from, to := 0.0, 0, 0
	for i := 0; i < len(d.Lines); {
		if d.Lines[i].Kind != text.Item {
			i++
			continue
		}
		start, asks := i, 0
		for ; i < len(d.Lines) && d.Lines[i].Kind == text.Item; i++ {
			if asksFor(d.LineTokens(d.Lines[i]), languages) {
				asks++
			}
		}
		if start == 0 || !heads(d, start-1) || out[start-1] != sectionOther {
			continue
		}
		share := float64(asks) / float64(i-start)
		score := share + 0.05*float64(min(asks, 8)) // of two such lists the longer one
		if share >= 0.5 && score > best {
			best, from, to = score, start, i
		}
	}
	for i := from; i < to; i++ {
		require(out, i)
	}
}

// require makes a line one that asks, unless it is a wish.
func require(out []section, i int) {
	if out[i] != sectionNice {
		out[i] = sectionRequirements
	}
}

// asksFor reports whether an item begins like a requirement.
func asksFor(tokens []text.Token, languages languageSet) (asks bool) {
	for i := range tokens[:min(len(tokens), 4)] {
		vocab().phrases.Each(tokens, i, func(h text.Hit[*meaning]) {
			for _, m := range h.Values {
				asks = asks || m.set == setRequirement && m.languages&languages != 0
			}
		})
	}
	return asks
}
