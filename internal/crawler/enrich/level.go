package enrich

import (
	"cmp"
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

const (
	noLevel     = "none"
	otherTitle  = "other"
	deputyTitle = "deputy"
	apprentice  = "apprenticeship" // is no level of ours: those who look for an internship do not mean it
)

// levelRank decides between the levels that one title names: a "Senior Director" is a director, an "Intern to the
// Director" an intern. "Junior" beats the manager of "Junior Manager".
var levelRank = map[string]int{
	"internship": 10, apprentice: 9, "junior": 8, "director": 7, "manager": 6, "principal": 5, "lead": 4, "senior": 3, "mid": 2, noLevel: 1,
}

// level reads the board's own word, then the title, then a line of the text that is labelled as the level.
func (p *posting) level() (string, Source, string) {
	if l := boardLevels[plainKey(p.in.Seniority)]; l != "" {
		return l, Board, ""
	}
	for _, l := range p.title.Lines {
		if level := titleLevel(p.title.LineTokens(l)); level != "" {
			return level, Title, p.quoteTitle()
		}
	}
	if level, evidence := p.labelledLevel(); level != "" {
		return level, Text, evidence
	}
	for _, c := range p.cues {
		if c.set == setEmployment && c.value == "internship" && p.opensText(c) {
			return "internship", Text, p.quote(c.line, c.start, c.end)
		}
	}
	return "", Unknown, ""
}

// openingLines is how many lines of a text may repeat what kind of job it is.
const openingLines = 3

// opensText reports whether one of the first lines says nothing but the phrase: "Praktikum", "Praktikum 100 %".
func (p *posting) opensText(c cue) bool {
	l := p.body.Lines[c.line]
	if c.line >= openingLines || c.foreign || c.start != l.From {
		return false
	}
	n, at, ok := p.percent(c.end, l.To)
	return c.end == l.To || ok && n >= minShare && at == l.To-1
}

// titleLevel returns the highest level that a title names. A title for beginners and others alike names none: "Junior or Senior
// Designer".
func titleLevel(tokens []text.Token) string {
	var r titleReader
	for i := 0; i < len(tokens); {
		if alternatives[tokens[i].Word] {
			r.or()
		}
		level, end := levelAt(tokens, i)
		r.add(level, i > 0 && !divides(tokens[i-1]))
		i = end
	}
	if r.best == "" || r.best == noLevel || r.best == apprentice || r.best == "junior" && r.senior || r.differs() {
		return ""
	}
	return r.best
}

// titleReader collects the levels of a title from left to right.
type titleReader struct {
	best   string // the highest so far
	before string // the highest of what stands before the last "or"
	after  string // the highest of what stands behind it
	senior bool
	others bool // what follows is the title of somebody else: "Assistant to the Director"
	deputy bool // what follows is deputised for: "Stv. Filialleiter"
}

// add takes the next level; attached says that no mark or conjunction divides its words from those before them.
func (r *titleReader) add(level string, attached bool) {
	rank := levelRank[level]
	switch {
	case level == otherTitle:
		r.others = true
	case level == deputyTitle:
		r.deputy = true
		if attached && superiors[r.best] { // "Ladenleitung Stellvertretung"
			r.best = ""
		}
	case superiors[level] && r.others, experienced(level) && r.deputy:
	default:
		if rank > levelRank[r.best] {
			r.best = level
		}
		if rank > levelRank[r.after] {
			r.after = level
		}
	}
	r.senior = r.senior || level == "senior"
}

func (r *titleReader) or() { r.before, r.after = r.best, "" }

// differs reports whether the words before and behind "or" name two levels, one of them below senior.
func (r *titleReader) differs() bool {
	return r.before != "" && r.after != "" && r.before != r.after && !(experienced(r.before) && experienced(r.after))
}

func experienced(level string) bool { return level == "senior" || superiors[level] }

// superiors are the levels of those who lead.
var superiors = map[string]bool{"lead": true, "principal": true, "manager": true, "director": true}

var alternatives = map[string]bool{"or": true, "oder": true, "ou": true, "oppure": true}

// divides reports whether a token divides two titles.
func divides(t text.Token) bool {
	switch t.Word {
	case "/", ",", "|", "–", "—", "&", "+", ";", ":", "und", "oder", "and", "or", "et", "ou", "e", "y", "en", "och", "i":
		return true
	}
	return false
}

// levelAt returns the level that the words at token i name and where to look next.
func levelAt(tokens []text.Token, i int) (level string, end int) {
	if h, ok := vocab().levels.At(tokens, i); ok {
		return listedLevel(tokens, i, h.End, h.Values[0]), h.End
	}
	switch word := tokens[i].Word; {
	case word == "head":
		return headLevel(tokens, i), i + 1
	case word == "chief" && within(tokens, i, "officer"):
		return "director", i + 1
	case word == "staff" && within(tokens, i, "engineer", "developer", "scientist", "designer", "architect", "researcher", "manager"):
		return "principal", i + 1
	case word == "stage":
		return lonelyStage(tokens, i), i + 1
	case word == "ausbildung" && i == 0: // "Ausbildung Koch", but "Referent Ausbildung"
		return apprentice, i + 1
	case word == "intermediate" && within(tokens, i, occupations...): // an "Intermediate (IMC)" is a ward
		return "mid", i + 1
	default:
		return cmp.Or(numbered(tokens, i), suffixLevel(word)), i + 1
	}
}

// listedLevel returns the level of words of the list at tokens [i, end), or nothing where they mean something else.
func listedLevel(tokens []text.Token, i, end int, level string) string {
	word := tokens[i].Word
	switch {
	case possessive(tokens, end):
		return "" // "the Director's driver"
	case bracketed(tokens, i, end):
		return "" // "(Senior) Consultant" is for others as well
	case i == 0 && end == 1 && word == "principal" && (len(tokens) == 1 || tokens[1].Word == "("):
		return "director" // of a school
	case end == i+1 && word == "manager" && i > 0 && (!tokens[i-1].Is(text.Symbol) || i > 1 && tokens[i-2].Word == "managerin"):
		return "" // a "Field Marketing Manager" may be nobody's superior
	case level == "director" && end == i+1 && chief(word) && end < len(tokens) && !ends(tokens[end]):
		return "" // a "CIO Equity Strategist" works for the office
	case level == "senior" && alternative(tokens, i, end):
		return "" // "Associate / Senior Associate" is for both
	}
	return level
}

// chief reports whether a word is "CEO" or one of its like.
func chief(word string) bool { return len(word) <= 4 && word[0] == 'c' && word[len(word)-1] == 'o' }

// ends reports whether a token ends a title or links it to its field: "CTO, Payments", "COO and Partner".
func ends(t text.Token) bool {
	return t.Is(text.Symbol) || divides(t) || t.Word == "of" || t.Word == "for" || t.Is(text.Digit)
}

// bracketed reports whether the words are in brackets of their own that do not end the title.
func bracketed(tokens []text.Token, i, end int) bool {
	return i > 0 && tokens[i-1].Word == "(" && end+1 < len(tokens) && tokens[end].Word == ")" && !tokens[end+1].Is(text.Symbol)
}

// alternative reports whether the words at tokens [i, end) tell the second of two like titles from the first.
func alternative(tokens []text.Token, i, end int) bool {
	return i > 1 && end < len(tokens) && tokens[i-1].Word == "/" && tokens[i-2].Word == tokens[end].Word
}

func possessive(tokens []text.Token, end int) bool {
	return end < len(tokens) && tokens[end].Word == "s" && tokens[end].Is(text.Apostrophe)
}

// within reports whether one of the words follows token i closely.
func within(tokens []text.Token, i int, words ...string) bool {
	for j := i + 1; j < len(tokens) && j <= i+4 && !tokens[j].Is(text.Symbol); j++ {
		if slices.Contains(words, tokens[j].Word) {
			return true
		}
	}
	return false
}

// headLevel returns the level of "head": a director alone ("Head, Marketing"), a lead before a noun ("Head Gardener").
func headLevel(tokens []text.Token, i int) string {
	if i+1 == len(tokens) || tokens[i+1].Is(text.Symbol) {
		return "director"
	}
	return "lead"
}

// lonelyStage returns the level of a word that means an internship where the title opens or ends with it, and something else
// within it: "Stage - Marketing" and "Early Stage Investor".
func lonelyStage(tokens []text.Token, i int) string {
	if i == 0 || tokens[i-1].Word == "de" || tokens[i-1].Word == "en" || tokens[i-1].Is(text.Symbol) {
		return "internship"
	}
	return ""
}

// numbered reads the number behind a title, which ends it or a part of it: "Engineer II, Payments", "Analyst 2".
func numbered(tokens []text.Token, i int) string {
	if i == 0 || tokens[i-1].Is(text.Symbol) || i+1 < len(tokens) && !tokens[i+1].Is(text.Symbol) {
		return ""
	}
	if i+1 < len(tokens) && (tokens[i+1].Word == "+" || tokens[i+1].Word == "&" || tokens[i+1].Word == "/" || tokens[i+1].Word == ".") {
		return "" // "I+D"
	}
	t := tokens[i]
	switch t.Word {
	case "i", "ii", "iii":
		if before := tokens[i-1]; t.Word == "i" && !slices.Contains(occupations, before.Word) || before.Is(text.Caps) {
			return "" // the class of a salary, or the number of a plant: "Operatore sociale I", "(PMC III)"
		}
		if t.Is(text.Upper) || t.Is(text.Caps) {
			return [...]string{"", "junior", "mid", "senior"}[len(t.Word)]
		}
	case "1", "2", "3":
		if slices.Contains(occupations, tokens[i-1].Word) {
			return [...]string{"junior", "mid", "senior"}[t.Word[0]-'1']
		}
	}
	return ""
}

// occupations are those whose grades English titles number or call intermediate.
var occupations = []string{
	"engineer", "developer", "analyst", "scientist", "programmer", "designer", "accountant", "technician", "specialist",
	"associate", "administrator", "representative", "architect", "consultant", "researcher",
}

// suffixLevel returns the level of a compound by its longest known ending: a "Filialleiter" leads people, a "Projektleiter"
// a project and a "Flugbegleiter" nobody.
func suffixLevel(word string) string {
	const shortest = 5
	for i := 0; i+shortest <= len(word); i++ {
		if level := vocab().suffixes[word[i:]]; level != "" {
			return level
		}
	}
	return ""
}

// boardLevels are the closed lists of the boards; anything else ("Mid-Senior level", "Not Applicable") says too little.
var boardLevels = map[string]string{
	"internship": "internship", "intern": "internship", "student": "internship",
	"entry": "junior", "entry level": "junior", "junior": "junior", "graduate": "junior", "junior level": "junior",
	"student college": "internship", "student school": "internship", "no experience": "junior",
	"mid": "mid", "mid level": "mid", "midlevel": "mid", "experienced": "mid", "intermediate": "mid", "professional": "mid",
	"senior": "senior", "senior level": "senior", "lead": "lead", "team lead": "lead", "principal": "principal", "staff": "principal",
	"manager": "manager", "manager supervisor": "manager", "director": "director", "executive": "director", "vp": "director",
	"senior manager supervisor": "manager", "senior manager": "manager", "senior executive": "director", "c level": "director",
}

// labelledLevel reads "Seniority: Senior".
func (p *posting) labelledLevel() (level, evidence string) {
	for _, c := range p.cues {
		l := p.body.Lines[c.line]
		if c.set != setLevelLabel || c.start != l.From || c.end >= l.To || p.body.Tokens[c.end].Word != ":" || l.To-l.From > 12 {
			continue
		}
		from, to := c.end+1, l.To
		if from == to && c.line+1 < len(p.body.Lines) {
			next := p.body.Lines[c.line+1]
			from, to = next.From, next.To
		}
		if to-from > 6 {
			continue
		}
		if level := titleLevel(p.body.Tokens[from:to]); level != "" {
			return level, p.quote(c.line, c.start, c.end)
		}
	}
	return "", ""
}
