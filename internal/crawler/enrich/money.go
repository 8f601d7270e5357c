package enrich

import (
	_ "embed"
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// money is an amount or a range of amounts as written, at tokens [start, end).
type money struct {
	start, end int
	lo, hi     float64 // equal for a single amount
	open       bool    // "60k+": at least
	currency   string  // ISO 4217, "$", "kr" or "¥" while it is open whose, or empty
	period     string  // between the ends of the range: "$50/hour to $60/hour"
}

// moneyAt reads an amount that starts at token i: a currency or a figure.
func (p *posting) moneyAt(i, end int) (money, bool) {
	d := p.body
	m := money{start: i}
	a, ok := amountAt(d, i, end)
	if !ok {
		return m, false
	}
	m.lo, m.hi, m.end, m.currency, m.open = a.value, a.value, a.end, a.currency, a.open
	j := a.end
	for _, c := range near(p.cues, j, j+1) {
		if c.set == setPeriod && c.end < end && c.end > j {
			m.period, j = c.value, c.end
		}
	}
	if k := p.rangeMark(j, end); k > 0 {
		if b, ok := amountAt(d, k, end); ok && m.widen(a, b) {
			return m, m.currency != ""
		}
	}
	m.period = ""
	return m, m.currency != ""
}

// rangeMark returns the token behind the mark or word that joins two amounts, or 0: "-", "to", "/ max".
func (p *posting) rangeMark(i, end int) int {
	if i >= end {
		return 0
	}
	k := 0
	if isDash(p.body.Tokens[i].Word) {
		k = i + 1
	}
	for _, c := range near(p.cues, i, i+1) {
		if c.set == setRange {
			k = max(k, c.end)
		}
	}
	if k > 0 && k < end {
		for _, c := range near(p.cues, k, k+1) {
			if c.set == setUpTo {
				k = c.end
			}
		}
	}
	return k
}

// widen makes a range of an amount and the one behind it, if they go together.
func (m *money) widen(a, b amount) bool {
	lo, hi := a.value, b.value
	if b.scaled && !a.scaled && lo < 1000 { // "60-80k", "18-24 LPA"
		lo *= b.factor
	}
	if lo < 1000 && hi >= 1000 && lo*1000 <= hi && lo*1000 >= hi/3 { // "45–55.000 €"
		lo *= 1000
	}
	currency := merge(a.currency, b.currency)
	if lo > hi || hi > 6*lo || currency == "?" {
		return false
	}
	m.lo, m.hi, m.end, m.currency, m.open = lo, hi, b.end, currency, b.open
	return true
}

// merge joins what both ends of a range say of the currency; "?" when they disagree.
func merge(a, b string) string {
	switch {
	case a == b || b == "":
		return a
	case a == "" || a == "$" && strings.HasSuffix(b, "D"):
		return b
	case b == "$" && strings.HasSuffix(a, "D"):
		return a
	}
	return "?"
}

type amount struct {
	value    float64
	end      int
	currency string
	scaled   bool // written in thousands or lakhs
	factor   float64
	open     bool
}

// amountAt reads an amount at token i: a figure with its unit, and a currency before or behind it.
func amountAt(d *text.Doc, i, end int) (amount, bool) {
	word := func(j int) string {
		if j >= end {
			return ""
		}
		return d.Tokens[j].Word
	}
	cur, j := currencyAt(d, i, end)
	if cur != "" {
		if second, k := currencyAt(d, j, end); second != "" { // "USD $120,000"
			cur, j = merge(cur, second), k
		}
	}
	if j >= end || !d.Tokens[j].Is(text.Digit) {
		return amount{}, false
	}
	value, at, scaled, ok := figure(d.Text, int(d.Tokens[j].Start))
	if !ok {
		return amount{}, false
	}
	for j < end && int(d.Tokens[j].Start) < at {
		j++
	}
	a := amount{value: value, currency: cur, scaled: scaled, factor: 1000}
	if word(j) == "+" && !d.Tokens[j].Is(text.Spaced) {
		a.open, j = true, j+1
	}
	factor := units[word(j)]
	if factor > 0 && !scaled && (factor < lakh || value <= 500) {
		if word(j) == "lpa" && cur == "" {
			a.currency = "INR"
		}
		a.value, a.scaled, a.factor, j = value*factor, true, factor, j+1
		if factor == 1000 && word(j) == "." { // "60 Tsd."
			j++
		}
	}
	if a.factor == 1000 && word(j) == "t" && word(j+1) == "€" { // "65 T€", and once for "65 k T€"
		if !a.scaled {
			a.value, a.scaled = a.value*1000, true
		}
		j++
	}
	if k := pesoMillions(d, j, end); k > 0 && value <= 60 {
		a.value, a.scaled, a.factor, a.end, a.currency = value*1e6, true, 1e6, k, "$"
		return a, true
	}
	if tooLarge[word(j)] {
		return amount{}, false
	}
	a.end = j
	if behind, k := currencyAt(d, j, end); behind != "" {
		if c := merge(a.currency, behind); c != "?" {
			a.currency, a.end = c, k
		}
	}
	return a, true
}

// units are the words behind a figure that multiply it.
var units = map[string]float64{
	"k": 1000, "mil": 1000, "tsd": 1000, "lpa": lakh, "lakh": lakh, "lakhs": lakh, "lac": lakh, "lacs": lakh,
}

// tooLarge are the units behind a figure that is nobody's pay.
var tooLarge = map[string]bool{
	"m": true, "mio": true, "million": true, "millions": true, "millionen": true, "mrd": true, "bn": true, "billion": true, "b": true,
	"milliarden": true, "millones": true, "milliards": true, "milioni": true, "miliardi": true, "miljoen": true, "milhões": true,
	"md": true, "mm": true, "mln": true, "mld": true, "%": true, "percent": true, "prozent": true, "uhr": true,
}

// pesoMillions returns the token behind "millones de pesos" at token i, or 0: where a peso is worth little, pay is told
// in millions.
func pesoMillions(d *text.Doc, i, end int) int {
	if i >= end || d.Tokens[i].Word != "millones" && d.Tokens[i].Word != "millon" {
		return 0
	}
	if i+1 < end && d.Tokens[i+1].Word == "de" {
		i++
	}
	if i+1 < end && (d.Tokens[i+1].Word == "pesos" || d.Tokens[i+1].Word == "cop" || d.Tokens[i+1].Word == "clp") {
		return i + 2
	}
	return 0
}

// lakh is the hundred thousand in which pay is counted in India.
const lakh = 100000

// figure reads a number in any of the usual notations: 50,000 50.000 50 000 50'000 45.5k 1.800,50 18.50. It returns the
// byte behind it.
func figure(s string, i int) (value float64, end int, scaled, ok bool) {
	digits := func(from int) int {
		j := from
		for j < len(s) && '0' <= s[j] && s[j] <= '9' {
			j++
		}
		return j
	}
	j := digits(i)
	if j == i || j-i > 9 {
		return 0, 0, false, false
	}
	for _, c := range s[i:j] {
		value = value*10 + float64(c-'0')
	}
	if j-i <= 3 {
		for j < len(s) {
			n := separator(s[j:])
			k := digits(j + n)
			if n == 1 && s[j] == ',' && k == j+3 && k+4 <= len(s) && s[k] == ',' && digits(k+1) == k+4 { // "22,00,000" in India
				value, j = value*100+float64(s[j+1]-'0')*10+float64(s[j+2]-'0'), k
				continue
			}
			if n == 0 || k-j-n != 3 || value > 1e7 {
				break
			}
			for _, c := range s[j+n : k] {
				value = value*10 + float64(c-'0')
			}
			j = k
		}
	}
	if j+1 < len(s) && (s[j] == '.' || s[j] == ',') {
		if k := digits(j + 1); k == j+2 || k == j+3 {
			frac := float64(s[j+1]-'0') / 10
			if k == j+3 {
				frac += float64(s[j+2]-'0') / 100
			}
			value, j = value+frac, k
		}
	}
	j += flourish(s[j:])
	if j < len(s) && (s[j] == 'k' || s[j] == 'K') && (j+1 == len(s) || !letter(s[j+1])) {
		return value * 1000, j + 1, true, true
	}
	if j < len(s) && letter(s[j]) {
		return 0, 0, false, false // "401k" is handled above; "3D", "24h", "2x" are no amounts
	}
	return value, j, false, true
}

// flourish returns the length of the mark for "and no cents" behind a figure: "98'000.–", "45.000,-".
func flourish(s string) int {
	if len(s) < 2 || s[0] != '.' && s[0] != ',' {
		return 0
	}
	n := 1
	for n < len(s) {
		switch {
		case s[n] == '-':
			n++
		case strings.HasPrefix(s[n:], "–"), strings.HasPrefix(s[n:], "—"):
			n += len("–")
		default:
			if n == 1 || '0' <= s[n] && s[n] <= '9' || letter(s[n]) {
				return 0
			}
			return n
		}
	}
	return n
}

func separator(s string) int {
	switch {
	case s[0] == ',' || s[0] == '.' || s[0] == ' ' || s[0] == '\'':
		return 1
	case strings.HasPrefix(s, "’"):
		return len("’")
	}
	return 0
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// currencyAt reads a currency at token i: a sign, a code or a word, and a letter code before a dollar sign.
func currencyAt(d *text.Doc, i, end int) (currency string, next int) {
	if i >= end {
		return "", i
	}
	w := d.Tokens[i].Word
	if w == "k" && i+1 < end && d.Tokens[i+1].Is(text.Symbol) { // "45 k€"
		return "", i
	}
	if i+1 < end && d.Tokens[i+1].Word == "$" && !d.Tokens[i+1].Is(text.Spaced) {
		if c := currencies.prefixes[w]; c != "" {
			return c, i + 2
		}
	}
	if w == "s" && i+1 < end && d.Tokens[i+1].Word == "/" { // "S/ 2,500", "S/. 2,500"
		if i+2 < end && d.Tokens[i+2].Word == "." {
			return "PEN", i + 3
		}
		return "PEN", i + 2
	}
	if c := currencies.words[w]; c != "" && (!currencies.capitals[w] || d.Tokens[i].Is(text.Caps)) {
		if w == "fr" && afterMonday(d.Tokens[:i]) {
			return "", i
		}
		if i+1 < end && d.Tokens[i+1].Word == "." && (w == "fr" || w == "sfr") {
			return c, i + 2
		}
		if w == "fr" { // "Mo-Fr 8 bis 17 Uhr"
			return "", i
		}
		return c, i + 1
	}
	return "", i
}

// afterMonday reports whether "Fr." behind these tokens is Friday and not the franc: "Mo.–Fr. 8–17".
func afterMonday(before []text.Token) bool {
	return slices.ContainsFunc(before[max(0, len(before)-3):], func(t text.Token) bool { return t.Word == "mo" })
}

//go:embed currencies.txt
var currenciesFile string

// currencyTable is what currencies.txt holds. Codes that are also everyday words count in capitals only.
type currencyTable struct {
	words    map[string]string            // code or shared sign, by word
	prefixes map[string]string            // code, by the letters before a dollar sign
	national map[string]map[string]string // code, by shared sign and country
	capitals map[string]bool
	starts   *text.Lexicon[bool] // words that a currency may start with
}

var currencies = func() currencyTable {
	t := currencyTable{words: map[string]string{}, prefixes: map[string]string{}, national: map[string]map[string]string{},
		capitals: map[string]bool{}, starts: text.NewLexicon[bool]()}
	part := ""
	for line := range strings.Lines(currenciesFile) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0] == "#":
		case f[0][0] == '[':
			part = f[0]
		case part == "[shared]":
			if t.national[f[0]] == nil {
				t.national[f[0]] = map[string]string{}
			}
			for _, country := range f[2:] {
				t.national[f[0]][country] = f[1]
			}
		default:
			t.addWords(part, f[0], f[1:])
		}
	}
	return t
}()

func (t *currencyTable) addWords(part, code string, words []string) {
	for _, w := range words {
		word, capitals := strings.CutPrefix(w, "^")
		t.starts.Add(word, true)
		if part == "[prefixes]" {
			t.prefixes[word] = code
			continue
		}
		t.words[word] = code
		t.capitals[word] = capitals
	}
}
