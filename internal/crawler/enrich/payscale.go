package enrich

import (
	"cmp"
	"slices"
	"strconv"

	"rolecall/internal/crawler/enrich/text"
)

// How many tokens before and after an amount other steps of its scale are looked for, and how many tokens are read as one amount.
const (
	stepReach  = 120
	stepAmount = 12
)

// addSteps widens pay to all steps of a scale: "class 3: 41,000 / class 4: 46,000", "1. Lehrjahr: 650 / 2. Lehrjahr: 900".
func (p *posting) addSteps(pay *Pay, m money, name string) {
	if pay.Min == 0 || pay.Max == 0 {
		return
	}
	for i := max(0, m.start-stepReach); i < min(len(p.body.Tokens), m.end+stepReach); i++ {
		if step, _ := p.stepOf(i); step != name {
			continue
		}
		other, ok := p.moneyAt(i, min(len(p.body.Tokens), i+stepAmount))
		if ok && other.currency == m.currency && other.lo > 0 && other.hi < 3*float64(pay.Max) && 3*other.lo > float64(pay.Min) {
			pay.Min, pay.Max = min(pay.Min, whole(other.lo)), max(pay.Max, whole(other.hi))
		}
	}
}

// severalScales reports whether the text lists the steps of several functions, of which one cannot tell which is this job's:
// "cooks: class 3: …, class 4: …; drivers: class 4: …, class 5: …". A scale goes up or down; where it turns or stays, another
// begins. The same scale twice is one.
func (p *posting) severalScales(name string) bool {
	var scales []string
	last, way := 0, 0
	for i := range p.body.Tokens {
		step, number := p.stepOf(i)
		n, err := strconv.Atoi(number)
		if step != name || err != nil {
			continue
		}
		if _, ok := p.moneyAt(i, min(len(p.body.Tokens), i+stepAmount)); !ok {
			continue
		}
		turn := cmp.Compare(n, last)
		if len(scales) == 0 || turn == 0 || turn == -way {
			scales, turn = append(scales, ""), 0
		}
		scales[len(scales)-1] += number + " "
		last, way = n, turn
	}
	return len(slices.Compact(scales)) > 1
}

// stepOf returns the word and the number of the label before an amount at token i: "class 3: min", "2. Lehrjahr:".
func (p *posting) stepOf(i int) (name, number string) {
	tokens := p.body.Tokens
	i--
	if i > 0 && tokens[i].Word != ":" && (p.has(setMinimum, i, i+1) || p.has(setUpTo, i, i+1)) {
		i--
	}
	ordinal := i >= 2 && tokens[i-1].Word == "." && tokens[i-2].Is(text.Digit) // "2. Lehrjahr 900"
	if i < 2 || tokens[i].Word != ":" && !ordinal {
		return "", ""
	}
	if ordinal {
		return tokens[i].Word, tokens[i-2].Word
	}
	for j := i - 1; j >= 0 && j >= i-4 && (name == "" || number == ""); j-- {
		switch t := tokens[j]; {
		case t.Is(text.Digit):
			number = t.Word
		case t.Is(text.Symbol) && t.Word != ".":
			return "", ""
		case !t.Is(text.Symbol) && name == "":
			name = t.Word
		}
	}
	if number == "" {
		return "", ""
	}
	return name, number
}
