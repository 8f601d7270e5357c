package enrich

import (
	"math"
	"strings"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
)

// pay reads the board's figures, the board's line of text, then the posting.
func (p *posting) pay(places []place.Place) (*Pay, Source) {
	whose := issuer(places, p.body)
	if b := boardPay(p.in.Pay, whose); b != nil {
		return b, Board
	}
	if p.in.Pay.Text != "" {
		q := posting{title: p.title, body: text.Plain(p.in.Pay.Text), sections: []section{sectionPay}}
		q.cues = findCues(q.body)
		defer release(q.cues)
		if b := q.textPay(whose); b != nil {
			return b, Board
		}
	}
	if t := p.textPay(whose); t != nil {
		return t, Text
	}
	return nil, Unknown
}

func boardPay(b BoardPay, whose func(string) string) *Pay {
	if b.Min <= 0 && b.Max <= 0 || math.IsNaN(b.Min) || math.IsNaN(b.Max) || b.Min > 1e12 || b.Max > 1e12 || b.Max > 0 && b.Min > b.Max {
		return nil
	}
	currency := currencyWords[text.Fold(strings.TrimSpace(b.Currency))]
	out := Pay{Min: whole(b.Min), Max: whole(b.Max), Currency: whose(currency), Period: boardPeriod(b.Period)}
	if out.Period == "" {
		out.Period = usualPeriod(max(b.Min, b.Max), out.Currency)
	}
	if out.Period == "" || out.Min == 0 && out.Max == 0 {
		return nil
	}
	return &out
}

