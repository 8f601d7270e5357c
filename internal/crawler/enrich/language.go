package enrich

import "slices"

// languages returns the human languages that the job asks for. A language counts when words of proficiency stand beside
// it, or when it is listed with one that counts; not when it is merely welcome, and not when it describes something else
// (a market, a customer, a course).
func (p *posting) languages() []string {
	var out []string
	add := func(code string) {
		if !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	for i := 0; i < len(p.cues); {
		line := p.cues[i].line
		j := i
		for j < len(p.cues) && p.cues[j].line == line {
			j++
		}
		if s := p.sections[line]; p.asked(line) && s != sectionNice {
			p.lineLanguages(p.cues[i:j], line, add)
		}
		i = j
	}
	return out
}

// lineLanguages judges the languages of one line, from left to right.
func (p *posting) lineLanguages(cues []cue, line int, add func(string)) {
	listed := false // the language before this one counted
	last := -1      // token behind it
	for k, c := range cues {
		if c.kind != cueLang && c.kind != cueLangAsked {
			continue
		}
		lo, hi := p.clause(line, c)
		var need, optional, trap bool
		for n, o := range cues {
			switch {
			case o.start < lo || o.start >= hi:
			case o.kind == cueLangNeed:
				need = true
			case o.kind == cueLangOptional:
				optional = optional || !p.claimed(cues, n, k)
			case o.kind == cueLangTrap && o.start >= c.end && o.start <= c.end+1:
				trap = true
			}
		}
		ok := c.kind == cueLangAsked || need || listed && p.joined(last, c.start) || p.sections[line] == sectionLanguages
		if !optional {
			optional = p.optionalBehind(cues, k, hi)
		}
		if ok && !optional && !trap {
			add(c.value)
		}
		listed, last = ok && !optional && !trap, c.end
	}
}

// clause returns the tokens around a language up to the marks that end a thought.
func (p *posting) clause(line int, c cue) (lo, hi int) {
	l := p.body.Lines[line]
	lo, hi = c.start, c.end
	for lo > l.From && c.start-lo < 9 && !breaks(p.body.Tokens[lo-1].Word) {
		lo--
	}
	for hi < l.To && hi-c.end < 9 && !breaks(p.body.Tokens[hi].Word) {
		hi++
	}
	return lo, hi
}

func breaks(w string) bool {
	switch w {
	case ".", ";", ",", "!", "?", "–", "—", "|", "•":
		return true
	}
	return false
}

// claimed reports whether another language of the line stands closer to the optional cue n than language k does.
func (p *posting) claimed(cues []cue, n, k int) bool {
	for m, o := range cues {
		if m != k && (o.kind == cueLang || o.kind == cueLangAsked) &&
			distance(o, cues[n]) < distance(cues[k], cues[n]) && !p.joined(min(o.end, cues[k].end), max(o.start, cues[k].start)) {
			return true
		}
	}
	return false
}

func distance(a, b cue) int {
	if a.start > b.start {
		a, b = b, a
	}
	return b.start - a.end
}

// optionalBehind reports whether the clause behind the language's own one is nothing but the remark that it is optional:
// "Spanish, ideally", "French – nice to have".
func (p *posting) optionalBehind(cues []cue, k, hi int) bool {
	for _, o := range cues[k+1:] {
		switch o.kind {
		case cueLang, cueLangAsked:
			return false
		case cueLangOptional:
			return o.start <= hi+2 && !p.precedesLanguage(cues, o)
		}
	}
	return false
}

// precedesLanguage reports whether an optional cue speaks of the language behind it: "se valorará francés".
func (p *posting) precedesLanguage(cues []cue, o cue) bool {
	for _, l := range cues {
		if (l.kind == cueLang || l.kind == cueLangAsked) && l.start >= o.end && l.start-o.end <= 4 {
			for _, t := range p.body.Tokens[o.end:l.start] {
				if breaks(t.Word) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// joined reports whether only the marks and words of a list stand between two tokens.
func (p *posting) joined(from, to int) bool {
	if from < 0 || to-from < 1 || to-from > 7 {
		return from >= 0 && from == to
	}
	depth := 0
	for _, t := range p.body.Tokens[from:to] {
		switch t.Word {
		case "(":
			depth++
		case ")":
			depth--
		case ",", "/", "&", "and", "or", "und", "oder", "sowie", "et", "ou", "y", "e", "o", "+", "as", "well", "in", "de", "d", "l", "a", "en", "du", "auch", "auf", "ainsi", "que", "also", "both", "either", "c1", "c2", "b2", "b1":
		default:
			if depth == 0 {
				return false
			}
		}
	}
	return true
}
