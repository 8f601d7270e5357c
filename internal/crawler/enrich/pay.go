package enrich

import (
	"math"
	"strings"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
)

// pay reads the board's figures, the board's line of text, then the posting.
func (p *posting) pay(places []place.Place) (*Pay, Source, string) {
	whose := issuer(places, p.body)
	if b := boardPay(p.in.Pay, whose); b != nil {
		return b, Board, ""
	}
	if p.in.Pay.Text != "" {
		q := posting{title: p.title, body: text.Plain(p.in.Pay.Text), sections: []section{sectionPay}, languages: allLanguages}
		q.cues = findCues(q.body, q.languages)
		if b, _ := q.textPay(whose); b != nil {
			return b, Board, ""
		}
	}
	if t, evidence := p.textPay(whose); t != nil {
		return t, Text, evidence
	}
	return nil, Unknown, ""
}

func boardPay(b BoardPay, whose func(string) string) *Pay {
	if b.Min <= 0 && b.Max <= 0 || math.IsNaN(b.Min) || math.IsNaN(b.Max) || b.Min > 1e12 || b.Max > 1e12 || b.Max > 0 && b.Min > b.Max {
		return nil
	}
	currency := currencies.words[text.Fold(strings.TrimSpace(b.Currency))]
	out := Pay{Min: whole(b.Min), Max: whole(b.Max), Currency: whose(currency), Period: boardPeriod(b.Period)}
	if out.Period == "" {
		out.Period = usualPeriod(max(b.Min, b.Max), out.Currency)
	}
	if out.Period == "" || out.Min == 0 && out.Max == 0 {
		return nil
	}
	return &out
}

var boardPeriods = map[string]string{
	"year": "year", "yearly": "year", "annual": "year", "annually": "year", "annum": "year", "yr": "year", "month": "month",
	"monthly": "month", "hour": "hour", "hourly": "hour", "hr": "hour", "day": "day", "daily": "day", "week": "week", "weekly": "week",
}

// boardPeriod reads "per-year-salary", "1 YEAR", "yearly", "HOUR"; "bi-weekly" is none of ours.
func boardPeriod(s string) string {
	for _, t := range text.Tokenize(s) {
		if t.Word == "two" || strings.HasPrefix(t.Word, "bi") {
			return ""
		}
		if period := boardPeriods[t.Word]; period != "" {
			return period
		}
	}
	return ""
}

func whole(v float64) int64 {
	if v <= 0 {
		return 0
	}
	return int64(math.Round(v))
}

// issuer returns what a sign means for this posting. A "$" has a meaning only when all places of the job agree on one, or
// when the text names something that exists in one country alone.
func issuer(places []place.Place, body *text.Doc) func(string) string {
	known := map[string]string{}
	return func(sign string) string {
		byCountry := currencies.national[sign]
		if byCountry == nil {
			return sign
		}
		c, ok := known[sign]
		if !ok {
			c = issuedBy(byCountry, places, body)
			known[sign] = c
		}
		return c
	}
}

func issuedBy(byCountry map[string]string, places []place.Place, body *text.Doc) string {
	found := ""
	for _, pl := range places {
		c := byCountry[pl.CountryCode]
		if c == "" && pl.CountryCode == "" {
			continue
		}
		if c == "" || found != "" && found != c {
			return ""
		}
		found = c
	}
	if found != "" || byCountry["US"] == "" {
		return found
	}
	for i, t := range body.Tokens {
		switch {
		case t.Word == "401k", t.Word == "usd", t.Word == "401" && i+2 < len(body.Tokens) && body.Tokens[i+2].Word == "k":
			return "USD"
		case t.Word == "cad" && t.Is(text.Caps):
			return "CAD"
		}
	}
	return ""
}

// textPay returns the best founded of the amounts in the text.
func (p *posting) textPay(whose func(string) string) (best *Pay, evidence string) {
	top := 0
	var chosen money
	for i, l := range p.body.Lines {
		if p.sections[i] == sectionLegal {
			continue
		}
		for j := l.From; j < l.To; {
			if t := p.body.Tokens[j]; !t.Is(text.Digit) && !currencies.starts.Starts(t) {
				j++
				continue
			}
			m, ok := p.moneyAt(j, l.To)
			if !ok {
				j = max(j+1, min(m.end, l.To))
				continue
			}
			if pay, score := p.judge(m, i, whose); score > top {
				best, top, chosen, evidence = pay, score, m, p.quote(i, m.start, m.end)
			}
			j = m.end
		}
	}
	if best == nil {
		return nil, ""
	}
	if name, _ := p.stepOf(chosen.start); name != "" {
		if p.severalScales(name) {
			return nil, ""
		}
		p.addSteps(best, chosen, name)
	}
	return best, evidence
}