// boardPeriod reads "per-year-salary", "1 YEAR", "yearly", "HOUR".
func boardPeriod(s string) string {
	for _, t := range text.Tokenize(s) {
		switch t.Word {
		case "year", "yearly", "annual", "annually", "annum", "yr":
			return "year"
		case "month", "monthly":
			return "month"
		case "hour", "hourly", "hr":
			return "hour"
		case "day", "daily":
			return "day"
		case "week", "weekly":
			return "week"
		case "two", "bi", "biweekly":
			return ""
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
		byCountry := national[sign]
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
func (p *posting) textPay(whose func(string) string) *Pay {
	var best *Pay
	top := 0
	for i, l := range p.body.Lines {
		if p.sections[i] == sectionLegal || !hasMoney(p.body, l) {
			continue
		}
		for j := l.From; j < l.To; {
			t := p.body.Tokens[j]
			if !t.Is(text.Digit) && !currencyStarts.Has(t) {
				j++
				continue
			}
			m, ok := moneyAt(p.body, j, l.To)
			if !ok {
				j = max(j+1, min(m.end, l.To))
				continue
			}
			if pay, score := p.judge(m, i, whose); score > top {
				best, top = pay, score
			}
			j = m.end
		}
	}
	return best
}

// hasMoney spares lines without a digit the closer look.
func hasMoney(d *text.Doc, l text.Line) bool {
	for i := l.From; i < l.To; i++ {
		if d.Tokens[i].Is(text.Digit) {
			return true
		}
	}
	return false
}

// judge decides whether an amount is the pay of the job and how sure that is; 0 means it is not.
func (p *posting) judge(m money, line int, whose func(string) string) (*Pay, int) {
	lo, hi := p.sentence(cue{start: m.start, end: m.end, line: line})
	const far = 99
	word, trap := far, far
	period, periodAt := "", far
	upTo, from, onCall := false, false, false
	for _, c := range near(p.cues, lo, hi) {
		before, after := m.start-c.end, c.start-m.end
		if before < 0 && after < 0 {
			continue
		}
		gap := max(before, after)
		switch c.kind {
		case cuePay:
			word = min(word, gap)
		case cuePayVeto:
			onCall = onCall || before >= 0 && before <= 12
			if before >= 0 && before <= 7 && !p.parted(c.end, m.start) || after >= 0 && after <= 3 && !p.parted(m.end, c.start) && !p.divided(m.end, c.start) {
				return nil, 0
			}
		case cuePayTrap:
			if p.intern && upkeep.Has(p.body.Tokens[c.start]) {
				word = min(word, gap) // what an internship pays is called an aid
				continue
			}
			if before >= 0 && before <= 6 && !p.divided(c.end, m.start) || after >= 0 && after <= 2 && !p.divided(m.end, c.start) {
				trap = min(trap, gap)
			}
		case cuePeriod:
			if after >= 0 && after > 5 || before > 10 || p.instalment(c) {
				continue
			}
			if after >= 0 {
				gap -= 3 // the word behind an amount speaks of it more surely than the one before
			}
			if gap < periodAt {
				period, periodAt = c.value, gap
			}
			if after >= 0 && p.gross(c) {
				word = min(word, after)
			}
		case cuePayMax:
			upTo = upTo || before >= 0 && before <= 1
		case cuePayMin:
			from = from || before >= 0 && before <= 1 || c.value == "word" && gap <= 7
		}
	}
	if trap < far && trap <= word {
		return nil, 0
	}
	score := 0
	if word < far {
		score += 4
	}
	if p.sections[line] == sectionPay || p.labelledPay(line) {
		score += 3
	}
	if period != "" && periodAt <= 3 {
		score += 2
		if period == "hour" && ordinary(m.lo, period, whose(m.currency)) {
			score++ // few perks are counted by the hour
		}
	}
	if m.lo < m.hi {
		score++
		if currency := whose(m.currency); m.hi <= 2*m.lo && ordinary(m.lo, "year", currency) && m.lo >= 15000 && m.hi/scale(currency) <= 300000 && line >= p.intro {
			score += 2 // "CDI, 60 à 72 k€": a range of this size is hardly anything else
		}
	}
	if l := p.body.Lines[line]; p.sections[line] == sectionDuties && l.Kind == text.Item && m.start > l.From+1 && !p.opensWithPay(l) {
		return nil, 0 // what somebody handles, not what they get
	}
	if onCall && period == "week" {
		return nil, 0
	}
	score += p.opening(m, line, period, periodAt, whose)
	if s := p.sections[line]; score < 2 || score < 3 && s == sectionBenefits || score < 4 && s == sectionCompany {
		return nil, 0
	}
	currency := whose(m.currency)
	if period == "" {
		if period = usualPeriod(m.hi, currency); period == "hour" && score < 7 {
			return nil, 0 // so small an amount is a price unless the text says more
		}
	}
	if !plausible(m.lo, period, currency) || !plausible(m.hi, period, currency) {
		return nil, 0
	}
	out := &Pay{Min: whole(m.lo), Max: whole(m.hi), Currency: currency, Period: period}
	if m.lo == m.hi {
		switch {
		case upTo:
			out.Min = 0
		case from || m.open:
			out.Max = 0
		}
	}
	return out, score
}

// opensWithPay reports whether a line begins with a word for pay.
func (p *posting) opensWithPay(l text.Line) bool {
	for _, c := range near(p.cues, l.From, min(l.To, l.From+2)) {
		if c.kind == cuePay {
			return true
		}
	}
	return false
}

// upkeep are the words for what an internship pays, which elsewhere name a perk.
var upkeep = text.Set("ayuda beca bolsa stipend allowance subvencion indemnite aufwandsentschadigung grant")

// instalment reports whether a period says how often an amount is paid and not what it is for: "paid 14 times a year".
func (p *posting) instalment(c cue) bool {
	if c.start == 0 {
		return false
	}
	switch p.body.Tokens[c.start-1].Word {
	case "times", "mal", "fois", "veces", "pagas", "x", "days", "tage", "jours", "dias", "weeks", "wochen", "semaines", "semanas":
		return true
	}
	return false
}

// opening adds to the score of an amount with which a line or a clause begins, when it is of the size of a pay: a perk is
// named first and then priced ("a phone budget of …"), a pay is not.
func (p *posting) opening(m money, line int, period string, periodAt int, whose func(string) string) int {
	l := p.body.Lines[line]
	at := m.start
	for at > l.From && limits.Has(p.body.Tokens[at-1]) {
		at--
	}
	if at > l.From && !p.body.Tokens[at-1].Is(text.Symbol) {
		return 0
	}
	if s := p.sections[line]; s == sectionCompany || s == sectionDuties && l.Kind == text.Item {
		return 0
	}
	currency := whose(m.currency)
	switch {
	case period != "" && periodAt <= 3:
		if ordinary(m.lo, period, currency) || p.intern && plausible(m.lo, period, currency) {
			return 1
		}
	case m.lo < m.hi && ordinary(m.lo, "year", currency) && plausible(m.hi, "year", currency):
		if at == l.From {
			return 2 // "£48k - £54k" as a line of its own
		}
		return 1
	}
	return 0
}

// limits are the words of a lower or upper end that may stand before an amount.
var limits = text.Set("from ab up to bis zu hasta desde a partir de jusqu' jusqu au mindestens mind min minimum at least ca approx circa environ entre zwischen between von starting rango range")

// gross reports whether the words of a period call the amount gross: "brutos al año", "brut/an".
func (p *posting) gross(c cue) bool {
	for _, t := range p.body.Tokens[c.start:c.end] {
		if strings.HasPrefix(t.Word, "brut") || strings.HasPrefix(t.Word, "neto") {
			return true
		}
	}
	return false
}

// parted reports whether a mark ends the thought between two tokens; a bracket does not.
func (p *posting) parted(from, to int) bool {
	for _, t := range p.body.Tokens[from:to] {
		switch t.Word {
		case ",", ";", ".", "+", "plus", "/", "|", "•":
			return true
		}
	}
	return false
}

// labelledPay reports whether the line before is a heading such as "Annual salary".
func (p *posting) labelledPay(line int) bool {
	if line == 0 || p.body.Lines[line-1].Kind != text.Heading {
		return false
	}
	prev := p.body.Lines[line-1]
	for _, c := range near(p.cues, prev.From, min(prev.To, prev.From+12)) {
		if c.kind == cuePay {
			return true
		}
	}
	return false
}

// divided reports whether something between two tokens keeps them apart: "80,000 plus bonus", "bonus, salary of …".
func (p *posting) divided(from, to int) bool {
	for _, t := range p.body.Tokens[from:to] {
		switch t.Word {
		case "plus", "+", "and", "&", ",", ";", ".", "und", "zzgl", "et", "y", "sowie", "(", ")", "mas", "avec", "con", "with", "|", "•":
			return true
		}
	}
	return false
}
