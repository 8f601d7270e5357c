package enrich

import (
	"slices"
	"strconv"

	"rolecall/internal/crawler/enrich/text"
)

// maxSentence limits how far a rule looks around a phrase: a line can be as long as the text.
const maxSentence = 40

// sentence returns the tokens of the sentence around tokens [from, to) of a line.
func (p *posting) sentence(line, from, to int) (lo, hi int) {
	return p.around(line, from, to, p.endsSentence)
}

// clause returns the tokens of the clause around tokens [from, to) of a line.
func (p *posting) clause(line, from, to int) (lo, hi int) {
	return p.around(line, from, to, func(i, end int) bool { return p.endsSentence(i, end) || p.endsClause(i, end) })
}

func (p *posting) around(line, from, to int, ends func(i, end int) bool) (lo, hi int) {
	l := p.body.Lines[line]
	lo, hi = from, to
	for lo > l.From && from-lo < maxSentence && !ends(lo-1, l.To) {
		lo--
	}
	for hi < l.To && hi-to < maxSentence && !ends(hi, l.To) {
		hi++
	}
	return lo, hi
}

// endsSentence reports whether token i ends a sentence. A dot inside a number or behind an abbreviation does not.
func (p *posting) endsSentence(i, end int) bool {
	switch p.body.Tokens[i].Word {
	case "!", "?", "•", ";":
		return true
	case ".":
		if i+1 < end && !p.body.Tokens[i+1].Is(text.Spaced) {
			return false
		}
		if i == 0 || i+1 >= end {
			return true
		}
		before, after := p.body.Tokens[i-1], p.body.Tokens[i+1]
		if len(before.Word) <= 4 && p.has(setMinimum, i-1, i) {
			return false // "mind. B1"
		}
		return len(before.Word) > 4 || after.Is(text.Upper) && (len(before.Word) > 2 || p.isFunction(before))
	}
	return false
}

// endsClause reports whether token i divides two clauses of one sentence. A comma inside a number does not.
func (p *posting) endsClause(i, end int) bool {
	switch p.body.Tokens[i].Word {
	case "(", ")", "|", "–", "—", "·", "[", "]":
		return true
	case ",", ":":
		return i+1 >= end || p.body.Tokens[i+1].Is(text.Spaced)
	case "-":
		return p.body.Tokens[i].Is(text.Spaced) && (i+1 >= end || p.body.Tokens[i+1].Is(text.Spaced))
	}
	return false
}

// has reports whether a phrase of the set starts at tokens [lo, hi).
func (p *posting) has(s set, lo, hi int) bool {
	_, ok := p.first(s, lo, hi)
	return ok
}

// first returns the first phrase of the set that starts at tokens [lo, hi) and ends there too.
func (p *posting) first(s set, lo, hi int) (cue, bool) {
	for _, c := range near(p.cues, lo, hi) {
		if c.set == s && !c.foreign && c.end <= hi {
			return c, true
		}
	}
	return cue{}, false
}

// last returns the last phrase of the set within tokens [lo, hi).
func (p *posting) last(s set, lo, hi int) (found cue, ok bool) {
	for _, c := range near(p.cues, lo, hi) {
		if c.set == s && !c.foreign && c.end <= hi && (!ok || c.end >= found.end) {
			found, ok = c, true
		}
	}
	return found, ok
}

// How many words around a phrase are looked at.
const (
	negationBefore = 4
	negationBehind = 7
	labelReach     = 4  // between a colon and its answer
	answerStart    = 3  // words of a line before the answer to the label on the line above
	maxAnswer      = 14 // words of a line that answers a label
	maxLabel       = 8  // words of a line that is a label
	maxLabelPhrase = 6  // words of a label
)

// negated reports whether a negation stands closely before tokens [from, to) or behind them in the clause.
func (p *posting) negated(line, from, to int) bool {
	lo, hi := p.clause(line, from, to)
	if p.has(setNot, max(lo, from-negationBefore), from) {
		return true
	}
	n, ok := p.first(setNot, to, min(hi, to+negationBehind))
	return ok && !p.has(setOptional, n.start, n.end+3)
}

