package enrich

import (
	"strconv"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// maxYears is more experience than any posting asks for; larger figures are something else.
const maxYears = 25

// experience returns the years of experience asked for: of several figures the one with the highest lower end, because
// "5 years in software, 2 of them with Go" asks for five.
func (p *posting) experience() *Years {
	var best *Years
	for i, c := range p.cues {
		if c.kind != cueYears || !p.asked(c.line) || p.sections[c.line] == sectionNice {
			continue
		}
		y, first, ok := p.yearsBefore(c)
		if !ok || !p.speaksOfExperience(i, c, first) {
			continue
		}
		if best == nil || y.Min > best.Min {
			best = &y
		}
	}
	return best
}

// yearsBefore reads the figure in front of the word "years": "3", "3+", "3-5", "three to five", "up to 2".
func (p *posting) yearsBefore(c cue) (y Years, first int, ok bool) {
	if n, err := strconv.Atoi(c.value); err == nil { // "zweijährige"
		return Years{Min: n}, c.start, true
	}
	from := p.body.Lines[c.line].From
	tokens := p.body.Tokens
	if c.value == "one" { // "A year or more behind a busy machine"
		return Years{Min: 1}, c.start, p.sections[c.line] == sectionRequirements && p.body.Lines[c.line].Kind == text.Item && c.start-from <= 2
	}
	i := c.start - 1
	if i >= from && tokens[i].Word == ")" { // "three (3) years"
		i -= 3
	}
	if i > from && moreWord(tokens[i].Word) { // "10 or more years", "3-plus years"
		if !tokens[i].Is(text.Hyphen) {
			i--
		}
		i--
	}
	for i >= from && (tokens[i].Word == "+" || tokens[i].Word == "full" || tokens[i].Word == "volle" || tokens[i].Word == "solid") {
		i--
	}
	if i < from {
		return y, 0, false
	}
	n, ok := small(tokens[i])
	if !ok || i > from && spans.Has(tokens[i-1]) {
		return y, 0, false
	}
	if c.value == "months" {
		if n%12 != 0 || p.sections[c.line] != sectionRequirements {
			return y, 0, false
		}
		return bounded(Years{Min: n / 12}, i)
	}
	first = i
	y.Min = n
	if j := i - 1; j > from && (rangeMark(tokens[j].Word)) {
		if lo, ok := small(tokens[j-1]); ok && lo <= n {
			return bounded(Years{Min: lo, Max: n}, j-1)
		}
		if tokens[j-1].Word == "+" && j-2 >= from {
			if lo, ok := small(tokens[j-2]); ok && lo <= n {
				return bounded(Years{Min: lo, Max: n}, j-2)
			}
		}
	}
	if p.upTo(first, from) {
		return bounded(Years{Max: n}, first)
	}
	return bounded(y, first)
}

func bounded(y Years, first int) (Years, int, bool) {
	return y, first, y.Min <= maxYears && y.Max <= maxYears && y != (Years{})
}

func moreWord(w string) bool {
	switch w {
	case "more", "mehr", "plus", "mas":
		return true
	}
	return false
}

func rangeMark(w string) bool {
	switch w {
	case "-", "–", "—", "to", "bis", "a", "or", "oder", "ou", "and", "und", "et", "y", "o", "/":
		return true
	}
	return false
}

func (p *posting) upTo(first, from int) bool {
	for j := max(from, first-3); j < first; j++ {
		if h, ok := cueWords().At(p.body.Tokens[:first], j); ok {
			for _, m := range h.Values {
				if m.kind == cuePayMax && h.End == first {
					return true
				}
			}
		}
	}
	return false
}

// small reads a small number in figures or words.
func small(t text.Token) (int, bool) {
	if t.Is(text.Digit) {
		n, err := strconv.Atoi(t.Word)
		return n, err == nil && n <= 60
	}
	n, ok := numerals[t.Word]
	return n, ok
}

var numerals = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
	"ein": 1, "eine": 1, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "fuenf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwolf": 12, "funfzehn": 15,
	"un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "douze": 12, "quinze": 15,
	"uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "quince": 15,
}