// payFeature is something that speaks for or against an amount being the pay of the job.
type payFeature struct {
	score int
	holds func(a *amountContext) bool
}

// payFeatures are added up; an amount needs enough of them to be the pay.
var payFeatures = []payFeature{
	{4, func(a *amountContext) bool { return a.word < far }},
	{4, func(a *amountContext) bool { return a.headed }},
	{2, func(a *amountContext) bool { return a.period != "" && a.periodGap <= 3 }},
	{2, func(a *amountContext) bool { return a.gross }},
	{1, func(a *amountContext) bool { return a.lo < a.hi }},
	{1, func(a *amountContext) bool { return a.bare }},
	{3, func(a *amountContext) bool {
		return a.leads && (a.lo < a.hi && a.yearly() || a.period != "" && ordinary(a.lo, a.period, a.currency))
	}},
	{-9, func(a *amountContext) bool { return a.other <= a.word && a.other < far }},
	{-9, func(a *amountContext) bool { return a.section == sectionTasks && !a.headed && a.word > 3 }},
	{-9, func(a *amountContext) bool { return a.section == sectionCompany && a.word == far }},
}

const (
	enoughPay      = 3
	enoughUnheaded = 4 // among the benefits, where most amounts are prices
	far            = 99
)

// amountContext is an amount with what stands around it.
type amountContext struct {
	money
	currency  string
	section   section
	headed    bool   // under a heading or behind a label for pay
	bare      bool   // the line says nothing else
	leads     bool   // the line begins with it
	gross     bool   // called gross or net
	word      int    // tokens to the nearest word for pay
	other     int    // tokens to the nearest word for another thing that has a price
	period    string // what the amount is for
	periodGap int
	upTo, min bool
}

// What a range without any other words must lie in to be a salary, in a currency like the euro.
const (
	lowestSalary  = 15000
	highestSalary = 400000
)

// yearly reports whether a range is of the size that people earn in a year.
func (a *amountContext) yearly() bool {
	return a.hi <= 2*a.lo && ordinary(a.lo, "year", a.currency) && a.lo/scale(a.currency) >= lowestSalary && a.hi/scale(a.currency) <= highestSalary
}

// judge returns an amount as the pay of the job, with a score for how sure that is, or nil and 0.
func (p *posting) judge(m money, line int, whose func(string) string) (*Pay, int) {
	a := p.context(m, line, whose(m.currency))
	score := 0
	for _, f := range payFeatures {
		if f.holds(&a) {
			score += f.score
		}
	}
	if score < enoughPay || a.section == sectionOffer && score < enoughUnheaded {
		return nil, 0
	}
	if a.period == "" {
		if a.period = usualPeriod(m.hi, a.currency); a.period == "hour" && score < 6 {
			return nil, 0 // so small an amount is a price unless the text says more
		}
	}
	if !plausible(m.lo, a.period, a.currency) || !plausible(m.hi, a.period, a.currency) {
		return nil, 0
	}
	out := &Pay{Min: whole(m.lo), Max: whole(m.hi), Currency: a.currency, Period: a.period}
	if m.lo == m.hi {
		switch {
		case a.upTo:
			out.Min = 0
		case a.min || m.open:
			out.Max = 0
		}
	}
	return out, score
}

// context returns an amount with what the words around it say.
func (p *posting) context(m money, line int, currency string) amountContext {
	l := p.body.Lines[line]
	lo, hi := p.sentence(line, m.start, m.end)
	a := amountContext{money: m, currency: currency, section: p.sections[line], word: far, other: far, periodGap: far, period: m.period}
	if m.period != "" {
		a.periodGap = 0
	}
	a.headed = a.section == sectionPay || p.labelled(setPay, line, m.start) || p.headedPay(line)
	a.leads = m.start-l.From <= 2
	a.bare = a.leads && l.To-m.end <= 5
	for _, c := range near(p.cues, lo, hi) {
		before, after := m.start-c.end, c.start-m.end
		if gap := max(before, after); gap >= 0 && (before >= 0 || after >= 0) {
			p.weighCue(&a, c, before, gap)
		}
	}
	return a
}