// labelled reports whether a label and a colon stand before token i, on its line or as the line before it.
func (p *posting) labelled(label set, line, i int) bool {
	l := p.body.Lines[line]
	for j := i - 1; j >= l.From && j >= i-labelReach; j-- {
		if p.body.Tokens[j].Word == ":" {
			return p.labelEnds(label, j)
		}
	}
	if line == 0 || i-l.From > answerStart || l.To-l.From > maxAnswer {
		return false
	}
	before := p.body.Lines[line-1]
	end := before.To
	if end > before.From && p.body.Tokens[end-1].Word == ":" {
		end--
	} else if before.Kind != text.Heading {
		return false
	}
	return before.To-before.From <= maxLabel && p.labelEnds(label, end)
}

// labelEnds reports whether a label ends right before token i.
func (p *posting) labelEnds(label set, i int) bool {
	return slices.ContainsFunc(near(p.cues, i-maxLabelPhrase, i), func(c cue) bool { return c.set == label && c.end == i })
}

// fillsClause reports whether tokens [from, to) are a clause of their own on a short line.
func (p *posting) fillsClause(line, from, to, longest int) bool {
	l := p.body.Lines[line]
	if l.To-l.From > longest {
		return false
	}
	lo, hi := p.clause(line, from, to)
	return lo == from && hi == to
}

// qualifiesNoun reports whether the word at token i belongs to the thing that is named behind it: in "remote team" the word
// "remote" says nothing about the job.
func (p *posting) qualifiesNoun(i, end int) bool {
	if i >= end {
		return false
	}
	t := p.body.Tokens[i]
	if t.Is(text.Symbol) && t.Word != "/" && t.Word != "&" || t.Is(text.Digit) {
		return false
	}
	return !p.isFunction(t) && !p.has(setWork, i, i+4) && !p.has(setJob, i, i+3) && !p.has(setOffered, i, i+2)
}

// isFunction reports whether a token is a common word of the posting's languages.
func (p *posting) isFunction(t text.Token) bool { return vocab().function[t.Word]&p.languages != 0 }

// maxNumber is the largest figure that can be a count of days, hours, years or a share.
const maxNumber = 999

// number reads a number in figures or words that ends at token i, and returns where it starts.
func (p *posting) number(i, from int) (n, start int, ok bool) {
	if i < from {
		return 0, 0, false
	}
	t := p.body.Tokens[i]
	if t.Is(text.Digit) {
		n, err := strconv.Atoi(t.Word)
		return n, i, err == nil && n <= maxNumber
	}
	for _, c := range near(p.cues, i, i+1) {
		if c.set == setNumber && c.end == i+1 && !c.foreign {
			n, err := strconv.Atoi(c.value)
			return n, i, err == nil
		}
	}
	return 0, 0, false
}

// span reads a number or a range of numbers that ends at token i: "3", "3-5", "three to five", "1 to 3-4".
func (p *posting) span(i, from int) (lo, hi, start int, ok bool) {
	hi, start, ok = p.number(i, from)
	if !ok {
		return 0, 0, 0, false
	}
	j := start - 1
	if j > from && (isDash(p.body.Tokens[j].Word) || p.has(setRange, j, j+1)) {
		k := j - 1 // "3+ to 5", "60 % bis 80 %"
		for k > from && (p.body.Tokens[k].Word == "%" || p.body.Tokens[k].Word == "+") {
			k--
		}
		if least, _, first, found := p.span(k, from); found && least < hi {
			return least, hi, first, true
		}
	}
	return hi, hi, start, true
}

func isDash(w string) bool {
	switch w {
	case "-", "–", "—", "‑", "−", "~", "/":
		return true
	}
	return false
}

// percent returns the highest share of tokens [lo, hi) that is written with a percent sign.
func (p *posting) percent(lo, hi int) (n, at int, ok bool) {
	for i := max(lo, 1); i < hi; i++ {
		if p.body.Tokens[i].Word != "%" {
			continue
		}
		if share, _, found := p.number(i-1, lo); found && share >= 1 && share <= 100 && share > n {
			n, at, ok = share, i, true
		}
	}
	return n, at, ok
}

// topShare returns what percent does, and of a range that goes down its first end: "100–60 %".
func (p *posting) topShare(lo, hi int) (n, at int, ok bool) {
	n, at, ok = p.percent(lo, hi)
	if ok && at-3 >= lo && isDash(p.body.Tokens[at-2].Word) {
		if first, _, found := p.number(at-3, lo); found && first <= fullShare {
			n = max(n, first)
		}
	}
	return n, at, ok
}