// speaksOfExperience looks at the sentence around a figure: it must speak of experience, and of the candidate's rather
// than the company's.
func (p *posting) speaksOfExperience(i int, c cue, first int) bool {
	lo, hi := p.sentence(c)
	required := p.sections[c.line] == sectionRequirements
	experience, we, you := (required || p.demanded(c, first)) && p.workFollows(c) && !p.comesOfAge(c, first), false, required
	joined := first > lo && joints.Has(p.body.Tokens[first-1]) // "diploma and two years": what stands before is another thing
	for j := i - 1; j >= 0 && p.cues[j].start >= lo; j-- {
		switch p.cues[j].kind {
		case cueExperience:
			experience = experience || first-p.cues[j].end <= 6
		case cueExperienceTrap:
			if first-p.cues[j].end <= 2 && !joined {
				return false
			}
		case cueEmployment:
			if first-p.cues[j].end <= 4 && p.cues[j].value != "full-time" && p.cues[j].value != "internship" {
				return false // "contrato de obra por dos años"
			}
		case cueWe:
			we = true
		case cueYou:
			you = true
		}
	}
	settled := false // "years of experience on": what follows the word no longer matters
	for j := i + 1; j < len(p.cues) && p.cues[j].start < hi; j++ {
		switch p.cues[j].kind {
		case cueExperience:
			experience = experience || p.cues[j].start-c.end <= 8
			settled = settled || p.cues[j].start == c.end
		case cueExperienceTrap:
			if p.cues[j].start-c.end <= 1 && !settled {
				return false
			}
		case cueWe:
			we = we || p.cues[j].start-c.end <= 4
		case cueYou:
			you = true
		}
	}
	return experience && (you || !we)
}

// comesOfAge recognises an age: 18 or 21 years with nothing behind them.
func (p *posting) comesOfAge(c cue, first int) bool {
	if c.end < p.body.Lines[c.line].To {
		return false
	}
	switch n, _ := small(p.body.Tokens[first]); n {
	case 16, 17, 18, 21:
		return true
	}
	return false
}

// demanded recognises, outside the requirements, figures that are plainly a lower end: "minimum three years", "5+ years".
func (p *posting) demanded(c cue, first int) bool {
	l := p.body.Lines[c.line]
	for j := max(l.From, first-3); j < first; j++ {
		if lowerEnd.Has(p.body.Tokens[j]) {
			return true
		}
	}
	for j := first; j <= c.start && j < l.To; j++ {
		if p.body.Tokens[j].Word == "+" {
			return true
		}
	}
	return false
}

// workFollows recognises, among the requirements, years that need no word for experience: "six years with turbines",
// "drei Jahre als Koch", "5 ans minimum en agence", "4 years shipping software", or nothing behind them at all.
func (p *posting) workFollows(c cue) bool {
	end := p.body.Lines[c.line].To
	i := c.end
	for i < end && minimumWords.Has(p.body.Tokens[i]) {
		i++
	}
	if i >= end || workWords.Has(p.body.Tokens[i]) {
		return true
	}
	if t := p.body.Tokens[i]; t.Is(text.Upper) && !t.Is(text.Symbol) && !schooling(t.Word) {
		return true // "drei Jahre Vertrieb", "four years Java"
	}
	return doing(p.body.Tokens[i].Word)
}

// schooling reports whether a word speaks of what was learned and not of work.
func schooling(w string) bool {
	return strings.HasSuffix(w, "bildung") || strings.HasSuffix(w, "studium") || strings.HasSuffix(w, "schule") || w == "lehre" || strings.HasSuffix(w, "lehrzeit") || w == "garantie"
}

// spans are the words before a number of years that make it a stretch of time: "no accident in three years".
var spans = text.Set("in within binnen innerhalb every alle cada")

// doing recognises what somebody has been doing for years: "designing", "diseñando", "vendiendo"; German says
// "Beratungserfahrung".
func doing(w string) bool {
	return len(w) > 5 && (strings.HasSuffix(w, "erfahrung") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ando") || strings.HasSuffix(w, "iendo"))
}

// The words behind a number of years that speak of work, those that may stand between, and those before it that make it
// the least that is asked, folded.
var (
	minimumWords = text.Set("minimum mindestens or more longer langer oder mehr o mas et plus ou + ( ) min au moins al menos ' professional full relevant proven practical")
	workWords    = text.Set("passes passees seasons with in as on at of running building working managing leading writing selling teaching into behind closing post under within across doing inside " +
		"im in mit als auf bei am an der von beim unter en como con dans comme sur avec chez de d d'experience sous au aux du des dentro del trabajando desarrollando . , ;")
	lowerEnd = text.Set("minimum least mindestens mind moins menos minimo min mini minimal wenigstens")
)

// sentence returns the tokens of the sentence that holds a cue, within its line.
func (p *posting) sentence(c cue) (lo, hi int) {
	l := p.body.Lines[c.line]
	lo, hi = c.start, c.end
	for lo > l.From && c.start-lo < 40 && !p.fullStop(lo-1, l.To) {
		lo--
	}
	for hi < l.To && hi-c.end < 40 && !p.fullStop(hi, l.To) {
		hi++
	}
	return lo, hi
}

// fullStop tells the end of a sentence from the dot inside a number or behind an abbreviation of one letter.
func (p *posting) fullStop(i, end int) bool {
	t := p.body.Tokens[i]
	switch t.Word {
	case "!", "?", "•":
		return true
	case ".":
		if i+1 < end && !p.body.Tokens[i+1].Is(text.Spaced) {
			return false
		}
		return i == 0 || len(p.body.Tokens[i-1].Word) > 2
	}
	return false
}
