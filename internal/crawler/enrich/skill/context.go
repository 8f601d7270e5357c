package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// class is a set of the word classes of context.txt, which says what each is for.
type class uint32

const (
	link class = 1 << iota
	reader
	polite
	asks
	duty
	seeks
	company
	employer
	offers
	contact
	training
	others
	department
	without
	needless
	negation
	searches
	articles
	tells
	we
	unit
	provides
	gives
	ranks
)

// classes holds the names of the classes in context.txt.
var classes = map[string]class{
	"links": link, "reader": reader, "polite": polite, "asks": asks, "duty": duty, "seeks": seeks, "company": company,
	"employer": employer, "offers": offers, "contact": contact, "training": training, "others": others,
	"department": department, "without": without, "needless": needless, "negations": negation,
	"searches": searches, "articles": articles, "tells": tells, "we": we, "unit": unit, "provides": provides, "gives": gives, "ranks": ranks,
}

// context holds the classes of words.
type context struct{ words *text.Lexicon[class] }

func (c context) of(t text.Token) (all class) {
	if !c.words.Starts(t) {
		return 0 // most words
	}
	h, _ := c.words.At([]text.Token{t}, 0)
	for _, found := range h.Values {
		all |= found
	}
	return all
}

// readContext reads the classes of each word.
func readContext(lines []string) context {
	c := context{text.NewLexicon[class]()}
	for _, l := range lines {
		name, list, _ := strings.Cut(l, ": ")
		if classes[name] == 0 {
			panic("context.txt: no class " + name) // the file is embedded
		}
		for _, w := range strings.Fields(list) {
			c.words.Add(w, classes[name])
		}
	}
	return c
}

// How many words at the start of a sentence tell whom it speaks of, and how many hold its subject: "With decades of
// experience, we …".
const (
	openingWords = 4
	subjectWords = 7
)

// aboutJob reports whether a sentence speaks of the job. Under a heading for duties or requirements it does. Elsewhere the
// text also tells what the company is, makes and gives, the more so in a posting that has such headings.
func (l line) aboutJob(trust Trust, sectioned bool) bool {
	switch {
	case l.has(contact) && l.numbers() >= 2, l.hasPhoneNumber():
		return false
	case l.describesEmployer() && !l.addresses() && !l.has(asks|seeks):
		return false
	case trust == Asked:
		return true
	case l.has(offers):
		return false
	case l.has(seeks) || l.searches():
		return true
	case l.part(0, min(openingWords, len(l.tokens))).has(company):
		return false
	case l.addresses() && (!sectioned || l.has(duty)):
		return true
	case l.has(employer):
		return false
	case sectioned:
		return l.item && (l.has(asks) || !l.has(company))
	}
	return l.has(asks) || !l.has(company)
}

// describesEmployer reports whether a sentence says of the employer what it is or does.
func (l line) describesEmployer() bool {
	return l.has(tells) || l.has(ranks) && l.has(employer) || l.part(0, min(subjectWords, len(l.tokens))).has(we)
}

// searches reports whether a word that is also the noun "research" looks for somebody.
func (l line) searches() bool {
	for i := 1; i < len(l.classes); i++ {
		if l.classes[i-1]&searches != 0 && l.classes[i]&articles != 0 {
			return true
		}
	}
	return false
}

// numbers counts the words that start with a digit.
func (l line) numbers() int {
	n := 0
	for _, t := range l.tokens {
		if t.Is(text.Digit) {
			n++
		}
	}
	return n
}

// longContact is more words than a line that says whom to call has.
const longContact = 40

// hasPhoneNumber reports whether three numbers follow each other, as in "+41 31 555 20 20" and "(0)31 555". The end of
// "1 500 000" is none.
func (l line) hasPhoneNumber() bool {
	if len(l.tokens) > longContact {
		return false // a text without line breaks, of which the number is one part
	}
	run := 0
	for _, t := range l.tokens {
		switch {
		case t.Is(text.Digit) && t.Word != "000":
			run++
		case t.Word != "(" && t.Word != ")":
			run = 0
		}
		if run == 3 {
			return true
		}
	}
	return false
}

// addresses reports whether a sentence speaks to the reader. The German polite forms do so with a capital letter only.
func (l line) addresses() bool {
	for i, c := range l.classes {
		if c&reader != 0 || c&polite != 0 && i > 0 && l.tokens[i].Is(text.Upper) {
			return true
		}
	}
	return false
}

// How many words around a name are looked at for the words that change what it means.
const (
	othersReach   = 12 // before it: "liaise with", "teams such as"
	unitReach     = 6  // before it: "Direktion Pflege und …"
	withoutReach  = 3  // before it: "no SAP"
	needlessReach = 12 // before and behind it: "SAP is not required"
	trainingReach = 24 // before it: "Ausbildung als …"
	diplomaReach  = 4  // behind it: "Koch EFZ"
)

// asksTraining reports whether the words around tokens [start, end) ask for training in an occupation: "Ausbildung als Koch EFZ".
func (l line) asksTraining(start, end int) bool {
	return l.part(max(0, start-trainingReach), min(len(l.tokens), end+diplomaReach)).has(training)
}

// excludes reports whether the words around tokens [start, end) give a skill to others or deny it.
func (l line) excludes(start, end int) bool {
	if end < len(l.tokens) && l.classes[end]&department != 0 {
		return true
	}
	words := 0
	for i := start - 1; i >= 0 && words < othersReach && l.tokens[i].Word != ";" && l.tokens[i].Word != ":"; i-- {
		switch t := l.tokens[i]; {
		case t.Word == "(":
			words = 0 // "liaise with partners (e.g. …, Controlling)"
		case t.Word == ")":
			i = l.beforeBracket(i) // "functions (sales, IT) and SAP"
			continue
		case !t.Is(text.Symbol):
			words++
		}
		if l.excludedBy(i, start-i) {
			return true
		}
	}
	for i := end; i < len(l.tokens) && i-end < needlessReach; i++ {
		if l.needless(i) {
			return true
		}
	}
	return false
}

// denies reports whether the name at token i is what the job is without: "keine pflegerischen Tätigkeiten". In "no experience of
// nursing needed" it is not.
func (l line) denies(i int) bool {
	return i > 0 && l.classes[i-1]&without != 0 && !l.title && !l.has(asks) && !l.has(needless)
}

// beforeBracket returns the token before the bracket that token i closes, or i where none was opened: what a bracket lists says
// nothing of what follows it.
func (l line) beforeBracket(i int) int {
	for j := i - 1; j > 0 && l.tokens[j].Word != ")"; j-- {
		if l.tokens[j].Word == "(" {
			return j - 1
		}
	}
	return i
}

// excludedBy reports whether the word at token i, so many words before a skill, gives the skill to others or denies it.
func (l line) excludedBy(i, distance int) bool {
	switch c := l.classes[i]; {
	case c&others != 0, c&department != 0 && l.lists(i+1):
		return true
	case c&unit != 0:
		return distance <= unitReach
	case c&without != 0:
		return distance <= withoutReach
	}
	return l.needless(i)
}

// lists reports whether token i opens a list of examples: "teams such as", "departments (".
func (l line) lists(i int) bool {
	switch l.tokens[i].Word {
	case "such", "like", "including", "wie", "comme", "come", "(":
		return true
	}
	return false
}

// needless reports whether token i says, behind a word of negation, that something is not needed.
func (l line) needless(i int) bool {
	return l.classes[i]&needless != 0 && l.part(max(0, i-2), i).has(negation)
}
