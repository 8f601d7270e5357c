package enrich

import (
	_ "embed"

	"rolecall/internal/crawler/enrich/text"
)

//go:embed levels.txt
var levelsFile string

const (
	noLevel    = "none"
	otherTitle = "other"
)

var levelWords = func() *text.Lexicon[string] {
	lex := text.NewLexicon[string]()
	for level, phrases := range entries(levelsFile) {
		for _, p := range splitBar(phrases) {
			lex.Add(p, level)
		}
	}
	return lex
}()

// levelRank decides between the levels that one title names: a "Senior Director" is a director, an "Intern to the
// Director" an intern. "Junior" beats the manager of "Junior Manager".
var levelRank = map[string]int{
	"internship": 9, "junior": 8, "director": 7, "manager": 6, "principal": 5, "lead": 4, "senior": 3, "mid": 2, noLevel: 1,
}

// level reads the board's own word, then the title, then a line of the text that is labelled as the level.
func (p *posting) level() (string, Source) {
	if l := boardLevel(p.in.Seniority); l != "" {
		return l, Board
	}
	for _, l := range p.title.Lines {
		if level := titleLevel(p.title.LineTokens(l)); level != "" {
			return level, Text
		}
	}
	if level := p.labelledLevel(); level != "" {
		return level, Text
	}
	return "", Unknown
}

func titleLevel(tokens []text.Token) string {
	best, others := "", false
	levelWords.Scan(tokens, func(h text.Hit[string]) {
		first := tokens[h.Start]
		if roman := first.Word == "ii" || first.Word == "iii"; roman && !first.Is(text.Caps) {
			return
		}
		for _, v := range h.Values {
			switch {
			case v == otherTitle:
				others = true
			case others && levelRank[v] > levelRank["senior"] && v != "junior" && v != "internship":
				// "Assistant to the Director"
			case levelRank[v] > levelRank[best]:
				best = v
			}
		}
	})
	if best == noLevel {
		return ""
	}
	return best
}

var boardLevels = map[string]string{
	"internship": "internship", "intern": "internship", "student": "internship", "working student": "internship",
	"entry": "junior", "entry level": "junior", "junior": "junior", "graduate": "junior", "junior level": "junior", "student college": "internship",
	"student school": "internship", "no experience": "junior",
	"mid": "mid", "mid level": "mid", "midlevel": "mid", "experienced": "mid", "intermediate": "mid", "professional": "mid",
	"senior": "senior", "senior level": "senior", "lead": "lead", "team lead": "lead", "principal": "principal", "staff": "principal",
	"manager": "manager", "manager supervisor": "manager", "director": "director", "executive": "director", "vp": "director",
	"senior manager supervisor": "manager", "c level": "director",
}

// boardLevel knows the closed lists of the boards; anything else ("Mid-Senior level", "Not Applicable") says too little.
func boardLevel(s string) string {
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
	return boardLevels[key]
}

var levelLabels = func() *text.Lexicon[bool] {
	lex := text.NewLexicon[bool]()
	for _, s := range []string{"seniority", "seniority level", "career level", "experience level", "job level", "level", "Karrierestufe",
		"Karrierelevel", "Karriere-Level", "Erfahrungsstufe", "Berufserfahrung", "niveau d'expérience", "niveau", "nivel", "nivel de experiencia", "nivel profesional", "séniorité"} {
		lex.Add(s, true)
	}
	return lex
}()

// labelledLevel reads "Seniority: Senior".
func (p *posting) labelledLevel() string {
	for i, l := range p.body.Lines {
		if l.To-l.From > 12 || l.To == l.From {
			continue
		}
		h, ok := levelLabels.At(p.body.Tokens[:l.To], l.From)
		if !ok || h.End >= l.To || p.body.Tokens[h.End].Word != ":" {
			continue
		}
		value := p.body.Tokens[h.End+1 : l.To]
		if len(value) == 0 && i+1 < len(p.body.Lines) {
			value = p.body.LineTokens(p.body.Lines[i+1])
		}
		if len(value) <= 6 {
			if level := titleLevel(value); level != "" {
				return level
			}
		}
	}
	return ""
}
