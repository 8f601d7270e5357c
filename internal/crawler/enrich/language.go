package enrich

import (
	"slices"

	"rolecall/internal/crawler/enrich/text"
)

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

// lineLanguages judges the languages of one line. Proof is passed on along a list in both directions: "fluent in English
// and German", "Deutsch- und Englischkenntnisse".
func (p *posting) lineLanguages(cues []cue, line int, add func(string)) {
	type candidate struct {
		cue
		ok, barred bool
	}
	var found []candidate
	listed := p.sections[line] == sectionLanguages || p.labelledLanguages(line)
	for k, c := range cues {
		if c.kind != cueLang && c.kind != cueLangAsked {
			continue
		}
		n := candidate{cue: c}
		lo, hi := p.clause(line, c)
		need := false
		for _, other := range near(cues, lo, hi) {
			switch {
			case other.kind == cueLangNeed:
				need = true
			case other.kind == cueLangOptional && p.adds(other, hi):
			case other.kind == cueLangOptional:
				n.barred = n.barred || !p.claimed(near(cues, lo-4, hi+4), other, c)
			case other.kind == cueLangTrap && other.start >= c.end && other.start <= c.end+1:
				n.barred = true
			}
		}
		n.barred = n.barred || p.optionalBehind(cues, k, hi)
		n.barred = n.barred || p.denied(c, lo) || p.others(c) || p.ownText(c, lo)
		n.ok = c.kind == cueLangAsked || need || listed || p.bare(line, c)
		found = append(found, n)
	}
	for i := 1; i < len(found); i++ {
		prev := found[i-1]
		found[i].ok = found[i].ok || prev.ok && !prev.barred && p.joined(prev.end, found[i].start)
	}
	for i := len(found) - 1; i > 0; i-- {
		next := found[i]
		found[i-1].ok = found[i-1].ok || next.ok && !next.barred && p.joined(found[i-1].end, next.start)
	}
	asked := p.sections[line] == sectionRequirements && p.body.Lines[line].Kind == text.Item
	for i, n := range found {
		if asked && !n.ok && i > 0 && found[i-1].ok && !found[i-1].barred && p.besideLanguage(found[i-1].end, n.cue) {
			n.ok, found[i].ok = true, true // "Deutsch auf C1-Niveau, Englisch für unsere Dokumentation"
		}
		if n.ok && !n.barred {
			add(n.value)
		}
	}
}

// besideLanguage reports whether two languages of one requirement stand close, with a comma or a word that joins between them.
func (p *posting) besideLanguage(from int, c cue) bool {
	to := c.start
	if from < 0 || to-from > 7 || c.end < p.body.Lines[c.line].To && !purposes.Has(p.body.Tokens[c.end]) {
		return false
	}
	joined := false
	for _, t := range p.body.Tokens[from:max(from, to)] {
		switch t.Word {
		case ";", ".", "(", "or", "oder", "ou", "o":
			return false
		case ",", "and", "und", "et", "y", "sowie", "plus":
			joined = true
		}
	}
	return joined
}

// purposes are the words behind a language that say what it is for, and the marks that close the thought.
var purposes = text.Set("fur zur zum als for to as with in pour avec comme para con como . ; ,")

// adds tells the "plus" that joins two demands from the one that is welcome: "native Portuguese plus fluent English".
func (p *posting) adds(o cue, hi int) bool {
	return o.end-o.start == 1 && p.body.Tokens[o.start].Word == "plus" && len(p.languageCues(o.end, min(hi, o.end+4))) > 0
}

func (p *posting) languageCues(lo, hi int) (out []cue) {
	for _, c := range near(p.cues, lo, hi) {
		if c.kind == cueLang || c.kind == cueLangAsked {
			out = append(out, c)
		}
	}
	return out
}

// labelledLanguages recognises "Languages: English, Dutch".
func (p *posting) labelledLanguages(line int) bool {
	l := p.body.Lines[line]
	h, ok := headingWords().At(p.body.Tokens[:l.To], l.From)
	return ok && h.Values[0] == sectionLanguages && h.End < l.To && p.body.Tokens[h.End].Word == ":"
}

// bare recognises a requirement that hardly says more than the name of a language: "English", "Catalan and Spanish",
// "Inglés para hablar con proveedores".
func (p *posting) bare(line int, c cue) bool {
	l := p.body.Lines[line]
	return p.sections[line] == sectionRequirements && l.Kind == text.Item && c.start-l.From <= 2 && l.To-l.From <= 14
}

// denied recognises "no German".
func (p *posting) denied(c cue, lo int) bool {
	for j := c.start - 1; j >= lo && j >= c.start-2; j-- {
		switch p.body.Tokens[j].Word {
		case "no", "kein", "keine", "pas", "sin", "without", "ohne", "aucun", "gcse", "gcses",
			"nacionalidad", "nationalite", "ciudadania", "pasaporte", "passeport", "nationality", "nationalitat", "administracion", "legislacion", "normativa":
			return true
		}
	}
	return false
}

// others recognises the people one meets: "Polish, Ukrainian and Filipino colleagues", "English-speaking foremen".
func (p *posting) others(c cue) bool {
	for j := c.end; j < len(p.body.Tokens) && j < c.end+6; j++ {
		switch t := p.body.Tokens[j]; {
		case crowd.Has(t):
			return true
		case t.Is(text.Upper), t.Word == ",", t.Word == "and", t.Word == "or", t.Word == "speaking":
		default:
			return false
		}
	}
	return false
}

// ownText recognises a remark on the language of the posting itself: "this vacancy is written in English".
func (p *posting) ownText(c cue, lo int) bool {
	for j := c.start - 1; j >= lo; j-- {
		switch p.body.Tokens[j].Word {
		case "vacancy", "advert", "advertisement", "posting":
			return true
		}
	}
	return false
}

var crowd = text.Set(`colleagues foremen foreman teammates coworkers guests customers clients`)

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

// claimed reports whether another language stands closer to an optional cue than the given one does.
func (p *posting) claimed(cues []cue, optional, lang cue) bool {
	for _, o := range cues {
		if o.start != lang.start && (o.kind == cueLang || o.kind == cueLangAsked) &&
			distance(o, optional) < distance(lang, optional) && !p.joined(min(o.end, lang.end), max(o.start, lang.start)) {
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
	if hi < len(p.body.Tokens) && (p.body.Tokens[hi].Word == ";" || p.body.Tokens[hi].Word == ".") {
		return false
	}
	for _, o := range cues[k+1:] {
		if o.start > hi+4 {
			return false
		}
		switch o.kind {
		case cueLang, cueLangAsked:
			return false
		case cueLangOptional:
			return !p.precedesLanguage(near(cues, o.end, o.end+5), o) && !p.ofOthers(hi, o.start)
		}
	}
	return false
}

// ofOthers recognises a remark on languages that are not named: "Good English, any other language is a plus".
func (p *posting) ofOthers(from, to int) bool {
	for j := from; j < to; j++ {
		switch p.body.Tokens[j].Word {
		case "other", "another", "additional", "weitere", "weiteren", "jede", "andere", "otro", "otra", "otros", "otras", "cualquier", "autre", "autres":
			return true
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
		case ",", "/", "&", "-", "and", "or", "und", "oder", "sowie", "et", "ou", "y", "e", "o", "+", "as", "well", "in", "de", "d", "l", "a", "en", "du", "auch", "auf", "ainsi", "que", "also", "both", "either", "c1", "c2", "b2", "b1":
		default:
			if depth == 0 {
				return false
			}
		}
	}
	return depth == 0 // a bracket that is still open speaks of the second alone
}