// How many words may stand between an amount and a phrase that speaks of it.
const (
	otherBefore  = 8 // "a budget of … CHF 500"
	otherNext    = 2 // "CHF 500 bonus"
	periodBefore = 10
	periodBehind = 5
	periodBonus  = 3
	leastPay     = 6  // "Mindestgehalt laut KV …"
	leastOfPay   = 16 // "the minimum salary … is"
)

// weighCue adds what one phrase of the sentence says about an amount.
func (p *posting) weighCue(a *amountContext, c cue, before, gap int) {
	behind := before < 0
	if (c.set == setPay || c.set == setPeriod) && p.isThirteenth(a, c) {
		return
	}
	switch c.set {
	case setPay:
		a.word = min(a.word, gap)
	case setGross:
		a.gross = a.gross || gap <= 3
	case setPayOther:
		if (gap <= otherBefore && !behind || gap <= otherNext) && !p.dividedAmount(a, c, behind) {
			a.other = min(a.other, gap)
		}
	case setPeriod:
		if behind && gap > periodBehind || !behind && gap > periodBefore || p.instalment(c) {
			return
		}
		if behind {
			gap = max(gap-periodBonus, 0) // the word behind an amount speaks of it more surely than the one before
		}
		if gap < a.periodGap {
			a.period, a.periodGap = c.value, gap
		}
	case setUpTo:
		a.upTo = a.upTo || !behind && before <= 1
	case setMinimum:
		ofPay := before <= leastPay && p.has(setPay, c.start, c.end) || before <= leastOfPay && p.has(setPay, c.end, c.end+3)
		a.min = a.min || !behind && (before <= 1 || ofPay) // "Mindestgehalt laut KV", "the minimum salary … is"
	}
}

// isThirteenth reports whether a word for pay is that of the thirteenth month, which is no amount of its own: "13. Monatslohn",
// "13e salaire". A 13 that belongs to the amount is not: "CHF 13 per hour", "1300 a month".
func (p *posting) isThirteenth(a *amountContext, c cue) bool {
	i := c.start - 1
	if i > 0 && p.body.Tokens[i].Word == "." {
		i--
	}
	if i < 0 || i >= a.start && i < a.end {
		return false
	}
	ending, ok := strings.CutPrefix(p.body.Tokens[i].Word, "13")
	return ok && len(ending) <= len("eme") && (ending == "" || letter(ending[0]))
}

// dividedAmount reports whether something keeps an amount apart from a word for another thing: "80,000 plus bonus".
func (p *posting) dividedAmount(a *amountContext, c cue, behind bool) bool {
	from, to := c.end, a.start
	if behind {
		from, to = a.end, c.start
	}
	for i := from; i < to; i++ {
		t := p.body.Tokens[i]
		mark := p.endsClause(i, to+1) && t.Word != "(" && t.Word != ":"
		joins := behind && (p.has(setRange, i, i+1) || including[t.Word])
		if t.Word == "+" || t.Word == "plus" || mark || joins {
			return true
		}
	}
	return false
}

// including are the words between pay and what it contains or comes with.
var including = map[string]bool{
	"&": true, "with": true, "including": true, "incl": true, "inkl": true, "inklusive": true, "compris": true, "inclus": true,
	"inclusa": true, "inclusi": true, "incluse": true, "incluso": true,
}

// instalment reports whether a period says how often an amount is paid and not what it is for: "paid 14 times a year".
func (p *posting) instalment(c cue) bool {
	if c.start == 0 {
		return false
	}
	t := p.body.Tokens[c.start-1]
	hours := p.has(setHours, c.start-2, c.end) || p.has(setHours, c.start-1, c.end) // "38.5 hours per week"
	return hours || instalments[t.Word] || p.has(setDay, c.start-1, c.start) || p.has(setWeek, c.start-1, c.start)
}

var instalments = map[string]bool{
	"times": true, "mal": true, "fois": true, "veces": true, "pagas": true, "volte": true, "keer": true, "x": true,
	"vezes": true, "razy": true,
}

// headedPay reports whether the line before is a short heading such as "Annual salary".
func (p *posting) headedPay(line int) bool {
	for back := 1; back <= 2 && line-back >= 0; back++ {
		l := p.body.Lines[line-back]
		if l.To-l.From > 8 {
			return false
		}
		if c, ok := p.firstAny(setPay, l.From, l.To); ok && c.start-l.From <= 4 {
			return true
		}
	}
	return false
}

// firstAny returns what first does, for phrases of any language.
func (p *posting) firstAny(s set, lo, hi int) (cue, bool) {
	for _, c := range near(p.cues, lo, hi) {
		if c.set == s {
			return c, true
		}
	}
	return cue{}, false
}
