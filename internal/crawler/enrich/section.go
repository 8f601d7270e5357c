package enrich

import (
	"sync"

	"rolecall/internal/crawler/enrich/text"
)

// section says what part of a posting a line belongs to.
type section uint8

const (
	sectionOther section = iota
	sectionRequirements
	sectionNice
	sectionDuties
	sectionBenefits
	sectionCompany
	sectionLegal
	sectionPay
	sectionLanguages
)

var sectionNames = map[string]section{
	"requirements": sectionRequirements, "nice": sectionNice, "duties": sectionDuties, "benefits": sectionBenefits,
	"company": sectionCompany, "legal": sectionLegal, "pay": sectionPay, "languages": sectionLanguages,
	"open": sectionOther, // headings that announce now the one, now the other: what stands below decides
}

// sectionRank decides between two phrases of one heading: "Requirements (nice to have)" is not required.
var sectionRank = [...]int{
	sectionNice: 9, sectionPay: 8, sectionLegal: 7, sectionBenefits: 6, sectionRequirements: 5, sectionLanguages: 4,
	sectionDuties: 3, sectionCompany: 2, sectionOther: 0,
}

var headingWords = sync.OnceValue(func() *text.Lexicon[section] {
	lex := text.NewLexicon[section]()
	for head, phrases := range entries(headingsFile) {
		for _, p := range splitBar(phrases) {
			lex.Add(p, sectionNames[head])
		}
	}
	return lex
})

// addressed are the words that head a list of what is asked when they stand alone: "You:".
var addressed = map[string]bool{"you": true, "du": true, "sie": true, "vous": true, "toi": true, "tu": true}

// sections assigns every line to a part. A heading that means nothing to us ends the part before it: what follows an
// unknown heading is not a requirement.
func sections(d *text.Doc, company string) []section {
	out := make([]section, len(d.Lines))
	firm := text.Tokenize(company)
	cur, listed := sectionOther, false
	for i, l := range d.Lines {
		out[i] = cur
		switch {
		case heads(d, i):
			cur, listed = sectionOf(d.LineTokens(l), firm), false
			out[i] = cur
		case l.Kind == text.Item:
			listed = true
		case listed && (cur == sectionRequirements || cur == sectionNice):
			out[i] = sectionOther // the paragraph behind a list closes the posting and no longer asks
		}
	}
	loose(d, out, firm)
	profile(d, out)
	return out
}

// loose makes items of the lines under a heading of requirements that are set as a list without any marks: short lines,
// one below the other, that do not end like sentences.
func loose(d *text.Doc, out []section, firm []text.Token) {
	for i := 0; i < len(d.Lines); i++ {
		if d.Lines[i].Kind != text.Heading || out[i] != sectionRequirements {
			continue
		}
		j := i + 1
		for j < len(d.Lines) && short(d, j) && sectionOf(d.LineTokens(d.Lines[j]), firm) == sectionOther {
			j++
		}
		if j-i < 4 { // the heading and three lines
			continue
		}
		for k := i + 1; k < j; k++ {
			d.Lines[k].Kind, out[k] = text.Item, sectionRequirements
		}
		i = j - 1
	}
}

// short reports whether a paragraph is too short for one and no sentence.
func short(d *text.Doc, i int) bool {
	l := d.Lines[i]
	if l.Kind != text.Paragraph || l.End-l.Start > 140 || l.To-l.From < 2 {
		return false
	}
	switch d.Tokens[l.To-1].Word {
	case ".", "!", "?", ":":
		return false
	}
	return true
}

// heads reports whether a line is a heading: set as one, or a short line without a full stop that introduces a list and
// says nothing but the words of a heading.
func heads(d *text.Doc, i int) bool {
	l := d.Lines[i]
	switch l.Kind {
	case text.Heading:
		return true
	case text.Item:
		return false
	}
	if l.End-l.Start > 70 || l.To-l.From > 9 || l.To == l.From || i+1 >= len(d.Lines) || d.Lines[i+1].Kind != text.Item {
		return false
	}
	last := d.Tokens[l.To-1].Word
	return last != "." && last != ";" && last != ","
}

// sectionOf reads a heading. A phrase in the middle of a long heading is chance, so the phrases must make up a good part
// of it.
func sectionOf(tokens []text.Token, company []text.Token) section {
	words := 0
	var last text.Token
	for _, t := range tokens {
		if !t.Is(text.Symbol) {
			words++
			last = t
		}
	}
	if words == 1 && addressed[last.Word] {
		return sectionRequirements
	}
	best, covered := sectionOther, 0
	headingWords().Scan(tokens, func(h text.Hit[section]) {
		covered += h.End - h.Start
		for _, s := range h.Values {
			if sectionRank[s] > sectionRank[best] {
				best = s
			}
		}
	})
	if best != sectionOther && covered*3 >= words {
		return best
	}
	if len(company) > 0 && contains(tokens, company) {
		return sectionCompany
	}
	return sectionOther
}

func contains(tokens, part []text.Token) bool {
	for i := 0; i+len(part) <= len(tokens); i++ {
		same := true
		for j := range part {
			if tokens[i+j].Word != part[j].Word {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}
