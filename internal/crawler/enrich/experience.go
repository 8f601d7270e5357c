package enrich

import (
	"strconv"

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
	from := p.body.Lines[c.line].From
	tokens := p.body.Tokens
	i := c.start - 1
	if i >= from && tokens[i].Word == ")" { // "three (3) years"
		i -= 3
	}
	if i > from && moreWord(tokens[i].Word) { // "10 or more years"
		i -= 2
	}
	for i >= from && (tokens[i].Word == "+" || tokens[i].Word == "full" || tokens[i].Word == "volle" || tokens[i].Word == "solid") {
		i--
	}
	if i < from {
		return y, 0, false
	}
	n, ok := small(tokens[i])
	if !ok {
		return y, 0, false
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

func moreWord(w string) bool { return w == "more" || w == "mehr" || w == "plus" || w == "mas" }

func rangeMark(w string) bool {
	switch w {
	case "-", "–", "—", "to", "bis", "a", "or", "oder", "ou", "and", "und", "et", "y", "o", "/":
		return true
	}
	return false
}

func (p *posting) upTo(first, from int) bool {
	for j := max(from, first-3); j < first; j++ {
		if h, ok := cueWords.At(p.body.Tokens[:first], j); ok {
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
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15,
	"ein": 1, "einem": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "fuenf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
	"un": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
	"uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10,
}

// speaksOfExperience looks at the sentence around a figure: it must speak of experience, and of the candidate's rather
// than the company's.
func (p *posting) speaksOfExperience(i int, c cue, first int) bool {
	lo, hi := p.sentence(c)
	experience, we, you := false, false, p.sections[c.line] == sectionRequirements
	for j := i - 1; j >= 0 && p.cues[j].start >= lo; j-- {
		switch p.cues[j].kind {
		case cueExperience:
			experience = experience || first-p.cues[j].end <= 6
		case cueExperienceTrap:
			if first-p.cues[j].end <= 2 {
				return false
			}
		case cueWe:
			we = true
		case cueYou:
			you = true
		}
	}
	for j := i + 1; j < len(p.cues) && p.cues[j].start < hi; j++ {
		switch p.cues[j].kind {
		case cueExperience:
			experience = experience || p.cues[j].start-c.end <= 8
		case cueExperienceTrap:
			if p.cues[j].start-c.end <= 1 {
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
